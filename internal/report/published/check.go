package published

import (
	"fmt"
	"math"
	"strconv"
	"strings"
)

// Verdict on a published number.
type Verdict string

// Verdicts.
const (
	Equal         Verdict = "equal"
	Explained     Verdict = "differs, for a stated reason"
	Unequal       Verdict = "UNEQUAL"
	NotComputable Verdict = "not computable"
)

// Result of repeating one number.
type Result struct {
	Group     string
	Name      string
	Published string
	Ours      string
	Exact     float64 // ours at full precision; NaN if there is none
	Verdict   Verdict
	Reason    string
	Absent    Role // the index that would be needed, if it was not found
}

// check is one published number and the way to it.
type check struct {
	group, name string
	published   string
	needs       []Role
	compute     func(*Indexes) answer
	reason      string // why it may differ
}

// answer is a number or, for fractions and the like, a text.
type answer struct {
	number float64
	text   string
}

func number(v float64) answer { return answer{number: v} }

func count(part, whole int) answer {
	return answer{number: math.NaN(), text: fmt.Sprintf("%d/%d", part, whole)}
}

func whole(n int) answer { return answer{number: float64(n), text: strconv.Itoa(n)} }

// like writes the answer with as many digits as the published number has.
func (a answer) like(published string) string {
	if a.text != "" {
		return a.text
	}
	if strings.ContainsAny(published, "e") {
		return strconv.FormatFloat(a.number, 'e', 1, 64)
	}
	_, fraction, _ := strings.Cut(published, ".")
	s := strconv.FormatFloat(a.number, 'f', len(fraction), 64)
	if strings.HasPrefix(published, "+") && a.number > 0 {
		s = "+" + s
	}
	return s
}

// Compare repeats every published number that the indexes allow.
func (in *Indexes) Compare() []Result {
	var out []Result
	for _, c := range checks() {
		out = append(out, c.run(in))
	}
	return out
}

func (c check) run(in *Indexes) Result {
	r := Result{Group: c.group, Name: c.name, Published: c.published, Ours: "–", Exact: math.NaN(), Reason: c.reason}
	if c.compute == nil {
		r.Verdict = NotComputable
		return r
	}
	for _, role := range c.needs {
		if !in.Has(role) {
			r.Verdict, r.Absent, r.Reason = NotComputable, role, "the "+string(role)+" is not among the files"
			return r
		}
	}
	a := c.compute(in)
	r.Ours, r.Exact = a.like(c.published), a.number
	switch {
	case r.Ours == c.published:
		r.Verdict, r.Reason = Equal, ""
	case c.reason != "":
		r.Verdict = Explained
	default:
		r.Verdict = Unequal
	}
	return r
}

// Unexplained counts the numbers that differ without a stated reason.
func Unexplained(results []Result) int {
	n := 0
	for _, r := range results {
		if r.Verdict == Unequal {
			n++
		}
	}
	return n
}
