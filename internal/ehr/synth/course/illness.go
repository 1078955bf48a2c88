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
		fever = r.Range(0.3, 2)
	}
	i.HeartRate = strikes(r.Normal(80, 11), 90+float64(20*shock)+float64(9*fever)+float64(5*why.Heart), 15)
	i.MeanPressure = strikes(r.Normal(78, 9), 73-float64(14*shock), 9)
	i.MeanPressure.Usual += p.setting.Pressure
	i.MeanPressure.Worst += p.setting.Pressure
	if p.Chronic.Has(Hypertension) {
		i.MeanPressure.Usual += 6
	}
	if why.Brain > 0.6 {
		i.MeanPressure.Worst += 12
	}
	i.PulsePressure = Curve{Usual: r.Normal(57, 13), Worst: r.Normal(53, 13), Onset: -6, Peak: 4, Relief: 30}
	i.Temperature = strikes(r.Normal(36.85, 0.25), 36.95+float64(1.2*fever), 0.35)
	if r.Chance(0.13) || (why.Surgery == 1 && r.Chance(0.3)) {
		i.Temperature = Curve{Usual: 36.8, Worst: r.Normal(35.3, 0.6), Onset: -4, Peak: 0, Relief: 4}
	}
	i.Lactate = strikes(r.LogNormal(1.4, 0.3), r.LogNormal(1.7, 0.45)+float64(float64(11*shock*shock*shock)*r.LogNormal(1, 0.4))+float64(0.6*shock), 0)
	i.Troponin = strikes(0.01, r.LogNormal(0.05, 1)+float64(1.5*why.Heart*r.Unit()), 0)
	i.MuscleEnzyme = strikes(r.LogNormal(90, 0.6), r.LogNormal(250, 1.3), 0)
}

func (i *Illness) kidneys(r *random.Stream, p *Patient, why *Reason, strikes striker, hit hitter) {
	kidney := hit(why.Kidney)
	factor := 1 + float64(3.7*kidney*kidney*r.LogNormal(1, 0.6)) + float64(0.2*r.Unit())
	if p.Chronic.Has(Dialysis) {
		factor = r.Range(0.9, 1.6)
	}
	i.Creatinine = strikes(p.Creatinine, float64(p.Creatinine*factor), 0)
	i.Creatinine.Peak = r.Range(-4, 50)
	i.Creatinine.Relief = r.Range(50, 220)
	i.Urea = strikes(float64(14*p.Creatinine)*r.LogNormal(1, 0.35), float64(float64(16*p.Creatinine*factor)*r.LogNormal(1, 0.4))+float64(14*i.Severity), 2)
	i.Urea.Relief = i.Creatinine.Relief
	flow := r.LogNormal(0.98, 0.44)
	low := clamp(float64(0.85*flow)-float64(0.9*kidney)+float64(0.2*r.Z()), 0.05, 3)
	if p.Chronic.Has(Dialysis) {
		flow, low = r.Range(0, 0.2), r.Range(0, 0.1)
	}
	i.Urine = Curve{Usual: flow, Worst: low, Onset: -8, Peak: r.Range(0, 12), Relief: r.Range(10, 60)}
	i.Sodium = strikes(r.Normal(138.5, 3.4), 138.3+float64(5*r.Z()), 3)
	i.Potassium = strikes(r.Normal(4.0, 0.38), 3.95+float64(0.6*kidney), 0.65)
	i.Chloride = strikes(r.Normal(103, 4), 104, 5)
	i.Bicarbonate = strikes(r.Normal(25, 3.2), 23-float64(6*kidney), 4.5)
	i.Calcium = strikes(r.Normal(8.8, 0.45), 8.1, 0.5)
	sugar := r.LogNormal(130, 0.26)
	if p.Chronic.Has(Diabetes) {
		sugar = r.LogNormal(205, 0.4)
	}
	if why.Name == "diabetic ketoacidosis" {
		sugar = 480
		i.Bicarbonate.Worst = r.Range(6, 15)
	}
	i.Glucose = strikes(r.LogNormal(118, 0.22), sugar, 20)
	i.Glucose.Worst = max(i.Glucose.Worst, 55)
}

func (i *Illness) blood(r *random.Stream, p *Patient, why *Reason, strikes striker, hit hitter) {
	bleeding, clotting := hit(why.Bleeding), hit(why.Clotting)
	i.Hematocrit = strikes(r.Normal(31, 5), 28.5-float64(6*bleeding), 4)
	i.Platelets = strikes(r.LogNormal(195, 0.45), r.LogNormal(160, 0.6)*clamp(1-float64(0.85*clotting), 0.05, 1), 0)
	if p.Chronic.Has(BloodCancer) || p.Chronic.Has(Cirrhosis) {
		i.Platelets.Usual /= 2.2
		i.Platelets.Worst /= 2.2
	}
	i.Platelets.Peak, i.Platelets.Relief = r.Range(10, 60), r.Range(60, 160)
	white := r.LogNormal(11, 0.5) + float64(6*why.Infection*i.Severity*r.Unit())
	if p.Chronic.Has(BloodCancer) && r.Chance(0.6) {
		white = r.LogNormal(1.5, 1)
	}
	i.White = strikes(r.LogNormal(8.3, 0.4), white, 0)
	i.White.Relief *= 1.5
	i.Bands = strikes(0, max(0, float64(9*why.Infection*i.Severity)+float64(5*r.Z())), 0)
	i.INR = strikes(r.LogNormal(1.2, 0.14), 1.34+float64(2.6*clotting), 0.25)
	if p.Chronic.Has(AtrialFibrillation) && r.Chance(0.4) {
		i.INR.Worst += r.Range(0.4, 2)
	}
	i.INR.Worst = max(i.INR.Worst, 0.9)
	i.PTT = strikes(r.Normal(30, 3), 34+float64(22*clotting), 8)
	i.Fibrinogen = strikes(r.LogNormal(310, 0.3), r.LogNormal(260, 0.6), 0)
	liver := hit(why.Liver)
	usual := r.LogNormal(0.6, 0.75)
	if p.Chronic.Has(Cirrhosis) {
		usual = r.LogNormal(3.2, 0.8)
	}
	i.Bilirubin = strikes(usual, float64(usual*(1+float64(6*liver*liver)))+float64(18*liver*liver*liver), 0)
	i.Bilirubin.Peak, i.Bilirubin.Relief = r.Range(4, 60), r.Range(60, 200)
	i.Transaminase = strikes(r.LogNormal(24, 0.4), r.LogNormal(45, 0.7)*(1+float64(25*liver*liver*r.Unit())), 0)
	i.Albumin = strikes(r.Normal(3.1, 0.45), 2.75-float64(0.5*i.Severity), 0.4)
}

func (i *Illness) gasExchange(r *random.Stream, p *Patient, why *Reason, strikes striker, hit hitter) {
	lung := hit(why.Lung)
	i.Breaths = strikes(r.Normal(17, 2), 18.3+float64(6*lung)+float64(3*i.Severity), 2.5)
	i.Saturation = strikes(r.Normal(97, 1.3), 96.6-float64(2.5*lung), 1.4)
	i.Oxygenation = strikes(r.Normal(390, 60), 330-float64(210*lung), 45)
	i.Oxygenation.Worst = max(i.Oxygenation.Worst, 55)
	i.Oxygenation.Relief *= 2
	i.Acidity = strikes(7.41, 7.365-float64(0.2*i.Severity*i.Severity), 0.06)
	i.CarbonDioxide = strikes(r.Normal(39, 4), 38+float64(4*lung), 7)
	if p.Chronic.Has(LungDisease) && r.Chance(0.5) {
		i.CarbonDioxide.Worst += r.Range(5, 25)
	}
}
