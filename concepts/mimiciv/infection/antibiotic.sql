-- title: Prescribed systemic antibiotics
-- grain: one row per prescription line, repeated where ICU stays of an admission overlap
-- note: Found by name in the drug text. Routes into eye, ear and onto the skin are
--   left out, but irrigations and injections into the eye remain. Two antifungals
--   (amphotericin, anidulafungin) are on the list.
-- note: The name and route test is made on pairs: a diluent line with the drug text
--   and route of a drug line counts as well.
-- note: stay_id is the ICU stay that the order starts in; NULL outside the unit.
WITH antibiotic_name(name) AS (
    VALUES
        ('adoxa'), ('ala-tet'), ('alodox'), ('amikacin'), ('amikin'), ('amoxicill'),
        ('ampicillin'), ('ancef'), ('augmentin'), ('avelox'), ('avidoxy'), ('axetil'),
        ('azactam'), ('azithromycin'), ('aztreonam'), ('bactocill'), ('bactrim'),
        ('bactroban'), ('bethkis'), ('biaxin'), ('bicillin l-a'), ('cayston'), ('cedax'),
        ('cefaclor'), ('cefadroxil'), ('cefazolin'), ('cefdinir'), ('cefditoren'),
        ('cefepime'), ('cefotan'), ('cefotaxime'), ('cefotetan'), ('cefoxitin'),
        ('cefpirome'), ('cefpodoxime'), ('cefprozil'), ('ceftaroline'), ('ceftazidime'),
        ('ceftibuten'), ('ceftin'), ('ceftriaxone'), ('cefuroxime'), ('cephalexin'),
        ('cephalothin'), ('cephapririn'), ('chloramphenicol'), ('cipro'), ('ciprofloxacin'),
        ('claforan'), ('clarithromycin'), ('clavulanate'), ('cleocin'), ('clindamycin'),
        ('cubicin'), ('dicloxacillin'), ('dirithromycin'), ('doryx'), ('doxycy'),
        ('duricef'), ('dynacin'), ('ery-tab'), ('eryc'), ('eryped'), ('erythrocin'),
        ('erythromycin'), ('factive'), ('flagyl'), ('fortaz'), ('furadantin'),
        ('garamycin'), ('gentamicin'), ('kanamycin'), ('keflex'), ('kefzol'), ('ketek'),
        ('levaquin'), ('levofloxacin'), ('lincocin'), ('linezolid'), ('macrobid'),
        ('macrodantin'), ('maxipime'), ('mefoxin'), ('meropenem'), ('methicillin'),
        ('metronidazole'), ('minocin'), ('minocycline'), ('monodox'), ('monurol'),
        ('morgidox'), ('moxatag'), ('moxifloxacin'), ('mupirocin'), ('myrac'),
        ('nafcillin'), ('neomycin'), ('nicazel doxy 30'), ('nitrofurantoin'),
        ('norfloxacin'), ('noroxin'), ('ocudox'), ('ofloxacin'), ('omnicef'), ('oracea'),
        ('oraxyl'), ('oxacillin'), ('panixine'), ('pc pen vk'), ('pce dispertab'),
        ('pediazole'), ('penicillin'), ('periostat'), ('pfizerpen'), ('piperacillin'),
        ('primsol'), ('proquin'), ('raniclor'), ('rifadin'), ('rifampin'), ('rocephin'),
        ('septra'), ('septra ds'), ('smz-tmp'), ('solodyn'), ('spectracef'),
        ('streptomycin'), ('sulfadiazine'), ('sulfamethoxazole'), ('sulfatrim'),
        ('sulfisoxazole'), ('suprax'), ('synercid'), ('tazicef'), ('tazobactam'),
        ('tetracycline'), ('timentin'), ('tobramycin'), ('trimethoprim'), ('unasyn'),
        ('vancocin'), ('vancomycin'), ('vantin'), ('vibativ'), ('vibra-tabs'),
        ('vibramycin'), ('zinacef'), ('zithromax'), ('zosyn'), ('zyvox')
        {{- choice "infection.antifungals"}}
),

-- Drug texts and routes of systemic treatment.
systemic AS (
    SELECT DISTINCT prescribed.drug, prescribed.route
    FROM {{ref "prescribed_drug"}} AS prescribed
    JOIN antibiotic_name ON contains(lower(prescribed.drug), antibiotic_name.name)
    WHERE
        prescribed.drug_type <> 'BASE'
        -- both, left, right eye or ear; on the skin
        AND prescribed.route NOT IN {{choice "infection.local_routes"}}
        {{choice "infection.local_route_words" "lower(prescribed.route)"}}
        AND NOT regexp_matches(lower(prescribed.drug), '{{choice "infection.local_forms"}}')
)

SELECT
    prescription.subject_id,
    prescription.hadm_id,
    stay.stay_id,
    prescription.drug AS antibiotic,
    prescription.route,
    prescription.starttime,
    prescription.stoptime
FROM {{source "hosp.prescriptions"}} AS prescription
SEMI JOIN systemic
    ON prescription.drug = systemic.drug
    AND prescription.route = systemic.route
    {{if is "infection.diluents" "left-out"}}AND prescription.drug_type <> 'BASE'{{end}}
LEFT JOIN {{source "icu.icustays"}} AS stay
    ON prescription.hadm_id = stay.hadm_id
    AND prescription.starttime >= stay.intime
    AND prescription.starttime {{choice "infection.stay_end"}} stay.outtime
