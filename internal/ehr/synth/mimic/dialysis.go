package mimic

import "m4bench/internal/ehr/synth/course"

const (
	dialysis = "Dialysis"
	access   = "Access Lines - Invasive"
)

var (
	crrtMode        = coded(227290, "CRRT mode", dialysis, "CVVHDF", "CVVH", "CVVHD", "SCUF")
	systemIntegrity = coded(224146, "System Integrity", dialysis, "Active", "Initiated", "Reinitiated", "New Filter", "Recirculating", "Discontinued", "Clots Present", "No Clot Present", "Clots Increasing", "Clot Increasing", "Clotted")
	accessPressure  = numeric(224149, "Access Pressure", dialysis, "mmHg")
	filterPressure  = numeric(224150, "Filter Pressure", dialysis, "mmHg")
	effluent        = numeric(224151, "Effluent Pressure", dialysis, "mmHg")
	returnPressure  = numeric(224152, "Return Pressure", dialysis, "mmHg")
	bloodFlow       = numeric(224144, "Blood Flow (ml/min)", dialysis, "ml/min")
	dialysateRate   = numeric(224154, "Dialysate Rate", dialysis, "ml/hr")
	replacement     = numeric(224153, "Replacement Rate", dialysis, "ml/hr")
	preFilter       = numeric(228005, "PBP (Prefilter) Replacement Rate", dialysis, "ml/hr")
	postFilter      = numeric(228006, "Post Filter Replacement Rate", dialysis, "ml/hr")
	citrate         = numeric(228004, "Citrate (ACD-A)", dialysis, "ml/hr")
	heparinDose     = numeric(224145, "Heparin Dose (per hour)", dialysis, "units")
	currentGoal     = numeric(225183, "Current Goal", dialysis, "mL")
	fluidRemoval    = numeric(224191, "Hourly Patient Fluid Removal", dialysis, "mL")
	ultrafiltrate   = numeric(226457, "Ultrafiltrate Output", dialysis, "mL")
	dialysateFluid  = coded(225977, "Dialysate Fluid", dialysis, "Prismasate K2", "Prismasate K4", "B22GK 2/0")
	replacementText = coded(225976, "Replacement Fluid", dialysis, "Prismasate K2", "Prismasate K4", "B22GK 4/0")
	heparinStrength = coded(225958, "Heparin Concentration (units/mL)", dialysis, "1000", "500")
	hemoOutput      = numeric(226499, "Hemodialysis Output", dialysis, "mL")
	catheterDress   = checkbox(226118, "Dialysis Catheter placed in outside facility", access)
	catheterInserts = checkbox(227357, "Dialysis Catheter Dressing Occlusive", access)
	catheterSite    = coded(225323, "Dialysis Catheter Site Appear", access, "WNL", "Oozing", "Reddened")
	catheterType    = coded(227124, "Dialysis Catheter Type", access, "Temporary", "Tunneled")
	catheterLine    = coded(227753, "Dialysis Catheter Placement Confirmed by X-ray", access, "Yes", "No")
	arterialLumen   = numeric(224404, "ART Lumen Volume", dialysis, "mL")
	venousLumen     = numeric(224406, "VEN Lumen Volume", dialysis, "mL")
)

// renalReplacement charts dialysis while it runs and the catheter between.
func (c *charter) renalReplacement() {
	if k, scripted := kidneyScriptOf(c.p, c.s); scripted {
		if k.chart != nil {
			k.chart(c)
		}
		return
	}
	if len(c.s.Dialysis) == 0 {
		return
	}
	for i := range c.s.Dialysis {
		d := &c.s.Dialysis[i]
		if d.Continuous {
			c.continuous(d)
			continue
		}
		c.round(d.To)
		c.number(hemoOutput, 1800+float64(700*c.r.Z()), 0)
	}
	if c.p.Chronic.Has(course.Dialysis) && c.r.Chance(0.5) {
		return // a fistula needs no catheter care
	}
	for t := c.s.Dialysis[0].From; t < c.s.Out; t += 4 * course.Hour {
		c.round(t - t%course.Hour)
		c.word(catheterSite, 0)
		c.likely(catheterType)
		if c.r.Chance(0.8) {
			c.word(catheterLine, 0)
			c.word(catheterInserts, 1)
			c.word(catheterDress, 1)
			c.number(arterialLumen, 1.4, 1)
			c.number(venousLumen, 1.4, 1)
		}
	}
}

func (c *charter) continuous(d *course.Treatment) {
	mode := c.r.Pick([]float64{60, 20, 15, 5})
	regional := c.r.Chance(0.5)
	for t := d.From - d.From%course.Hour + course.Hour; t < d.To; t += course.Hour {
		c.round(t)
		if c.r.Chance(0.5) {
			c.word(crrtMode, mode)
		}
		c.word(systemIntegrity, c.r.Pick([]float64{86, 3, 1, 2, 1, 1, 2, 3, 0.5, 0.2, 0.3}))
		if c.r.Chance(0.3) {
			c.word(systemIntegrity, 7)
		}
		c.number(accessPressure, -58+float64(20*c.r.Z()), 0)
		c.number(filterPressure, 105+float64(26*c.r.Z()), 0)
		c.number(effluent, -15+float64(35*c.r.Z()), 0)
		c.number(returnPressure, 42+float64(16*c.r.Z()), 0)
		c.number(bloodFlow, 150, 0)
		c.number(dialysateRate, 600, 0)
		c.number(replacement, 1500, 0)
		c.number(preFilter, 1400, 0)
		c.number(postFilter, 200, 0)
		if regional {
			c.number(citrate, 180, 0)
		} else {
			c.number(heparinDose, 450, 0)
		}
		goal := float64(50 * c.r.Between(-2, 3))
		c.number(currentGoal, goal, 0)
		c.number(fluidRemoval, max(0, 280+float64(130*c.r.Z())), 0)
		c.number(ultrafiltrate, max(0, 290+float64(140*c.r.Z())), 0)
		if (t/course.Hour)%6 == 0 {
			c.likely(dialysateFluid)
			c.likely(replacementText)
			c.likely(heparinStrength)
		}
	}
}
