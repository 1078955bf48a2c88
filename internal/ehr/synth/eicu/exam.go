package eicu

import "strconv"

const (
	examPath  = "notes/Progress Notes/Physical Exam/Physical Exam/"
	comaPath  = examPath + "Neurologic/GCS/"
	scorePath = comaPath + "Score/scored"
)

func formatted(v float64) string { return strconv.FormatFloat(v, 'f', -1, 64) }

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
		n.exam(at, examPath+"Constitutional/Vital Sign and Physiological Data/HR/HR Current", strconv.Itoa(n.r.Between(60, 120)))
		if n.r.Chance(0.4) {
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
