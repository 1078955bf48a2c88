package eicu

import (
	"strings"

	"m4bench/internal/ehr/synth/course"
)

// finding is a diagnosis out of eICU's tree, with its codes.
type finding struct{ path, codes string }

var findings = []struct {
	when func(*notes) bool
	finding
}{
	{func(n *notes) bool { return n.s.Reason.Lung > 0.5 }, finding{"pulmonary|respiratory failure|acute respiratory failure", "518.81, J96.00"}},
	{func(n *notes) bool { return n.s.Reason.Infection == 1 }, finding{"cardiovascular|shock / hypotension|sepsis", "038.9, A41.9"}},
	{func(n *notes) bool { return n.s.Reason.Infection > 0.5 }, finding{"pulmonary|pulmonary infections|pneumonia", "486, J18.9"}},
	{func(n *notes) bool { return n.s.Illness.Creatinine.Worst > 2*n.p.Creatinine }, finding{"renal|disorder of kidney|acute renal failure", "584.9, N17.9"}},
	{func(n *notes) bool { return n.p.Chronic.Has(course.HeartFailure) }, finding{"cardiovascular|ventricular disorders|congestive heart failure", "428.0, I50.9"}},
	{func(n *notes) bool { return n.p.Chronic.Has(course.Hypertension) }, finding{"cardiovascular|vascular disorders|hypertension", "401.9, I10"}},
	{func(n *notes) bool { return n.p.Chronic.Has(course.Diabetes) }, finding{"endocrine|glucose metabolism|diabetes mellitus", ""}},
	{func(n *notes) bool { return n.p.Chronic.Has(course.LungDisease) }, finding{"pulmonary|disorders of the airways|COPD", "491.20, J44.9"}},
	{func(n *notes) bool { return n.p.Chronic.Has(course.AtrialFibrillation) }, finding{"cardiovascular|arrhythmias|atrial fibrillation", "427.31, I48.0"}},
	{func(n *notes) bool { return n.p.Chronic.Has(course.Hyperlipidemia) }, finding{"cardiovascular|chest pain / ASHD|hyperlipidemia", "272.4, E78.5"}},
	{func(n *notes) bool { return n.s.Reason.Bleeding > 0.4 }, finding{"hematology|bleeding and red blood cell disorders|anemia", ""}},
	{func(n *notes) bool { return n.s.Reason.Brain > 0.5 }, finding{"neurologic|altered mental status / pain|change in mental status", "780.09, R41.82"}},
	{func(n *notes) bool { return len(n.s.Pressors) > 0 }, finding{"cardiovascular|shock / hypotension|hypotension", "458.9, I95.9"}},
}

// diagnoses are what physicians documented, often more than once.
func (n *notes) diagnoses() {
	if n.r.Chance(0.14) {
		return
	}
	first := true
	for _, f := range findings {
		if !f.when(n) {
			continue
		}
		for at := n.r.Between(5, 400); at < n.end(); at += n.r.Between(500, 1600) {
			priority := []string{"Major", "Other"}[n.r.Below(2)]
			if first {
				priority, first = "Primary", false
			}
			t := n.Table("diagnosis")
			t.Long(n.serial())
			t.Long(n.id)
			t.Text([]string{"True", "False"}[n.r.Below(2)])
			t.Int(at)
			t.Text(f.path)
			t.TextOrNull(f.codes)
			t.Text(priority)
			t.End()
		}
	}
}

// treatments are what physicians documented to have done.
func (n *notes) treatments() {
	if n.r.Chance(0.24) {
		return
	}
	paths := []string{"pulmonary|radiologic procedures / bronchoscopy|chest x-ray", "gastrointestinal|medications|stress ulcer prophylaxis|pantoprazole",
		"endocrine|glucose metabolism|insulin|sliding scale administration", "cardiovascular|vascular disorders|VTE prophylaxis|compression stockings", "renal|urinary catheters|foley catheter",
		"cardiovascular|intravenous fluid|normal saline administration", "neurologic|pain / agitation / altered mentation|analgesics|narcotic analgesic"}
	if n.onTube(24) {
		paths = append(paths, "pulmonary|ventilation and oxygenation|mechanical ventilation")
	}
	if n.s.Infected {
		paths = append(paths, "infectious diseases|medications|therapeutic antibacterials|vancomycin", "infectious diseases|cultures / immuno-assays|cultures|blood")
	}
	for _, path := range paths {
		if n.r.Chance(0.45) {
			continue
		}
		for at := n.r.Between(5, 400); at < n.end(); at += n.r.Between(450, 1300) {
			t := n.Table("treatment")
			t.Long(n.serial())
			t.Long(n.id)
			t.Int(at)
			t.Text(path)
			t.Text([]string{"True", "False"}[n.r.Below(2)])
			t.End()
		}
	}
}

// admission is the diagnosis that the patient was admitted with.
func (n *notes) admission() {
	if n.r.Chance(0.12) {
		return
	}
	operated := "No"
	systems := "admission diagnosis|Non-operative Organ Systems|Organ System|"
	if n.s.Operation != 0 {
		operated, systems = "Yes", "admission diagnosis|Operative Organ Systems|Organ System|"
	}
	for _, path := range []string{
		systems + "Cardiovascular",
		"admission diagnosis|Was the patient admitted from the O.R. or went to the O.R. within 4 hours of admission?|" + operated,
		"admission diagnosis|All Diagnosis|" + n.s.Reason.Name,
	} {
		last := path[strings.LastIndexByte(path, '|')+1:]
		t := n.Table("admissiondx")
		t.Long(n.serial())
		t.Long(n.id)
		t.Int(n.r.Between(1, 300))
		t.Text(path)
		t.Text(last)
		t.Text(last)
		t.End()
	}
}

// hospitalTable lists the hospitals.
func (b *Batch) hospitalTable() {
	t := b.Blocks.Table("hospital")
	for i := range hospitals {
		h := &hospitals[i]
		t.Long(int64(h.id))
		t.TextOrNull(h.beds)
		t.Text(h.teaching)
		t.TextOrNull(h.region)
		t.End()
	}
}
