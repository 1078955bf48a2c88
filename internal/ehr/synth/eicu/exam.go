package eicu

import "strconv"

const (
	examPath  = "notes/Progress Notes/Physical Exam/Physical Exam/"
	comaPath  = examPath + "Neurologic/GCS/"
	scorePath = comaPath + "Score/scored"
)

func formatted(v float64) string { return strconv.FormatFloat(v, 'f', -1, 64) }

// bodyParts are what an examination finds, besides the coma scale.
var bodyParts = []struct{ path, finding string }{
	{"Constitutional/Appearance/ill-appearing", "ill-appearing"}, {"Constitutional/Respiratory Mode/spontaneous", "spontaneous"}, {"Constitutional/Weight and I&O/Weight (kg)/Current", "80"},
	{"Head and Neck/Head and Neck/normocephalic", "normocephalic"}, {"Pulmonary/Auscultation/Lungs CTA bilaterally", "Lungs CTA bilaterally"}, {"Pulmonary/Airway/not intubated", "not intubated"},
	{"Cardiovascular/Auscultation/normal S1", "normal S1"}, {"Cardiovascular/Auscultation/normal S2", "normal S2"}, {"Cardiovascular/Peripheral Vascular Exam/pulses palpable", "pulses palpable"},
	{"Gastrointestinal/Inspection/abdomen soft", "abdomen soft"}, {"Gastrointestinal/Auscultation/normal bowel sounds", "normal bowel sounds"}, {"Genitourinary/Urinary Catheter/foley present", "foley present"},
	{"Extremities/Skin/Inspection/no edema", "no edema"}, {"Neurologic/Mental Status/Level of Consciousness/normal LOC", "normal LOC"}, {"Neurologic/Mental Status/Orientation/oriented x3", "oriented x3"}, {"Neurologic/Motor/Strength/normal strength", "normal strength"},
}

// exams are the physicians' examinations; few give a total of the coma scale.
func (n *notes) exams() {
	if n.r.Chance(0.12) {
		return
	}
	totals := n.r.Chance(0.16)
	if _, scripted := n.scripted(3, 0, len(comaScripts)); scripted {
		totals = false
	}
	for at := n.r.Between(1, 240); at < n.end()+600; at += n.r.Between(900, 1700) {
		n.exam(at, scorePath, "scored")
		if totals {
			awake := n.s.Illness.Awareness.At(float64(at)/60) + float64(0.07*n.r.Z())
			total := strconv.Itoa(step(awake, 4, 0.78) + step(awake, 6, 0.62) + step(awake, 5, 0.84))
			n.exam(at, comaPath+total, total)
		}
		for _, part := range bodyParts {
			n.exam(at, examPath+part.path, part.finding)
		}
		n.exam(at, examPath+"Constitutional/Vital Sign and Physiological Data/HR/HR Current", strconv.Itoa(n.r.Between(60, 120)))
		if n.r.Chance(0.3) {
			break
		}
	}
}

func (n *notes) exam(at int, path, value string) {
	t := n.Table("physicalexam")
	t.Long(n.serial())
	t.Long(n.id)
	t.Int(at)
	t.Text(path)
	t.Text(value)
	t.Text(value)
	t.End()
}
