package ehr

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"m4bench/internal/duck"
)

// Warnings tells what a reader of the rows should know about where they come
// from.
func (i Info) Warnings() []string {
	var warnings []string
	add := func(format string, args ...any) { warnings = append(warnings, fmt.Sprintf(format, args...)) }
	for _, name := range i.Skipped {
		add("%s is no table of %s and was skipped", name, i.Title)
	}
	for _, t := range i.Tables {
		switch {
		case t.Absent:
			add("%s is not in the database", t.shortName())
		case t.Required && t.Rows == 0:
			add("%s is required and has no row", t.shortName())
		}
		if t.Checksum == checksumDiffers {
			add("%s differs from the file in %s", t.File, checksumFile)
		}
		if len(t.UnknownColumns) > 0 {
			add("%s has columns that %s does not, which were skipped: %s", t.File, t.shortName(), strings.Join(t.UnknownColumns, ", "))
		}
		if len(t.MissingColumns) > 0 {
			add("%s lacks columns of %s, which are NULL: %s", t.File, t.shortName(), strings.Join(t.MissingColumns, ", "))
		}
	}
	return warnings
}

// allWarnings tells what an import has found: in the folder and in the rows.
func (p plan) allWarnings(ctx context.Context, db *duck.DB, info Info) ([]string, error) {
	found, err := Inspect(ctx, db, info)
	return slices.Concat(info.Warnings(), p.unlisted(), found), err
}

// unlisted tells which files the list of checksums leaves out.
func (p plan) unlisted() []string {
	if p.sums == nil {
		return nil
	}
	var unlisted []string
	for _, t := range p.database.Tables {
		if f, there := p.folder.Files[t.Name]; there && p.sums.of(t, f) == "" {
			unlisted = append(unlisted, f.Name)
		}
	}
	if unlisted == nil {
		return nil
	}
	return []string{fmt.Sprintf("%s does not list %s", checksumFile, strings.Join(unlisted, ", "))}
}

// content is a column that references filter by for one item alone.
type content struct {
	table, column string
	item          int64
	meaning       string
}

// contents of which a loss is known to go unnoticed otherwise.
var contents = []content{
	{"labevents", "value", 52033, "the specimen type of blood gases"},
	{"chartevents", "value", 223900, "the verbal response, which tells an endotracheal tube"},
	{"chartevents", "value", 226732, "the oxygen device"},
	{"chartevents", "value", 223849, "the ventilator mode"},
	{"chartevents", "value", 227290, "the CRRT mode"},
}

// Inspect looks into the rows for what makes references silently empty: columns
// that they filter by and that are NULL in every row.
func Inspect(ctx context.Context, db *duck.DB, info Info) ([]string, error) {
	d, err := Lookup(info.Source)
	if err != nil {
		return nil, err
	}
	var warnings []string
	for _, known := range info.Tables {
		t, ok := d.Table(known.Table)
		if !ok || known.Rows == 0 {
			continue
		}
		found, err := emptyColumns(ctx, db, t, known)
		if err != nil {
			return nil, err
		}
		items, err := emptyItems(ctx, db, t)
		if err != nil {
			return nil, err
		}
		warnings = slices.Concat(warnings, found, items)
	}
	return warnings, nil
}

// emptyColumns finds required columns without any value.
func emptyColumns(ctx context.Context, db *duck.DB, t Table, known TableInfo) ([]string, error) {
	var names, counts []string
	for _, c := range t.Columns {
		if c.Required {
			names = append(names, c.Name)
			counts = append(counts, "count("+duck.Ident(c.Name)+")")
		}
	}
	if names == nil {
		return nil, nil
	}
	values := make([]int64, len(names))
	into := make([]any, len(names))
	for i := range values {
		into[i] = &values[i]
	}
	err := eachRow(ctx, db, "SELECT "+strings.Join(counts, ", ")+" FROM "+t.QualifiedName(), func(scan func(...any) error) error { return scan(into...) })
	if err != nil {
		return nil, err
	}
	var warnings []string
	for i, n := range values {
		if n == 0 {
			warnings = append(warnings, fmt.Sprintf("%s.%s is NULL in all %d rows", t.ShortName(), names[i], known.Rows))
		}
	}
	return warnings, nil
}

// emptyItems finds items whose rows are there but hold nothing.
func emptyItems(ctx context.Context, db *duck.DB, t Table) ([]string, error) {
	var warnings []string
	for _, c := range contents {
		if c.table != t.Name {
			continue
		}
		var rows, values int64
		err := eachRow(ctx, db, fmt.Sprintf("SELECT count(*), count(%s) FROM %s WHERE itemid = %d", c.column, t.QualifiedName(), c.item),
			func(scan func(...any) error) error { return scan(&rows, &values) })
		if err != nil {
			return nil, err
		}
		if rows > 0 && values == 0 {
			warnings = append(warnings, fmt.Sprintf("%s.%s is NULL in all %d rows of item %d, %s", t.ShortName(), c.column, rows, c.item, c.meaning))
		}
	}
	return warnings, nil
}
