-- title: Chronic conditions of an admission, from billing codes
-- layer: step
-- grain: one row per admission and condition
-- key: hadm_id, condition
-- note: Codes are compared by their first characters, without a dot, in their own
--   version. A range such as 4254-4259 compares as many characters as its ends have.
--   All positions of the code list count; billing codes are assigned at discharge.
-- paper: Quan H et al. Med Care 2005;43(11):1130-1139
WITH definition(condition, icd_version, codes) AS (
    VALUES
        ('myocardial_infarct', 9, '410 412'),
        ('myocardial_infarct', 10, 'I21 I22 I252'),
        ('congestive_heart_failure', 9, '428 39891 40201 40211 40291 40401 40403 40411 40413 40491 40493 4254-4259'),
        ('congestive_heart_failure', 10, 'I43 I50 I099 I110 I130 I132 I255 I420 I425-I429 P290'),
        ('peripheral_vascular_disease', 9, '440 441 0930 4373 4471 5571 5579 V434 4431-4439'),
        ('peripheral_vascular_disease', 10, 'I70 I71 I731 I738 I739 I771 I790 I792 K551 K558 K559 Z958 Z959'),
        ('cerebrovascular_disease', 9, '430-438 36234'),
        ('cerebrovascular_disease', 10, 'G45 G46 I60-I69 H340'),
        ('dementia', 9, '290 2941 3312'),
        ('dementia', 10, 'F00-F03 G30 F051 G311'),
        ('chronic_pulmonary_disease', 9, '490-505 4168 4169 5064 5081 5088'),
        ('chronic_pulmonary_disease', 10, 'J40-J47 J60-J67 I278 I279 J684 J701 J703'),
        ('rheumatic_disease', 9, '725 4465 7100-7104 7140 7141 7142 7148'),
        ('rheumatic_disease', 10, 'M05 M06 M32-M34 M315 M351 M353 M360'),
        ('peptic_ulcer_disease', 9, '531-534'),
        ('peptic_ulcer_disease', 10, 'K25-K28'),
        ('mild_liver_disease', 9, '570 571 0706 0709 5733 5734 5738 5739 V427 07022 07023 07032 07033 07044 07054'),
        ('mild_liver_disease', 10, 'B18 K73 K74 K700-K703 K709 K713 K714 K715 K717 K760 K762 K763 K764 K768 K769 Z944'),
        ('diabetes_without_cc', 9, '2500-2503 2508 2509'),
        ('diabetes_with_cc', 9, '2504-2507'),
        ('paraplegia', 9, '342 343 3341 3440-3446 3449'),
        ('paraplegia', 10, 'G81 G82 G041 G114 G801 G802 G830-G834 G839'),
        ('renal_disease', 9, '582 585 586 V56 5880 V420 V451 5830-5837 40301 40311 40391 40402 40403 40412 40413 40492 40493'),
        ('renal_disease', 10, 'N18 N19 I120 I131 N032-N037 N052-N057 N250 Z490 Z491 Z492 Z940 Z992'),
        ('malignant_cancer', 9, '{{choice "comorbidity.skin_cancer"}} 200-208 2386'),
        ('malignant_cancer', 10, 'C43 C88 C00-C26 C30-C34 C37-C41 C45-C58 C60-C76 C81-C85 C90-C97'),
        ('severe_liver_disease', 9, '4560 4561 4562 5722-5728'),
        ('severe_liver_disease', 10, 'I850 I859 I864 I982 K704 K711 K721 K729 K765 K766 K767'),
        ('metastatic_solid_tumor', 9, '196-199'),
        ('metastatic_solid_tumor', 10, '{{choice "comorbidity.metastases"}}'),
        ('aids', 9, '042-044'),
        ('aids', 10, 'B20 B21 B22 B24'),
        -- E10 to E14; the fourth character tells the complication
        ('diabetes_without_cc', 10, 'E100 E101 E108 E109 E110 E111 E118 E119 E120 E121 E128 E129 E130 E131 E138 E139 E140 E141 E148 E149'),
        ('diabetes_with_cc', 10, 'E102-E105 E107 E112-E115 E117 E122-E125 E127 E132-E135 E137 E142-E145 E147'),
        -- other specified complications, a diabetic foot for example
        ('{{choice "comorbidity.diabetic_foot"}}', 10, 'E106 E116 E126 E136 E146'),
        -- what SAPS II weighs beside AIDS
        ('sapsii_metastatic_cancer', 9, '1960-1991 20970-20975 20979 78951'),
        ('sapsii_metastatic_cancer', 10, 'C77 C78 C79 C800'),
        ('sapsii_hematologic_malignancy', 9, '20000-20238 20240-20248 20250-20302 20310-20312 20302-20382 20400-20522 20580-20702 20720-20892 2386 2733'),
        ('sapsii_hematologic_malignancy', 10, 'C81-C96'),
        -- what keeps APS III from calling a kidney failure acute
        ('advanced_chronic_kidney_disease', 9, '5854 5855 5856'),
        ('advanced_chronic_kidney_disease', 10, 'N184 N185 N186'),
        ('chronic_dialysis', 9, '5856 V451 V56'),
        ('chronic_dialysis', 10, 'N186 Z49 Z992')
),

prefix AS (
    SELECT
        condition,
        icd_version,
        split_part(entry, '-', 1) AS first,
        split_part(entry, '-', -1) AS last,
        length(split_part(entry, '-', 1)) AS characters
    FROM (SELECT condition, icd_version, unnest(string_split(codes, ' ')) AS entry FROM definition)
),

-- Each code that occurs is looked up once.
code_condition AS (
    SELECT DISTINCT code.icd_version, code.icd_code, prefix.condition
    FROM (SELECT DISTINCT icd_version, icd_code FROM {{source "hosp.diagnoses_icd"}}) AS code
    JOIN prefix
        ON {{choice "comorbidity.code_version"}}
        AND {{choice "comorbidity.characters"}} BETWEEN prefix.first AND prefix.last
)

SELECT DISTINCT diagnosis.hadm_id, code_condition.condition
FROM {{source "hosp.diagnoses_icd"}} AS diagnosis
JOIN code_condition USING (icd_version, icd_code)
{{if is "comorbidity.positions" "without-principal"}}WHERE diagnosis.seq_num > 1{{end}}
