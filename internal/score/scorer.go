package score

import (
	"errors"
	"fmt"
	"io"
	"strings"

	"m4bench/internal/score/table"
)

// scorer goes through the rows of an output once.
type scorer struct {
	plan    *plan
	ref     *reference
	tallies []*tally
	natural *naturalKey // nil if the task has none

	seen    []bool // reference rows whose key the output has had
	last    int    // reference row of the row before
	unknown *keySet
	rows    Rows
	exact   int

	examples KeyExamples
	header   []string
	missing  []string // columns of the task that the output lacks
	unused   []string // columns of the output that the task does not have
}

func newScorer(p *plan, ref *reference) *scorer {
	s := &scorer{plan: p, ref: ref, seen: make([]bool, ref.table.Rows), last: -1, unknown: newKeySet(p, ref.table.Texts),
		examples: KeyExamples{Missing: []KeyExample{}, Unknown: []KeyExample{}, Duplicate: []KeyExample{}, Invalid: []LineExample{}}}
	for i := range p.scored {
		s.tallies = append(s.tallies, newTally(&p.scored[i], &ref.traits[i]))
	}
	if len(p.natural) > 0 {
		s.natural = newNaturalKey(p, ref.table)
	}
	return s
}

// keySet is a set of keys.
type keySet struct {
	table *table.Table
	index *table.Index
}

func newKeySet(p *plan, texts *table.Dictionary) *keySet {
	t := table.New(p.columns[:p.keys], texts)
	return &keySet{t, table.NewIndex(t, p.keyPlaces())}
}

// add says whether the key was not in the set yet.
func (k *keySet) add(row []table.Cell) bool {
	if _, found := k.index.Find(row); found {
		return false
	}
	_, added := k.index.Add(k.table.Append(row))
	return added
}

func (s *scorer) scoreAll(file string, source table.Source) error {
	if err := s.checkHeader(file, source); err != nil {
		return err
	}
	for {
		block, err := source.Next()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		s.rows.Output += block.Rows + block.InvalidRows
		s.rows.Invalid += block.InvalidRows
		s.scoreBlock(block)
	}
}

func (s *scorer) scoreBlock(b *table.Block) {
	invalid := b.Invalid
	for i := range b.Rows {
		for len(invalid) > 0 && invalid[0].Line < b.Line(i) {
			s.noteInvalid(invalid[0].Line, invalid[0].Reason)
			invalid = invalid[1:]
		}
		s.scoreRow(b, i)
	}
	for _, bad := range invalid {
		s.noteInvalid(bad.Line, bad.Reason)
	}
}

func (s *scorer) checkHeader(file string, source table.Source) error {
	s.header, s.unused = source.Header(), unusedColumns(s.plan, source)
	for i, c := range s.plan.columns[:s.plan.keys] {
		if !source.Has(i) {
			return &unusableOutput{fmt.Sprintf("%s, header: no column %s, which is a key of the task; found %s; write one header line with names separated by commas",
				file, c.Name, quoteAll(s.header))}
		}
	}
	have := map[string]bool{}
	for _, name := range s.header {
		have[strings.ToLower(name)] = true
	}
	for _, c := range s.plan.task.Columns {
		if !have[strings.ToLower(c.Name)] {
			s.missing = append(s.missing, c.Name)
		}
	}
	for _, t := range s.tallies {
		t.absent = !source.Has(t.column.place)
	}
	if s.natural != nil {
		s.natural.checkHeader(source)
	}
	return nil
}

// unusedColumns are those that the task does not name in any role.
func unusedColumns(p *plan, source table.Source) []string {
	named := map[string]bool{}
	for _, c := range p.task.Columns {
		named[strings.ToLower(c.Name)] = true
	}
	var unused []string
	for _, name := range source.Header() {
		if name != "" && !named[strings.ToLower(name)] {
			unused = append(unused, name)
		}
	}
	return unused
}

func (s *scorer) scoreRow(b *table.Block, i int) {
	row := b.Row(i)
	if s.natural != nil {
		s.natural.take(row)
	}
	if reason, ok := s.plan.usableKey(row); !ok {
		s.rows.Invalid++
		s.noteInvalid(b.Line(i), s.explainKey(b, i, reason))
		return
	}
	n, known := s.find(row)
	switch {
	case !known && s.unknown.add(row):
		s.rows.Unknown++
		s.noteKey(&s.examples.Unknown, b, i)
	case !known || s.seen[n]:
		s.rows.Duplicate++
		s.noteKey(&s.examples.Duplicate, b, i)
	default:
		s.seen[n] = true
		s.rows.Matched++
		s.compare(n, b, i)
	}
}

func (s *scorer) find(row []table.Cell) (int, bool) {
	if s.ref.byKey.Is(s.last+1, row) {
		s.last++
		return s.last, true
	}
	n, known := s.ref.byKey.Find(row)
	if known {
		s.last = n
	}
	return n, known
}

func (s *scorer) compare(n int, b *table.Block, i int) {
	want, got := s.ref.table.Row(n), b.Row(i)
	exact := true
	for _, t := range s.tallies {
		if t.absent {
			exact = false
			continue
		}
		place := t.column.place
		if !t.compare(want[place], got[place]) {
			exact = false
			s.noteCell(t, want, b, i)
		}
	}
	if exact {
		s.exact++
	}
}
