package runs

import (
	"bufio"
	"compress/gzip"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
)

// Bounds on an index, which may come from anywhere.
const (
	maxIndexBytes = 512 << 20 // uncompressed
	maxRows       = 1_000_000
)

// errNotIndex means that a CSV file is about something else.
var errNotIndex = errors.New("not an index of runs")

var required = []string{"task", "condition", "model", "trial", "reward"}

// ReadIndex reads a CSV index, plain or gzip (told by its content). Columns may
// come in any order; those that are not known are ignored.
func ReadIndex(path string, catalog *Catalog) ([]Run, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, inputf("open index: %w", err)
	}
	defer file.Close()
	return readIndex(file, path, catalog)
}

func readIndex(r io.Reader, name string, catalog *Catalog) ([]Run, error) {
	plain, err := decompressed(r, name)
	if err != nil {
		return nil, err
	}
	bounded := &io.LimitedReader{R: plain, N: maxIndexBytes}
	table := csv.NewReader(bounded)
	table.ReuseRecord = true
	header, err := table.Read()
	if err != nil {
		return nil, inputf("%s: read header: %w", name, err)
	}
	columns, err := newColumns(header, name)
	if err != nil {
		return nil, err
	}
	var out []Run
	for {
		record, err := table.Read()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return nil, inputf("%s: %w", name, err)
		}
		run, err := columns.run(record, table, name)
		if err != nil {
			return nil, err
		}
		catalog.complete(&run)
		out = append(out, run)
		if len(out) > maxRows || bounded.N <= 0 {
			return nil, inputf("%s: more than %d rows or %d MB: not an index of runs", name, maxRows, maxIndexBytes>>20)
		}
	}
	if len(out) == 0 {
		return nil, inputf("%s: there is a header but no run", name)
	}
	return out, nil
}

func decompressed(r io.Reader, name string) (io.Reader, error) {
	buffered := bufio.NewReaderSize(r, 1<<16)
	magic, _ := buffered.Peek(3)
	if len(magic) >= 2 && magic[0] == 0x1f && magic[1] == 0x8b {
		unzipped, err := gzip.NewReader(buffered)
		if err != nil {
			return nil, inputf("%s: damaged gzip: %w", name, err)
		}
		buffered = bufio.NewReader(unzipped)
		magic, _ = buffered.Peek(3)
	}
	if string(magic) == "\ufeff" {
		_, _ = buffered.Discard(3)
	}
	return buffered, nil
}

// columns maps the positions of a header to the fields of a Run.
type columns struct {
	names []string
	set   []func(*Run, string) error
}

func newColumns(header []string, name string) (*columns, error) {
	c := &columns{names: slices.Clone(header), set: make([]func(*Run, string) error, len(header))}
	seen := map[string]bool{}
	for i, column := range c.names {
		column = strings.TrimSpace(column)
		if seen[column] {
			return nil, inputf("%s:1: column %q appears twice", name, column)
		}
		seen[column] = true
		c.set[i] = fields[column]
	}
	var missing []string
	for _, column := range required {
		if !seen[column] {
			missing = append(missing, column)
		}
	}
	if len(missing) > 0 {
		return nil, inputf("%s:1: %w: no column %s; an index has at least %s",
			name, errNotIndex, strings.Join(missing, ", "), strings.Join(required, ", "))
	}
	return c, nil
}

func (c *columns) run(record []string, table *csv.Reader, name string) (Run, error) {
	run := New()
	run.Source = name
	run.Row, _ = table.FieldPos(0)
	for i, value := range record {
		if c.set[i] == nil {
			continue
		}
		if err := c.set[i](&run, value); err != nil {
			line, column := table.FieldPos(i)
			return run, inputf("%s:%d:%d: column %s: %w", name, line, column, c.names[i], err)
		}
	}
	if err := run.settle(); err != nil {
		return run, inputf("%s:%d: %w", name, run.Row, err)
	}
	return run, nil
}

// settle derives what the index leaves to be derived.
func (r *Run) settle() error {
	if r.Task == "" || r.Condition == "" || r.Model == "" {
		return errors.New("task, condition and model must not be empty")
	}
	if r.Reward != r.Reward && r.Outcome != Faulted {
		return errors.New("reward is empty; a run that failed has reward 0")
	}
	r.Strict = r.Outcome == Scored && r.Errors == 0 && r.Failing == 0 && r.Passed > 0
	if r.judged != Unknown {
		r.Strict = r.judged == Yes
	}
	if r.Errors > 0 && r.Outcome == Scored {
		r.Outcome = Failed
	}
	if r.Outcome == Failed {
		r.Strict = false
		if r.Failure == "" {
			r.Failure = failureOf(r.Return)
		}
	}
	if r.KeyF1 != r.KeyF1 && r.KeyPrecision == r.KeyPrecision && r.KeyRecall == r.KeyRecall {
		r.KeyF1 = harmonic(r.KeyPrecision, r.KeyRecall)
	}
	return nil
}

func harmonic(p, r float64) float64 {
	if p+r == 0 {
		return 0
	}
	return 2 * p * r / (p + r)
}

// failureOf is what the exit status of an agent tells where nothing else is recorded.
func failureOf(status int) string {
	switch status {
	case NoReturn, 0:
		return "no score"
	case -1:
		return "timeout or killed"
	}
	return fmt.Sprintf("agent exit status %d", status)
}
