package ehr

import (
	"fmt"
	"slices"
	"strings"

	"m4bench/internal/duck"
	"m4bench/internal/ehr/csvstream"
)

// fit says how the columns of a file serve those of a table. They are matched by
// name, whatever their order and letter case.
type fit struct {
	table   Table
	names   []string // of the file, in lower case, in its order
	missing []string // columns of the table that the file lacks
	unknown []string // columns of the file that the table lacks
}

func fitColumns(t Table, f File, header []string) (fit, error) {
	c := fit{table: t}
	for _, name := range header {
		name = strings.ToLower(strings.TrimSpace(name))
		if slices.Contains(c.names, name) {
			return c, &SourceError{File: f.Name, Line: 1, Column: name, Problem: "the header names this column twice", Advice: "leave one of the two"}
		}
		c.names = append(c.names, name)
		if _, known := t.Column(name); !known {
			c.unknown = append(c.unknown, name)
		}
	}
	var required []string
	for _, column := range t.Columns {
		if slices.Contains(c.names, column.Name) {
			continue
		}
		c.missing = append(c.missing, column.Name)
		if column.Required {
			required = append(required, column.Name)
		}
	}
	if required != nil {
		return c, &SourceError{
			File:    f.Name,
			Line:    1,
			Problem: fmt.Sprintf("required columns are missing: %s", strings.Join(required, ", ")),
			Advice:  fmt.Sprintf("the first line must name the columns of %s, separated by commas; it names %s", t.ShortName(), shownList(header)),
		}
	}
	return c, nil
}

// shownList shows names from a file, which may be anything, at bearable length.
func shownList(names []string) string {
	const most = 200
	text := strings.Join(names, ", ")
	if len(text) > most {
		text = text[:most] + "…"
	}
	return fmt.Sprintf("%q", strings.ToValidUTF8(text, "?"))
}

// kinds of fields by the type of their column.
var kinds = map[string]csvstream.Kind{
	"BIGINT":    csvstream.BigInteger,
	"INTEGER":   csvstream.Integer,
	"DOUBLE":    csvstream.Number,
	"VARCHAR":   csvstream.Text,
	"TIMESTAMP": csvstream.Time,
	"DATE":      csvstream.Time,
}

// fields lists the file's columns with what their fields must hold.
func (c fit) fields() []csvstream.Column {
	fields := make([]csvstream.Column, len(c.names))
	for i, name := range c.names {
		kind := csvstream.Skipped
		if column, known := c.table.Column(name); known {
			kind = kinds[column.Type]
		}
		fields[i] = csvstream.Column{Name: name, Kind: kind}
	}
	return fields
}

// clusterField is the file's column whose equal values are stored together, or -1.
func (c fit) clusterField() int {
	if len(c.table.Cluster) == 0 {
		return -1
	}
	return slices.Index(c.names, c.table.Cluster[0])
}

// selectList gives the table's columns in order, where the file's columns are
// called c0, c1 and so on.
func (c fit) selectList() string {
	return c.list(func(source string, _ Column) string { return source })
}

// feedList is selectList for a feed, which writes missing values and times in
// its own way.
func (c fit) feedList() string {
	return c.list(func(source string, column Column) string {
		switch kinds[column.Type] {
		case csvstream.Text:
			return source
		case csvstream.Number:
			return fmt.Sprintf("CASE WHEN NOT isnan(%s) THEN %[1]s END", source)
		case csvstream.Time:
			return fmt.Sprintf("make_timestamp(nullif(%s, CAST('%d' AS BIGINT)))", source, csvstream.MissingInt)
		default:
			return fmt.Sprintf("nullif(%s, CAST('%d' AS BIGINT))", source, csvstream.MissingInt)
		}
	})
}

func (c fit) list(value func(source string, column Column) string) string {
	list := make([]string, len(c.table.Columns))
	for i, column := range c.table.Columns {
		source := "NULL"
		if at := slices.Index(c.names, column.Name); at >= 0 {
			source = value(fmt.Sprintf("c%d", at), column)
		}
		list[i] = fmt.Sprintf("CAST(%s AS %s) AS %s", source, column.Type, duck.Ident(column.Name))
	}
	return strings.Join(list, ", ")
}
