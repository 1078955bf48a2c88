package mimic

import "m4bench/internal/ehr/synth/course"

// flow is one volume of urine in a script.
type flow struct {
	it    *item
	after int64
	ml    float64
}

// urineScript is all urine and all weights of a stay.
type urineScript struct {
	flows   []flow
	weights []weighing
	beyond  bool // and one volume of nothing an hour after the stay
	noHeart bool // no heart rate is charted in the stay
	heart   []int64
}

// weighing is one charted weight.
type weighing struct {
	it    *item
	after int64
	text  string
}

// eighty is a patient of 80 kg.
var eighty = []weighing{{admissionWeight, 30 * minute, "80"}}

// steady is one volume an hour from the first hour on, for so many hours.
func steady(ml float64, hours int64) []flow {
	var list []flow
	for h := int64(1); h <= hours; h++ {
		list = append(list, flow{foley, h * hour, ml})
	}
	return list
}

// at is a catheter's volumes at the given minutes after arrival.
func at(ml float64, minutes ...int64) []flow {
	var list []flow
	for _, m := range minutes {
		list = append(list, flow{foley, m * minute, ml})
	}
	return list
}

// day is a first-day total in two halves.
func total(ml float64) urineScript {
	return urineScript{weights: eighty, flows: []flow{{foley, 4 * hour, ml - 100}, {foley, 12 * hour, 100}}}
}

func amount(it *item, ml float64) urineScript {
	return urineScript{weights: eighty, flows: append(steady(70, 14), flow{it, 6*hour + 30*minute, ml})}
}

func rate(ml float64, hours int64) urineScript {
	return urineScript{weights: eighty, flows: steady(ml, hours)}
}

// weighed is a steady flow with the given weights.
func weighed(list ...weighing) urineScript {
	return urineScript{weights: list, flows: steady(42, 30)}
}

func kg(after int64, text string) weighing   { return weighing{admissionWeight, after, text} }
func morning(after int64, t string) weighing { return weighing{dailyWeight, after, t} }

var urineBorders = func() []urineScript {
	var list []urineScript
	for _, it := range []*item{void, condom, straight, ileoconduit, suprapubic, rightKidney, leftKidney, rightStent, leftStent, irrigantOut} {
		list = append(list, amount(it, 260))
	}
	list = append(list, amount(irrigantIn, 500), amount(irrigantIn, -200), amount(irrigantIn, 0), amount(foley, -150), amount(stool, 400), amount(chestTube, 300))
	list = append(list, urineScript{weights: eighty, flows: append(steady(60, 14), flow{irrigantIn, 7 * hour, 3000}, flow{irrigantOut, 7 * hour, 3100})},
		urineScript{weights: eighty, flows: append(steady(60, 14), flow{irrigantIn, 7 * hour, 3000}, flow{irrigantOut, 7 * hour, 2000})})
	for _, ml := range []float64{199, 200, 399, 400, 410, 409, 499, 500, 599, 600, 671, 671.09, 672, 749, 750, 899, 900, 999, 1000, 1426.99, 1427, 1499, 1500, 1999, 2000, 2544.14, 2545, 3999, 4000, 6896.8, 6897, 10000} {
		list = append(list, total(ml))
	}
	// edges of the first day
	for _, after := range []int64{0, -minute, minute, 24 * hour, 24*hour + minute, -3 * hour} {
		list = append(list, urineScript{weights: eighty, flows: []flow{{foley, 9 * hour, 450}, {foley, after, 1200}}})
	}
	// rates on the border, and for how long
	for _, ml := range []float64{40, 39, 24, 23, 0, 41, 25} {
		list = append(list, rate(ml, 30))
	}
	list = append(list, rate(30, 6), rate(30, 7), rate(30, 12), rate(30, 13), rate(20, 24), rate(20, 25), rate(0, 13), rate(0, 11), rate(0.02, 14), rate(-10, 26))
	list = append(list, wholeDays...)
	list = append(list, windows...)
	return append(list, weightBorders...)
}()

// windows are gaps and windows whose ends decide.
var windows = []urineScript{
	{weights: eighty, flows: at(100, 60, 360, 720, 1080, 1440, 1800)},
	{weights: eighty, flows: at(100, 60, 419, 720, 1079, 1440, 1800)},
	{weights: eighty, flows: at(100, 60, 420, 780, 1140, 1500, 1860)},
	{weights: eighty, flows: at(100, 60, 421, 781, 1141, 1502, 1862)},
	{weights: eighty, flows: at(90, 59, 120, 180, 241, 359, 420, 479, 540, 659, 720, 779, 840)},
	{weights: eighty, flows: at(90, 1, 120, 181, 240, 301, 360, 421, 480, 541, 600, 661, 720, 1440, 1441, 1501)},
	{weights: eighty, flows: at(35, 30, 90, 150, 210, 270, 330, 390, 450, 510, 570, 630, 690, 750, 810, 870, 930, 990, 1050, 1110, 1170, 1230, 1290, 1350, 1410, 1470, 1530)},
	{weights: eighty, flows: at(20, 20, 40, 60, 80, 100, 120, 140, 160, 180, 200, 220, 240, 260, 280, 300, 320, 340, 360, 380, 400, 420, 440, 460, 480)},
	{weights: eighty, flows: at(200, 120, 1080, 1500)},
	{weights: eighty, flows: at(600, 60, 600, 1320, 2040)},
	{weights: eighty, flows: at(50, 60, 660, 1380, 1440)},
	{weights: eighty, flows: at(100, -300, -60, 120, 360, 600)},
	{weights: eighty, flows: at(30, 120, 180, 240, 300, 360, 361, 420, 421)},
	{weights: eighty, flows: steady(45, 20), heart: []int64{-50 * day, 10 * minute}},
	{weights: eighty, flows: steady(45, 20), heart: []int64{-20 * day, 10 * minute}},
	{weights: eighty, flows: steady(45, 20), heart: []int64{3 * hour, 5 * hour}},
	{weights: eighty, flows: steady(45, 20), heart: []int64{10 * minute, 70 * day}},
	{weights: eighty, flows: steady(45, 20), noHeart: true},
	{weights: eighty},
}

// together is what two ways of passing urine give together, hour by hour.
func together(a *item, ml float64, b *item, more float64, hours int64) []flow {
	var list []flow
	for h := int64(1); h <= hours; h++ {
		list = append(list, flow{a, h * hour, ml}, flow{b, h * hour, more})
	}
	return list
}

// wholeDays decide by what a whole day adds up to.
var wholeDays = []urineScript{
	{weights: eighty, flows: append(steady(25, 32), flow{irrigantIn, 20 * hour, 3000}, flow{irrigantOut, 20 * hour, 2850})},
	{weights: eighty, flows: append(steady(18, 32), flow{irrigantIn, 20 * hour, 2000}, flow{irrigantOut, 20 * hour, 2200})},
	{weights: eighty, flows: together(foley, 10, leftKidney, 20, 32)},
	{weights: eighty, flows: together(foley, 12, rightStent, 30, 32)},
	{weights: eighty, flows: together(foley, 10, irrigantOut, 25, 32)},
	{weights: eighty, flows: at(120, 240, 480, 720, 960, 1200, 1440, 1680, 1920)},
	{weights: eighty, flows: at(80, 240, 480, 720, 960, 1200, 1440, 1680, 1920)},
	{weights: eighty, flows: at(30, 240, 480, 720, 960, 1200, 1440, 1680, 1920)},
	{weights: eighty, flows: at(160, 480, 960, 1440, 1920)},
	{weights: eighty, flows: at(170, 59, 539, 1020, 1439, 1441, 1900)},
	{weights: eighty, flows: together(foley, 10, straight, 30, 32)},
	{weights: eighty, flows: together(foley, 15, void, 30, 32)},
	{weights: eighty, flows: steady(20.9, 34)},
	{weights: eighty, flows: steady(8.3, 34)},
	{weights: eighty, flows: at(20, 60, 120, 180, 300, 420, 540, 660, 780, 900, 1020, 1140, 1260, 1380, 1500, 1620, 1740, 1860)},
	{weights: eighty, flows: steady(20, 34), heart: []int64{-50 * day, 10 * minute, 33 * hour}},
	{weights: eighty, flows: steady(20, 34), heart: []int64{-2 * hour, 10 * minute, 33 * hour}},
	// sixteen gaps that add up to six hours, but not in binary numbers
	{weights: eighty, flows: at(12, 100, 120, 140, 160, 180, 200, 220, 240, 260, 280, 300, 320, 340, 360, 380, 400)},
	// a weight that changes at the very time, and changes the stage
	{weights: []weighing{kg(30*minute, "80"), morning(12*hour, "60")}, flows: steady(35, 12)},
	{weights: []weighing{kg(30*minute, "60"), morning(12*hour, "80")}, flows: steady(35, 12)},
	{weights: []weighing{kg(30*minute, "1500"), morning(26*hour, "80")}, flows: steady(60, 20)},
	{weights: []weighing{kg(30*minute, "450"), morning(26*hour, "80")}, flows: steady(60, 20)},
	{weights: []weighing{kg(30*minute, "15"), morning(26*hour, "80")}, flows: steady(30, 20)},
	{weights: eighty, beyond: true}, {weights: eighty, beyond: true},
	// two weights of a kind at one time
	{weights: []weighing{morning(30*minute, "60"), morning(30*minute, "80")}, flows: steady(35, 12)},
	// a weight that is nothing once it is rounded to grams
	{weights: []weighing{kg(hour, "0.0004"), morning(15*hour, "95")}, flows: steady(42, 30)},
	// hours that are 22 by the clock and seconds less by the watch
	{weights: eighty, flows: at(100, 300, 600, 22*60+10), heart: []int64{10*minute + 50, 34 * hour}},
	// heart rates with a wrong date alone
	{weights: eighty, flows: steady(15, 34), heart: []int64{-50 * day, 70 * day}},
	// a rate that grams of weight carry over the border
	{weights: []weighing{kg(30*minute, "80.0004")}, flows: steady(39.99617, 12)},
}

// weightBorders are weights that change, miss, or cannot be.
var weightBorders = []urineScript{
	weighed(),
	weighed(kg(30*minute, "80"), morning(12*hour, "60")),
	weighed(kg(30*minute, "80"), morning(12*hour+minute, "60")),
	weighed(kg(30*minute, "60"), morning(12*hour-minute, "95")),
	weighed(kg(10*hour, "60"), morning(5*hour, "95")),
	weighed(kg(10*hour, "60")),
	weighed(morning(10*hour, "60"), morning(20*hour, "95")),
	weighed(morning(-3*hour, "60"), morning(20*hour, "95")),
	weighed(kg(hour, "60"), kg(15*hour, "95")),
	weighed(kg(hour, "0"), morning(15*hour, "95")),
	weighed(kg(hour, "1500"), morning(15*hour, "95")),
	weighed(kg(hour, "1499"), morning(15*hour, "95")),
	weighed(kg(hour, "-70"), morning(15*hour, "95")),
	weighed(kg(hour, "15"), morning(15*hour, "95")),
	weighed(kg(hour, "450"), morning(15*hour, "95")),
	weighed(kg(hour, "0.0004"), morning(15*hour, "95")),
	weighed(kg(hour, "83.9127"), morning(15*hour, "61.2345")),
	weighed(weighing{admissionPounds, hour, "176"}),
	weighed(weighing{admissionPounds, hour, "176"}, morning(16*hour, "90")),
	weighed(kg(24*hour, "60"), morning(24*hour+minute, "95")),
}

var littleUrine = total(300)

const (
	urineEvery = 3
	urineTurn  = 0
)

// urineScriptOf is the script that urine and weights of a stay follow, if any.
func urineScriptOf(p *course.Patient, s *course.Stay) (*urineScript, bool) {
	if failing(p, s) {
		return &littleUrine, true
	}
	if lateFailure(p, s) {
		return &urineScript{weights: eighty, flows: steady(80, 26), heart: []int64{10 * minute, lateHour(s) + 30*minute - s.In}}, true
	}
	if turn, ok := quietUrine(p, s); ok {
		return &wholeDays[turn%len(wholeDays)], true
	}
	if !onTurn(p, s, urineEvery, urineTurn) {
		return nil, false
	}
	return &urineBorders[p.Index/urineEvery%len(urineBorders)], true
}

func (f *infuser) scriptedUrine(u *urineScript) {
	for _, v := range u.flows {
		f.outExactly(v.it, f.s.In+v.after, v.ml)
	}
	if u.beyond {
		for t := f.s.In + hour; t < f.s.Out; t += hour {
			f.outExactly(foley, t, 41)
		}
		f.outExactly(foley, f.s.Out+hour, 0)
	}
}

// scriptedWeights charts the weights of a script, and heart rates out of place.
func (c *charter) scriptedWeights(u *urineScript) {
	for _, w := range u.weights {
		c.after(w.after)
		c.exactly(w.it, w.text)
	}
	for _, after := range u.heart {
		c.after(after)
		c.number(heartRate, 80, 0)
	}
}
