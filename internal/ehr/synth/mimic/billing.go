package mimic

import (
	"m4bench/internal/ehr/synth/course"
	"m4bench/internal/ehr/synth/random"
)

// A procedure that is billed, in the two versions of the classification.
type billed struct{ code9, code10, title string }

var (
	billedBreathing = []billed{{"9671", "5A1945Z", "Mechanical ventilation"}, {"9672", "5A1955Z", "Mechanical ventilation, long"}, {"9604", "0BH17EZ", "Insertion of endotracheal tube"}}
	billedLine      = []billed{{"3893", "02HV33Z", "Venous catheter"}, {"3891", "02HW32Z", "Arterial catheter"}}
	billedDialysis  = []billed{{"3995", "5A1D70Z", "Hemodialysis"}}
	billedOperation = []billed{{"3615", "02100Z9", "Coronary bypass"}, {"3521", "02RF08Z", "Replacement of aortic valve"}, {"4573", "0DTF0ZZ", "Right colectomy"},
		{"3844", "04R00JZ", "Replacement of abdominal aorta"}, {"0124", "00C40ZZ", "Craniotomy"}, {"7935", "0QS634Z", "Fixation of femur"}, {"324", "0BTC0ZZ", "Lobectomy of lung"}}
	billedOther = []billed{{"9904", "30233N1", "Transfusion of red cells"}, {"8872", "B245ZZZ", "Echocardiography"}, {"4513", "0DJ08ZZ", "Gastroscopy"}, {"3324", "0B9B8ZX", "Bronchoscopy with lavage"}, {"966", "3E0G76Z", "Enteral feeding"}}
)

// paymentGroup is what an admission is paid by.
type paymentGroup struct{ code, text string }

var groups = []paymentGroup{{"871", "SEPTICEMIA OR SEVERE SEPSIS W/O MV >96 HOURS W MCC"}, {"233", "CORONARY BYPASS W CARDIAC CATH W MCC"}, {"207", "RESPIRATORY SYSTEM DIAGNOSIS W VENTILATOR SUPPORT"},
	{"291", "HEART FAILURE & SHOCK W MCC"}, {"064", "INTRACRANIAL HEMORRHAGE OR CEREBRAL INFARCTION W MCC"}, {"329", "MAJOR SMALL & LARGE BOWEL PROCEDURES W MCC"}, {"377", "G.I. HEMORRHAGE W MCC"}, {"682", "RENAL FAILURE W MCC"}}

type hcpcs struct{ code, text string }

var outpatient = []hcpcs{{"99219", "Hospital observation services"}, {"93454", "Cardiovascular"}, {"43239", "Digestive system"}, {"G0378", "Hospital observation per hr"}, {"96374", "Therapeutic injection"}, {"93306", "Echocardiography"}}

// billing writes procedures, payment groups and outpatient services.
func (b *Batch) billing(p *course.Patient, a *course.Admission, subject, hadm int64, r *random.Stream) {
	var list []billed
	if a.Surgery != 0 {
		list = append(list, random.One(r, billedOperation))
	}
	for i := range a.Stays {
		s := &a.Stays[i]
		for j := range s.Airway {
			if s.Airway[j].Support == course.Intubated && r.Chance(0.8) {
				list = append(list, random.One(r, billedBreathing))
			}
		}
		if len(s.Pressors) > 0 {
			list = append(list, random.One(r, billedLine))
		}
		if len(s.Dialysis) > 0 {
			list = append(list, billedDialysis[0])
		}
	}
	for range r.Pick([]float64{55, 25, 12, 8}) {
		list = append(list, random.One(r, billedOther))
	}
	b.procedureCodes(list, p.ICD10, a, subject, hadm, r)
	if r.Chance(0.7) {
		b.payment(subject, hadm, r)
	}
	for range r.Pick([]float64{80, 12, 5, 3}) {
		t := b.table("hcpcsevents")
		h := random.One(r, outpatient)
		t.Long(subject)
		t.Long(hadm)
		t.Date(a.In)
		t.Text(h.code)
		t.Int(1)
		t.Text(h.text)
		t.End()
	}
}

func (b *Batch) procedureCodes(list []billed, icd10 bool, a *course.Admission, subject, hadm int64, r *random.Stream) {
	t := b.table("procedures_icd")
	for i, c := range list {
		t.Long(subject)
		t.Long(hadm)
		t.Int(i + 1)
		t.Date(a.In + int64(float64(a.Out-a.In)*r.Unit()))
		if icd10 {
			t.Text(c.code10)
			t.Int(10)
		} else {
			t.Text(c.code9)
			t.Int(9)
		}
		t.End()
	}
}

func (b *Batch) payment(subject, hadm int64, r *random.Stream) {
	g := random.One(r, groups)
	for _, kind := range []string{"HCFA", "APR"} {
		t := b.table("drgcodes")
		t.Long(subject)
		t.Long(hadm)
		t.Text(kind)
		t.Text(g.code)
		t.Text(g.text)
		if kind == "APR" {
			t.Int(1 + r.Below(4))
			t.Int(1 + r.Below(4))
		} else {
			t.Null(2)
		}
		t.End()
	}
}

var wards = []string{"Medicine", "Med/Surg", "Neurology", "Medicine/Cardiology", "Cardiac Surgery", "Transplant", "Hematology/Oncology", "PACU", "Surgery/Trauma", "Vascular", "Discharge Lounge"}

// move is one stop of a patient's way through the hospital.
type move struct {
	unit     string
	from, to int64
}

// transfers writes the way through the hospital.
func (b *Batch) transfers(a *course.Admission, subject, hadm int64, r *random.Stream) {
	var moves []move
	at := a.In
	for i := range a.Stays {
		s := &a.Stays[i]
		if s.In > at+course.Hour {
			moves = append(moves, move{random.One(r, wards), at, s.In})
		}
		moves = append(moves, move{string(s.First), s.In, s.Out})
		at = s.Out
	}
	if at < a.Out-course.Hour {
		half := at + (a.Out-at)/2
		moves = append(moves, move{random.One(r, wards), at, half}, move{random.One(r, wards), half, a.Out})
	}
	if a.EDIn != 0 {
		b.transfer(subject, hadm, "ED", "Emergency Department", a.EDIn, a.EDOut, r)
	}
	kind := "admit"
	for _, m := range moves {
		b.transfer(subject, hadm, kind, m.unit, m.from, m.to, r)
		kind = "transfer"
	}
	b.transfer(subject, hadm, "discharge", "", a.Out, 0, r)
	if r.Chance(0.1) { // a visit to the emergency department alone
		t := a.Out + int64(r.Between(5, 300))*course.Day
		b.transfer(subject, 0, "ED", "Emergency Department", t, t+int64(r.Between(1, 9))*course.Hour, r)
	}
}

func (b *Batch) transfer(subject, hadm int64, kind, unit string, from, to int64, r *random.Stream) {
	t := b.table("transfers")
	t.Long(subject)
	t.LongOrNull(hadm)
	t.Long(30_000_000 + int64(r.Uint64()%9_999_999))
	t.Text(kind)
	t.TextOrNull(unit)
	t.Time(from)
	t.TimeOrNull(to)
	t.End()
}

// clinicVisits are weights and pressures measured outside hospital.
func (b *Batch) clinicVisits(p *course.Patient, subject int64, r *random.Stream) {
	if !r.Chance(0.6) {
		return
	}
	first := p.Admissions[0].In
	for range 1 + r.Below(16) {
		day := first + int64(r.Between(-700, 900))*course.Day
		if p.Died != 0 && day > p.Died {
			continue
		}
		b.measured(subject, day, "Weight (Lbs)", int(p.Weight*2.20462*r.Range(0.95, 1.05)))
		b.measured(subject, day, "BMI (kg/m2)", int(p.Weight*10_000/(p.Height*p.Height)))
		if r.Chance(0.3) {
			b.measured(subject, day, "Height (Inches)", int(p.Height/2.54))
		}
	}
}

func (b *Batch) measured(subject, day int64, name string, value int) {
	t := b.table("omr")
	t.Long(subject)
	t.Date(day)
	t.Int(1)
	t.Text(name)
	var text [16]byte
	t.OnceBytes(appendDecimal(text[:0], int32(value), 0))
	t.End()
}
