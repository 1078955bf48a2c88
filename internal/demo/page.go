package demo

import (
	_ "embed"
	"fmt"
	"html/template"
	"io"
	"math"

	"m4bench/internal/record"
	"m4bench/internal/score"
)

//go:embed page.html.tmpl
var pageText string

var page = template.Must(template.New("page").Funcs(template.FuncMap{
	"reward":  func(r *record.Result) string { return fmt.Sprintf("%.3f", r.Reward()) },
	"percent": func(rate float64) string { return fmt.Sprintf("%.1f", 100*rate) },
	"shade":   func(r *record.Result) int { return int(math.Round(10 * r.Reward())) },
	"strict":  strict,
	"column":  column,
	"failure": failure,
	"seconds": func(o *Outcome) string { return fmt.Sprintf("%.0f", o.Took.Seconds()) },
}).Parse(pageText))

// WritePage writes the outcome as one HTML file that needs nothing else.
func (o *Outcome) WritePage(w io.Writer) error { return page.Execute(w, o) }

func strict(r *record.Result) bool { return r.Score != nil && r.Score.Strict.Passed }

func column(r *record.Result, name string) score.Column {
	if r.Score == nil {
		return score.Column{}
	}
	c, _ := r.Score.Column(name)
	return c
}

// failure says why a run has no score, if it has none.
func failure(r *record.Result) string {
	switch {
	case r.Score == nil:
		return string(r.Status) + " " + r.Reason
	case r.Score.Failure != "":
		return r.Score.Failure
	}
	return ""
}
