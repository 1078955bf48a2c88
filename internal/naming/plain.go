package naming

import "strings"

// plain holds the table and column names of MIMIC-IV, eICU and the derived
// tables that are words of general or clinical language.
var plain = set(`
	abbreviation action admissions age allergy amount antibiotic caregiver category citrate clots
	clotted code comments description diagnosis dispensation dosage drug duration enzyme ethnicity eyes
	flag fluid frequency gender grade height hospital insurance interpretation lab label labs language
	location medication motor note notes organism pain patient patients pharmacy position prescriptions
	priority provider quantity race rate readmit region respiration rhythm route sequence services side
	site source specialty specimen status symptoms temp temperature transfers treatment unit value
	ventilation verbal visit volume warning weight

	acei aids albumin alp alt amylase anion arb ast bands basophils bg bicarbonate bilirubin bun calcium
	carboxyhemoglobin cardiovascular charlson chemistry chloride cirrhosis ckd cmo cns coagulation
	creatinine crp crrt cvp dementia diabetes dialysis dni dnr dobutamine dod dopamine emar eosinophils
	epinephrine fibrinogen gcs ggt globulin glucose gsn hematocrit hematologic hemoglobin hepatic hr icp
	ima immunosuppression inflammation inr intubated lactate leukemia liver los lymphocytes lymphoma mbp
	mch mchc mcv meds meld metamyelocytes methemoglobin midur milrinone monocytes ndc neurologic
	neutrophils norepinephrine nrbc nsaid oasis omr paop paraplegia peep ph phenylephrine platelet poe
	potassium prn pt ptt pulmonary pvr pvri rbc rdw renal rrt sirs sodium sofa svr svri thrombin
	thrombolytics urine vasopressin vent wbc`)

func set(words string) map[string]bool {
	all := map[string]bool{}
	for _, word := range strings.Fields(words) {
		all[word] = true
	}
	return all
}
