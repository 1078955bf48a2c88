-- title: Laboratory values of the first day
-- grain: one row per ICU stay
-- key: stay_id
-- invariant: creatinine_min <= creatinine_max AND wbc_min <= wbc_max
-- note: Lowest and highest value of the specimens from six hours before to 24 hours
--   after ICU admission. Specimens are the patient's, so those of an earlier
--   admission or taken outside of the unit count as well.
WITH cbc AS (
    SELECT
        stay.stay_id,
        min(hematocrit) AS hematocrit_min,
        max(hematocrit) AS hematocrit_max,
        min(hemoglobin) AS hemoglobin_min,
        max(hemoglobin) AS hemoglobin_max,
        min(platelet) AS platelets_min,
        max(platelet) AS platelets_max,
        min(wbc) AS wbc_min,
        max(wbc) AS wbc_max
    FROM {{source "icu.icustays"}} AS stay
    JOIN {{ref "complete_blood_count"}} AS lab
        ON {{choice "labs.whose"}}
        AND {{choice "stay.first_day" "lab.charttime" "stay.intime"}}
    GROUP BY stay.stay_id
),

chemistry AS (
    SELECT
        stay.stay_id,
        min(albumin) AS albumin_min,
        max(albumin) AS albumin_max,
        min(globulin) AS globulin_min,
        max(globulin) AS globulin_max,
        min(total_protein) AS total_protein_min,
        max(total_protein) AS total_protein_max,
        min(aniongap) AS aniongap_min,
        max(aniongap) AS aniongap_max,
        min(bicarbonate) AS bicarbonate_min,
        max(bicarbonate) AS bicarbonate_max,
        min(bun) AS bun_min,
        max(bun) AS bun_max,
        min(calcium) AS calcium_min,
        max(calcium) AS calcium_max,
        min(chloride) AS chloride_min,
        max(chloride) AS chloride_max,
        min(creatinine) AS creatinine_min,
        max(creatinine) AS creatinine_max,
        min(glucose) AS glucose_min,
        max(glucose) AS glucose_max,
        min(sodium) AS sodium_min,
        max(sodium) AS sodium_max,
        min(potassium) AS potassium_min,
        max(potassium) AS potassium_max
    FROM {{source "icu.icustays"}} AS stay
    JOIN {{ref "chemistry"}} AS lab
        ON {{choice "labs.whose"}}
        AND {{choice "stay.first_day" "lab.charttime" "stay.intime"}}
    GROUP BY stay.stay_id
),

differential AS (
    SELECT
        stay.stay_id,
        min(basophils_abs) AS abs_basophils_min,
        max(basophils_abs) AS abs_basophils_max,
        min(eosinophils_abs) AS abs_eosinophils_min,
        max(eosinophils_abs) AS abs_eosinophils_max,
        min(lymphocytes_abs) AS abs_lymphocytes_min,
        max(lymphocytes_abs) AS abs_lymphocytes_max,
        min(monocytes_abs) AS abs_monocytes_min,
        max(monocytes_abs) AS abs_monocytes_max,
        min(neutrophils_abs) AS abs_neutrophils_min,
        max(neutrophils_abs) AS abs_neutrophils_max,
        min(atypical_lymphocytes) AS atyps_min,
        max(atypical_lymphocytes) AS atyps_max,
        min(bands) AS bands_min,
        max(bands) AS bands_max,
        min(immature_granulocytes) AS imm_granulocytes_min,
        max(immature_granulocytes) AS imm_granulocytes_max,
        min(metamyelocytes) AS metas_min,
        max(metamyelocytes) AS metas_max,
        min(nrbc) AS nrbc_min,
        max(nrbc) AS nrbc_max
    FROM {{source "icu.icustays"}} AS stay
    JOIN {{ref "blood_differential"}} AS lab
        ON {{choice "labs.whose"}}
        AND {{choice "stay.first_day" "lab.charttime" "stay.intime"}}
    GROUP BY stay.stay_id
),

coagulation AS (
    SELECT
        stay.stay_id,
        min(d_dimer) AS d_dimer_min,
        max(d_dimer) AS d_dimer_max,
        min(fibrinogen) AS fibrinogen_min,
        max(fibrinogen) AS fibrinogen_max,
        min(thrombin) AS thrombin_min,
        max(thrombin) AS thrombin_max,
        min(inr) AS inr_min,
        max(inr) AS inr_max,
        min(pt) AS pt_min,
        max(pt) AS pt_max,
        min(ptt) AS ptt_min,
        max(ptt) AS ptt_max
    FROM {{source "icu.icustays"}} AS stay
    JOIN {{ref "coagulation"}} AS lab
        ON {{choice "labs.whose"}}
        AND {{choice "stay.first_day" "lab.charttime" "stay.intime"}}
    GROUP BY stay.stay_id
),

enzyme AS (
    SELECT
        stay.stay_id,
        min(alt) AS alt_min,
        max(alt) AS alt_max,
        min(alp) AS alp_min,
        max(alp) AS alp_max,
        min(ast) AS ast_min,
        max(ast) AS ast_max,
        min(amylase) AS amylase_min,
        max(amylase) AS amylase_max,
        min(bilirubin_total) AS bilirubin_total_min,
        max(bilirubin_total) AS bilirubin_total_max,
        min(bilirubin_direct) AS bilirubin_direct_min,
        max(bilirubin_direct) AS bilirubin_direct_max,
        min(bilirubin_indirect) AS bilirubin_indirect_min,
        max(bilirubin_indirect) AS bilirubin_indirect_max,
        min(ck_cpk) AS ck_cpk_min,
        max(ck_cpk) AS ck_cpk_max,
        min(ck_mb) AS ck_mb_min,
        max(ck_mb) AS ck_mb_max,
        min(ggt) AS ggt_min,
        max(ggt) AS ggt_max,
        min(ld_ldh) AS ld_ldh_min,
        max(ld_ldh) AS ld_ldh_max
    FROM {{source "icu.icustays"}} AS stay
    JOIN {{ref "enzyme"}} AS lab
        ON {{choice "labs.whose"}}
        AND {{choice "stay.first_day" "lab.charttime" "stay.intime"}}
    GROUP BY stay.stay_id
)

SELECT
    stay.subject_id,
    stay.stay_id,
    cbc.* EXCLUDE (stay_id),
    chemistry.* EXCLUDE (stay_id),
    differential.* EXCLUDE (stay_id),
    coagulation.* EXCLUDE (stay_id),
    enzyme.* EXCLUDE (stay_id)
FROM {{source "icu.icustays"}} AS stay
LEFT JOIN cbc ON cbc.stay_id = stay.stay_id
LEFT JOIN chemistry ON chemistry.stay_id = stay.stay_id
LEFT JOIN differential ON differential.stay_id = stay.stay_id
LEFT JOIN coagulation ON coagulation.stay_id = stay.stay_id
LEFT JOIN enzyme ON enzyme.stay_id = stay.stay_id
