package score

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"

	"m4bench/internal/score/table"
)

// reference is the rows to agree with, and what is known about each scored column.
type reference struct {
	plan   *plan
	table  *table.Table
	byKey  *table.Index
	traits []trait // of each scored column
}

func loadReference(ctx context.Context, p *plan, path string, o Options) (*reference, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, err
	}
	if info.IsDir() {
		return nil, fmt.Errorf("%s is a folder", path)
	}
	texts := table.NewDictionary()
	report := func(read int64) { o.Progress.Step("read the reference", read, info.Size(), "bytes") }
	source, err := table.Open(ctx, path, p.columns, texts, table.Limits{}, report)
	if err != nil {
		return nil, err
	}
	defer source.Close()
	if missing := table.Missing(source); len(missing) > 0 {
		return nil, fmt.Errorf("%s lacks the columns %s", path, strings.Join(missing, ", "))
	}
	rows := table.New(p.columns, texts)
	ref := &reference{plan: p, table: rows, byKey: table.NewIndex(rows, p.keyPlaces())}
	var fault *table.FileError // names the file itself
	if err := table.Each(source, ref.add); err != nil && !errors.As(err, &fault) {
		return nil, fmt.Errorf("%s: %w", path, err)
	} else if err != nil {
		return nil, err
	}
	if rows.Rows == 0 {
		return nil, fmt.Errorf("%s: there are no rows, so there is nothing to score", path)
	}
	texts.Freeze()
	ref.traits = describe(ref)
	return ref, nil
}

// add takes a row, and makes sure that it can be agreed with: readable
// everywhere, with a key of its own.
func (r *reference) add(row []table.Cell) error {
	n := r.table.Append(row)
	if reason, ok := r.plan.usableKey(row); !ok {
		return fmt.Errorf("row %d: %s", n+1, reason)
	}
	for c, cell := range row {
		if cell == table.Unreadable {
			return fmt.Errorf("row %d: column %s cannot be read as %s", n+1, r.plan.columns[c].Name, wanted(r.plan.columns[c].Kind))
		}
	}
	if first, added := r.byKey.Add(n); !added {
		return fmt.Errorf("rows %d and %d have the same key %s", first+1, n+1, r.keyText(row))
	}
	return nil
}

func (r *reference) keyText(row []table.Cell) string {
	var parts []string
	for i, c := range r.plan.columns[:r.plan.keys] {
		parts = append(parts, c.Name+"="+r.table.Format(row[i], i))
	}
	return strings.Join(parts, ", ")
}
