package mimic

import (
	"slices"

	"m4bench/internal/ehr/synth/course"
	"m4bench/internal/ehr/synth/random"
)

// dialysisCoding is the place of end stage renal disease among the codings.
var dialysisCoding = slices.IndexFunc(codings, func(c coding) bool { return c.condition == course.Dialysis })

// codebook are the codes of one version, as admissions draw them.
type codebook struct {
	version int
	usual   [][]code // by coding
	rare    [][]code
	beside  []code
	other   []code
	seldom  []code // all rare ones in a row
}

var codebooks = map[bool]*codebook{false: newCodebook(9), true: newCodebook(10)}

func newCodebook(version int) *codebook {
	b := &codebook{version: version, other: other9}
	beside := beside9
	if version == 10 {
		b.other, beside = other10, beside10
	}
	b.beside = codesOf(beside, version, "Neighbouring diagnosis")
	for _, c := range codings {
		usual, rare := c.usual9, c.rare9
		if version == 10 {
			usual, rare = c.usual10, c.rare10
		}
		b.usual = append(b.usual, codesOf(usual, version, c.title))
		b.rare = append(b.rare, codesOf(rare, version, c.title))
		b.seldom = append(b.seldom, codesOf(rare, version, c.title)...)
	}
	return b
}

// diagnoses codes an admission: why, what else was known, what happened, and now
// and then a code that is seldom used or nearly counts.
func (b *Batch) diagnoses(p *course.Patient, a *course.Admission, subject, hadm int64, r *random.Stream) {
	if r.Chance(0.004) || uncoded(p, a) {
		return
	}
	book := codebooks[p.ICD10]
	list := []string{principal(a, p.ICD10, r)}
	if kidney, ok := principalKidney(p, a); ok {
		b.codes([]string{kidney}, book.version, subject, hadm)
		return
	}
	if _, scripted := kidneyScriptOf(p, borderOf(a)); scripted && p.Index%2 == 0 {
		list = append(list, random.One(r, book.usual[dialysisCoding]).text)
	}
	for i, c := range codings {
		if !p.Chronic.Has(c.condition) || r.Chance(0.12) {
			continue
		}
		if len(book.rare[i]) > 0 && r.Chance(0.12) {
			list = append(list, random.One(r, book.rare[i]).text)
		} else {
			list = append(list, random.One(r, book.usual[i]).text)
		}
	}
	for range 2 + r.Below(9+int(12*a.Illness.Severity)) {
		list = append(list, random.One(r, book.other).text)
	}
	turn := p.Index*3 + a.Number // every code has its turn
	if turn%2 == 0 {
		list = append(list, book.beside[turn/2%len(book.beside)].text)
	} else if turn%6 == 1 {
		list = append(list, book.seldom[turn/6%len(book.seldom)].text)
	}
	b.codes(list, book.version, subject, hadm)
}

// borderOf is the stay of an admission that lies on borders; one that does not,
// if there is none.
func borderOf(a *course.Admission) *course.Stay {
	if len(a.Stays) > 0 && a.Stays[0].Border {
		return &a.Stays[0]
	}
	return &course.Stay{}
}

const failingEvery = 75 // of border patients, one in so many has failing kidneys

// failing patients have a high creatinine and little urine; what decides is what
// is coded of their kidneys.
func failing(p *course.Patient, s *course.Stay) bool { return onTurn(p, s, failingEvery, 33) }

// uncoded says that nothing is coded for an admission with failing kidneys.
func uncoded(p *course.Patient, a *course.Admission) bool {
	return failing(p, borderOf(a)) && p.Index/failingEvery%2 == 0
}

// principalKidney is the kidney disease that is the only code of the others.
func principalKidney(p *course.Patient, a *course.Admission) (string, bool) {
	if !failing(p, borderOf(a)) {
		return "", false
	}
	if p.ICD10 {
		return "N185", true
	}
	return "5855", true
}

func principal(a *course.Admission, icd10 bool, r *random.Stream) string {
	if icd10 {
		return random.One(r, a.Reason.ICD10)
	}
	return random.One(r, a.Reason.ICD9)
}

func (b *Batch) codes(list []string, version int, subject, hadm int64) {
	t := b.table("diagnoses_icd")
	seen := map[string]bool{}
	seq := 0
	for _, text := range list {
		if seen[text] {
			continue
		}
		seen[text] = true
		seq++
		t.Long(subject)
		t.Long(hadm)
		t.Int(seq)
		t.Text(text)
		t.Int(version)
		t.End()
	}
}

// diagnosisDictionary lists every code in use with a title.
func diagnosisDictionary(add func(code)) {
	seen := map[string]bool{}
	for _, icd10 := range []bool{false, true} {
		book := codebooks[icd10]
		reasons := map[bool]int{false: 9, true: 10}[icd10]
		for i := range course.Reasons {
			why := &course.Reasons[i]
			texts := why.ICD9
			if icd10 {
				texts = why.ICD10
			}
			for _, text := range texts {
				addOnce(add, seen, code{text, reasons, why.Name})
			}
		}
		for _, lists := range [][][]code{book.usual, book.rare, {book.other}, {book.beside}} {
			for _, list := range lists {
				for _, c := range list {
					addOnce(add, seen, c)
				}
			}
		}
	}
}

func addOnce(add func(code), seen map[string]bool, c code) {
	key := string(rune(c.version)) + c.text
	if !seen[key] {
		seen[key] = true
		add(c)
	}
}
