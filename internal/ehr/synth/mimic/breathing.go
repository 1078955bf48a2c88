package mimic

import "m4bench/internal/ehr/synth/course"

const respiratory = "Respiratory"

var (
	oxygenDevice = coded(226732, "O2 Delivery Device(s)", respiratory, "None", "Nasal cannula", "Aerosol-cool",
		"Face tent", "Non-rebreather", "Venti mask ", "Medium conc mask ", "Oxymizer", "High flow neb", "Ultrasonic neb", "Vapomist",
		"High flow nasal cannula", "Bipap mask ", "CPAP mask ", "Endotracheal tube", "Tracheostomy tube", "Trach mask ", "T-piece", "Other",
		"Bipap mask", "CPAP mask", "Venti mask", "Trach mask", "nasal cannula", "bipap mask", "CPAP", "Bipap")
	oxygenFlow       = numeric(223834, "O2 Flow", respiratory, "L/min")
	bipapFlow        = numeric(227582, "BiPap O2 Flow", respiratory, "L/min")
	extraCannula     = numeric(227287, "O2 Flow (additional cannula)", respiratory, "L/min")
	inspiredOxygen   = numeric(223835, "Inspired O2 Fraction", respiratory, "")
	ventilatorMode   = coded(223849, "Ventilator Mode", respiratory, modes...)
	hamiltonMode     = coded(229314, "Ventilator Mode (Hamilton)", respiratory, "APV (cmv)", "SPONT", "P-SIMV", "ASV", "(S) CMV", "APRV", "Ambient", "P-CMV", "SIMV", "APV (simv)", "VS", "DuoPaP", "NIV", "NIV-ST", "Standby")
	ventilatorType   = scored(223848, "Ventilator Type", respiratory, []int{1, 2, 3}, "Drager", "Hamilton", "Avea")
	breathsSet       = numeric(224688, "Respiratory Rate (Set)", respiratory, "insp/min")
	breathsTotal     = numeric(224690, "Respiratory Rate (Total)", respiratory, "insp/min")
	breathsOwn       = numeric(224689, "Respiratory Rate (spontaneous)", respiratory, "insp/min")
	volumeSet        = numeric(224684, "Tidal Volume (set)", respiratory, "mL")
	volumeSeen       = numeric(224685, "Tidal Volume (observed)", respiratory, "mL")
	volumeOwn        = numeric(224686, "Tidal Volume (spontaneous)", respiratory, "mL")
	minuteVolume     = numeric(224687, "Minute Volume", respiratory, "L/min")
	flowRate         = numeric(224691, "Flow Rate (L/min)", respiratory, "L/min")
	plateau          = numeric(224696, "Plateau Pressure", respiratory, "cmH2O")
	peepSet          = numeric(220339, "PEEP set", respiratory, "cmH2O")
	peepTotal        = numeric(224700, "Total PEEP Level", respiratory, "cmH2O")
	airwayMean       = numeric(224697, "Mean Airway Pressure", respiratory, "cmH2O")
	airwayPeak       = numeric(224695, "Peak Insp. Pressure", respiratory, "cmH2O")
	minuteAlarmLow   = numeric(220292, "Minute Volume Alarm - Low", "Alarms", "L/min")
	minuteAlarmHigh  = numeric(220293, "Minute Volume Alarm - High", "Alarms", "L/min")
	airwayHigh       = numeric(223873, "Paw High", respiratory, "cmH2O")
	breathVolumeHigh = numeric(223874, "Vti High", respiratory, "mL")
	apneaInterval    = numeric(223876, "Apnea Interval", respiratory, "sec")
	breathsHigh      = numeric(223875, "Fspn High", respiratory, "insp/min")
)

// usualDevices are charted as they should be; the rest are slips of the pen.
const usualDevices = 19

// modes are the ventilator modes of item 223849, the common ones first.
var modes = []string{"CMV/ASSIST/AutoFlow", "CPAP/PSV", "MMV/PSV/AutoFlow", "PSV/SBT", "CMV/ASSIST", "PCV+Assist",
	"SIMV/PSV/AutoFlow", "PRVC/AC", "APRV", "Standby", "CPAP", "SPONT",
	"(S) CMV", "APRV/Biphasic+ApnPress", "APRV/Biphasic+ApnVol", "APV (cmv)", "Ambient", "Apnea Ventilation", "CMV", "CMV/AutoFlow",
	"CPAP/PPS", "CPAP/PSV+Apn TCPL", "CPAP/PSV+ApnPres", "CPAP/PSV+ApnVol", "MMV", "MMV/AutoFlow", "MMV/PSV", "P-CMV", "PCV+",
	"PCV+/PSV", "PRES/AC", "PRVC/SIMV", "SIMV", "SIMV/AutoFlow", "SIMV/PRES", "SIMV/PSV", "SIMV/VOL", "SYNCHRON MASTER", "SYNCHRON SLAVE", "VOL/AC"}

const rareModes = 12 // from here on, modes are seldom

// devices are the likely words of oxygenDevice for each way of support.
var devices = map[course.Support][]int{
	course.RoomAir: {0}, course.Cannula: {1, 1, 1, 1, 1, 1, 7}, course.Mask: {2, 2, 2, 3, 3, 4, 5, 6, 8, 8, 9, 10},
	course.HighFlow: {11}, course.NonInvasive: {12, 12, 12, 13}, course.Intubated: {14}, course.Tracheostomy: {15, 15, 16, 16, 17},
}

// machine is what one ventilated stay is set to.
type machine struct {
	hamilton     bool
	volume, rate float64
	peep         float64
}

func (c *charter) newMachine() machine {
	return machine{
		hamilton: c.r.Chance(0.35),
		volume:   50 * float64(int((c.p.Height-2)/18)),
		rate:     float64(14 + 2*c.r.Below(5)),
		peep:     []float64{5, 8, 10, 14}[c.r.Pick([]float64{64, 18, 9, 9})],
	}
}

// oxygen charts device, flow and inspired share at one assessment.
func (c *charter) oxygen(m *machine) {
	support := c.s.Support(c.now)
	device := devices[support][c.r.Below(len(devices[support]))]
	c.word(oxygenDevice, device)
	if c.r.Chance(0.02) {
		c.word(oxygenDevice, c.r.Below(usualDevices))
	}
	if support == course.Intubated || (support == course.Tracheostomy && device == 15) {
		c.ventilator(m)
		if c.r.Chance(0.12) {
			c.flow(support)
		}
		return
	}
	share := 0.85
	if support == course.RoomAir {
		share = 0.05
	}
	if c.r.Chance(share) {
		c.flow(support)
	}
	if support >= course.Mask && c.r.Chance(0.35) {
		c.number(inspiredOxygen, c.share(), 0)
	}
}

// share is the inspired oxygen in percent that keeps the patient saturated.
func (c *charter) share() float64 {
	ill := &c.s.Illness
	ratio := ill.Oxygenation.At(ill.Hours(c.now))
	step := float64(int(c.bounded(c.r.LogNormal(12_500, 0.42)/ratio, 33, 104)/10+0.5)) * 10
	return max(30, min(100, step))
}

func (c *charter) flow(support course.Support) {
	switch support {
	case course.RoomAir:
		c.number(oxygenFlow, 0, 0)
	case course.Cannula:
		c.number(oxygenFlow, float64(1+c.r.Below(5)), 0)
	case course.NonInvasive:
		c.number(bipapFlow, float64(3+c.r.Below(6)), 0)
	case course.HighFlow:
		c.number(oxygenFlow, float64(30+5*c.r.Below(7)), 0)
	default:
		c.number(oxygenFlow, float64(5+c.r.Below(11)), 0)
	}
	if support >= course.Mask && c.r.Chance(0.06) {
		c.number(extraCannula, float64(2+c.r.Below(4)), 0)
	}
}

// ventilator charts settings and readings of the machine.
func (c *charter) ventilator(m *machine) {
	ill := &c.s.Illness
	awake := ill.Awareness.At(ill.Hours(c.now))
	weaning := awake > 0.6 && c.r.Chance(0.5)
	c.number(inspiredOxygen, c.share(), 0)
	c.mode(m, weaning)
	c.number(peepSet, m.peep, 0)
	own := c.bounded(float64(20*awake)+float64(5*c.r.Z()), 0, 35)
	if !weaning {
		c.number(breathsSet, m.rate, 0)
		c.number(volumeSet, m.volume, 0)
		own = float64(int(own / 4))
	}
	total := own
	if !weaning {
		total += m.rate
	}
	total = c.bounded(total, 6, 44)
	c.limited(course.BreathRate, breathsTotal, total, 0)
	c.number(breathsOwn, own, 0)
	volume := c.bounded(m.volume*c.r.LogNormal(1.02, 0.13), 120, 1100)
	if weaning {
		volume = c.bounded(m.volume*c.r.LogNormal(1.1, 0.35), 120, 1100)
	}
	c.number(volumeSeen, volume, 0)
	if weaning {
		c.number(volumeOwn, volume, 0)
	}
	c.number(minuteVolume, float64(volume*total)/1000, 1)
	if c.r.Chance(0.25) {
		c.number(flowRate, 40+float64(10*c.r.Z()), 0)
	}
	c.number(airwayPeak, 21+float64(5*c.r.Z()), 0)
	c.number(airwayMean, 10+float64(2*c.r.Z()), 0)
	if c.r.Chance(0.6) {
		c.number(plateau, c.r.LogNormal(19, 0.24), 0)
		c.number(peepTotal, m.peep+float64(c.r.Below(4)), 0)
	}
	c.machineAlarms()
}

func (c *charter) mode(m *machine, weaning bool) {
	which := 0
	if weaning {
		which = 1
	}
	switch {
	case m.hamilton:
		if c.r.Chance(0.06) {
			which = c.r.Below(len(hamiltonMode.words) - 4)
		}
		c.word(hamiltonMode, which)
		c.word(ventilatorType, 1)
	default:
		if c.r.Chance(0.12) {
			which = 2 + c.r.Below(rareModes-2)
		} else if c.r.Chance(0.02) {
			which = rareModes + c.r.Below(len(modes)-rareModes)
		}
		c.word(ventilatorMode, which)
		c.word(ventilatorType, 0)
	}
}

func (c *charter) machineAlarms() {
	if !c.r.Chance(0.9) {
		return
	}
	c.number(minuteAlarmLow, 4, 0)
	c.number(minuteAlarmHigh, 18, 0)
	c.number(airwayHigh, 40, 0)
	c.number(breathVolumeHigh, 1000, 0)
	c.number(apneaInterval, 20, 0)
	c.number(breathsHigh, 35, 0)
}
