package ehr

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"m4bench/internal/duck"
)

// readParquet loads a parquet file, held to the same rules as a csv file: a
// value that is not exactly of the declared type is an error, and an empty text
// is missing.
func (l *loader) readParquet(ctx context.Context, t Table, f File, what string, info *TableInfo) error {
	if err := l.verifyParquet(ctx, t, f, what, info); err != nil {
		return err
	}
	l.progress.Step(what, 0, 0, "rows read so far; parquet tells no progress")
	source := fmt.Sprintf("read_parquet(%s)", duck.Literal(escapeGlob(f.Path)))
	names, types, err := l.describe(ctx, source)
	if err != nil {
		return refused(err, f)
	}
	fit, err := fitColumns(t, f, names)
	if err != nil {
		err.(*SourceError).Line = 0 // a parquet file has no header line
		return err
	}
	info.MissingColumns, info.UnknownColumns = fit.missing, fit.unknown
	if err := l.checkParquet(ctx, f, fit, names, types); err != nil {
		return err
	}
	if info.Rows, err = l.db.QueryInt(ctx, "SELECT count(*) FROM "+source); err != nil {
		return refused(err, f)
	}
	return refused(l.db.Exec(ctx, fmt.Sprintf("INSERT INTO %s SELECT %s FROM (SELECT %s FROM %s)%s",
		t.QualifiedName(), fit.selectList(), numbered(names, types), source, clusterOrder(t))), f)
}

// verifyParquet sums up the file, which DuckDB reads by itself later.
func (l *loader) verifyParquet(ctx context.Context, t Table, f File, what string, info *TableInfo) error {
	if l.wantsSum(t, f) {
		file, err := os.Open(f.Path)
		if err != nil {
			return &SourceError{File: f.Name, Problem: "the file cannot be read: " + firstLine(err)}
		}
		defer file.Close()
		hash := sha256.New()
		for done := int64(0); ctx.Err() == nil; {
			n, err := io.CopyN(hash, file, 8<<20)
			done += n
			l.progress.Step(what, done, f.Size, "bytes summed up")
			if err == io.EOF {
				break
			}
			if err != nil {
				return &SourceError{File: f.Name, Problem: "the file cannot be read: " + firstLine(err)}
			}
		}
		if ctx.Err() != nil {
			return ctx.Err()
		}
		info.SHA256 = hex.EncodeToString(hash.Sum(nil))
	}
	var err error
	info.Checksum, err = l.sums.judge(l.verify, t, f, info.SHA256)
	return err
}

// describe lists the columns of a parquet file and their types.
func (l *loader) describe(ctx context.Context, source string) (names, types []string, err error) {
	err = eachRow(ctx, l.db, "SELECT column_name, column_type FROM (DESCRIBE SELECT * FROM "+source+")", func(scan func(...any) error) error {
		var name, kind string
		err := scan(&name, &kind)
		names, types = append(names, name), append(types, kind)
		return err
	})
	return names, types, err
}

// numbered renames the columns to c0, c1 and so on, with empty texts missing.
func numbered(names, types []string) string {
	list := make([]string, len(names))
	for i, name := range names {
		list[i] = duck.Ident(name)
		if types[i] == "VARCHAR" {
			list[i] = fmt.Sprintf("nullif(%s, '')", list[i])
		}
		list[i] += fmt.Sprintf(" AS c%d", i)
	}
	return strings.Join(list, ", ")
}

// checkParquet looks for the first value that its column cannot hold exactly.
// One scan tests all columns whose type leaves a doubt.
func (l *loader) checkParquet(ctx context.Context, f File, c fit, names, types []string) error {
	var tests, tested []string
	for i, name := range c.names {
		column, known := c.table.Column(name)
		if !known {
			continue
		}
		if bad := badValue(fmt.Sprintf("c%d", i), types[i], column.Type); bad != "" {
			tests = append(tests, fmt.Sprintf("min(CASE WHEN %s THEN row END)", bad))
			tested = append(tested, column.Name)
		}
	}
	if tests == nil {
		return nil
	}
	from := fmt.Sprintf("(SELECT file_row_number + 1 AS row, %s FROM read_parquet(%s, file_row_number=true))",
		numbered(names, types), duck.Literal(escapeGlob(f.Path)))
	firsts := make([]*int64, len(tests))
	err := eachRow(ctx, l.db, "SELECT "+strings.Join(tests, ", ")+" FROM "+from, func(scan func(...any) error) error {
		into := make([]any, len(firsts))
		for i := range firsts {
			into[i] = &firsts[i]
		}
		return scan(into...)
	})
	if err != nil {
		return refused(err, f)
	}
	for i, row := range firsts {
		if row != nil {
			return l.badParquetValue(ctx, f, c, tested[i], *row, from)
		}
	}
	return nil
}

func (l *loader) badParquetValue(ctx context.Context, f File, c fit, name string, row int64, from string) error {
	column, _ := c.table.Column(name)
	var text string
	err := eachRow(ctx, l.db, fmt.Sprintf("SELECT left(CAST(c%d AS VARCHAR), 40) FROM %s WHERE row = %d", slices.Index(c.names, name), from, row),
		func(scan func(...any) error) error { return scan(&text) })
	if err != nil {
		return refused(err, f)
	}
	return &SourceError{
		File: f.Name, Line: row, Column: name,
		Problem: fmt.Sprintf("%q is not %s", text, meaning[column.Type]),
		Advice:  "write the file again with the right types; only the empty value stands for a missing one",
	}
}

// meaning of the types, in words.
var meaning = map[string]string{
	"BIGINT":    "a whole number of 64 bits",
	"INTEGER":   "a whole number of 32 bits",
	"DOUBLE":    "a finite number",
	"TIMESTAMP": "a time without zone",
	"DATE":      "a date",
	"VARCHAR":   "a text",
}

// badValue is the test for a value of one type that another cannot hold
// exactly; empty if there can be none.
func badValue(value, from, to string) string {
	uncastable := fmt.Sprintf("%s IS NOT NULL AND TRY_CAST(%s AS %s) IS NULL", value, value, to)
	whole := to == "BIGINT" || to == "INTEGER"
	switch {
	case to == "DOUBLE" && (from == "VARCHAR" || from == "DOUBLE" || from == "FLOAT"):
		return fmt.Sprintf("%s IS NOT NULL AND NOT coalesce(isfinite(TRY_CAST(%s AS DOUBLE)), false)", value, value)
	case whole && (from == "VARCHAR" || from == "DOUBLE" || from == "FLOAT" || strings.HasPrefix(from, "DECIMAL")):
		return fmt.Sprintf("%s OR TRY_CAST(%s AS DOUBLE) <> TRY_CAST(%s AS %s)", uncastable, value, value, to)
	case from == to || to == "VARCHAR" || from == "DATE" && to == "TIMESTAMP":
		return ""
	default:
		return uncastable
	}
}

// clusterOrder sorts the rows of a clustered table.
func clusterOrder(t Table) string {
	if len(t.Cluster) == 0 {
		return ""
	}
	return " ORDER BY " + strings.Join(t.Cluster, ", ")
}

// escapeGlob keeps DuckDB from reading a file name as a pattern.
func escapeGlob(path string) string {
	return strings.NewReplacer("[", "[[]", "*", "[*]", "?", "[?]").Replace(path)
}
