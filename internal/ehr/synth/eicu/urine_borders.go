package eicu

import "strings"

// urineNames are all names that count as urine when they stand alone; a bar
// separates them, because blanks matter.
const urineNames = "Urine|3 way foley|3 Way Foley|Actual Urine|Adjusted total UO NOC end shift|BRP (urine)|BRP (Urine)|condome cath urine|diaper urine|inc of urine|incontient urine|Incontient urine|" +
	"Incontient Urine|incontinence of urine|Incontinence-urine|incontinence/ voids urine|incontinent of urine|INCONTINENT OF URINE|Incontinent UOP|incontinent urine|Incontinent (urine)|" +
	"Incontinent Urine|incontinent urine counts|incont of urine|incont. of urine|incont. of urine count|incont urine|incont. urine|Incont. urine|Incont. Urine|inc urine|inc. urine|Inc. urine|" +
	"Inc Urine|indwelling foley|Indwelling Foley|Straight Catheter-Foley|Straight Catheterization Urine|Straight Cath UOP|straight cath urine|Straight Cath Urine|strait cath Urine|" +
	"Suprapubic Urine Output|true urine|True Urine|True Urine out|unmeasured urine|Unmeasured Urine|unmeasured urine output|Urethal Catheter|Urethral Catheter|urinary output 7AM - 7 PM|" +
	"urinary output 7AM-7PM|urine|URINE|URINE CATHETER|Intermittent/Straight Cath (mL)|straightcath|straight cath|Straight cath|Straight  cath|Straight Cath|Straight  Cath|Straight Cath'd|" +
	"straight cath daily|straight cathed|Straight Cathed|Straight catheterization|Straight Catheter Output|Straight Catheter-Straight Catheter|straight cath ml's|Straight cath ml's|" +
	"Straight Cath Q6hrs|Straight caths|Urine Output-straight cath|Urine-straight cath|Urine Straight Cath|Condom Catheter|condom catheter|condom cath|Condom Cath|CONDOM CATHETER OUTPUT|" +
	"Urine via condom catheter|Urine-foley|Urine- foley|Urine- Foley|Urine foley catheter|Urine, L neph:|Urine (measured)|urine output|Urine Output-external catheter|Urine Output-foley|" +
	"Urine Output-Foley|Urine Output-FOLEY|Urine Output-Foley cath|Urine Output-FOLEY CATH|Urine Output-foley catheter|Urine Output-Foley Catheter|Urine Output-FOLEY CATHETER|" +
	"Urine Output-Foley Output|Urine Output-Fpley|Urine Output-Ileoconduit|Urine Output-left nephrostomy|Urine Output-Left Nephrostomy|Urine Output-Left Nephrostomy Tube|" +
	"Urine Output-LEFT PCN TUBE|Urine Output-L Nephrostomy|Urine Output-L Nephrostomy Tube|Urine Output-Nephrostomy|Urine Output-right nephrostomy|" +
	"Urine Output-RIGHT Nephrouretero Stent Urine Output|Urine Output-R nephrostomy|Urine Output-R Nephrostomy|Urine Output-R. Nephrostomy|Urine Output-R Nephrostomy Tube|" +
	"Urine Output-Rt Nephrectomy|Urine Output-stent|Urine Output-suprapubic|Urine Output-Texas Cath|Urine Output-Urine|Urine Output-Urine Output|Urine, R neph:|urine (void)|Urine- void|Urine, void:"

// patternNames are names that count, or nearly do, by their beginning.
const patternNames = "foley|Foley cath|FOLEY OUTPUT|Foley-ir|foley PACU|Foley or drain|foley in OR|foley urometer|Output (mL)-Urinary Catheter|Output: Urethral Catheter 16 Fr|output Urinary Catheter|" +
	"Urine Output (mL)|Urine Output (mL) void|urine output (mL)|Output-External Urethral Catheter|Urinary Catheter Output: Indwelling/Continuous Ure|urinary catheter output|" +
	"Stool|Urine Count|Emesis|Gastric (NG)|TOTAL OUT| Urine|Urine |URINE OUTPUT|Urinary Incontinence|Output-Other"

// volume is one output in a script.
type volume struct {
	offset int
	name   string
	ml     float64
	where  string // path in front of the name, if it is not that of outputs
}

// urineScript is all output of a stay, and what APACHE says of its urine.
type urineScript struct {
	volumes []volume
	apache  float64 // -1 missing; 0 leaves the row as it is
	noted   bool    // whether apache holds
}

var urineScripts = func() []urineScript {
	var list []urineScript
	for _, name := range append(strings.Split(urineNames, "|"), strings.Split(patternNames, "|")...) {
		list = append(list, urineScript{volumes: []volume{{offset: usual, name: name, ml: 800}, {offset: 600, name: "Urine", ml: 50}}})
	}
	for _, ml := range []float64{670, 670.99, 671, 1426.99, 1426.995, 1427, 2543.99, 2543.995, 2544, 6896, 6896.5, 6897, 0, -50} {
		list = append(list, urineScript{volumes: []volume{{offset: usual, name: "Urine", ml: ml}}})
	}
	for _, offset := range edges {
		list = append(list, urineScript{volumes: []volume{{offset: 700, name: "Urine", ml: 500}, {offset: offset, name: "Urine", ml: 900}}})
	}
	return append(list,
		urineScript{volumes: []volume{{offset: usual, name: "Urine", ml: 900}, {offset: 700, name: "Urine", ml: -300}}},
		urineScript{volumes: []volume{{offset: usual, name: "Urine", ml: 900, where: "flowsheet|Flowsheet Cell Labels|I&O|Intake (ml)|"}}},
		urineScript{volumes: []volume{{offset: usual, name: "Urine", ml: 900, where: "flowsheet|flowsheet cell labels|I&O|Output (ml)|"}}},
		urineScript{apache: 1200, noted: true}, urineScript{apache: -1, noted: true}, urineScript{apache: 0, noted: true}, urineScript{apache: 300, noted: true},
		urineScript{volumes: []volume{{offset: 1441, name: "Urine", ml: 900}}, apache: 700, noted: true},
		urineScript{volumes: []volume{{offset: usual, name: "Stool", ml: 900}}, apache: 1500, noted: true},
		urineScript{volumes: []volume{{offset: usual, name: "Urine", ml: 0}}, apache: 1500, noted: true},
	)
}()

const (
	urineEvery = 2
	urineTurn  = 1
)

func (n *notes) urineScript() (*urineScript, bool) {
	which, ok := n.scripted(urineEvery, urineTurn, len(urineScripts))
	return &urineScripts[which], ok
}

func (n *notes) scriptedUrine(u *urineScript) {
	for _, v := range u.volumes {
		where := v.where
		if where == "" {
			where = outputPath
		}
		n.cell(v.offset, where+v.name, v.name, v.ml, false)
	}
}
