package score

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"m4bench/internal/score/table"
)

// notes says in words what a person should know or do.
func (s *scorer) notes(r *Result) []string {
	notes := []string{}
	note := func(format string, args ...any) { notes = append(notes, fmt.Sprintf(format, args...)) }
	if r.Failure != "" {
		note("nothing was scored: %s", r.Failure)
		return notes
	}
	if len(s.missing) > 0 {
		note("%s missing from the header, which has %s: a scored column counts as wrong in every row, and the strict pass fails",
			plural(len(s.missing), "column %s is", "columns %s are", strings.Join(s.missing, ", ")), quoteAll(s.header))
	}
	if len(s.unused) > 0 {
		note("ignored, because the task has no such column: %s", quoteAll(s.unused))
	}
	if n := s.rows.Invalid; n > 0 {
		first := s.examples.Invalid[0]
		note("%s no usable row; the first is line %d: %s", count(n, "line makes", "lines make"), first.Line, first.Reason)
	}
	if n := s.rows.Duplicate; n > 0 {
		note("%s an earlier key: the first row of each key was scored, and every further one counts as wrong", count(n, "row repeats", "rows repeat"))
	}
	if s.rows.Matched == 0 && s.rows.Unknown > 0 {
		note("no key of the output is in the reference")
	}
	if p, ok := suspect(r.Keys.Parts); ok {
		note("%.0f %% of the unknown keys would be in the reference if %s did not count: check how %s is made", 100*p.Share, p.Column, p.Column)
	}
	for _, t := range s.tallies {
		notes = append(notes, t.notes()...)
	}
	if s.natural != nil && len(s.natural.missing) > 0 {
		note("the natural key cannot be compared without %s", strings.Join(s.natural.missing, ", "))
	}
	return notes
}

func (t *tally) notes() []string {
	var notes []string
	if t.unreadable > 0 {
		notes = append(notes, fmt.Sprintf("column %s: %s be read as %s; the first is line %d: %q; leave a field empty where there is no value",
			t.column.Name, count(t.unreadable, "cell cannot", "cells cannot"), wanted(t.column.kind), t.firstUnreadableLine, t.firstUnreadable))
	}
	if noise := t.near[0]; noise > 0 && t.column.kind != table.Instant && t.column.Tolerance < nearBounds[0] {
		notes = append(notes, fmt.Sprintf("column %s: %s from the reference by less than %g, which looks like rounding noise; the task asks for a tolerance of %g",
			t.column.Name, count(noise, "value differs", "values differ"), nearBounds[0], t.column.Tolerance))
	}
	return notes
}

// suspect is the key column that explains most unknown keys, if it explains at
// least half of them and more than any other.
func suspect(parts []KeyPart) (KeyPart, bool) {
	parts = slices.SortedFunc(slices.Values(parts), func(a, b KeyPart) int { return cmp.Compare(b.Share, a.Share) })
	if len(parts) == 0 || parts[0].Share < 0.5 || len(parts) > 1 && parts[1].Share == parts[0].Share {
		return KeyPart{}, false
	}
	return parts[0], true
}

func count(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, many)
}

func plural(n int, one, many string, args ...any) string {
	if n == 1 {
		return fmt.Sprintf(one, args...)
	}
	return fmt.Sprintf(many, args...)
}
