package table

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"runtime"
	"sync"
)

// Limits bound what is read of a csv file; 0 means no bound.
type Limits struct {
	Bytes int64 // after decompression
	Rows  int64 // lines that are not blank, without the header
}

const (
	slabBytes   = 1 << 20
	keptInvalid = 8 // invalid lines of one slab that are kept to show
)

// csvFile reads csv in three steps: one goroutine cuts the stream into slabs of
// whole rows, some parse slabs, and Next hands the blocks out in file order.
type csvFile struct {
	name   string
	in     io.ReadCloser
	layout *layout
	texts  *Dictionary
	limits Limits

	ended   func() error // why reading was stopped from outside
	stop    context.CancelFunc
	done    sync.WaitGroup
	free    chan *slab // to be filled
	work    chan *slab // to be parsed
	ordered chan *slab // in file order, parsed or about to be
	current *slab
	rows    int64
}

// slab is a stretch of whole rows and the block they become.
type slab struct {
	buffer  []byte
	rows    []byte // the part of buffer that is whole rows
	offset  int64  // of rows in the stream
	line    int    // of the first row
	tooLong int    // line of a row too long for any buffer, that stood before; 0 if none
	block   Block
	starts  []int // where each row of the block begins in rows
	err     error
	parsed  chan struct{}
}

// OpenCSV reads csv from a stream, which the Source closes. name stands for it
// in messages.
func OpenCSV(ctx context.Context, name string, in io.ReadCloser, columns []Column, texts *Dictionary, limits Limits) (Source, error) {
	first := newSlab()
	n, err := fill(in, first.buffer)
	atEnd := errors.Is(err, io.EOF)
	if err != nil && !atEnd {
		in.Close()
		return nil, readFault(name, int64(n), err)
	}
	layout, start, line, err := readHeader(name, first.buffer[:n], columns)
	if err != nil {
		in.Close()
		return nil, err
	}
	inner, stop := context.WithCancel(ctx)
	workers := min(max(runtime.GOMAXPROCS(0), 1), 8)
	f := &csvFile{
		name: name, in: in, layout: layout, texts: texts, limits: limits, ended: ctx.Err, stop: stop,
		free: make(chan *slab, workers+2), work: make(chan *slab, workers+2), ordered: make(chan *slab, workers+2),
	}
	for range workers + 1 {
		f.free <- newSlab()
	}
	f.free <- first
	f.done.Add(workers + 1)
	for range workers {
		go f.parse()
	}
	go f.cut(inner, splitter{file: f, rest: bytes.Clone(first.buffer[start:n]), offset: int64(start), line: line, atEnd: atEnd})
	return f, nil
}

func newSlab() *slab {
	return &slab{buffer: make([]byte, slabBytes), parsed: make(chan struct{}, 1)}
}

func (f *csvFile) Columns() []Column   { return f.layout.columns }
func (f *csvFile) Header() []string    { return f.layout.header }
func (f *csvFile) Has(column int) bool { return f.layout.field[column] >= 0 }

// Close stops reading, whether or not the end was reached.
func (f *csvFile) Close() error {
	f.stop()
	err := f.in.Close()
	f.done.Wait()
	return err
}

// Next implements Source.
func (f *csvFile) Next() (*Block, error) {
	if f.current != nil {
		f.free <- f.current
		f.current = nil
	}
	s, ok := <-f.ordered
	if !ok {
		return nil, cmp.Or(f.ended(), io.EOF)
	}
	<-s.parsed
	f.current = s
	if s.err != nil {
		return nil, s.err
	}
	f.rows += int64(s.block.Rows + s.block.InvalidRows)
	if f.limits.Rows > 0 && f.rows > f.limits.Rows {
		return nil, &FileError{File: f.name, Offset: -1, Reason: fmt.Sprintf("more than %d rows", f.limits.Rows),
			Remedy: "write one row for each row that the task asks for"}
	}
	return &s.block, nil
}

// cut fills slabs until the stream ends, and closes the queues.
func (f *csvFile) cut(ctx context.Context, from splitter) {
	defer f.done.Done()
	defer close(f.work)
	defer close(f.ordered)
	for more := true; more; {
		var s *slab
		select {
		case s = <-f.free:
		case <-ctx.Done():
			return
		}
		more = from.next(s)
		if ctx.Err() != nil {
			s.err, more = ctx.Err(), false
		}
		f.ordered <- s
		f.work <- s
	}
}

func (f *csvFile) parse() {
	defer f.done.Done()
	for s := range f.work {
		if s.err == nil {
			s.err = f.parseSlab(s)
		}
		s.parsed <- struct{}{}
	}
}

func (f *csvFile) parseSlab(s *slab) error {
	s.reset(f.layout)
	if s.tooLong > 0 {
		s.block.reject(s.tooLong, tooLong)
	}
	if offset, what := badByte(s.rows); what != "" {
		return &FileError{File: f.name, Line: s.line + bytes.Count(s.rows[:offset], newline), Offset: s.offset + int64(offset),
			Reason: what, Remedy: "write the file in UTF-8"}
	}
	line := s.line
	for at := 0; at < len(s.rows); {
		text, next, _ := f.layout.record(s.rows[at:], true)
		if !blank(text) {
			f.parseRow(s, text, at, line)
		}
		line += 1 + bytes.Count(text, newline)
		at += next
	}
	return nil
}

// parseRow adds the row to the block, or says why it is none.
func (f *csvFile) parseRow(s *slab, text []byte, at, line int) {
	b := &s.block
	n := len(b.cells)
	for range b.width {
		b.cells = append(b.cells, Null)
	}
	if reason := f.layout.parse(text, b.cells[n:], f.texts); reason != "" {
		b.cells = b.cells[:n]
		b.reject(line, reason)
		return
	}
	b.Rows++
	b.lines = append(b.lines, line)
	s.starts = append(s.starts, at)
}

func (s *slab) reset(l *layout) {
	b := &s.block
	b.Rows, b.InvalidRows, b.Invalid = 0, 0, b.Invalid[:0]
	b.width, b.cells, b.lines, s.starts = len(l.columns), b.cells[:0], b.lines[:0], s.starts[:0]
	b.raw = func(row, column int) string {
		text, _, _ := l.record(s.rows[s.starts[row]:], true)
		return l.raw(text, column)
	}
}

func (b *Block) reject(line int, reason string) {
	b.InvalidRows++
	if len(b.Invalid) < keptInvalid {
		b.Invalid = append(b.Invalid, Invalid{line, reason})
	}
}

func blank(text []byte) bool {
	for _, c := range text {
		if c != ' ' && c != '\t' {
			return false
		}
	}
	return true
}
