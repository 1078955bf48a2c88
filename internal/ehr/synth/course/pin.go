package course

import "strings"

// Signal is a measure that scores look at the extremes of.
type Signal int

// The signals that pins exist for.
const (
	HeartRate Signal = iota
	Systolic
	MeanPressure
	BreathRate
	Temperature
	ChartGlucose
	WhiteCells
	Bands
	PlateletCount
	BilirubinTotal
	CreatinineLevel
	UreaLevel
	SodiumLevel
	PotassiumLevel
	BicarbonateLevel
	HematocritLevel
	AlbuminLevel
	LabGlucose
	INRLevel
	signals
)

// Pin makes one value of the first day the decisive one: it is charted exactly
// so, at that time, and all others of the day stay inside Low and High.
type Pin struct {
	Signal    Signal
	Value     string // as charted; F or C in front of a temperature; two of them with a plus between
	At        int64
	Low, High float64
}

// pinned are the values worth pinning of one signal: those on both sides of each
// cut-point of a score and of what counts as plausible.
type pinned struct {
	normalLow, normalHigh float64
	step                  float64
	lowest                string // values to be the day's lowest
	highest               string // values to be the day's highest
	strongLow, strongHigh string // values that change a score, for times on the edge of a window
	pairs                 string // a lowest and a highest value that a rule must choose from
}

var pinnable = [signals]pinned{
	HeartRate:        {68, 86, 1, "29 30 32 33 39 40 49 50 69 70 0 -5", "88 89 90 91 99 100 106 106.5 107 109 110 119 120 125 126 139 140 154 155 159 160 299 300", "38", "171", "32+130 45+105 38+165 50+100"},
	Systolic:         {108, 130, 1, "39 40 69 70 89 90 99 100 0", "199 200 201 239 240 270 399 400", "61", "221", "65+230"},
	MeanPressure:     {82, 96, 1, "20 20.65 21 39 40 50 51 59 60 61 61.33 62 69 70 79 80 0 -12", "99 100 119 120 129 130 139 140 143 143.44 144 299 300", "35", "151", "20+150 60+120 55+148 68+112"},
	BreathRate:       {15, 19, 1, "5 6 11 12 13 14 0", "20 21 22 23 24 25 30 31 34 35 39 40 44 45 49 50 69 70", "4", "52", "5+48 13+33 11+27 9+50"},
	Temperature:      {36.6, 36.8, 0.1, "F91.3 F91.4 F91.8 C33.2 C33.3 F92.3 F93.1 F93.2 F94.9 F95.0 F96.6 F96.7 F96.8 C35.9 C36.0 C35.9949 F97.5 F97.6 C36.4 C10 C9.9 F70 F70.1", "F98.4 C36.9 F100.3 F100.4 F100.5 C38.0 C38.004 C38.0045 C38.1 F102.1 F102.2 C38.9 C39.0 C39.8 C39.9 F103.8 F104.0 C40.0 F120 F119.9 C50 C98.6", "F92.0", "F104.5", "C35.0+C40.3 C36.1+C40.1 C36.0+C40.0 C33.0+C39.0 C36.2+C37.2"},
	ChartGlucose:     {95, 150, 1, "39 40 59 60 0", "199 200 349 350 11000", "33", "410", "38+222 55+205 35+360"},
	WhiteCells:       {6, 11, 0.1, "0.9 1.0 2.9 3.0 3.9 4.0 0 -1", "12.0 12.1 19.9 20.0 24.9 25.0", "0.7", "27.4", "2.9+20.1 0.9+26.0 2.0+21.0"},
	Bands:            {0, 4, 1, "", "9 10 11 14", "", "15", ""},
	PlateletCount:    {180, 300, 1, "19 20 49 50 99 100 149 150 0", "", "15", "", "90+400"},
	BilirubinTotal:   {0.4, 1.0, 0.1, "", "1.1 1.2 1.9 2.0 2.9 3.0 3.9 4.0 4.9 5.0 5.9 6.0 7.9 8.0 11.9 12.0 12.1", "", "13.5", "0.3+6.5"},
	CreatinineLevel:  {0.7, 1.0, 0.1, "0.4 0.5", "1.0 1.1 1.2 1.4 1.5 1.9 1.95 2.0 3.4 3.5 4.0 4.1 4.9 5.0 150 151 0", "", "5.6", "0.4+1.6 0.3+1.7"},
	UreaLevel:        {10, 15, 1, "", "16 17 19 20 27 28 39 40 55 56 79 80 83 84 300 301", "", "95", "5+41"},
	SodiumLevel:      {138, 142, 1, "119 120 124 125 134 135 136 137 138", "144 145 154 155 200 201", "117", "157", "134+157 119+156 136+155"},
	PotassiumLevel:   {3.6, 4.6, 0.1, "2.9 3.0", "4.9 5.0 30 30.1", "2.6", "6.1", "2.8+5.4"},
	BicarbonateLevel: {23, 27, 1, "14 15 19 20 0", "", "11", "", "18+35"},
	HematocritLevel:  {42, 48, 0.1, "40.9 41.0", "49.9 50.0", "24.0", "53.0", "40.0+51.0"},
	AlbuminLevel:     {3.3, 3.9, 0.1, "1.9 2.0 2.4 2.5", "4.4 4.5 10.0 10.1", "1.6", "4.9", "2.0+5.2 2.5+4.5"},
	LabGlucose:       {95, 150, 1, "39 40 59 60", "199 200 349 350 10000 10001", "34", "420", "39+225"},
	INRLevel:         {1.0, 1.1, 0.1, "0.8 0.9 1.0", "1.2 1.9", "", "2.9", ""},
}

// edgeTimes are the offsets from arrival that windows begin and end at.
var edgeTimes = []int64{-6 * Hour, -6*Hour - Minute, 24 * Hour, 24*Hour + Minute, 0, -Minute, Minute, 12 * Hour, 13 * Hour, -5 * Hour, 25 * Hour}

// usualTime is where a pinned value lies that is not on the edge of a window.
const usualTime = 5*Hour + 13*Minute

type pinPlan struct {
	value string
	low   bool
	after int64
}

// pinPlans lists the pins of each signal.
var pinPlans = func() (plans [signals][]pinPlan) {
	for s := range plans {
		p := &pinnable[s]
		for _, v := range strings.Fields(p.lowest) {
			plans[s] = append(plans[s], pinPlan{v, true, usualTime})
		}
		for _, v := range strings.Fields(p.highest) {
			plans[s] = append(plans[s], pinPlan{v, false, usualTime})
		}
		for _, v := range strings.Fields(p.pairs) {
			plans[s] = append(plans[s], pinPlan{v, false, usualTime})
		}
		for _, after := range edgeTimes {
			if p.strongHigh != "" {
				plans[s] = append(plans[s], pinPlan{p.strongHigh, false, after})
			} else {
				plans[s] = append(plans[s], pinPlan{p.strongLow, true, after})
			}
		}
		if p.strongLow != "" && p.strongHigh != "" {
			plans[s] = append(plans[s], pinPlan{p.strongLow, true, -6 * Hour}, pinPlan{p.strongLow, true, 24 * Hour})
		}
	}
	return plans
}()

const pinEvery = 7

// pin sets the pins of a stay, one signal in so many; which ones and at which
// value goes round with the patient's number.
func (s *Stay) pin(index int) {
	for signal := range signals {
		turn := pinTurn(index) + 3*int(signal)
		if turn%pinEvery != 0 {
			continue
		}
		plans := pinPlans[signal]
		plan := plans[turn/pinEvery%len(plans)]
		s.Pins = append(s.Pins, plan.at(signal, s.In))
	}
}

// pinTurn counts the patients before this one whose stay is not quiet.
func pinTurn(index int) int {
	turn := index / quietPeriod * (quietPeriod - quietInPeriod)
	for i := range index % quietPeriod {
		if !quiet(i) {
			turn++
		}
	}
	return turn
}

func (p pinPlan) at(signal Signal, in int64) Pin {
	n := &pinnable[signal]
	pin := Pin{Signal: signal, Value: p.value, At: in + p.after, Low: n.normalLow, High: n.normalHigh}
	if strings.Contains(p.value, "+") {
		return pin
	}
	v := Number(p.value)
	if p.low && v >= n.normalLow-n.step {
		pin.Low, pin.High = v+n.step, max(v+float64(8*n.step), n.normalHigh)
	}
	if !p.low && v <= n.normalHigh+n.step {
		pin.Low, pin.High = min(v-float64(8*n.step), n.normalLow), v-n.step
	}
	return pin
}

// Values are the values that the pin fixes, with the times they are charted at.
func (p *Pin) Values(each func(at int64, value string)) {
	for i, value := range strings.Split(p.Value, "+") {
		each(p.At+int64(i)*40*Minute, value)
	}
}

// Number reads a pinned value; temperatures as degrees Celsius.
func Number(text string) float64 {
	mantissa, digits := Decimal(strings.TrimLeft(text, "FC"))
	v := float64(mantissa)
	for range digits {
		v /= 10
	}
	if text[0] == 'F' {
		return (v - 32) / 1.8
	}
	return v
}

// Decimal splits a number into its digits and how many are decimals.
func Decimal(text string) (mantissa int32, digits int) {
	negative, seenPoint := false, false
	for _, c := range text {
		switch {
		case c == '-':
			negative = true
		case c == '.':
			seenPoint = true
		default:
			mantissa = 10*mantissa + (c - '0')
			if seenPoint {
				digits++
			}
		}
	}
	if negative {
		mantissa = -mantissa
	}
	return mantissa, digits
}

// sugar says whether a signal is blood glucose, which the bedside and the
// laboratory both measure.
func sugar(s Signal) bool { return s == ChartGlucose || s == LabGlucose }

// Limit keeps an ordinary value of the first day inside what a pin allows.
func (s *Stay) Limit(signal Signal, t int64, v float64) float64 {
	for i := range s.Pins {
		p := &s.Pins[i]
		if (p.Signal == signal || sugar(p.Signal) && sugar(signal)) && t >= s.In-10*Hour && t <= s.In+30*Hour {
			return max(p.Low, min(p.High, v))
		}
	}
	if s.Calm {
		switch signal {
		case MeanPressure:
			return max(v, 72)
		case BreathRate:
			return max(14, min(v, 19))
		}
	}
	return v
}
