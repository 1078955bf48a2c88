package eicu

import (
	"fmt"

	"m4bench/internal/ehr/synth/course"
)

var drugNames = []string{"ACETAMINOPHEN 325 MG PO TABS", "HEPARIN SODIUM (PORCINE) 5000 UNIT/ML IJ SOLN", "PANTOPRAZOLE SODIUM 40 MG IV SOLR", "ONDANSETRON HCL 4 MG/2ML IJ SOLN",
	"SODIUM CHLORIDE 0.9 % IV SOLN", "POTASSIUM CHLORIDE 20 MEQ PO TBCR", "INSULIN LISPRO 100 UNIT/ML SC SOLN", "MORPHINE SULFATE 2 MG/ML IJ SOLN", "METOPROLOL TARTRATE 25 MG PO TABS",
	"ASPIRIN 81 MG PO CHEW", "FUROSEMIDE 10 MG/ML IJ SOLN", "VANCOMYCIN HCL IN DEXTROSE 1 GM/200ML IV SOLN", "CEFTRIAXONE SODIUM 1 G IJ SOLR", "PIPERACILLIN-TAZOBACTAM 3.375 G IV SOLR", "DOCUSATE SODIUM 100 MG PO CAPS"}

// medication are the orders of the pharmacy.
func (n *notes) medication() {
	if n.r.Chance(0.26) {
		return
	}
	for range 16 + n.r.Below(36) + n.end()/600 {
		start := n.r.Between(-600, max(n.end()-60, 60))
		t := n.Table("medication")
		t.Long(n.serial())
		t.Long(n.id)
		t.Int(start - n.r.Below(60))
		t.Int(start)
		t.Text("No")
		t.Text([]string{"No", "Yes"}[n.r.Pick([]float64{93, 7})])
		if n.r.Chance(0.4) {
			t.Null(1)
		} else {
			t.Text(drugNames[n.r.Below(len(drugNames))])
		}
		t.Int(1000 + n.r.Below(9000))
		t.Text([]string{"1 1", "25 3", "650 3", "5000 8"}[n.r.Below(4)])
		t.Text([]string{"IV", "PO", "SC", "NG"}[n.r.Pick([]float64{50, 35, 12, 3})])
		t.Text([]string{"Daily", "Q6H PRN", "BID", "Once", "Continuous"}[n.r.Below(5)])
		t.Null(1)
		t.Text([]string{"No", "Yes"}[n.r.Pick([]float64{75, 25})])
		t.Int(start + n.r.Between(60, 4000))
		t.Int(n.r.Below(90))
		t.End()
	}
}

var pressorNames = map[course.Drug]string{
	course.Norepinephrine: "Norepinephrine (mcg/min)", course.Phenylephrine: "Phenylephrine (mcg/min)", course.Vasopressin: "Vasopressin (units/min)",
	course.Epinephrine: "Epinephrine (mcg/min)", course.Dopamine: "Dopamine (mcg/kg/min)", course.Dobutamine: "Dobutamine (mcg/kg/min)", course.Milrinone: "Milrinone (mcg/kg/min)",
}

// infusions are the running drugs, as nurses read the pumps.
func (n *notes) infusions() {
	if !n.r.Chance(0.6) {
		return
	}
	for i := range n.s.Pressors {
		p := &n.s.Pressors[i]
		for at := n.offset(p.From); at < n.offset(p.To); at += n.r.Between(15, 70) {
			n.infusion(pressorNames[p.Drug], at, p.Peak*n.s.Weighed*n.r.Range(0.4, 1))
		}
	}
	for at := n.r.Below(60); at < n.end() && n.onTube(24); at += n.r.Between(30, 100) {
		n.infusion("Propofol (mcg/kg/min)", at, n.r.Range(10, 50))
	}
}

func (n *notes) infusion(name string, at int, rate float64) {
	t := n.Table("infusiondrug")
	t.Long(n.serial())
	t.Long(n.id)
	t.Int(at)
	t.Text(name)
	t.Once(fmt.Sprintf("%.2f", rate))
	t.Once(fmt.Sprintf("%.1f", rate/2))
	t.Null(2)
	t.Once(formatted(rounded(n.s.Weighed, 1)))
	t.End()
}
