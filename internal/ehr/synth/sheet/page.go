package sheet

import (
	_ "embed"
	"fmt"
	"io"
	"strings"
	"text/template"

	"m4bench/internal/ehr/synth/store"
)

// Database is a measured synthetic database.
type Database struct {
	Source    string // as on the command line
	Title     string
	Generator int // its version
	Stays     int
	Seed      uint64
	Contents  []store.Content
	Sections  []Section
	Results   [][]Result // by section
}

// Figure is the file name of a section's figure.
func (d *Database) Figure(section int) string {
	name := strings.ReplaceAll(strings.ToLower(d.Sections[section].Title), " ", "-")
	return fmt.Sprintf("synthetic-%s-%s.svg", d.Source, name)
}

// Filled are the tables that have rows.
func (d *Database) Filled() []store.Content {
	var list []store.Content
	for _, c := range d.Contents {
		if c.Rows > 0 {
			list = append(list, c)
		}
	}
	return list
}

// PerStay is the rows a stay of a table.
func (d *Database) PerStay(rows int64) string { return Text(float64(rows) / float64(d.Stays)) }

// Far counts the measures that are farther off than the generator's tests allow.
func (d *Database) Far() int {
	far := 0
	for _, results := range d.Results {
		for i := range results {
			if results[i].Wide() {
				far++
			}
		}
	}
	return far
}

// Judged counts the measures.
func (d *Database) Judged() int {
	n := 0
	for _, results := range d.Results {
		n += len(results)
	}
	return n
}

// Synthetic is what was measured.
func (r Result) Synthetic() string { return joined(r.Got) }

// Distance is how far the farthest figure is off, in percent.
func (r Result) Distance() string { return percent(r.Off()) }

// Published are the figures of the full data with their source; a dash if there
// are none.
func (m *Measure) Published() string {
	if m.Full == nil {
		return "–"
	}
	return joined(m.Full) + " (" + m.From + ")"
}

// OpenDemo are the figures of the open demo; a dash if they are not known.
func (m *Measure) OpenDemo() string {
	if m.Demo == nil {
		return "–"
	}
	return joined(m.Demo)
}

// Allowed is how far off a figure may be, in percent.
func (m *Measure) Allowed() string { return percent(m.Slack) }

// What are the labels of the figures.
func (m *Measure) What() string { return strings.Join(m.Labels, " / ") }

func percent(share float64) string { return fmt.Sprintf("%.0f", 100*share) }

//go:embed page.md.tmpl
var pageText string

var page = template.Must(template.New("page").Parse(pageText))

// WritePage writes the sheet of the databases.
func WritePage(w io.Writer, databases []*Database) error {
	if err := page.Execute(w, databases); err != nil {
		return fmt.Errorf("write the sheet: %w", err)
	}
	return nil
}
