package course

import (
	"time"

	"m4bench/internal/ehr/synth/random"
)

// Admission is one time in hospital.
type Admission struct {
	Number       int // within the patient, from 0 in order of time
	In, Out      int64
	EDIn, EDOut  int64 // 0 where the patient did not come through the emergency department
	Reason       *Reason
	Type         string
	From, To     string
	Surgery      int64 // start of the operation; 0 if none
	Planned      bool
	DiedInside   bool
	Stays        []Stay // in order of time; none on an ordinary ward
	Illness      Illness
	Services     []Service
	AgeAtArrival int
}

// Service is the medical service in charge from a time on.
type Service struct {
	From int64
	Name string
}

// visit lays out the patient's admissions in time and fills them.
func (p *Patient) visit(r *random.Stream, stays int) {
	perAdmission := groupStays(r, stays)
	if p.relayed() && len(perAdmission) > 1 {
		perAdmission = []int{stays}
	}
	ordinary := ordinaryAdmissions(r, stays)
	at := firstArrival(r, p.AnchorYear)
	if p.OnBorder() && p.Index%32 == 5 {
		at = newYear(p.AnchorYear + 1) // a birthday by the calendar, but not by days
	}
	for len(perAdmission) > 0 || ordinary > 0 {
		inICU := 0
		if len(perAdmission) > 0 && r.Below(len(perAdmission)+ordinary) < len(perAdmission) {
			inICU, perAdmission = perAdmission[0], perAdmission[1:]
		} else {
			ordinary--
		}
		a := p.admit(r, at, inICU)
		p.Admissions = append(p.Admissions, a)
		if a.DiedInside {
			p.Died = a.Out
			p.dropAfterDeath(r, perAdmission)
			return
		}
		at = a.Out + int64(float64(Day)*r.LogNormal(70, 1.4)) + Hour
	}
	last := p.Admissions[len(p.Admissions)-1]
	if r.Chance(0.22) {
		p.Died = last.Out + int64(float64(Day)*r.LogNormal(120, 1.3)) + Day
	}
}

// dropAfterDeath moves the ICU stays that a dead patient can no longer have into
// the last admission, so that the number of stays holds.
func (p *Patient) dropAfterDeath(r *random.Stream, left []int) {
	last := &p.Admissions[len(p.Admissions)-1]
	for _, n := range left {
		for range n {
			p.prolong(r, last)
		}
	}
}

// groupStays says how many ICU stays each admission with any has.
func groupStays(r *random.Stream, stays int) []int {
	var groups []int
	for stays > 0 {
		n := 1
		for n < stays && r.Chance(0.2) {
			n++
		}
		groups = append(groups, n)
		stays -= n
	}
	return groups
}

func ordinaryAdmissions(r *random.Stream, stays int) int {
	n := r.Pick([]float64{45, 25, 12, 7, 4, 3, 2, 1, 1})
	if stays == 0 {
		n++
	}
	return n
}

func firstArrival(r *random.Stream, year int) int64 {
	return newYear(year) + int64(r.Below(365))*Day + clockOfDay(r)
}

func newYear(year int) int64 { return time.Date(year, 1, 1, 0, 0, 0, 0, time.UTC).Unix() }

// clockOfDay is a time of day that people come to hospital at.
func clockOfDay(r *random.Stream) int64 {
	hour := []int{0, 1, 2, 6, 7, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 18, 19, 19, 20, 20, 21, 21, 22, 23}
	return int64(random.One(r, hour))*Hour + int64(r.Below(60))*Minute
}

func (p *Patient) admit(r *random.Stream, at int64, stays int) Admission {
	a := Admission{Number: len(p.Admissions), In: at}
	a.AgeAtArrival = p.AnchorAge + time.Unix(at, 0).UTC().Year() - p.AnchorYear
	a.Reason = &Reasons[r.Pick(reasonWeights)]
	a.Planned = r.Chance(a.Reason.Surgery) && r.Chance(a.Reason.Elective*p.setting.Planned)
	a.arrive(r)
	if stays == 0 {
		a.Illness = newIllness(r, p, &a, a.In, float64(0.35*a.Reason.Severity))
		a.Out = a.In + int64(float64(Day)*r.LogNormal(2.9, 0.9)) + 3*Hour
		a.finish(r, 0.01)
		return a
	}
	p.treat(r, &a, stays)
	p.borderCare(&a)
	return a
}

var reasonWeights = func() []float64 {
	weights := make([]float64, len(Reasons))
	for i := range Reasons {
		weights[i] = Reasons[i].Weight
	}
	return weights
}()

// arrive says how and from where the patient comes.
func (a *Admission) arrive(r *random.Stream) {
	if a.Planned {
		a.Type = []string{"ELECTIVE", "SURGICAL SAME DAY ADMISSION"}[r.Pick([]float64{45, 55})]
		a.From = "PHYSICIAN REFERRAL"
		return
	}
	types := []string{"EW EMER.", "OBSERVATION ADMIT", "URGENT", "EU OBSERVATION", "DIRECT EMER.", "DIRECT OBSERVATION", "AMBULATORY OBSERVATION"}
	a.Type = types[r.Pick([]float64{48, 19, 15, 8, 6, 2, 1})]
	switch a.Type {
	case "URGENT":
		a.From = "TRANSFER FROM HOSPITAL"
	case "EW EMER.", "OBSERVATION ADMIT", "EU OBSERVATION":
		places := []string{"EMERGENCY ROOM", "PHYSICIAN REFERRAL", "WALK-IN/SELF REFERRAL", "TRANSFER FROM SKILLED NURSING FACILITY"}
		a.From = places[r.Pick([]float64{75, 15, 6, 4})]
		a.EDIn = a.In - int64(r.LogNormal(200, 0.7))*Minute
		a.EDOut = a.In + int64(r.Between(2, 240))*Minute
	default:
		a.From = random.One(r, []string{"PHYSICIAN REFERRAL", "CLINIC REFERRAL", "PROCEDURE SITE", "PACU"})
	}
}

// treat fills an admission with its ICU stays.
func (p *Patient) treat(r *random.Stream, a *Admission, stays int) {
	wait := int64(hoursBeforeICU(r, a) * Hour)
	if exact, ok := p.borderWait(a); ok {
		wait = exact
	}
	in := a.In + wait
	if in < a.In && a.EDIn == 0 && !p.OnBorder() {
		in = a.In
	}
	for i := range stays {
		s := p.newStay(r, a, in, i)
		a.Stays = append(a.Stays, s)
		in = s.Out + int64(float64(Day)*r.LogNormal(1.8, 0.9)) + 2*Hour
		if p.relayed() && i == 0 {
			in = s.Out
		}
	}
	a.Illness = a.Stays[0].Illness
	last := &a.Stays[len(a.Stays)-1]
	risk := float64(last.Severity*last.Severity)*0.52 - 0.02
	if r.Chance(clamp(risk, 0.004, 0.9)) {
		p.die(r, a, last)
		return
	}
	a.Out = last.Out + int64(float64(Day)*r.LogNormal(3.6, 0.9)) + Hour
	if r.Chance(0.12) {
		a.Out = last.Out - int64(r.Between(1, 180))*Minute
	}
	a.finish(r, 0)
}

// hoursBeforeICU is the time on other wards first.
func hoursBeforeICU(r *random.Stream, a *Admission) float64 {
	switch {
	case a.Planned:
		return r.Range(1, 9)
	case r.Chance(0.18):
		return r.Range(-0.3, 0.17)
	case r.Chance(0.58):
		return clamp(r.LogNormal(1.4, 0.6), 0.17, 4.95)
	case r.Chance(0.3):
		return r.Range(4.95, 24)
	case r.Chance(0.06):
		return r.Range(312, 700)
	default:
		return 24 + r.LogNormal(45, 0.9)
	}
}

func (p *Patient) die(r *random.Stream, a *Admission, last *Stay) {
	a.DiedInside = true
	a.To = "DIED"
	if r.Chance(0.65) {
		last.Dying = true
		a.Out = last.Out - int64(r.Below(40))*Minute
	} else {
		a.Out = last.Out + int64(float64(Day)*r.LogNormal(2, 1)) + Hour
	}
	a.Services = a.servicesUntil(r)
}

// prolong adds one more ICU stay at the end of an admission.
func (p *Patient) prolong(r *random.Stream, a *Admission) {
	last := &a.Stays
	before := a.Out
	if n := len(*last); n > 0 {
		before = max(before, (*last)[n-1].Out)
		(*last)[n-1].Dying = false
	}
	s := p.newStay(r, a, before+6*Hour, len(*last))
	s.Dying = true
	*last = append(*last, s)
	a.Out = s.Out
	p.Died = s.Out
}

func (a *Admission) finish(r *random.Stream, risk float64) {
	if r.Chance(risk) {
		a.DiedInside, a.To = true, "DIED"
	} else {
		places := []string{"HOME", "HOME HEALTH CARE", "SKILLED NURSING FACILITY", "REHAB", "CHRONIC/LONG TERM ACUTE CARE", "HOSPICE", "AGAINST ADVICE", "PSYCH FACILITY", ""}
		a.To = places[r.Pick([]float64{34, 31, 15, 6, 3.5, 2, 1, 0.5, 7})]
	}
	a.Services = a.servicesUntil(r)
}

func (a *Admission) servicesUntil(r *random.Stream) []Service {
	first := a.Reason.Service
	list := []Service{{From: a.In + int64(r.Between(-30, 180)), Name: first}}
	if a.Surgery != 0 && !a.Planned && r.Chance(0.35) {
		list[0].Name = "MED"
		list = append(list, Service{From: a.Surgery + int64(r.Between(-240, 600))*Minute, Name: first})
	}
	if r.Chance(0.12) {
		other := random.One(r, []string{"MED", "SURG", "CMED", "NMED", "ORTHO", "PSYCH", "GYN", "TRAUM"})
		at := a.In + int64(r.Between(2, 96))*Hour + int64(r.Below(3600))
		if at < a.Out && other != list[len(list)-1].Name && at > list[len(list)-1].From {
			list = append(list, Service{From: at, Name: other})
		}
	}
	return list
}

// During is the ICU stay that holds a time, if any.
func (a *Admission) During(t int64) *Stay {
	for i := range a.Stays {
		if s := &a.Stays[i]; s.In <= t && t < s.Out {
			return s
		}
	}
	return nil
}

// IllnessAt is the illness that a time in hospital belongs to: that of the stay
// begun last.
func (a *Admission) IllnessAt(t int64) *Illness {
	ill := &a.Illness
	for i := range a.Stays {
		if a.Stays[i].In <= t {
			ill = &a.Stays[i].Illness
		}
	}
	return ill
}
