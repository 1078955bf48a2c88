package mimic

import "m4bench/internal/ehr/synth/course"

// The remaining items that tell of renal replacement; ordinary charts hold few
// of them.
var (
	tipCultured     = checkbox(225725, "Dialysis Catheter Tip Cultured", access)
	dressingType    = coded(225776, "Dialysis Catheter Dressing Type", access, "Transparent", "Gauze")
	discontinued    = coded(225740, "Dialysis Catheter Discontinued", access, "Yes", "No")
	accessSite      = coded(224135, "Dialysis Access Site", dialysis, "Right IJ", "Left IJ", "Femoral")
	siteAppearance  = coded(224139, "Dialysis Site Appearance", dialysis, "WNL", "Oozing")
	accessType      = coded(225954, "Dialysis Access Type", dialysis, "Catheter", "Fistula")
	filterReason    = coded(225956, "Reason for CRRT Filter Change", dialysis, "Clotted", "Routine")
	peritonealLook  = coded(225951, "Peritoneal Dialysis Fluid Appearance", dialysis, "Clear", "Cloudy")
	peritonealMed1  = coded(225952, "Medication Added #1 (Peritoneal Dialysis)", dialysis, "Heparin", "None")
	peritonealFluid = coded(225953, "Solution (Peritoneal Dialysis)", dialysis, "2.5%", "1.5%")
	peritonealUnit1 = coded(225961, "Medication Added Units #1 (Peritoneal Dialysis)", dialysis, "units", "mg")
	peritonealTube  = coded(225963, "Peritoneal Dialysis Catheter Type", dialysis, "Tenckhoff", "Other")
	peritonealState = coded(225965, "Peritoneal Dialysis Catheter Status", dialysis, "In use", "Capped")
	peritonealMed2  = coded(227638, "Medication Added #2 (Peritoneal Dialysis)", dialysis, "Potassium", "None")
	peritonealUnit2 = coded(227640, "Medication Added Units #2 (Peritoneal Dialysis)", dialysis, "mEq", "units")
	dwellTime       = numeric(225810, "Dwell Time (Peritoneal Dialysis)", dialysis, "hour")
	peritonealDose1 = numeric(225959, "Medication Added Amount  #1 (Peritoneal Dialysis)", dialysis, "")
	peritonealDose2 = numeric(227639, "Medication Added Amount  #2 (Peritoneal Dialysis)", dialysis, "")
	notRemoved      = numeric(227438, "Volume not removed", dialysis, "mL")
	peritonealIn    = numeric(225806, "Volume In (PD)", dialysis, "mL")
	peritonealOut   = numeric(225807, "Volume Out (PD)", dialysis, "mL")

	cvvhd        = procedure(225803, "Dialysis - CVVHD", "Dialysis")
	peritoneal   = procedure(225805, "Peritoneal Dialysis", "Dialysis")
	cvvhdf       = procedure(225809, "Dialysis - CVVHDF", "Dialysis")
	scuf         = procedure(225955, "Dialysis - SCUF", "Dialysis")
	dialysisText = []*item{tipCultured, catheterDress, catheterInserts, dressingType, discontinued, accessSite, siteAppearance, accessType, filterReason,
		peritonealLook, peritonealMed1, peritonealFluid, peritonealUnit1, peritonealTube, peritonealState, peritonealMed2, peritonealUnit2, systemIntegrity,
		catheterSite, heparinStrength, replacementText, dialysateFluid, catheterType, catheterLine}
	dialysisNumber = []*item{hemoOutput, dialysateRate, dwellTime, peritonealDose1, peritonealDose2, currentGoal, notRemoved, fluidRemoval, peritonealIn, peritonealOut,
		citrate, preFilter, postFilter, bloodFlow, heparinDose, accessPressure, filterPressure, effluent, returnPressure, replacement, arterialLumen, venousLumen, ultrafiltrate}
)

// kidneyScript is all renal replacement of a stay.
type kidneyScript struct {
	chart      script
	procedures []course.Span // seconds since arrival
	procedure  *item
	noValue    bool
	infusion   *drugItem
	amount     float64
	span       course.Span
}

// once charts one item at a time.
func once(it *item, after int64, which int) kidneyScript {
	return kidneyScript{chart: func(c *charter) {
		c.after(after)
		if it.words != nil {
			c.word(it, which)
		} else {
			c.number(it, 100, 0)
		}
	}}
}

// does is a procedure for three hours.
func does(it *item, from int64) kidneyScript {
	return kidneyScript{procedure: it, procedures: []course.Span{{From: from, To: from + 3*hour}}}
}

// dialysisBorders are filled once all items are declared.
var dialysisBorders = func() []kidneyScript {
	var list []kidneyScript
	for _, it := range dialysisText {
		list = append(list, once(it, five, 0))
	}
	for _, it := range dialysisNumber {
		list = append(list, once(it, five, 0))
	}
	for _, it := range []*item{hemodialysis, crrt, cvvhd, peritoneal, cvvhdf, scuf, dialysisLine, filterChange} {
		list = append(list, does(it, five))
	}
	for _, after := range []int64{-6 * hour, -6*hour - minute, 0, -minute, 24 * hour, 24*hour + minute, 48 * hour, 48*hour + minute, 13 * hour, 30 * hour} {
		list = append(list, once(crrtMode, after, 0), once(catheterSite, after, 0), does(hemodialysis, after))
	}
	for which := range crrtMode.words {
		list = append(list, once(crrtMode, 3*hour, which))
	}
	kcl, calcium := potassiumCRRT, calciumCRRT
	drip := course.Span{From: five, To: five + 4*hour}
	list = append(list, kidneyScript{infusion: &kcl, amount: 10, span: drip}, kidneyScript{infusion: &calcium, amount: 6, span: drip},
		kidneyScript{infusion: &kcl, amount: 0, span: drip}, kidneyScript{infusion: &calcium, amount: -1, span: drip},
		kidneyScript{procedure: hemodialysis, noValue: true, procedures: []course.Span{{From: five, To: five + 3*hour}}},
		kidneyScript{procedure: crrt, procedures: []course.Span{{From: -9 * hour, To: 20 * hour}}},
		kidneyScript{chart: func(c *charter) { c.after(five); c.put(hemoOutput, 1500, 0, bareKind, false) }},
		kidneyScript{chart: func(c *charter) { c.after(five); c.put(crrtMode, 0, 0, emptyKind, false) }},
		kidneyScript{procedure: dialysisLine, procedures: []course.Span{{From: 2 * hour, To: 40 * hour}}, chart: func(c *charter) { c.after(five); c.number(hemoOutput, 1500, 0) }})
	return list
}()

const (
	dialysisEvery = 5
	dialysisTurn  = 3
)

func kidneyScriptOf(p *course.Patient, s *course.Stay) (*kidneyScript, bool) {
	if !onTurn(p, s, dialysisEvery, dialysisTurn) {
		return nil, false
	}
	return &dialysisBorders[p.Index/dialysisEvery%len(dialysisBorders)], true
}

// scriptedDialysis writes procedures and infusions of a script.
func (f *infuser) scriptedDialysis(k *kidneyScript) {
	for _, span := range k.procedures {
		f.valueless = k.noValue
		f.lasting(k.procedure, course.Span{From: f.s.In + span.From, To: f.s.In + span.To}, "")
		f.valueless = false
	}
	if k.infusion != nil {
		d := dose{from: f.s.In + k.span.From, to: f.s.In + k.span.To, amount: k.amount, rate: 2, unit: k.infusion.unit, link: f.nextOrder(), weight: f.weight, status: "FinishedRunning", given: true}
		f.write(*k.infusion, &d)
	}
}
