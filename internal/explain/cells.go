package explain

import (
	"fmt"
	"slices"
	"strings"

	"m4bench/internal/duck"
	"m4bench/internal/task"
)

// cells spells a task's columns in SQL: how a table is read into comparable
// types, and when two cells differ as the evaluator sees it.
type cells struct {
	task    *task.Task
	keys    []task.Column
	scored  []task.Column
	natural []task.Column // the natural key, if the task has one
}

func cellsOf(t *task.Task) cells {
	c := cells{task: t, keys: t.Keys(), scored: t.Scored()}
	for _, name := range t.NaturalKey {
		for _, column := range t.Columns {
			if column.Name == name {
				c.natural = append(c.natural, column)
			}
		}
	}
	return c
}

// occurrence numbers rows with the same key, so that a doubled row is a row of
// its own and not a multiplied join.
const occurrence = "occurrence"

// read selects a table's keys and scored columns in comparable types.
func (c cells) read(table string) string {
	var columns, keys, values []string
	for _, k := range c.keys {
		columns = append(columns, cast(k))
		keys = append(keys, duck.Ident(k.Name))
	}
	for _, s := range c.scored {
		if !slices.ContainsFunc(c.keys, func(k task.Column) bool { return k.Name == s.Name }) {
			columns = append(columns, cast(s))
		}
		values = append(values, duck.Ident(s.Name))
	}
	return fmt.Sprintf("SELECT %s, row_number() OVER (PARTITION BY %s ORDER BY %s) AS %s, true AS present FROM %s",
		strings.Join(columns, ", "), strings.Join(keys, ", "), strings.Join(values, ", "), occurrence, table)
}

func cast(c task.Column) string {
	return fmt.Sprintf("%s::%s AS %s", duck.Ident(c.Name), sqlType(c), duck.Ident(c.Name))
}

func sqlType(c task.Column) string {
	switch c.Type {
	case task.Text:
		return "VARCHAR"
	case task.Timestamp, task.Date:
		return "TIMESTAMP"
	case task.Integer:
		if c.Role == task.Key || c.Role == task.ID {
			return "BIGINT"
		}
	}
	return "DOUBLE"
}

// on joins two readings by key, missing key parts included.
func (c cells) on(left, right string) string {
	return fmt.Sprintf("%s.%s = %s.%s AND ", left, occurrence, right, occurrence) + c.sameKey(left, right)
}

func (c cells) sameKey(left, right string) string {
	var conditions []string
	for _, k := range c.keys {
		name := duck.Ident(k.Name)
		conditions = append(conditions, fmt.Sprintf("%s.%s IS NOT DISTINCT FROM %s.%s", left, name, right, name))
	}
	return strings.Join(conditions, " AND ")
}

// differs says when a column's cells differ: one is missing, or they are
// farther apart than the column's tolerance.
func differs(c task.Column, left, right string) string {
	l, r := left+"."+duck.Ident(c.Name), right+"."+duck.Ident(c.Name)
	switch sqlType(c) {
	case "VARCHAR":
		return fmt.Sprintf("(%s IS DISTINCT FROM %s)", l, r)
	case "TIMESTAMP":
		return fmt.Sprintf("coalesce((%s IS NULL) <> (%s IS NULL) OR abs(epoch_us(%s) - epoch_us(%s)) > %g, false)", l, r, l, r, c.Tolerance*1e6)
	default:
		return fmt.Sprintf("coalesce((%s IS NULL) <> (%s IS NULL) OR abs(%s - %s) > %g, false)", l, r, l, r, c.Tolerance)
	}
}

// differing lists, one a scored column, when two readings differ in it. A row
// that only one of them has differs in every column.
func (c cells) differing(left, right string) []string {
	var all []string
	for _, s := range c.scored {
		all = append(all, fmt.Sprintf("(%s.present IS NULL OR %s.present IS NULL OR %s)", left, right, differs(s, left, right)))
	}
	return all
}
