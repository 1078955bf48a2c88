package course

import "m4bench/internal/ehr/synth/random"

// Illness is an acute illness: when it strikes, how hard, and what it does to
// each measure of the body. Hours count from Start.
type Illness struct {
	Start    int64
	Severity float64 // 0 to 1

	HeartRate, MeanPressure, PulsePressure, Breaths, Temperature, Saturation Curve
	Creatinine, Urea, Urine                                                  Curve // Urine in mL/kg/h
	Sodium, Potassium, Chloride, Bicarbonate, Glucose, Calcium               Curve
	Hematocrit, Platelets, White, Bands, INR, PTT, Fibrinogen                Curve
	Albumin, Bilirubin, Transaminase, Lactate, Troponin, MuscleEnzyme        Curve
	Acidity                                                                  Curve // pH
	CarbonDioxide                                                            Curve // arterial pCO2
	Oxygenation                                                              Curve // arterial pO2 over inspired share, mmHg
	Awareness                                                                Curve // 0 dead asleep to 1 wide awake
}

// Hours turns a time into hours since the start.
func (i *Illness) Hours(t int64) float64 { return float64(t-i.Start) / Hour }

// newIllness draws what an illness of the severity does to a patient who came
// for the admission's reason.
func newIllness(r *random.Stream, p *Patient, a *Admission, start int64, severity float64) Illness {
	i := Illness{Start: start, Severity: severity}
	why := a.Reason
	strikes := func(usual, worst, sd float64) Curve {
		onset := -r.Range(4, 30)
		return Curve{
			Usual: usual, Worst: worst + float64(sd*r.Z()),
			Onset: onset, Peak: r.Range(-2, 14), Relief: r.Range(14, 60),
		}
	}
	hit := func(organ float64) float64 { // how hard this organ is hit this time
		if !r.Chance(clamp(float64(0.25*organ)+float64(1.1*organ*severity), 0, 0.95)) {
			return float64(0.1 * severity)
		}
		return clamp(severity+float64(0.3*r.Z()), 0.05, 1.3)
	}
	i.circulation(r, p, why, strikes, hit)
	i.kidneys(r, p, why, strikes, hit)
	i.blood(r, p, why, strikes, hit)
	i.gasExchange(r, p, why, strikes, hit)
	brain := hit(why.Brain)
	i.Awareness = strikes(1, clamp(1-float64(1.0*brain), 0, 1), 0.05)
	i.Awareness.Relief *= 1 + float64(2*why.Brain)
	return i
}

type striker func(usual, worst, sd float64) Curve

type hitter func(organ float64) float64

func (i *Illness) circulation(r *random.Stream, p *Patient, why *Reason, strikes striker, hit hitter) {
	shock := hit(0.5)
	fever := 0.0
	if r.Chance(why.Fever) {
		fever = r.Range(0.3, 1.6)
	}
	i.HeartRate = strikes(r.Normal(76, 9), 88+float64(22*shock)+float64(9*fever)+float64(6*why.Heart), 13)
	i.MeanPressure = strikes(r.Normal(85, 8), 78-float64(16*shock), 8)
	if p.Chronic.Has(Hypertension) {
		i.MeanPressure.Usual += 6
	}
	if why.Brain > 0.6 {
		i.MeanPressure.Worst += 14
	}
	i.PulsePressure = Curve{Usual: r.Normal(58, 11), Worst: r.Normal(52, 12), Onset: -6, Peak: 4, Relief: 30}
	i.Temperature = strikes(r.Normal(36.8, 0.25), 36.9+float64(1.0*fever), 0.35)
	if r.Chance(0.13) || (why.Surgery == 1 && r.Chance(0.3)) {
		i.Temperature = Curve{Usual: 36.8, Worst: r.Normal(35.3, 0.6), Onset: -4, Peak: 0, Relief: 4}
	}
	i.Lactate = strikes(r.LogNormal(1.3, 0.25), 1.4+float64(3.2*shock*shock)+float64(0.8*shock), 0.5)
	i.Troponin = strikes(0.01, r.LogNormal(0.05, 1)+float64(1.5*why.Heart*r.Unit()), 0)
	i.MuscleEnzyme = strikes(r.LogNormal(90, 0.6), r.LogNormal(250, 1.3), 0)
}

func (i *Illness) kidneys(r *random.Stream, p *Patient, why *Reason, strikes striker, hit hitter) {
	kidney := hit(why.Kidney)
	factor := 1 + float64(2.2*kidney*kidney) + float64(0.25*r.Unit())
	if p.Chronic.Has(Dialysis) {
		factor = r.Range(0.9, 1.6)
	}
	i.Creatinine = strikes(p.Creatinine, float64(p.Creatinine*factor), 0)
	i.Creatinine.Peak = r.Range(-4, 50)
	i.Creatinine.Relief = r.Range(30, 140)
	i.Urea = strikes(float64(15*p.Creatinine)+r.Normal(3, 3), float64(17*p.Creatinine*factor)+float64(12*i.Severity)+r.Normal(0, 4), 3)
	i.Urea.Relief = i.Creatinine.Relief
	flow := r.LogNormal(1.05, 0.45)
	low := clamp(flow-float64(1.1*kidney)+float64(0.25*r.Z()), 0.05, 3)
	if p.Chronic.Has(Dialysis) {
		flow, low = r.Range(0, 0.2), r.Range(0, 0.1)
	}
	i.Urine = Curve{Usual: flow, Worst: low, Onset: -8, Peak: r.Range(0, 12), Relief: r.Range(10, 60)}
	i.Sodium = strikes(r.Normal(139, 3), 138+float64(4*r.Z()), 3)
	i.Potassium = strikes(r.Normal(4.1, 0.35), 4.2+float64(0.6*kidney), 0.55)
	i.Chloride = strikes(r.Normal(103, 4), 104, 5)
	i.Bicarbonate = strikes(r.Normal(25, 2.5), 23-float64(6*kidney), 3)
	i.Calcium = strikes(r.Normal(8.8, 0.45), 8.1, 0.5)
	sugar := 128.0
	if p.Chronic.Has(Diabetes) {
		sugar = 165
	}
	if why.Name == "diabetic ketoacidosis" {
		sugar = 480
		i.Bicarbonate.Worst = r.Range(6, 15)
	}
	i.Glucose = strikes(r.LogNormal(112, 0.18), sugar, 28)
	i.Glucose.Worst = max(i.Glucose.Worst, 55)
}

func (i *Illness) blood(r *random.Stream, p *Patient, why *Reason, strikes striker, hit hitter) {
	bleeding, clotting := hit(why.Bleeding), hit(why.Clotting)
	i.Hematocrit = strikes(r.Normal(34, 5), 31-float64(7*bleeding), 3.5)
	i.Platelets = strikes(r.LogNormal(220, 0.38), r.LogNormal(185, 0.45)*clamp(1-float64(0.55*clotting), 0.06, 1), 0)
	i.Platelets.Peak, i.Platelets.Relief = r.Range(10, 60), r.Range(60, 160)
	white := r.LogNormal(11.5, 0.38) + float64(5*why.Infection*i.Severity*r.Unit())
	if p.Chronic.Has(BloodCancer) && r.Chance(0.4) {
		white = r.LogNormal(1.2, 0.9)
	}
	i.White = strikes(r.LogNormal(7.8, 0.3), white, 0)
	i.Bands = strikes(0, max(0, float64(9*why.Infection*i.Severity)+float64(5*r.Z())), 0)
	i.INR = strikes(r.LogNormal(1.12, 0.08), 1.2+float64(1.1*clotting), 0.15)
	if p.Chronic.Has(AtrialFibrillation) && r.Chance(0.4) {
		i.INR.Worst += r.Range(0.4, 2)
	}
	i.INR.Worst = max(i.INR.Worst, 0.9)
	i.PTT = strikes(r.Normal(30, 3), 34+float64(22*clotting), 8)
	i.Fibrinogen = strikes(r.LogNormal(310, 0.3), r.LogNormal(260, 0.6), 0)
	liver := hit(why.Liver)
	usual := r.LogNormal(0.5, 0.4)
	if p.Chronic.Has(Cirrhosis) {
		usual = r.LogNormal(1.6, 0.5)
	}
	i.Bilirubin = strikes(usual, float64(usual*(1+float64(4*liver*liver)))+float64(6*liver*liver*liver), 0)
	i.Bilirubin.Peak, i.Bilirubin.Relief = r.Range(4, 60), r.Range(60, 200)
	i.Transaminase = strikes(r.LogNormal(24, 0.4), r.LogNormal(45, 0.7)*(1+float64(25*liver*liver*r.Unit())), 0)
	i.Albumin = strikes(r.Normal(3.6, 0.4), 3.1-float64(0.6*i.Severity), 0.35)
}

func (i *Illness) gasExchange(r *random.Stream, p *Patient, why *Reason, strikes striker, hit hitter) {
	lung := hit(why.Lung)
	i.Breaths = strikes(r.Normal(17, 2), 19+float64(6*lung)+float64(3*i.Severity), 2.5)
	i.Saturation = strikes(r.Normal(97.3, 1), 96.6-float64(2.5*lung), 1)
	i.Oxygenation = strikes(r.Normal(390, 60), 330-float64(210*lung), 45)
	i.Oxygenation.Worst = max(i.Oxygenation.Worst, 55)
	i.Oxygenation.Relief *= 2
	i.Acidity = strikes(7.40, 7.37-float64(0.10*i.Severity*i.Severity), 0.05)
	i.CarbonDioxide = strikes(r.Normal(40, 3), 39+float64(4*lung), 6)
	if p.Chronic.Has(LungDisease) && r.Chance(0.5) {
		i.CarbonDioxide.Worst += r.Range(5, 25)
	}
}
