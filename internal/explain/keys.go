package explain

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"m4bench/internal/duck"
	"m4bench/internal/task"
)

// Keys that an output has otherwise than the reference would make every row of
// it wrong, and hide what its values say. So sequence numbers that count from
// another number are shifted, and where numbers are given quite otherwise rows
// are found by the task's natural key instead.

// settleKeys decides how the output's rows are found, and counts those that are
// not. The reference must have been read.
func (lab *Lab) settleKeys(ctx context.Context, t target, file *File) (cells, error) {
	for _, k := range t.cells.keys {
		if err := lab.shiftNumbers(ctx, t, k, file); err != nil {
			return t.cells, err
		}
	}
	by := t.cells
	if err := lab.countKeys(ctx, t, by, file); err != nil {
		return by, err
	}
	if natural, ok := by.byNaturalKey(lab.outputHas); ok && 5*file.Unknown > file.Rows {
		byNature := File{Rows: file.Rows}
		if err := lab.countKeys(ctx, t, natural, &byNature); err != nil {
			return by, err
		}
		if 2*byNature.Unknown < file.Unknown {
			file.note("%d rows have a key that the reference does not have, and only %d would without the sequence number: rows are found by %s instead; check how the number is given",
				file.Unknown, byNature.Unknown, columnNames(natural.keys))
			file.Unknown, file.Missing, file.Repeated = byNature.Unknown, byNature.Missing, byNature.Repeated
			by = natural
		}
	}
	return by, lab.noteKeys(ctx, t, by, file)
}

// byNaturalKey finds rows by the natural key, if there is one and the output has it.
func (c cells) byNaturalKey(has func(string) bool) (cells, bool) {
	for _, k := range c.natural {
		if !has(k.Name) {
			return c, false
		}
	}
	c.keys = c.natural
	return c, len(c.natural) > 0
}

// shiftNumbers makes a sequence number that counts from 0 count from 1, as the
// references do. A sequence number is an integer after the first part of a key.
func (lab *Lab) shiftNumbers(ctx context.Context, t target, k task.Column, file *File) error {
	if k.Type != task.Integer || k.Name == t.cells.keys[0].Name {
		return nil
	}
	db, name := lab.db, duck.Ident(k.Name)
	var lowest [2]int64
	for i, table := range []string{outputTable, t.table} {
		var err error
		if lowest[i], err = db.QueryInt(ctx, "SELECT coalesce(min("+name+"), 1)::BIGINT FROM "+table); err != nil {
			return err
		}
	}
	if lowest != [2]int64{0, 1} {
		return nil
	}
	file.note("%s counts from 0 in the file and from 1 in the reference: it is compared as if it counted from 1", k.Name)
	return db.Exec(ctx, fmt.Sprintf("UPDATE %s SET %s = %s + 1", outputTable, name, name))
}

func (lab *Lab) countKeys(ctx context.Context, t target, by cells, file *File) error {
	names := columnNames(by.keys)
	keys := func(table string) string {
		var columns []string
		for _, k := range by.keys {
			columns = append(columns, cast(k))
		}
		return "SELECT " + strings.Join(columns, ", ") + " FROM " + table
	}
	query := fmt.Sprintf(`WITH output AS (SELECT %[1]s, count(*) AS n FROM (%[2]s) GROUP BY ALL),
			reference AS (SELECT %[1]s, count(*) AS n FROM (%[3]s) GROUP BY ALL)
		SELECT coalesce(sum(greatest(output.n - coalesce(reference.n, 1), 0)), 0)::BIGINT,
			coalesce(sum(output.n) FILTER (reference.n IS NULL), 0)::BIGINT,
			coalesce(sum(reference.n) FILTER (output.n IS NULL), 0)::BIGINT
		FROM output FULL JOIN reference ON %[4]s`, names, keys(outputTable), keys(t.table), by.sameKey("output", "reference"))
	if err := lab.db.Conn().QueryRowContext(ctx, query).Scan(&file.Repeated, &file.Unknown, &file.Missing); err != nil {
		return fmt.Errorf("compare the keys of the output with the reference: %w", err)
	}
	return nil
}

func columnNames(columns []task.Column) string {
	var names []string
	for _, c := range columns {
		names = append(names, duck.Ident(c.Name))
	}
	return strings.ReplaceAll(strings.Join(names, ", "), `"`, "")
}

func (f *File) note(format string, args ...any) {
	f.Notes = append(f.Notes, fmt.Sprintf(format, args...))
}

// noteKeys says in words what is odd about the file.
func (lab *Lab) noteKeys(ctx context.Context, t target, by cells, file *File) error {
	keys := columnNames(by.keys)
	if n := len(file.NoColumns); n > 0 {
		file.note("the file has no %s: not compared", strings.Join(file.NoColumns, ", "))
	}
	if len(file.Ignored) > 0 {
		file.note("ignored, because the task has no such column: %s", quoted(file.Ignored))
	}
	if file.Unusable > 0 {
		file.note("%d lines make no row that can be compared; the first: %s", file.Unusable, file.firstFault)
	}
	if file.Unreadable > 0 {
		file.note("%d cells cannot be read and equal nothing; the first: %s; leave a field empty where there is no value", file.Unreadable, file.firstUnreadable)
	}
	if file.Repeated > 0 {
		file.note("%d rows repeat a key (%s) that came before, each an extra row; the task wants %s", file.Repeated, keys, lab.grain(t))
	}
	reference, err := lab.db.QueryInt(ctx, "SELECT count(*) FROM "+t.table)
	if err != nil {
		return err
	}
	culprit, err := lab.oddKeyPart(ctx, t, by, file)
	switch {
	case err != nil:
		return err
	case file.Unknown == file.Rows:
		return &OutputError{fmt.Errorf("no row of the file has a key (%s) that the reference has%s: is it made from this database, with %s?", keys, culprit, lab.grain(t))}
	case file.Unknown > 0:
		file.note("%d of %d rows have a key (%s) that the reference does not have%s", file.Unknown, file.Rows, keys, culprit)
	}
	if file.Missing > 0 {
		file.note("the file lacks %d of the %d rows of the reference", file.Missing, reference)
	}
	return nil
}

// oddKeyPart names the part of the key for which most unknown rows are unknown.
func (lab *Lab) oddKeyPart(ctx context.Context, t target, by cells, file *File) (string, error) {
	if file.Unknown == 0 || len(by.keys) < 2 {
		return "", nil
	}
	for i := 1; i < len(by.keys); i++ { // the first part is whose row it is
		k, without, known := by.keys[i], by, File{}
		without.keys = slices.Delete(slices.Clone(by.keys), i, i+1)
		if err := lab.countKeys(ctx, t, without, &known); err != nil {
			return "", err
		}
		if 2*known.Unknown < file.Unknown {
			return fmt.Sprintf("; without %s %d would be known, so check how it is made", k.Name, file.Unknown-known.Unknown), nil
		}
	}
	return "", nil
}

// grain is what one row of the target is, in words.
func (lab *Lab) grain(t target) string {
	if c, err := lab.derivation.Library.Get(t.concept); err == nil {
		return c.Header.Grain
	}
	return "one row a key"
}
