package mimic

import (
	"m4bench/internal/ehr/synth/course"
	"m4bench/internal/ehr/synth/random"
)

// specimen is a kind of culture or test for germs.
type specimen struct {
	id       int64
	text     string
	testID   int64
	test     string
	weight   float64 // among all that are taken
	positive float64
	dateOnly float64
}

var specimens = []specimen{
	{70012, "BLOOD CULTURE", 90201, "Blood Culture, Routine", 36.8, 0.065, 0.008},
	{70079, "URINE", 90039, "URINE CULTURE", 20.6, 0.26, 0.069},
	{70091, "MRSA SCREEN", 90189, "MRSA SCREEN", 7.6, 0.03, 0.01},
	{70064, "STOOL", 90221, "C. difficile PCR", 4.9, 0.2, 0.02},
	{70017, "SEROLOGY/BLOOD", 90248, "RAPID PLASMA REAGIN TEST", 4, 0.02, 0.075},
	{70062, "SPUTUM", 90055, "RESPIRATORY CULTURE", 3.8, 0.57, 0.03},
	{70045, "Immunology (CMV)", 90192, "CMV Viral Load", 3.1, 0, 0.03},
	{70070, "SWAB", 90046, "WOUND CULTURE", 3, 0.47, 0.175},
	{70053, "PERITONEAL FLUID", 90268, "FLUID CULTURE", 1.9, 0.15, 0.03},
	{70057, "Rapid Respiratory Viral Screen & Culture", 90214, "Respiratory Viral Culture", 1.4, 0.05, 0.03},
	{70059, "Staph aureus swab", 90198, "Staph aureus Screen", 1.3, 0.2, 0.02},
	{70021, "BRONCHOALVEOLAR LAVAGE", 90055, "RESPIRATORY CULTURE", 1.3, 0.35, 0.06},
	{70076, "TISSUE", 90272, "TISSUE", 1.2, 0.83, 0.1},
	{70003, "ABSCESS", 90046, "WOUND CULTURE", 1, 0.9, 0.1},
	{70054, "PLEURAL FLUID", 90268, "FLUID CULTURE", 1, 0.1, 0.05},
	{70023, "CATHETER TIP-IV", 90040, "WOUND CULTURE", 0.8, 0.15, 0.05},
	{70022, "BRONCHIAL WASHINGS", 90055, "RESPIRATORY CULTURE", 0.5, 0.4, 0.05},
	{70026, "CSF;SPINAL FLUID", 90268, "FLUID CULTURE", 0.8, 0.05, 0.03},
	{70013, "FLUID RECEIVED IN BLOOD CULTURE BOTTLES", 90205, "Fluid Culture in Bottles", 0.6, 0.05, 0.05},
}

var specimenWeights = func() []float64 {
	weights := make([]float64, len(specimens))
	for i := range specimens {
		weights[i] = specimens[i].weight
	}
	return weights
}()

// germ is an organism that grows.
type germ struct {
	id   int64
	name string
}

var germs = []germ{{80002, "ESCHERICHIA COLI"}, {80023, "STAPH AUREUS COAG +"}, {80004, "KLEBSIELLA PNEUMONIAE"}, {80026, "PSEUDOMONAS AERUGINOSA"},
	{80053, "ENTEROCOCCUS SP."}, {80075, "YEAST"}, {80112, "BACTEROIDES FRAGILIS GROUP"}, {90785, "MIXED BACTERIAL FLORA"}, {80017, "PROTEUS MIRABILIS"},
	{80155, "STAPHYLOCOCCUS, COAGULASE NEGATIVE"}, {90763, "ENTEROBACTER CLOACAE COMPLEX"}, {80139, "CLOSTRIDIUM DIFFICILE"}}

var resistance = []germ{{90012, "GENTAMICIN"}, {90008, "TRIMETHOPRIM/SULFA"}, {90029, "MEROPENEM"}, {90017, "CEFTAZIDIME"}, {90013, "TOBRAMYCIN"},
	{90019, "CIPROFLOXACIN"}, {90028, "CEFEPIME"}, {90026, "PIPERACILLIN/TAZO"}, {90018, "CEFTRIAXONE"}}

// germLab writes the cultures of one patient.
type germLab struct {
	b       *Batch
	r       random.Stream
	subject int64
	hadm    int64 // 0 outside admissions
	taken   int64 // numbers the specimens
	rows    int64
}

// culture is one specimen.
type culture struct {
	kind    *specimen
	text    string // its name; empty if missing
	at      int64  // day, if timed is false
	timed   bool
	germs   []germ // what was named; none if nothing grew
	unnamed bool   // a germ without number
}

// sample takes an ordinary specimen of a kind.
func (g *germLab) sample(kind *specimen, at int64) {
	c := culture{kind: kind, text: kind.text, at: at - at%course.Minute, timed: !g.r.Chance(kind.dateOnly)}
	if g.r.Chance(kind.positive) {
		c.germs = append(c.germs, random.One(&g.r, germs))
		if g.r.Chance(0.15) {
			c.germs = append(c.germs, random.One(&g.r, germs))
		}
	} else if g.r.Chance(0.013) {
		c.germs = append(c.germs, germ{90760, "CANCELLED"})
	} else if g.r.Chance(0.002) {
		c.germs = append(c.germs, germ{90856, "NEGATIVE"})
	}
	known := g.hadm
	if g.r.Chance(0.04) {
		g.hadm = 0
	}
	g.write(&c)
	g.hadm = known
}

func (g *germLab) write(c *culture) {
	g.taken++
	if len(c.germs) == 0 {
		g.row(c, germ{}, 0, nil)
		return
	}
	for i, organism := range c.germs {
		tests := 0
		if organism.id < 90_000 && organism.id != 0 && g.r.Chance(0.55) {
			tests = 4 + g.r.Below(len(resistance)-3)
		}
		if tests == 0 {
			g.row(c, organism, i+1, nil)
		}
		for j := range tests {
			g.row(c, organism, i+1, &resistance[j])
		}
	}
}

func (g *germLab) row(c *culture, organism germ, isolate int, drug *germ) {
	g.rows++
	t := g.b.table("microbiologyevents")
	t.Long(g.subject*10_000 + g.rows)
	t.Long(g.subject)
	t.LongOrNull(g.hadm)
	t.Long(g.subject*1000 + g.taken)
	t.Null(1)
	t.Day(c.at)
	if c.timed {
		t.Time(c.at)
	} else {
		t.Null(1)
	}
	t.Long(c.kind.id)
	t.TextOrNull(c.text)
	t.Int(1)
	t.Day(c.at + 3*course.Day)
	t.Time(c.at + 3*course.Day + 2*course.Hour)
	t.Long(c.kind.testID)
	t.Text(c.kind.test)
	t.LongOrNull(organism.id)
	t.TextOrNull(organism.name)
	if organism.name == "" || organism.id == 0 {
		t.Null(1)
	} else {
		t.Int(isolate)
	}
	t.Null(1)
	if drug == nil {
		t.Null(6)
	} else {
		t.Long(drug.id)
		t.Text(drug.name)
		t.Text("<=1")
		t.Text("<=")
		t.Real(1)
		t.Text([]string{"S", "R", "I"}[g.r.Pick([]float64{80, 16, 4})])
	}
	t.Null(1)
	t.End()
}

// bloodCulture is the specimen that every search for infection begins with.
func bloodCulture() *specimen { return &specimens[0] }
