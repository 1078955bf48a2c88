package score

import (
	"fmt"
	"strings"

	"m4bench/internal/score/table"
)

// shownText bounds what is repeated of a cell.
const shownText = 80

func shorten(text string) string {
	if r := []rune(text); len(r) > shownText {
		return string(r[:shownText]) + "…"
	}
	return text
}

// noteCell keeps the first cells of a column that do not match.
func (s *scorer) noteCell(t *tally, want []table.Cell, b *table.Block, i int) {
	place := t.column.place
	if b.Row(i)[place] == table.Unreadable && t.firstUnreadableLine == 0 {
		t.firstUnreadable, t.firstUnreadableLine = shorten(b.Raw(i, place)), b.Line(i)
	}
	if len(t.examples) == keptExamples {
		return
	}
	t.examples = append(t.examples, Example{
		Key:      s.key(s.ref.table, want),
		Expected: shorten(s.ref.table.Format(want[place], place)),
		Found:    shorten(b.Raw(i, place)),
		Line:     b.Line(i),
	})
}

// key writes the key of a row by column name.
func (s *scorer) key(t *table.Table, row []table.Cell) map[string]string {
	key := map[string]string{}
	for i, c := range s.plan.columns[:s.plan.keys] {
		key[c.Name] = t.Format(row[i], i)
	}
	return key
}

func (s *scorer) noteKey(kept *[]KeyExample, b *table.Block, i int) {
	if len(*kept) == keptExamples {
		return
	}
	key := map[string]string{}
	for place, c := range s.plan.columns[:s.plan.keys] {
		key[c.Name] = shorten(b.Raw(i, place))
	}
	*kept = append(*kept, KeyExample{Key: key, Line: b.Line(i)})
}

func (s *scorer) noteInvalid(line int, reason string) {
	if len(s.examples.Invalid) < keptExamples {
		s.examples.Invalid = append(s.examples.Invalid, LineExample{line, reason})
	}
}

// explainKey adds to the reason what the line holds instead.
func (s *scorer) explainKey(b *table.Block, i int, reason string) string {
	if len(s.examples.Invalid) == keptExamples {
		return reason
	}
	repeated := true
	for place, c := range s.plan.columns[:s.plan.keys] {
		raw := b.Raw(i, place)
		repeated = repeated && strings.EqualFold(strings.TrimSpace(raw), c.Name)
		if b.Row(i)[place] == table.Unreadable {
			reason = fmt.Sprintf("%s: %q", reason, shorten(raw))
		}
	}
	if repeated {
		return "the header is repeated"
	}
	return reason
}

// missingKeys lists the first reference keys that the output lacks.
func (s *scorer) missingKeys() []KeyExample {
	keys := []KeyExample{}
	for n, seen := range s.seen {
		if len(keys) == keptExamples {
			break
		}
		if !seen {
			keys = append(keys, KeyExample{Key: s.key(s.ref.table, s.ref.table.Row(n))})
		}
	}
	return keys
}

func quoteAll(names []string) string {
	var quoted []string
	for i, name := range names {
		if i == 20 {
			quoted = append(quoted, fmt.Sprintf("and %d more", len(names)-i))
			break
		}
		quoted = append(quoted, fmt.Sprintf("%q", shorten(name)))
	}
	return strings.Join(quoted, ", ")
}
