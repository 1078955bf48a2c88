package eicu

import (
	"fmt"

	"m4bench/internal/ehr/synth/course"
	"m4bench/internal/ehr/synth/random"
)

// hospital is one of the hospitals, with its habits.
type hospital struct {
	id        int
	beds      string
	teaching  string
	region    string
	urine     float64 // share of stays whose urine is recorded
	urinePath int     // how it names urine
	scores    int     // which labels it charts the coma scale under
	mean      int     // and the mean pressure
	lines     bool    // whether it charts pressures from arterial lines
}

const hospitalCount = 208

// hospitals are the same whatever the seed.
var hospitals = func() []hospital {
	r := random.New(0xE1C0)
	list := make([]hospital, hospitalCount)
	for i := range list {
		teaching := "f"
		if r.Chance(0.09) {
			teaching = "t"
		}
		list[i] = hospital{
			id:        59 + 2*i,
			beds:      []string{"<100", "100 - 249", "250 - 499", ">= 500", ""}[r.Pick([]float64{46, 62, 35, 23, 42})],
			teaching:  teaching,
			region:    []string{"Midwest", "South", "West", "Northeast", ""}[r.Pick([]float64{62, 54, 39, 13, 18})],
			urine:     []float64{0.39, 0.67, 0.85, 0.94, 1}[r.Below(5)],
			urinePath: r.Below(len(urinePaths)),
			scores:    r.Pick([]float64{70, 20, 10}),
			mean:      r.Pick([]float64{75, 15, 10}),
			lines:     r.Chance(0.35),
		}
	}
	return list
}()

func hospitalOf(r *random.Stream) *hospital {
	u := r.Unit()
	return &hospitals[int(float64(u*u)*hospitalCount)]
}

func (n *notes) patient() {
	t := n.Table("patient")
	p, a, s := n.p, n.a, n.s
	t.Long(n.id)
	t.Long(n.hospStay)
	gender := "Male"
	if p.Female {
		gender = "Female"
	}
	t.Text(gender)
	n.age()
	races := []string{"Caucasian", "African American", "Hispanic", "Asian", "Native American", "Other/Unknown", ""}
	t.TextOrNull(races[n.r.Pick([]float64{77.3, 10.6, 3.7, 1.6, 0.9, 4.9, 1})])
	t.Long(int64(n.hospital.id))
	t.Long(int64(n.hospital.id) + 30)
	t.TextOrNull(n.diagnosis())
	t.Real(float64(int(p.Height*10)) / 10)
	t.Text(clock(a.In))
	t.Int(n.admitOffset())
	t.TextOrNull(source(a, n.visit))
	t.Int(2014 + n.r.Below(2))
	t.Text(clock(a.Out))
	t.Int(n.offset(a.Out))
	t.TextOrNull(discharge(a))
	t.Text(status(a.DiedInside))
	units := []string{"Med-Surg ICU", "MICU", "CCU-CTICU", "Neuro ICU", "Cardiac ICU", "SICU", "CSICU", "CTICU"}
	t.Text(units[n.r.Pick([]float64{56.4, 8.7, 7.6, 7.2, 6.2, 6.1, 4.8, 3.1})])
	t.Text(clock(s.In))
	t.TextOrNull(n.unitSource())
	t.Int(n.visit)
	if n.visit == 1 {
		t.Text("admit")
	} else {
		t.Text([]string{"stepdown/other", "readmit", "transfer"}[n.r.Pick([]float64{60, 21, 19})])
	}
	if n.r.Chance(0.08) {
		t.Null(2)
	} else {
		t.Real(float64(int(s.Weighed*10)) / 10)
		t.Real(rounded(s.Weighed+float64(1.5*n.r.Z()), 1))
	}
	t.Text(clock(s.Out))
	t.Int(n.end())
	t.Text([]string{"Floor", "Step-Down Unit (SDU)", "Home", "Telemetry", "Other ICU"}[n.r.Pick([]float64{60, 15, 10, 10, 5})])
	t.Text(status(s.Dying))
	t.Text(fmt.Sprintf("%03d-%d", n.hospital.id%100, 1000+n.p.Index))
	t.End()
}

func (n *notes) age() {
	t := n.Table("patient")
	age := n.a.AgeAtArrival
	if which, ok := n.scripted(3, 1, len(ages)); ok {
		t.TextOrNull(ages[which])
		return
	}
	switch {
	case n.r.Chance(0.0015):
		t.Null(1)
	case age > 89 && n.r.Chance(0.5):
		t.Text(fmt.Sprint(80 + n.r.Below(10)))
	case age > 89:
		t.Text("> 89")
	default:
		t.Text(fmt.Sprint(age))
	}
}

// admitOffset is the hospital admission as minutes from the unit admission.
func (n *notes) admitOffset() int {
	if which, ok := n.scripted(4, 2, len(waits)); ok {
		return waits[which]
	}
	offset := n.offset(n.a.In)
	if n.r.Chance(0.006) {
		return 1 + n.r.Below(600)
	}
	return offset
}

func (n *notes) diagnosis() string {
	if n.r.Chance(0.1) {
		return ""
	}
	return n.s.Reason.Name
}

// clock is a time of day.
func clock(t int64) string {
	s := t % course.Day
	return fmt.Sprintf("%02d:%02d:00", s/course.Hour, s%course.Hour/course.Minute)
}

func source(a *course.Admission, visit int) string {
	switch {
	case a.EDIn != 0:
		return "Emergency Department"
	case a.Planned:
		return "Operating Room"
	case visit > 1:
		return "Floor"
	default:
		return "Direct Admit"
	}
}

// unitSource is where the patient came to the unit from.
func (n *notes) unitSource() string {
	if which, ok := n.scripted(5, 3, len(electives)); ok {
		return electives[which].source
	}
	switch {
	case n.visit > 1 && n.r.Chance(0.8):
		return []string{"ICU to SDU", "Floor", "SDU", "ICU", "Other ICU"}[n.r.Below(5)]
	case n.s.Operation != 0:
		return []string{"Operating Room", "Recovery Room", "PACU", "Emergency Department"}[n.r.Pick([]float64{70, 20, 4, 6})]
	case n.r.Chance(0.01):
		return ""
	default:
		return []string{"Emergency Department", "Floor", "Direct Admit", "Acute Care/Floor", "Other Hospital", "Chest Pain Center", "Step-Down Unit (SDU)"}[n.r.Pick([]float64{66, 15, 7, 3, 1.2, 0.1, 3})]
	}
}

func discharge(a *course.Admission) string {
	switch a.To {
	case "DIED":
		return "Death"
	case "HOME", "HOME HEALTH CARE":
		return "Home"
	case "SKILLED NURSING FACILITY":
		return "Skilled Nursing Facility"
	case "REHAB":
		return "Rehabilitation"
	default:
		return "Other"
	}
}

func status(died bool) string {
	if died {
		return "Expired"
	}
	return "Alive"
}
