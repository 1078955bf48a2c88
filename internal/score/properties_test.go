package score_test

import (
	"bytes"
	"context"
	"encoding/csv"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"m4bench/internal/score"
	"m4bench/internal/task"
)

// drawn is a random task with reference rows that have keys of their own.
type drawn struct {
	task *task.Task
	rows [][]string
	path string
}

// fields draws the text of a field that its type can read.
var fields = map[task.Type]*rapid.Generator[string]{
	task.Integer: rapid.Custom(func(t *rapid.T) string { return fmt.Sprint(rapid.IntRange(-3, 40).Draw(t, "integer")) }),
	task.Number: rapid.OneOf(rapid.StringMatching(`-?[0-9]{1,4}(\.[0-9]{0,6})?`), rapid.StringMatching(`[0-9]\.[0-9]{12}`),
		rapid.StringMatching(`[0-9]{1,3}e-?[0-9]`)),
	task.Text: rapid.OneOf(rapid.StringMatching(`[ A-Za-z",]{1,6}`), rapid.SampledFrom([]string{"None", "NA", "a\nb", "é"})),
	task.Timestamp: rapid.Custom(func(t *rapid.T) string {
		return fmt.Sprintf("%04d-%02d-%02d %02d:%02d:%02d", rapid.IntRange(2100, 2210).Draw(t, "year"), rapid.IntRange(1, 12).Draw(t, "month"),
			rapid.IntRange(1, 28).Draw(t, "day"), rapid.IntRange(0, 23).Draw(t, "hour"), rapid.IntRange(0, 59).Draw(t, "minute"), rapid.IntRange(0, 59).Draw(t, "second"))
	}),
	task.Boolean: rapid.SampledFrom([]string{"true", "F", "1", "0"}),
}

var types = rapid.SampledFrom([]task.Type{task.Integer, task.Number, task.Text, task.Timestamp, task.Boolean})

func draw(t *rapid.T) drawn {
	d := drawn{task: &task.Task{ID: "drawn"}}
	keys := rapid.SliceOfN(rapid.SampledFrom([]task.Type{task.Integer, task.Text, task.Timestamp}), 1, 3).Draw(t, "keys")
	for i, typ := range keys {
		d.task.Columns = append(d.task.Columns, task.Column{Name: fmt.Sprintf("k%d", i), Role: task.Key, Type: typ})
	}
	for i, typ := range rapid.SliceOfN(types, 1, 4).Draw(t, "columns") {
		role := rapid.SampledFrom([]task.Role{task.Value, task.Extra}).Draw(t, "role")
		d.task.Columns = append(d.task.Columns, task.Column{Name: fmt.Sprintf("v%d", i), Role: role, Type: typ,
			Ordered: typ != task.Text, Tolerance: rapid.SampledFrom([]float64{0, 0.01, 1}).Draw(t, "tolerance")})
	}
	seen := map[string]bool{}
	for range rapid.IntRange(1, 30).Draw(t, "rows") {
		row := drawRow(t, d.task)
		if key := strings.Join(row[:len(keys)], "\x00"); !seen[key] {
			seen[key] = true
			d.rows = append(d.rows, row)
		}
	}
	return d
}

func drawRow(t *rapid.T, tk *task.Task) []string {
	var row []string
	for _, c := range tk.Columns {
		if c.Role != task.Key && rapid.IntRange(0, 4).Draw(t, "empty") == 0 {
			row = append(row, "")
			continue
		}
		row = append(row, fields[c.Type].Draw(t, c.Name))
	}
	return row
}

func (d drawn) csv(rows [][]string) string {
	var out bytes.Buffer
	w := csv.NewWriter(&out)
	var header []string
	for _, c := range d.task.Columns {
		header = append(header, c.Name)
	}
	w.Write(header)
	for _, row := range rows {
		if len(row) == 1 && row[0] == "" {
			continue
		}
		w.Write(row)
	}
	w.Flush()
	return out.String()
}

func (d drawn) score(rt *rapid.T, dir, output string) *score.Result {
	reference := dir + "/reference.csv"
	if err := writeFile(reference, d.csv(d.rows)); err != nil {
		rt.Fatal(err)
	}
	r, err := score.Evaluate(context.Background(), d.task, "output.csv", reference,
		score.Options{OpenOutput: func() (io.ReadCloser, error) { return io.NopCloser(strings.NewReader(output)), nil }})
	if err != nil {
		rt.Fatal(err)
	}
	return r
}

func TestTheReferenceScoresOne(t *testing.T) {
	dir := t.TempDir()
	rapid.Check(t, func(rt *rapid.T) {
		d := draw(rt)
		r := d.score(rt, dir, d.csv(d.rows))
		checkAccounts(t, r)
		if r.Reward != 1 || r.Coverage != 1 || r.Keys.F1 != 1 || r.ExactRows.Rate != 1 || !r.Strict.Passed {
			rt.Fatalf("reward %v, keys %+v, notes %v", r.Reward, r.Keys, r.Notes)
		}
		if r.NMAE != nil && (*r.NMAE != 0 || *r.NMAEAll != 0) {
			rt.Fatalf("nmae %v, %v", *r.NMAE, *r.NMAEAll)
		}
	})
}

// Neither the order of rows nor the way of writing changes anything but lines.
func TestRowOrderDoesNotMatter(t *testing.T) {
	dir := t.TempDir()
	rapid.Check(t, func(rt *rapid.T) {
		d := draw(rt)
		var rows [][]string
		seen := map[string]bool{}
		for _, row := range append(slices.Clone(d.rows), drawRow(rt, d.task), drawRow(rt, d.task)) {
			row = slices.Clone(row)
			keys := len(d.task.Keys())
			if at := rapid.IntRange(0, len(row)-1).Draw(rt, "changed"); at >= keys {
				row[at] = fields[d.task.Columns[at].Type].Draw(rt, "other")
			}
			if key := strings.Join(row[:keys], "\x00"); !seen[key] { // which duplicate counts depends on the order
				seen[key] = true
				rows = append(rows, row)
			}
		}
		a := d.score(rt, dir, d.csv(rows))
		b := d.score(rt, dir, strings.ReplaceAll(d.csv(rapid.Permutation(rows).Draw(rt, "order")), "\r", ""))
		for _, r := range []*score.Result{a, b} {
			checkAccounts(t, r)
			r.Keys.Examples = score.KeyExamples{}
			r.Notes = nil
			for i := range r.Columns {
				r.Columns[i].Examples = nil
			}
		}
		if got, want := fmt.Sprintf("%+v", flatten(b)), fmt.Sprintf("%+v", flatten(a)); got != want {
			rt.Fatalf("in another order\n%s\nat first\n%s", got, want)
		}
	})
}

// flatten writes a result with the values behind its pointers.
func flatten(r *score.Result) string {
	text, err := jsonText(r)
	if err != nil {
		return err.Error()
	}
	return text
}

// One bad cell costs one cell.
func TestOneBadCellCostsOneCell(t *testing.T) {
	dir := t.TempDir()
	rapid.Check(t, func(rt *rapid.T) {
		d := draw(rt)
		keys := len(d.task.Keys())
		rows := slices.Clone(d.rows)
		at, column := rapid.IntRange(0, len(rows)-1).Draw(rt, "row"), rapid.IntRange(keys, len(d.task.Columns)-1).Draw(rt, "column")
		rows[at] = slices.Clone(rows[at])
		rows[at][column] = "no such value"
		r := d.score(rt, dir, d.csv(rows))
		checkAccounts(t, r)
		for _, c := range r.Columns {
			want := len(rows)
			if c.Name == d.task.Columns[column].Name {
				want--
			}
			if c.Matched != want || c.Total != len(rows) {
				rt.Fatalf("column %s has %d of %d cells, want %d", c.Name, c.Matched, c.Total, want)
			}
		}
	})
}

// One further row enlarges the denominators by one and takes nothing away: a
// row with an unknown key, one with a key that was there, one that is no row.
func TestOneFurtherRowCostsOneRow(t *testing.T) {
	dir := t.TempDir()
	rapid.Check(t, func(rt *rapid.T) {
		d := draw(rt)
		further := rapid.SampledFrom([]string{"drawn", "again", "ragged", "unclosed", "blank key"}).Draw(rt, "further")
		rows := slices.Clone(d.rows)
		tail := ""
		switch further {
		case "drawn":
			rows = append(rows, drawRow(rt, d.task))
		case "again":
			rows = append(rows, rows[0])
		case "ragged":
			tail = strings.Repeat(",", len(d.task.Columns)) + "\n"
		case "unclosed":
			tail = "\"1,2\n"
		case "blank key":
			tail = strings.Repeat(",", len(d.task.Columns)-1) + "\n"
		}
		r := d.score(rt, dir, d.csv(rows)+tail)
		checkAccounts(t, r)
		for _, c := range r.Columns {
			if c.Matched != len(d.rows) || c.Total != len(d.rows)+1 {
				rt.Fatalf("%s: column %s has %d of %d cells, want %d of %d", further, c.Name, c.Matched, c.Total, len(d.rows), len(d.rows)+1)
			}
		}
	})
}
