package sqlshell

import (
	"bufio"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"strings"
)

// Mode is how results are printed.
type Mode string

// The modes, named as options name them.
const (
	Box       Mode = "box"
	Table     Mode = "table"
	Markdown  Mode = "markdown"
	CSV       Mode = "csv"
	JSON      Mode = "json"
	JSONLines Mode = "jsonlines"
	Line      Mode = "line"
	List      Mode = "list"
)

func modeNamed(name string) (Mode, bool) {
	switch m := Mode(name); m {
	case Box, Table, Markdown, CSV, JSON, JSONLines, Line, List:
		return m, true
	}
	switch name {
	case "duckbox":
		return Box, true
	case "column", "ascii":
		return Table, true
	case "ndjson":
		return JSONLines, true
	}
	return "", false
}

// cell is one value as DuckDB writes it.
type cell struct {
	text string
	null bool
}

func (c cell) or(null string) string {
	if c.null {
		return null
	}
	return c.text
}

// printer prints one result, row by row.
type printer interface {
	row([]cell) error
	end() error
}

func newPrinter(s Settings, columns []column, out *bufio.Writer) printer {
	switch s.Mode {
	case CSV:
		return newCSVPrinter(s, columns, out)
	case JSON, JSONLines:
		return &jsonPrinter{columns: columns, out: out, array: s.Mode == JSON}
	case Line:
		return &linePrinter{columns: columns, out: out}
	case List:
		return newListPrinter(s, columns, out)
	default:
		return &grid{style: s.Mode, header: s.Header, columns: columns, out: out, max: s.MaxRows}
	}
}

type csvPrinter struct{ w *csv.Writer }

func newCSVPrinter(s Settings, columns []column, out *bufio.Writer) *csvPrinter {
	p := &csvPrinter{csv.NewWriter(out)}
	if s.Header {
		_ = p.w.Write(names(columns)) // a failure shows at the end
	}
	return p
}

func (p *csvPrinter) row(cells []cell) error { return p.w.Write(texts(cells, "")) }

func (p *csvPrinter) end() error {
	p.w.Flush()
	return p.w.Error()
}

// jsonPrinter serves the few results that DuckDB cannot write as JSON itself.
type jsonPrinter struct {
	columns []column
	out     *bufio.Writer
	array   bool
	rows    int
}

func (p *jsonPrinter) row(cells []cell) error {
	switch {
	case p.array && p.rows == 0:
		_, _ = p.out.WriteString("[\n\t")
	case p.array:
		_, _ = p.out.WriteString(",\n\t")
	}
	p.rows++
	_ = p.out.WriteByte('{')
	for i, c := range cells {
		if i > 0 {
			_ = p.out.WriteByte(',')
		}
		name, err := json.Marshal(p.columns[i].name)
		if err != nil {
			return err
		}
		value, err := jsonValue(c, p.columns[i].kind)
		if err != nil {
			return err
		}
		_, _ = p.out.Write(name)
		_ = p.out.WriteByte(':')
		_, _ = p.out.Write(value)
	}
	if p.array {
		return p.out.WriteByte('}')
	}
	_, err := p.out.WriteString("}\n")
	return err
}

func (p *jsonPrinter) end() error {
	if !p.array {
		return nil
	}
	if p.rows == 0 {
		_, _ = p.out.WriteString("[")
	}
	_, err := p.out.WriteString("\n]\n")
	return err
}

func jsonValue(c cell, kind string) ([]byte, error) {
	switch {
	case c.null:
		return []byte("null"), nil
	case (isNumeric(kind) || kind == "BOOLEAN") && json.Valid([]byte(c.text)):
		return []byte(c.text), nil
	default:
		return json.Marshal(c.text)
	}
}

type linePrinter struct {
	columns []column
	out     *bufio.Writer
	rows    int
}

func (p *linePrinter) row(cells []cell) error {
	if p.rows++; p.rows > 1 {
		_ = p.out.WriteByte('\n')
	}
	width := 0
	for _, c := range p.columns {
		width = max(width, displayWidth(c.name))
	}
	for i, c := range cells {
		if _, err := fmt.Fprintf(p.out, "%s = %s\n", pad(p.columns[i].name, width, true), visible(c.or("NULL"))); err != nil {
			return err
		}
	}
	return nil
}

func (p *linePrinter) end() error { return nil }

type listPrinter struct{ out *bufio.Writer }

func newListPrinter(s Settings, columns []column, out *bufio.Writer) *listPrinter {
	if s.Header {
		_, _ = out.WriteString(strings.Join(names(columns), "|") + "\n")
	}
	return &listPrinter{out}
}

func (p *listPrinter) row(cells []cell) error {
	_, err := p.out.WriteString(strings.Join(texts(cells, "NULL"), "|") + "\n")
	return err
}

func (p *listPrinter) end() error { return nil }

// planPrinter prints query plans, which are drawings of their own.
type planPrinter struct{ out *bufio.Writer }

func (p planPrinter) row(cells []cell) error {
	_, err := p.out.WriteString(strings.TrimRight(cells[len(cells)-1].text, "\n") + "\n")
	return err
}

func (p planPrinter) end() error { return nil }

func names(columns []column) []string {
	out := make([]string, len(columns))
	for i, c := range columns {
		out[i] = c.name
	}
	return out
}

func texts(cells []cell, null string) []string {
	out := make([]string, len(cells))
	for i, c := range cells {
		out[i] = c.or(null)
	}
	return out
}
