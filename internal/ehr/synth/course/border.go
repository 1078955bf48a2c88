package course

// Patients on borders arrive at ages, after waits and under services that rules
// turn on. Each list goes round with the patient's number.

// calm and quiet say which border patients are otherwise well, and which of those
// have one script and nothing else. They repeat every twenty patients.
func calm(index int) bool { return index/5%2 == 0 }

func quiet(index int) bool { return calm(index) && index%4 == 0 }

const (
	quietPeriod   = 20
	quietInPeriod = 3
)

// relayPeriod says that one border patient in so many goes from one unit to the
// next on the full hour, and that the two are stays in a row.
const (
	relayPeriod = 200
	relayTurn   = 12
)

func (s Setting) relayed(index int) bool { return s.onBorder(index) && index%relayPeriod == relayTurn }

func (p *Patient) relayed() bool { return p.setting.relayed(p.Index) }

// borderAges are completed years at arrival.
var borderAges = []int{18, 23, 24, 39, 40, 49, 50, 51, 53, 54, 59, 60, 61, 69, 70, 71, 74, 75, 77, 78, 79, 80, 81, 88, 89, 91}

// borderWaits are seconds from the admission to the unit: cut-points are 10.2,
// 297, 1440 and 18,708 minutes, as exact minutes or as minutes of the clock.
var borderWaits = []int64{
	-20 * Minute, 0, 10 * Minute, 10*Minute + 11, 10*Minute + 12, 10*Minute + 13, 10*Minute + 40, 11 * Minute, 296 * Minute, 296*Minute + 30, 297*Minute - 1, 297 * Minute, 297*Minute + 1,
	298 * Minute, 1439 * Minute, 1440*Minute - 1, 1440 * Minute, 1440*Minute + 1, 1441 * Minute, 18_707 * Minute, 18_708*Minute - 1, 18_708 * Minute, 18_708*Minute + 1, 18_709 * Minute,
}

// arrivalSeconds are the seconds of the minute that border patients are admitted
// at, so that minutes of the clock and exact minutes differ.
var arrivalSeconds = []int64{0, 30, 59, 48}

// borderServices are services with their times as hours from the ICU admission.
var borderServices = [][]struct {
	hours float64
	name  string
}{
	{{-5, "SURG"}}, {{-5, "ORTHO"}}, {{-5, "MED"}, {23, "CSURG"}}, {{-5, "MED"}, {24, "CSURG"}}, {{-5, "MED"}, {25, "NSURG"}}, {{-5, "MED"}, {-1, "VSURG"}},
	{{-5, "VSURG"}, {-1, "MED"}}, {{-5, "MED"}, {10, "ORTHO"}}, {{-5, "TRAUM"}}, {{-5, "PSURG"}}, {{-5, "GYN"}}, {{-5, "TSURG"}, {2, "MED"}}, {{-5, "DENT"}}, {},
	{{30, "SURG"}}, {{-5, "CMED"}, {5, "CSURG"}, {20, "CMED"}},
}

var borderTypes = []string{"ELECTIVE", "SURGICAL SAME DAY ADMISSION", "EW EMER.", "URGENT", "ELECTIVE", "OBSERVATION ADMIT", "DIRECT EMER."}

// age puts the patient on the border of an age band in the year of the first
// admission, which is the anchor's.
func (p *Patient) borderAge() {
	if p.OnBorder() && p.Index%32 == 5 {
		p.AnchorAge = []int{49, 59, 69, 79, 39, 74}[p.Index/32%6]
		for p.AnchorYear%4 == 0 {
			p.AnchorYear++
		}
		return
	}
	if p.OnBorder() && p.Index%2 == 0 {
		p.AnchorAge = borderAges[p.Index/2%len(borderAges)]
	}
}

// borderWait gives the time until the unit takes the patient.
func (p *Patient) borderWait(a *Admission) (seconds int64, ok bool) {
	if !p.OnBorder() || p.Index%4 != 3 || len(p.icuAdmissions()) > 0 {
		return 0, false
	}
	a.In += arrivalSeconds[p.Index/4%len(arrivalSeconds)] - a.In%Minute
	return borderWaits[p.Index/4%len(borderWaits)], true
}

// borderCare sets type and services of the admission with the border stay.
func (p *Patient) borderCare(a *Admission) {
	if len(a.Stays) == 0 || !a.Stays[0].Border || p.Index%5 != 1 {
		return
	}
	turn := p.Index / 5
	a.Type = borderTypes[turn%len(borderTypes)]
	a.Services = a.Services[:0]
	for _, s := range borderServices[turn%len(borderServices)] {
		a.Services = append(a.Services, Service{From: a.Stays[0].In + int64(s.hours*Hour), Name: s.name})
	}
}

func (p *Patient) icuAdmissions() []*Admission {
	var list []*Admission
	for i := range p.Admissions {
		if len(p.Admissions[i].Stays) > 0 {
			list = append(list, &p.Admissions[i])
		}
	}
	return list
}
