package mimic

import (
	"context"
	"fmt"
	"slices"

	"m4bench/internal/ehr"
	"m4bench/internal/ehr/synth/store"
)

// Sink takes batches in order of their patients and writes the database.
type Sink struct {
	file   *store.File
	writer *store.Writer
	chart  *store.Spill[chartRecord]
	labs   *store.Spill[labRecord]
	who    []patientIDs // of all patients
}

// NewSink starts writing to a file that has all tables, empty. Rows that must
// wait for their place in the order of storage wait in the folder.
func NewSink(file *store.File, folder string) (_ *Sink, err error) {
	s := &Sink{file: file}
	if s.chart, err = store.NewSpill[chartRecord](folder, len(items)); err != nil {
		return nil, err
	}
	if s.labs, err = store.NewSpill[labRecord](folder, len(labItems)); err != nil {
		return nil, err
	}
	s.writer, err = store.NewWriter(file, plainTables())
	return s, err
}

// Take writes a batch.
func (s *Sink) Take(b *Batch) error {
	if err := s.writer.Add(b.blocks); err != nil {
		return err
	}
	s.who = append(s.who, b.who...)
	if err := s.chart.Add(b.chart); err != nil {
		return err
	}
	return s.labs.Add(b.labs)
}

// Close lets go of everything; after Finish nothing is lost by it.
func (s *Sink) Close() {
	s.writer.Close()
	s.chart.Close()
	s.labs.Close()
}

// Finish writes the dictionaries and the rows that waited, tells how many of
// them are done, and says what each table holds.
func (s *Sink) Finish(ctx context.Context, step func(table string, done, total int64)) ([]store.Content, error) {
	if err := s.dictionaries(); err != nil {
		return nil, err
	}
	contents, err := s.writer.Finish()
	if err != nil {
		return nil, err
	}
	writer, results := labWriter{who: s.who}, make([]*labTexts, len(labItems))
	labs, err := writeByItem(ctx, s.file, "labevents", s.labs, orderOf(labItems), step, func(b *store.Block, i int, records []labRecord) {
		if results[i] == nil {
			results[i] = labTextsOf(labItems[i], b)
		}
		writer.rows(b, results[i], records)
	})
	if err != nil {
		return nil, err
	}
	texts := make([]*itemTexts, len(items))
	chart, err := writeByItem(ctx, s.file, "chartevents", s.chart, orderOf(items), step, func(b *store.Block, i int, records []chartRecord) {
		if texts[i] == nil {
			texts[i] = textsOf(items[i], b)
		}
		chartRows(b, texts[i], records, s.who)
	})
	return append(contents, labs, chart), err
}

// blockRows is how many rows of the big tables are made at least before they are
// handed on: few enough for the processor's cache.
const blockRows = 2048

// identified is an entry of a dictionary.
type identified interface{ number() int64 }

// orderOf lists the positions of a dictionary in order of id.
func orderOf[T identified](list []T) []int {
	order := make([]int, len(list))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(a, b int) int { return int(list[a].number() - list[b].number()) })
	return order
}

// writeByItem writes a table that is stored item by item.
func writeByItem[T any](ctx context.Context, file *store.File, name string, spill *store.Spill[T], order []int,
	step func(string, int64, int64), rows func(*store.Block, int, []T)) (store.Content, error) {
	database, err := ehr.Lookup(ehr.MIMICIV)
	if err != nil {
		return store.Content{}, err
	}
	table, ok := database.Table(name)
	if !ok {
		return store.Content{}, fmt.Errorf("write %s: the source does not declare it", name)
	}
	done := int64(0)
	return store.Fill(file, table, func(b *store.Block, flush func() error) error {
		for _, i := range order {
			err := spill.Read(i, func(records []T) error {
				rows(b, i, records)
				if b.Rows() < blockRows {
					return nil
				}
				done += int64(b.Rows())
				step(name, done, spill.Len())
				if err := ctx.Err(); err != nil {
					return err
				}
				return flush()
			})
			if err != nil {
				return err
			}
		}
		return nil
	})
}

func (s *Sink) dictionaries() error {
	blocks := store.NewBlocks(plainTables())
	defer blocks.Close()
	for name, fill := range dictionaries {
		fill(blocks.Table(name))
	}
	return s.writer.Add(blocks)
}
