package score

import (
	"fmt"
	"io"
	"sort"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// WriteText writes the result for a person. Colour is for terminals only.
func (r *Result) WriteText(w io.Writer, colour bool) error {
	p := &printer{w: w, colour: colour}
	p.line("%s: %s against %s", r.Task, r.Output, r.Reference)
	p.line("")
	r.writeSummary(p)
	if r.Failure == "" {
		r.writeColumns(p)
		r.writeDifferences(p)
		r.writeKeyExamples(p)
	}
	if len(r.Notes) > 0 {
		p.line("")
		p.line("Notes")
		for _, note := range r.Notes {
			p.line("- %s", note)
		}
	}
	return p.err
}

func (r *Result) writeSummary(p *printer) {
	rows := r.Rows
	strict := cell{text: "passed", tint: good}
	if !r.Strict.Passed {
		strict = cell{text: "not passed: " + strings.Join(r.Strict.FailedChecks, ", "), tint: bad}
	}
	lines := [][]cell{
		{{text: "Reward"}, {text: fmt.Sprintf("%.8f, the mean match rate of %s", r.Reward, count(len(r.Columns), "column", "columns")), tint: byRate(r.Reward)}},
		{{text: "Strict"}, strict},
		{{text: "Keys"}, {text: fmt.Sprintf("precision %.4f, recall %.4f, F1 %.4f", r.Keys.Precision, r.Keys.Recall, r.Keys.F1)}},
		{{text: "Rows"}, {text: fmt.Sprintf("%d in the reference, %d of them missing in the output", rows.Reference, r.Keys.Missing)}},
		{{}, {text: fmt.Sprintf("%d in the output: %d matched, %d unknown, %d duplicate, %d invalid", rows.Output, rows.Matched, rows.Unknown, rows.Duplicate, rows.Invalid)}},
		{{text: "Exact rows"}, {text: fmt.Sprintf("%d, rate %.4f", r.ExactRows.Count, r.ExactRows.Rate)}},
	}
	if r.NMAEAll != nil {
		matched := "no matched rows"
		if r.NMAE != nil {
			matched = fmt.Sprintf("%.4f over matched rows", *r.NMAE)
		}
		lines = append(lines, []cell{{text: "nMAE"}, {text: fmt.Sprintf("%s, %.4f over all rows", matched, *r.NMAEAll)}})
	}
	if k := r.NaturalKey; k != nil {
		lines = append(lines, []cell{{text: "Natural key"}, {text: fmt.Sprintf("precision %.4f, recall %.4f, F1 %.4f by %s", k.Precision, k.Recall, k.F1, strings.Join(k.Columns, ", "))}})
	}
	p.table(lines)
}

func (r *Result) writeColumns(p *printer) {
	failed := map[string]bool{}
	for _, check := range r.Strict.FailedChecks {
		failed[check] = true
	}
	lines := [][]cell{heads("COLUMN", "UNIT", ">TOLERANCE", ">MATCH RATE", ">BEYOND CHANCE", ">MATCHED CELLS", ">WRONG", ">UNREADABLE", ">MISSING")}
	for _, c := range r.Columns {
		beyond := "-"
		if c.ChanceCorrected != nil {
			beyond = fmt.Sprintf("%.4f", *c.ChanceCorrected)
		}
		tint := good
		if failed["accuracy["+c.Name+"]"] {
			tint = bad
		}
		lines = append(lines, []cell{
			{text: c.Name}, {text: c.unitText()}, right(c.toleranceText()), {text: fmt.Sprintf("%.8f", c.MatchRate), right: true, tint: tint},
			right(beyond), right(strconv.Itoa(c.Matched)), right(strconv.Itoa(c.Mismatched)), right(strconv.Itoa(c.Unreadable)), right(strconv.Itoa(c.Missing)),
		})
	}
	p.line("")
	p.table(lines)
}

func (c Column) unitText() string {
	switch {
	case c.Unit != "":
		return c.Unit
	case c.Type == "timestamp" || c.Type == "date":
		return "time"
	}
	return "-"
}

func (c Column) toleranceText() string {
	switch {
	case c.Tolerance == 0:
		return "exact"
	case c.Type == "timestamp" || c.Type == "date":
		return fmt.Sprintf("%g s", c.Tolerance)
	}
	return fmt.Sprintf("%g", c.Tolerance)
}

func (r *Result) writeDifferences(p *printer) {
	lines := [][]cell{heads(">LINE", "KEY", "COLUMN", "EXPECTED", "FOUND")}
	for _, c := range r.Columns {
		for _, e := range c.Examples {
			lines = append(lines, []cell{right(strconv.Itoa(e.Line)), {text: keyText(e.Key)}, {text: c.Name}, {text: orEmpty(e.Expected)}, {text: orEmpty(e.Found)}})
		}
	}
	if len(lines) == 1 {
		return
	}
	p.line("")
	p.line("First differences of each column (lines of %s)", r.Output)
	p.table(lines)
}

func (r *Result) writeKeyExamples(p *printer) {
	lines := [][]cell{heads("ROWS", ">LINE", "KEY OR REASON")}
	add := func(what string, line int, text string) {
		at := "-"
		if line > 0 {
			at = strconv.Itoa(line)
		}
		lines = append(lines, []cell{{text: what}, right(at), {text: text}})
	}
	for _, e := range r.Keys.Examples.Missing {
		add("missing", 0, keyText(e.Key))
	}
	for _, e := range r.Keys.Examples.Unknown {
		add("unknown", e.Line, keyText(e.Key))
	}
	for _, e := range r.Keys.Examples.Duplicate {
		add("duplicate", e.Line, keyText(e.Key))
	}
	for _, e := range r.Keys.Examples.Invalid {
		add("invalid", e.Line, e.Reason)
	}
	if len(lines) == 1 {
		return
	}
	p.line("")
	p.line("First rows without a partner")
	p.table(lines)
}

func keyText(key map[string]string) string {
	var parts []string
	for name, value := range key {
		parts = append(parts, name+"="+orEmpty(value))
	}
	sort.Strings(parts)
	return strings.Join(parts, ", ")
}

func orEmpty(text string) string {
	if text == "" {
		return "(empty)"
	}
	return text
}

// cell of a printed table.
type cell struct {
	text  string
	right bool
	tint  string
}

const (
	good = "\x1b[32m"
	bad  = "\x1b[31m"
)

func byRate(rate float64) string {
	if rate == 1 {
		return good
	}
	return ""
}

func right(text string) cell { return cell{text: text, right: true} }

// heads makes a head line; a leading > aligns to the right.
func heads(names ...string) []cell {
	var line []cell
	for _, name := range names {
		line = append(line, cell{text: strings.TrimPrefix(name, ">"), right: strings.HasPrefix(name, ">")})
	}
	return line
}

// printer writes lines and aligned tables, and remembers the first error.
type printer struct {
	w      io.Writer
	colour bool
	err    error
}

func (p *printer) line(format string, args ...any) {
	if p.err == nil {
		_, p.err = fmt.Fprintln(p.w, printable(fmt.Sprintf(format, args...)))
	}
}

func (p *printer) table(lines [][]cell) {
	var widths []int
	for _, line := range lines {
		for i := range line {
			line[i].text = printable(line[i].text)
			if i == len(widths) {
				widths = append(widths, 0)
			}
			widths[i] = max(widths[i], utf8.RuneCountInString(line[i].text))
		}
	}
	for _, line := range lines {
		var out strings.Builder
		for i, c := range line {
			pad := strings.Repeat(" ", widths[i]-utf8.RuneCountInString(c.text))
			text := c.text
			if p.colour && c.tint != "" {
				text = c.tint + text + "\x1b[0m"
			}
			if c.right {
				text, pad = pad+text, ""
			}
			if i > 0 {
				out.WriteString("  ")
			}
			out.WriteString(text + pad)
		}
		if p.err == nil {
			_, p.err = fmt.Fprintln(p.w, strings.TrimRight(out.String(), " "))
		}
	}
}

// printable escapes what would move the cursor or hide text: files are written
// by strangers.
func printable(text string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsPrint(r) {
			return r
		}
		return '�'
	}, text)
}
