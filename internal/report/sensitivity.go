package report

import (
	_ "embed"
	"fmt"
	"html/template"
	"io"
	"math"
	"sort"
	"strings"

	"m4bench/internal/explain"
)

// Sensitivity says how much each convention decides on one database, reference
// by reference, strongest first.
type Sensitivity struct {
	Source     string                 `json:"source,omitempty"` // file name of the database
	Edition    string                 `json:"edition"`
	References []SensitivityReference `json:"references"`
}

// SensitivityReference is one reference with the effect of every other option
// below it.
type SensitivityReference struct {
	Name     string              `json:"reference"`
	Tasks    []string            `json:"tasks"`
	Rows     int64               `json:"rows"`
	Patients int64               `json:"patients"`
	Headline []Headline          `json:"headline"`
	Effects  []SensitivityEffect `json:"effects"`
	Silent   int                 `json:"without_effect"` // options that change no scored cell here
}

// Headline is a number of a study that the reference decides.
type Headline struct {
	Name  string  `json:"name"`
	Value float64 `json:"value"`
}

// Under is the headline number under an option that shifts it.
func (r SensitivityReference) Under(shift Headline) float64 {
	for _, h := range r.Headline {
		if h.Name == shift.Name {
			return h.Value + shift.Value
		}
	}
	return shift.Value
}

// SensitivityEffect is what one option does. Shares are percentages.
type SensitivityEffect struct {
	explain.Effect
	RowShare     float64    `json:"rows_percent"`
	PatientShare float64    `json:"patients_percent"`
	Shifts       []Headline `json:"headline_shift"` // under the option minus under the reference
}

// Shift spells the headline numbers' changes.
func (e SensitivityEffect) Shift() string {
	var parts []string
	for _, s := range e.Shifts {
		parts = append(parts, fmt.Sprintf("%s %+.2f", s.Name, s.Value))
	}
	return strings.Join(parts, "; ")
}

// NewSensitivity arranges audits for reading.
func NewSensitivity(audits []*explain.Audit) *Sensitivity {
	s := &Sensitivity{}
	for _, a := range audits {
		s.Edition = a.Edition
		byTarget := map[string][]SensitivityEffect{}
		silent := map[string]int{}
		for _, e := range a.Effects {
			if !e.Told() {
				silent[e.Target]++
				continue
			}
			byTarget[e.Target] = append(byTarget[e.Target], newSensitivityEffect(a, e))
		}
		for name, total := range a.Totals {
			effects := byTarget[name]
			sort.SliceStable(effects, func(i, j int) bool { return effects[i].Rows > effects[j].Rows })
			s.References = append(s.References, SensitivityReference{
				Name: name, Tasks: total.Tasks, Rows: total.Rows, Patients: total.Patients,
				Headline: headlines(a.Headline[name]), Effects: effects, Silent: silent[name],
			})
		}
	}
	sort.Slice(s.References, func(i, j int) bool { return s.References[i].Name < s.References[j].Name })
	return s
}

func newSensitivityEffect(a *explain.Audit, e explain.Effect) SensitivityEffect {
	total := a.Totals[e.Target]
	shown := SensitivityEffect{Effect: e, RowShare: percent(e.Rows, total.Rows), PatientShare: percent(e.Patients, total.Patients)}
	for _, base := range headlines(a.Headline[e.Target]) {
		if shift := e.Headline[base.Name] - base.Value; math.Abs(shift) >= 0.005 {
			shown.Shifts = append(shown.Shifts, Headline{base.Name, shift})
		}
	}
	return shown
}

func headlines(values map[string]float64) []Headline {
	list := make([]Headline, 0, len(values))
	for name, value := range values {
		list = append(list, Headline{name, value})
	}
	sort.Slice(list, func(i, j int) bool { return list[i].Name < list[j].Name })
	return list
}

func percent(part, whole int64) float64 {
	if whole == 0 {
		return 0
	}
	return 100 * float64(part) / float64(whole)
}

//go:embed sensitivity.html.tmpl
var sensitivityText string

var sensitivityPage = template.Must(template.New("sensitivity").Funcs(template.FuncMap{
	"two": func(f float64) string { return fmt.Sprintf("%.2f", f) },
	// bar is a width in percent of the track: a root, so that rare effects show.
	"bar":    func(share float64) string { return fmt.Sprintf("%.1f", 10*math.Sqrt(math.Min(share, 100))) },
	"one":    func(f float64) string { return fmt.Sprintf("%.1f", f) },
	"family": func(name string) string { return strings.ReplaceAll(strings.TrimPrefix(name, "target_"), "_", " ") },
}).Parse(sensitivityText))

// WriteHTML writes one self-contained page.
func (s *Sensitivity) WriteHTML(w io.Writer) error { return sensitivityPage.Execute(w, s) }
