package course

// Reason is why somebody needs intensive care, and what usually comes with it.
type Reason struct {
	Name      string
	Weight    float64
	ICD9      []string // principal diagnosis
	ICD10     []string
	Units     []Unit // first care unit, the likeliest first
	Service   string
	Surgery   float64 // share operated on
	Elective  float64 // share of those who come for a planned operation
	Severity  float64 // mean, 0 to 1
	Breathing float64 // share ventilated through a tube
	Pressors  float64 // share on a vasopressor
	Infection float64 // share with suspected infection
	Days      float64 // stays this many times as long as the usual one
	Kidney    float64 // how much each organ takes part, 0 to 1
	Liver     float64
	Clotting  float64
	Brain     float64
	Lung      float64
	Heart     float64
	Bleeding  float64
	Fever     float64
}

// Unit is a care unit of the hospital.
type Unit string

// The care units, as MIMIC-IV writes them.
const (
	MICU     Unit = "Medical Intensive Care Unit (MICU)"
	MICUSICU Unit = "Medical/Surgical Intensive Care Unit (MICU/SICU)"
	SICU     Unit = "Surgical Intensive Care Unit (SICU)"
	TSICU    Unit = "Trauma SICU (TSICU)"
	CVICU    Unit = "Cardiac Vascular Intensive Care Unit (CVICU)"
	CCU      Unit = "Coronary Care Unit (CCU)"
	NeuroInt Unit = "Neuro Intermediate"
	NeuroSD  Unit = "Neuro Stepdown"
	NeuroICU Unit = "Neuro Surgical Intensive Care Unit (Neuro SICU)"
)

// Reasons are the reasons for intensive care, with the weight of each.
var Reasons = []Reason{
	{Name: "pneumonia with sepsis", Weight: 7.5, ICD9: []string{"0389"}, ICD10: []string{"A419"}, Units: []Unit{MICU, MICUSICU}, Service: "MED", Severity: 0.55, Breathing: 0.5, Pressors: 0.55, Infection: 1, Days: 1.5, Kidney: 0.6, Liver: 0.2, Clotting: 0.3, Brain: 0.4, Lung: 0.9, Heart: 0.2, Fever: 0.8},
	{Name: "urinary sepsis", Weight: 4.5, ICD9: []string{"0389", "99591"}, ICD10: []string{"A419", "A4151"}, Units: []Unit{MICU, MICUSICU}, Service: "MED", Severity: 0.45, Breathing: 0.2, Pressors: 0.5, Infection: 1, Days: 1, Kidney: 0.8, Liver: 0.2, Clotting: 0.3, Brain: 0.4, Lung: 0.3, Heart: 0.1, Fever: 0.8},
	{Name: "abdominal sepsis", Weight: 4, ICD9: []string{"0389", "5672"}, ICD10: []string{"A419", "K650"}, Units: []Unit{SICU, MICUSICU, TSICU}, Service: "SURG", Surgery: 0.6, Severity: 0.55, Breathing: 0.5, Pressors: 0.6, Infection: 1, Days: 1.6, Kidney: 0.7, Liver: 0.4, Clotting: 0.4, Brain: 0.3, Lung: 0.5, Heart: 0.2, Bleeding: 0.2, Fever: 0.8},
	{Name: "pneumonia", Weight: 5, ICD9: []string{"486", "4821"}, ICD10: []string{"J189", "J690"}, Units: []Unit{MICU, MICUSICU}, Service: "MED", Severity: 0.4, Breathing: 0.4, Pressors: 0.25, Infection: 1, Days: 1.3, Kidney: 0.3, Clotting: 0.1, Brain: 0.3, Lung: 1, Heart: 0.1, Fever: 0.6},
	{Name: "obstructive lung disease", Weight: 4.5, ICD9: []string{"49121", "51881"}, ICD10: []string{"J441", "J9621"}, Units: []Unit{MICU, MICUSICU}, Service: "MED", Severity: 0.3, Breathing: 0.3, Pressors: 0.1, Infection: 0.6, Days: 1, Kidney: 0.15, Brain: 0.2, Lung: 0.9, Heart: 0.1, Fever: 0.15},
	{Name: "coronary bypass", Weight: 9, ICD9: []string{"41401"}, ICD10: []string{"I2510"}, Units: []Unit{CVICU}, Service: "CSURG", Surgery: 1, Elective: 0.6, Severity: 0.3, Breathing: 0.95, Pressors: 0.55, Infection: 0.25, Days: 0.8, Kidney: 0.2, Clotting: 0.3, Lung: 0.4, Heart: 0.3, Bleeding: 0.5, Fever: 0.1},
	{Name: "heart valve operation", Weight: 6.5, ICD9: []string{"4241", "4240"}, ICD10: []string{"I350", "I340"}, Units: []Unit{CVICU}, Service: "CSURG", Surgery: 1, Elective: 0.7, Severity: 0.35, Breathing: 0.95, Pressors: 0.6, Infection: 0.25, Days: 1, Kidney: 0.25, Clotting: 0.4, Lung: 0.4, Heart: 0.4, Bleeding: 0.5, Fever: 0.1},
	{Name: "myocardial infarction", Weight: 6, ICD9: []string{"41071", "41041"}, ICD10: []string{"I214", "I2109"}, Units: []Unit{CCU, CVICU}, Service: "CMED", Severity: 0.3, Breathing: 0.15, Pressors: 0.2, Infection: 0.15, Days: 0.9, Kidney: 0.3, Lung: 0.2, Heart: 0.9, Fever: 0.05},
	{Name: "heart failure", Weight: 5.5, ICD9: []string{"42823", "42833"}, ICD10: []string{"I5023", "I110"}, Units: []Unit{CCU, MICU}, Service: "CMED", Severity: 0.35, Breathing: 0.2, Pressors: 0.3, Infection: 0.25, Days: 1.3, Kidney: 0.6, Liver: 0.2, Lung: 0.5, Heart: 1, Fever: 0.05},
	{Name: "cardiac arrest", Weight: 2, ICD9: []string{"4275"}, ICD10: []string{"I462", "I469"}, Units: []Unit{CCU, MICU}, Service: "CMED", Severity: 0.75, Breathing: 0.95, Pressors: 0.8, Infection: 0.6, Days: 1.2, Kidney: 0.6, Liver: 0.4, Clotting: 0.2, Brain: 1, Lung: 0.5, Heart: 0.9, Fever: 0.3},
	{Name: "arrhythmia", Weight: 3, ICD9: []string{"42731", "4271"}, ICD10: []string{"I4891", "I472"}, Units: []Unit{CCU, MICU}, Service: "CMED", Severity: 0.2, Breathing: 0.05, Pressors: 0.15, Infection: 0.15, Days: 0.7, Kidney: 0.15, Lung: 0.1, Heart: 0.8},
	{Name: "gastrointestinal bleeding", Weight: 5.5, ICD9: []string{"53240", "5789"}, ICD10: []string{"K264", "K922"}, Units: []Unit{MICU, MICUSICU}, Service: "MED", Severity: 0.3, Breathing: 0.15, Pressors: 0.15, Infection: 0.3, Days: 0.7, Kidney: 0.3, Liver: 0.3, Clotting: 0.3, Brain: 0.1, Lung: 0.1, Bleeding: 1, Fever: 0.1},
	{Name: "liver failure", Weight: 3, ICD9: []string{"5722", "5712"}, ICD10: []string{"K7290", "K7031"}, Units: []Unit{MICUSICU, MICU}, Service: "MED", Severity: 0.55, Breathing: 0.35, Pressors: 0.4, Infection: 0.7, Days: 1.3, Kidney: 0.7, Liver: 1, Clotting: 0.9, Brain: 0.7, Lung: 0.3, Bleeding: 0.4, Fever: 0.2},
	{Name: "pancreatitis", Weight: 1.5, ICD9: []string{"5770"}, ICD10: []string{"K8590"}, Units: []Unit{MICUSICU, SICU}, Service: "MED", Severity: 0.4, Breathing: 0.25, Pressors: 0.2, Infection: 0.5, Days: 1.5, Kidney: 0.4, Liver: 0.4, Clotting: 0.1, Brain: 0.1, Lung: 0.4, Fever: 0.4},
	{Name: "diabetic ketoacidosis", Weight: 2.5, ICD9: []string{"25013", "25011"}, ICD10: []string{"E1010", "E1110"}, Units: []Unit{MICU, MICUSICU}, Service: "MED", Severity: 0.3, Breathing: 0.05, Pressors: 0.05, Infection: 0.35, Days: 0.7, Kidney: 0.5, Brain: 0.2, Lung: 0.1, Fever: 0.1},
	{Name: "ischemic stroke", Weight: 4, ICD9: []string{"43411", "43491"}, ICD10: []string{"I63411", "I639"}, Units: []Unit{NeuroInt, NeuroSD, NeuroICU, SICU}, Service: "NMED", Severity: 0.3, Breathing: 0.2, Pressors: 0.1, Infection: 0.3, Days: 1.2, Kidney: 0.1, Brain: 0.7, Lung: 0.2, Heart: 0.1, Fever: 0.2},
	{Name: "intracranial bleeding", Weight: 4.5, ICD9: []string{"431", "430", "4321"}, ICD10: []string{"I619", "I609", "I6201"}, Units: []Unit{NeuroInt, SICU, TSICU, NeuroICU}, Service: "NSURG", Surgery: 0.35, Severity: 0.4, Breathing: 0.45, Pressors: 0.2, Infection: 0.35, Days: 1.6, Kidney: 0.1, Brain: 1, Lung: 0.3, Fever: 0.4},
	{Name: "brain operation", Weight: 3, ICD9: []string{"2252", "1911"}, ICD10: []string{"D320", "C711"}, Units: []Unit{NeuroInt, SICU, TSICU}, Service: "NSURG", Surgery: 1, Elective: 0.75, Severity: 0.2, Breathing: 0.2, Pressors: 0.1, Infection: 0.1, Days: 0.7, Brain: 0.3, Lung: 0.1, Fever: 0.1},
	{Name: "trauma", Weight: 5.5, ICD9: []string{"85221", "8054", "80709"}, ICD10: []string{"S065X9A", "S2249XA"}, Units: []Unit{TSICU, SICU}, Service: "TRAUM", Surgery: 0.4, Severity: 0.35, Breathing: 0.45, Pressors: 0.2, Infection: 0.3, Days: 1.3, Kidney: 0.2, Clotting: 0.2, Brain: 0.6, Lung: 0.4, Bleeding: 0.6, Fever: 0.3},
	{Name: "bowel operation", Weight: 4, ICD9: []string{"5609", "1536"}, ICD10: []string{"K5660", "C182"}, Units: []Unit{SICU, TSICU, MICUSICU}, Service: "SURG", Surgery: 1, Elective: 0.3, Severity: 0.35, Breathing: 0.45, Pressors: 0.35, Infection: 0.5, Days: 1, Kidney: 0.4, Liver: 0.1, Clotting: 0.2, Brain: 0.1, Lung: 0.3, Bleeding: 0.3, Fever: 0.3},
	{Name: "vessel operation", Weight: 3, ICD9: []string{"4414", "44024"}, ICD10: []string{"I714", "I70261"}, Units: []Unit{CVICU, SICU}, Service: "VSURG", Surgery: 1, Elective: 0.5, Severity: 0.3, Breathing: 0.4, Pressors: 0.35, Infection: 0.25, Days: 0.8, Kidney: 0.4, Clotting: 0.2, Lung: 0.2, Heart: 0.2, Bleeding: 0.5, Fever: 0.1},
	{Name: "chest operation", Weight: 1.5, ICD9: []string{"1623"}, ICD10: []string{"C3411"}, Units: []Unit{SICU, TSICU}, Service: "TSURG", Surgery: 1, Elective: 0.6, Severity: 0.25, Breathing: 0.3, Pressors: 0.25, Infection: 0.3, Days: 0.8, Kidney: 0.1, Lung: 0.6, Bleeding: 0.2, Fever: 0.2},
	{Name: "hip or spine operation", Weight: 2, ICD9: []string{"82021", "7213"}, ICD10: []string{"S72141A", "M4806"}, Units: []Unit{TSICU, SICU}, Service: "ORTHO", Surgery: 1, Elective: 0.5, Severity: 0.2, Breathing: 0.2, Pressors: 0.25, Infection: 0.2, Days: 0.7, Kidney: 0.2, Brain: 0.1, Lung: 0.2, Bleeding: 0.5, Fever: 0.1},
	{Name: "poisoning", Weight: 3, ICD9: []string{"9654", "96500"}, ICD10: []string{"T391X2A", "T402X1A"}, Units: []Unit{MICU, MICUSICU}, Service: "MED", Severity: 0.3, Breathing: 0.4, Pressors: 0.1, Infection: 0.25, Days: 0.7, Kidney: 0.2, Liver: 0.3, Clotting: 0.1, Brain: 0.6, Lung: 0.2, Fever: 0.1},
	{Name: "kidney failure", Weight: 2, ICD9: []string{"5849"}, ICD10: []string{"N179"}, Units: []Unit{MICU, MICUSICU}, Service: "MED", Severity: 0.4, Breathing: 0.15, Pressors: 0.2, Infection: 0.4, Days: 1, Kidney: 1, Liver: 0.1, Clotting: 0.1, Brain: 0.3, Lung: 0.3, Heart: 0.3, Fever: 0.1},
	{Name: "cancer with complications", Weight: 2.5, ICD9: []string{"20280", "1977"}, ICD10: []string{"C8338", "C787"}, Units: []Unit{MICU, MICUSICU}, Service: "OMED", Severity: 0.5, Breathing: 0.3, Pressors: 0.35, Infection: 0.8, Days: 1.2, Kidney: 0.4, Liver: 0.3, Clotting: 0.7, Brain: 0.2, Lung: 0.6, Bleeding: 0.2, Fever: 0.6},
}
