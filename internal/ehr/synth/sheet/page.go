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
	Source   string // as on the command line
	Title    string
	Stays    int
	Seed     uint64
	Contents []store.Content
	Sections []Section
	Results  [][]Result // by section
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

// Synthetic, Real and Source are cells of the table.
func (r Result) Synthetic() string { return joined(r.Got) }

// Real is what the figures are compared with.
func (r Result) Real() string {
	target, _ := r.Target()
	return joined(target)
}

// Source says whose figures Real are.
func (r Result) Source() string {
	_, from := r.Target()
	return from
}

// What are the labels of the figures.
func (r Result) What() string { return strings.Join(r.Labels, " / ") }

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
