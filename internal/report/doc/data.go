package doc

import (
	"encoding/csv"
	"encoding/json"
	"io"
	"math"
	"strconv"
)

// writeCSV writes every table cell as a row: section, table, the label of the
// row, the column, and the value at full precision with its interval.
func writeCSV(d *Document, w io.Writer, _ Options) error {
	out := csv.NewWriter(w)
	rows := [][]string{{"section", "table", "row", "label", "column", "unit", "value", "lower", "upper", "text"}}
	for _, s := range d.Sections {
		for _, b := range s.Blocks {
			t, ok := b.(*Table)
			if !ok {
				continue
			}
			for r, row := range t.Rows {
				for i, c := range row[1:] {
					column := t.Columns[i+1]
					rows = append(rows, []string{
						s.ID, t.ID, strconv.Itoa(r + 1), row[0].Text, column.Name, column.Unit,
						exact(c.Value), exact(c.Lower), exact(c.Upper), c.Text,
					})
				}
			}
		}
	}
	return out.WriteAll(rows)
}

// significant is how many digits are written: enough for any use, and few enough
// that the last bit of an exponential, which machines differ in, cannot show.
const significant = 10

func exact(v float64) string {
	if math.IsNaN(v) {
		return ""
	}
	return strconv.FormatFloat(v, 'g', significant, 64)
}

type jsonNumber float64

// MarshalJSON writes NaN and infinities, which JSON does not know, as null.
func (v jsonNumber) MarshalJSON() ([]byte, error) {
	x := float64(v)
	if math.IsNaN(x) || math.IsInf(x, 0) {
		return []byte("null"), nil
	}
	return strconv.AppendFloat(nil, x, 'g', significant, 64), nil
}

type jsonDocument struct {
	Title    string        `json:"title"`
	Subtitle string        `json:"subtitle,omitempty"`
	Summary  []jsonFact    `json:"summary,omitempty"`
	Sections []jsonSection `json:"sections"`
}

type jsonFact struct {
	Label string   `json:"label"`
	Cell  jsonCell `json:"cell"`
	Note  string   `json:"note"`
}

type jsonSection struct {
	ID      string       `json:"id"`
	Title   string       `json:"title"`
	Text    []string     `json:"text,omitempty"`
	Tables  []jsonTable  `json:"tables,omitempty"`
	Figures []jsonFigure `json:"figures,omitempty"`
}

type jsonTable struct {
	ID      string       `json:"id"`
	Title   string       `json:"title"`
	Note    string       `json:"note,omitempty"`
	Columns []jsonColumn `json:"columns"`
	Rows    [][]jsonCell `json:"rows"`
}

type jsonColumn struct {
	Name string `json:"name"`
	Unit string `json:"unit,omitempty"`
}

type jsonCell struct {
	Text  string      `json:"text"`
	Value *jsonNumber `json:"value,omitempty"`
	Lower *jsonNumber `json:"lower,omitempty"`
	Upper *jsonNumber `json:"upper,omitempty"`
}

type jsonFigure struct {
	ID          string `json:"id"`
	Title       string `json:"title"`
	Description string `json:"description"`
	Caption     string `json:"caption"`
}

func writeJSON(d *Document, w io.Writer, _ Options) error {
	out := jsonDocument{Title: d.Title, Subtitle: d.Subtitle, Sections: []jsonSection{}}
	for _, f := range d.Facts {
		out.Summary = append(out.Summary, jsonFact{f.Label, toJSON(f.Value), f.Note})
	}
	for _, s := range d.Sections {
		out.Sections = append(out.Sections, sectionJSON(s))
	}
	encoder := json.NewEncoder(w)
	encoder.SetIndent("", " ")
	return encoder.Encode(out)
}

func sectionJSON(s Section) jsonSection {
	out := jsonSection{ID: s.ID, Title: s.Title}
	for _, b := range s.Blocks {
		switch x := b.(type) {
		case Paragraph:
			out.Text = append(out.Text, x.Text)
		case *Table:
			out.Tables = append(out.Tables, tableJSON(x))
		case *Figure:
			out.Figures = append(out.Figures, jsonFigure{x.ID, x.Scene.Title, x.Scene.Description, x.Caption})
		}
	}
	return out
}

func tableJSON(t *Table) jsonTable {
	out := jsonTable{ID: t.ID, Title: t.Title, Note: t.Note, Rows: [][]jsonCell{}}
	for _, c := range t.Columns {
		out.Columns = append(out.Columns, jsonColumn(c))
	}
	for _, row := range t.Rows {
		cells := make([]jsonCell, len(row))
		for i, c := range row {
			cells[i] = toJSON(c)
		}
		out.Rows = append(out.Rows, cells)
	}
	return out
}

func toJSON(c Cell) jsonCell {
	number := func(v float64) *jsonNumber {
		if math.IsNaN(v) {
			return nil
		}
		n := jsonNumber(v)
		return &n
	}
	return jsonCell{Text: c.Text, Value: number(c.Value), Lower: number(c.Lower), Upper: number(c.Upper)}
}
