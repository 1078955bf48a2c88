package eicu

const outputPath = "flowsheet|Flowsheet Cell Labels|I&O|Output (ml)|"

// urinePaths are the names hospitals give urine, the common ones first.
var urinePaths = []string{
	"Urine", "Urine", "Urine", "Urine", "URINE CATHETER", "Urinary Catheter Output: Indwelling/Continuous Ure", "Urinary Catheter Output",
	"Urine Output-Foley", "Foley cath", "Output (mL)-Urethral Catheter", "Actual Urine", "Indwelling Foley",
}

// urine records intake and output.
func (n *notes) urine() {
	n.intake()
	if u, scripted := n.urineScript(); scripted {
		n.scriptedUrine(u)
		return
	}
	if !n.r.Chance(n.hospital.urine * 0.8) {
		return
	}
	ill := &n.s.Illness
	path := urinePaths[n.hospital.urinePath]
	every := []int{60, 120, 120, 240, 480}[n.r.Below(5)]
	last := -30
	for at := n.r.Between(5, 90); at < n.end(); at += every + n.r.Below(20) {
		hours := min(float64(at-last)/60, 12) * 1.15
		ml := ill.Urine.At(float64(at)/60) * n.p.Weight * hours * n.r.LogNormal(1, 0.5)
		if n.r.Chance(0.03) {
			ml = 0
		}
		n.flow(at, path, float64(int(ml/5))*5)
		last = at
		if n.r.Chance(0.06) {
			n.flow(at, "Stool", float64(50*n.r.Between(1, 6)))
		}
		if n.r.Chance(0.02) {
			n.flow(at, "Gastric (NG)", float64(50*n.r.Between(1, 6)))
		}
	}
}

func (n *notes) intake() {
	for at := n.r.Between(0, 60); at < n.end(); at += n.r.Between(40, 240) {
		n.cell(at, "flowsheet|Flowsheet Cell Labels|I&O|Intake (ml)|Crystalloids (ml)|Continuous infusion meds", "Continuous infusion meds", float64(10*n.r.Between(1, 40)), true)
	}
}

func (n *notes) flow(at int, name string, ml float64) { n.cell(at, outputPath+name, name, ml, false) }

func (n *notes) cell(at int, path, label string, ml float64, in bool) {
	t := n.Table("intakeoutput")
	t.Long(n.serial())
	t.Long(n.id)
	t.Int(at)
	if in {
		t.Real(ml)
		t.Real(0)
	} else {
		t.Real(0)
		t.Real(ml)
	}
	t.Real(0)
	t.Real(ml)
	t.Int(at + n.r.Below(60))
	t.Text(path)
	t.Text(label)
	t.Real(ml)
	t.Once(formatted(ml))
	t.End()
}
