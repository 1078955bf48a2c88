// Package doc is a document of computed tables, figures and sentences, and its
// renderings: text, Markdown, HTML, LaTeX, CSV and JSON. It knows nothing of what
// the numbers mean.
package doc

import (
	"m4bench/internal/report/figure"
)

// Document is what a report command prints.
type Document struct {
	Title    string
	Subtitle string
	Facts    []Fact // shown as tiles at the top
	Sections []Section
}

// Fact is one number of the summary with what it means.
type Fact struct {
	Label string
	Value Cell
	Note  string
}

// Section is a heading with blocks in reading order.
type Section struct {
	ID     string // unique in the document; letters, digits and hyphens
	Title  string
	Blocks []Block
}

// Block is a Paragraph, a Table or a Figure.
type Block interface{ block() }

// Paragraph is one or more sentences.
type Paragraph struct{ Text string }

// Table is rows of cells under named columns. The first column names the row.
type Table struct {
	ID      string // unique in the document
	Title   string
	Note    string // what the reader must know to read it
	Columns []Column
	Rows    [][]Cell
}

// Column of a table.
type Column struct {
	Name string
	Unit string // shown in the head; empty for none
}

// Figure is a drawing with a caption.
type Figure struct {
	ID      string // unique in the document; names its files
	Caption string
	Scene   *figure.Scene
}

func (Paragraph) block() {}
func (*Table) block()    {}
func (*Figure) block()   {}

// Head is the column's name with its unit.
func (c Column) Head() string {
	if c.Unit == "" {
		return c.Name
	}
	return c.Name + " (" + c.Unit + ")"
}

// Columns makes columns from names; "Elapsed|s" has the unit s.
func Columns(names ...string) []Column {
	out := make([]Column, len(names))
	for i, name := range names {
		out[i] = Column{Name: name}
		for at := range name {
			if name[at] == '|' {
				out[i] = Column{Name: name[:at], Unit: name[at+1:]}
				break
			}
		}
	}
	return out
}

// Add appends a row.
func (t *Table) Add(cells ...Cell) { t.Rows = append(t.Rows, cells) }

// Add appends blocks to the section.
func (s *Section) Add(blocks ...Block) { s.Blocks = append(s.Blocks, blocks...) }

// Say appends a paragraph, unless it is empty.
func (s *Section) Say(text string) {
	if text != "" {
		s.Add(Paragraph{text})
	}
}

// Tables of the document in order.
func (d *Document) Tables() []*Table {
	var out []*Table
	for _, s := range d.Sections {
		for _, b := range s.Blocks {
			if t, ok := b.(*Table); ok {
				out = append(out, t)
			}
		}
	}
	return out
}

// Figures of the document in order.
func (d *Document) Figures() []*Figure {
	var out []*Figure
	for _, s := range d.Sections {
		for _, b := range s.Blocks {
			if f, ok := b.(*Figure); ok {
				out = append(out, f)
			}
		}
	}
	return out
}
