package mimic

import "m4bench/internal/ehr/synth/course"

func procedure(id int64, label, category string) *item {
	return add(id, label, "procedureevents", category, "", "Processes")
}

var (
	invasiveVent  = procedure(225792, "Invasive Ventilation", "2-Ventilation")
	maskVent      = procedure(225794, "Non-invasive Ventilation", "2-Ventilation")
	intubation    = procedure(224385, "Intubation", "1-Intubation/Extubation")
	extubation    = procedure(227194, "Extubation", "1-Intubation/Extubation")
	arterialLine  = procedure(225752, "Arterial Line", "Access Lines - Invasive")
	multiLumen    = procedure(224263, "Multi Lumen", "Access Lines - Invasive")
	piccLine      = procedure(224264, "PICC Line", "Access Lines - Invasive")
	dialysisLine  = procedure(224270, "Dialysis Catheter", "Access Lines - Invasive")
	cordis        = procedure(224267, "Cordis/Introducer", "Access Lines - Invasive")
	pulmonaryLine = procedure(224560, "PA Catheter", "Access Lines - Invasive")
	gauge20       = procedure(224275, "20 Gauge", "Access Lines - Peripheral")
	gauge18       = procedure(224277, "18 Gauge", "Access Lines - Peripheral")
	chestXRay     = procedure(225459, "Chest X-Ray", "5-Imaging")
	cardiogram    = procedure(225402, "EKG", "4-Procedures")
	bloodDrawn    = procedure(225401, "Blood Cultured", "6-Cultures")
	hemodialysis  = procedure(225441, "Hemodialysis", "4-Procedures")
	crrt          = procedure(225802, "Dialysis - CRRT", "Dialysis")
	filterChange  = procedure(225436, "CRRT Filter Change", "Dialysis")
)

func invasiveLine(id int64, label string) *item {
	return procedure(id, label, "Access Lines - Invasive")
}

// rareLines are access devices that few patients have; border patients have one
// each, in turn.
var rareLines = []*item{
	invasiveLine(227719, "AVA"),
	invasiveLine(224269, "CCO PAC"),
	invasiveLine(224272, "IABP line"),
	invasiveLine(226124, "ICP Catheter"),
	invasiveLine(228169, "Impella Line"),
	invasiveLine(225202, "Indwelling Port (PortaCath)"),
	invasiveLine(228286, "Intraosseous Device"),
	invasiveLine(225204, "Midline"),
	invasiveLine(225203, "Pheresis Catheter"),
	invasiveLine(224273, "Presep Catheter"),
	invasiveLine(225205, "RIC"),
	invasiveLine(225789, "Sheath (Venous)"),
	invasiveLine(225761, "Sheath Insertion"),
	invasiveLine(228201, "Tandem Heart Inflow Line"),
	invasiveLine(228202, "Tandem Heart Outflow Line"),
	invasiveLine(224268, "Trauma line"),
	invasiveLine(225199, "Triple Introducer"),
	invasiveLine(225315, "Tunneled (Hickman) Line"),
}

// procedures writes lines, ventilation, dialysis and examinations of a stay.
func (f *infuser) procedures() {
	s := f.s
	for i := range s.Airway {
		seg := &s.Airway[i]
		switch seg.Support {
		case course.Intubated:
			f.lasting(invasiveVent, seg.Span, "")
			if seg.From > s.In {
				f.lasting(intubation, course.Span{From: seg.From, To: seg.From + course.Minute}, "")
			}
			if seg.To < s.Out {
				f.lasting(extubation, course.Span{From: seg.To, To: seg.To + course.Minute}, "")
			}
		case course.NonInvasive:
			f.lasting(maskVent, seg.Span, "")
		}
	}
	if s.ArtLine.To != 0 {
		f.lasting(arterialLine, s.ArtLine, "Right Radial")
	}
	if len(s.Pressors) > 0 && f.r.Chance(0.7) {
		f.lasting(multiLumen, course.Span{From: s.In, To: s.Out}, "Right IJ.")
	}
	if s.Operation != 0 && s.Reason.Heart > 0.2 && f.r.Chance(0.4) {
		f.lasting(pulmonaryLine, course.Span{From: s.In, To: min(s.Out, s.In+course.Day)}, "Right IJ.")
		f.lasting(cordis, course.Span{From: s.In, To: min(s.Out, s.In+course.Day)}, "Right IJ.")
	}
	if s.Out-s.In > 5*course.Day && f.r.Chance(0.3) {
		f.lasting(piccLine, course.Span{From: s.In + 2*course.Day, To: s.Out}, "Left Brachial.")
	}
	if s.Border {
		f.lasting(rareLines[f.p.Index%len(rareLines)], course.Span{From: s.In, To: min(s.Out, s.In+2*course.Day)}, "")
	}
	for range 1 + f.r.Pick([]float64{35, 40, 20, 5}) {
		f.lasting(gauge20, course.Span{From: s.In, To: s.Out}, "Left Antecube")
	}
	if f.r.Chance(0.5) {
		f.lasting(gauge18, course.Span{From: s.In, To: s.Out}, "Right Antecube ")
	}
	for t := s.In + course.Hour; t < s.Out; t += course.Day {
		if f.r.Chance(0.55) {
			f.lasting(chestXRay, course.Span{From: t, To: t + course.Minute}, "")
		}
		if f.r.Chance(0.12) {
			f.lasting(bloodDrawn, course.Span{From: t, To: t + course.Minute}, "")
		}
		if f.r.Chance(0.3) {
			f.lasting(cardiogram, course.Span{From: t, To: t + course.Minute}, "")
		}
	}
	if k, scripted := kidneyScriptOf(f.p, s); scripted {
		f.scriptedDialysis(k)
		return
	}
	f.dialyses()
}

func (f *infuser) dialyses() {
	for i := range f.s.Dialysis {
		d := &f.s.Dialysis[i]
		if !d.Continuous {
			f.lasting(hemodialysis, d.Span, "")
			continue
		}
		f.lasting(dialysisLine, course.Span{From: d.From - course.Hour, To: f.s.Out}, "Right IJ.")
		f.lasting(crrt, d.Span, "")
		if f.r.Chance(0.3) {
			at := d.From + (d.To-d.From)/2
			f.lasting(filterChange, course.Span{From: at, To: at + course.Minute}, "")
		}
	}
}

func (f *infuser) lasting(it *item, span course.Span, place string) {
	from, to := span.From-span.From%course.Minute, span.To-span.To%course.Minute
	if to <= from {
		to = from + course.Minute
	}
	f.round(from)
	b := f.batch.table("procedureevents")
	b.Long(f.who.subject)
	b.Long(f.who.hadm)
	b.Long(f.who.stay)
	b.Long(firstCaregiver + int64(f.nurse))
	b.Time(from)
	b.Time(to)
	b.Time(to + int64(f.delay)*course.Minute)
	b.Long(it.id)
	minutes := (to - from) / course.Minute
	if f.valueless {
		b.Null(2)
	} else if minutes == 1 {
		b.Real(1)
		b.Text("None")
	} else {
		b.Real(float64(minutes))
		b.Text("min")
	}
	b.TextOrNull(place)
	b.Null(1)
	order := f.nextOrder()
	b.Long(order)
	b.Long(order)
	b.Text(it.category)
	b.Text("ContinuousProcess")
	b.Real(f.weight)
	b.Int(1)
	b.Int(0)
	b.Text("FinishedRunning")
	b.Real(float64(minutes))
	b.Real(0)
	b.End()
}
