package mimic

import (
	"m4bench/internal/ehr/synth/course"
	"m4bench/internal/ehr/synth/random"
)

const (
	firstCaregiver = 10_000
	yearGroups     = 5
)

// hospital writes who the patient is and the frame of each admission.
func (b *Batch) hospital(seed uint64, p *course.Patient, id *ids) {
	r := random.New(seed, uint64(p.Index), 5)
	b.patient(p, id, &r)
	for i := range p.Admissions {
		a := &p.Admissions[i]
		b.admission(p, a, id.subject, id.hadm[i], &r)
		b.services(a, id.subject, id.hadm[i])
		b.diagnoses(p, a, id.subject, id.hadm[i], &r)
		b.billing(p, a, id.subject, id.hadm[i], &r)
		b.transfers(a, id.subject, id.hadm[i], &r)
		for j := range a.Stays {
			b.stay(&a.Stays[j], stayIDs{id.subject, id.hadm[i], id.stay[i][j]})
		}
	}
	b.clinicVisits(p, id.subject, &r)
}

func (b *Batch) patient(p *course.Patient, id *ids, r *random.Stream) {
	t := b.table("patients")
	t.Long(id.subject)
	t.Text(sex(p))
	t.Int(p.AnchorAge)
	t.Int(p.AnchorYear)
	groups := []string{"2008 - 2010", "2011 - 2013", "2014 - 2016", "2017 - 2019", "2020 - 2022"}
	group := r.Below(3)
	if p.ICD10 {
		group = 2 + r.Below(3)
	}
	t.Text(groups[group])
	if p.Died == 0 {
		t.Null(1)
	} else {
		t.Date(p.Died)
	}
	t.End()
}

func sex(p *course.Patient) string {
	if p.Female {
		return "F"
	}
	return "M"
}

func (b *Batch) admission(p *course.Patient, a *course.Admission, subject, hadm int64, r *random.Stream) {
	t := b.table("admissions")
	t.Long(subject)
	t.Long(hadm)
	t.Time(a.In)
	t.Time(a.Out)
	if a.DiedInside {
		t.Time(a.Out)
	} else {
		t.Null(1)
	}
	t.Text(a.Type)
	t.Null(1)
	t.Text(a.From)
	t.TextOrNull(a.To)
	t.Text(p.Insurance)
	t.Text(p.Language)
	t.TextOrNull(p.Marital)
	t.Text(p.Race)
	t.TimeOrNull(a.EDIn)
	t.TimeOrNull(a.EDOut)
	expired := 0
	if a.DiedInside {
		expired = 1
	}
	t.Int(expired)
	t.End()
}

func (b *Batch) services(a *course.Admission, subject, hadm int64) {
	t := b.table("services")
	previous := ""
	for _, s := range a.Services {
		t.Long(subject)
		t.Long(hadm)
		t.Time(s.From)
		t.TextOrNull(previous)
		t.Text(s.Name)
		t.End()
		previous = s.Name
	}
}

func (b *Batch) stay(s *course.Stay, who stayIDs) {
	t := b.table("icustays")
	t.Long(who.subject)
	t.Long(who.hadm)
	t.Long(who.stay)
	t.Text(string(s.First))
	t.Text(string(s.Last))
	t.Time(s.In)
	t.Time(s.Out)
	t.Real(float64(s.Out-s.In) / course.Day)
	t.End()
}
