package table

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/parquet-go/parquet-go"
)

const parquetRows = 4096 // rows of one block

// parquetFile reads the wanted columns of a Parquet file, a stretch of one row
// group at a time, one block ahead of who takes them.
type parquetFile struct {
	name    string
	in      *os.File
	columns []Column
	header  []string
	leaf    []int // column → leaf of the file, or -1
	convert []func(parquet.Value) Cell

	groups []parquet.RowGroup // still to be read
	open   []*leafReader
	left   int64 // rows of the open group still to be read
	values []parquet.Value
	blocks [3]Block // one with who takes them, one waiting, one being filled
	turn   int

	ended func() error // why reading was stopped from outside
	stop  context.CancelFunc
	ready chan blockOrError
}

type blockOrError struct {
	block *Block
	err   error
}

func openParquet(ctx context.Context, name string, in *os.File, size int64, columns []Column, texts *Dictionary, progress func(int64)) (s Source, err error) {
	defer func() {
		if err != nil {
			in.Close()
		}
	}()
	defer parquetFault(name, &err)
	file, err := parquet.OpenFile(in, size, parquet.SkipBloomFilters(true), parquet.SkipPageIndex(true))
	if err != nil {
		return nil, err
	}
	inner, stop := context.WithCancel(ctx)
	f := &parquetFile{name: name, in: in, columns: columns, groups: file.RowGroups(), values: make([]parquet.Value, parquetRows),
		ended: ctx.Err, stop: stop, ready: make(chan blockOrError, 1)}
	place := map[string]int{}
	for leaf, path := range file.Schema().Columns() {
		f.header = append(f.header, strings.Join(path, "."))
		place[foldName(path[0])] = leaf
	}
	for _, c := range columns {
		leaf, found := place[foldName(c.Name)]
		if !found {
			f.leaf, f.convert = append(f.leaf, -1), append(f.convert, nil)
			continue
		}
		column, _ := file.Schema().Lookup(file.Schema().Columns()[leaf]...)
		convert, err := converter(column, c.Kind, texts)
		if err != nil {
			stop()
			return nil, fmt.Errorf("column %s: %w", c.Name, err)
		}
		f.leaf, f.convert = append(f.leaf, leaf), append(f.convert, convert)
	}
	go f.readAll(inner, func(rows int64) { progress(size * rows / max(file.NumRows(), 1)) })
	return f, nil
}

func (f *parquetFile) Columns() []Column   { return f.columns }
func (f *parquetFile) Header() []string    { return f.header }
func (f *parquetFile) Has(column int) bool { return f.leaf[column] >= 0 }

// Close stops reading, whether or not the end was reached.
func (f *parquetFile) Close() error {
	f.stop()
	for range f.ready { // wait for the reader to end
	}
	return f.in.Close()
}

// Next implements Source.
func (f *parquetFile) Next() (*Block, error) {
	next, ok := <-f.ready
	if !ok {
		return nil, cmp.Or(f.ended(), io.EOF)
	}
	return next.block, next.err
}

func (f *parquetFile) readAll(ctx context.Context, progress func(rows int64)) {
	defer close(f.ready)
	defer f.closeGroup()
	for rows := int64(0); ; {
		block, err := f.read()
		if block == nil && err == nil {
			return
		}
		select {
		case f.ready <- blockOrError{block, err}:
		case <-ctx.Done():
			return
		}
		if err != nil {
			return
		}
		rows += int64(block.Rows)
		progress(rows)
	}
}

// read returns the next block, or none after the last.
func (f *parquetFile) read() (b *Block, err error) {
	defer parquetFault(f.name, &err)
	for f.left == 0 {
		f.closeGroup()
		if len(f.groups) == 0 {
			return nil, nil
		}
		f.openGroup(f.groups[0])
		f.groups = f.groups[1:]
	}
	rows := int(min(parquetRows, f.left))
	b = f.emptyBlock(rows)
	for c, leaf := range f.open {
		if leaf == nil {
			continue
		}
		if err := leaf.readAll(f.values[:rows]); err != nil {
			return nil, fmt.Errorf("column %s: %w", f.columns[c].Name, err)
		}
		convert := f.convert[c]
		for i, v := range f.values[:rows] {
			if !v.IsNull() {
				b.cells[i*b.width+c] = convert(v)
			}
		}
	}
	f.left -= int64(rows)
	return b, nil
}

func (f *parquetFile) emptyBlock(rows int) *Block {
	f.turn = (f.turn + 1) % len(f.blocks)
	b := &f.blocks[f.turn]
	b.Rows, b.width = rows, len(f.columns)
	b.raw = func(int, int) string { return "" }
	if b.cells == nil {
		b.cells = make([]Cell, parquetRows*b.width)
	}
	for i := range rows * b.width {
		b.cells[i] = Null
	}
	return b
}

func (f *parquetFile) openGroup(g parquet.RowGroup) {
	f.left = g.NumRows()
	chunks := g.ColumnChunks()
	f.open = make([]*leafReader, len(f.columns))
	for c, leaf := range f.leaf {
		if leaf >= 0 {
			f.open[c] = &leafReader{pages: chunks[leaf].Pages()}
		}
	}
}

func (f *parquetFile) closeGroup() {
	for _, leaf := range f.open {
		if leaf != nil {
			leaf.close()
		}
	}
	f.open = nil
}

// leafReader reads the values of one column of a row group, over page borders.
type leafReader struct {
	pages  parquet.Pages
	page   parquet.Page
	values parquet.ValueReader
}

func (l *leafReader) readAll(into []parquet.Value) error {
	for len(into) > 0 {
		if l.values == nil {
			page, err := l.pages.ReadPage()
			if err != nil {
				return fmt.Errorf("%d values are missing: %w", len(into), err)
			}
			l.page, l.values = page, page.Values()
		}
		n, err := l.values.ReadValues(into)
		into = into[n:]
		if err != nil && !errors.Is(err, io.EOF) {
			return err
		}
		if errors.Is(err, io.EOF) {
			parquet.Release(l.page)
			l.page, l.values = nil, nil
		}
	}
	return nil
}

func (l *leafReader) close() {
	if l.page != nil {
		parquet.Release(l.page)
	}
	l.pages.Close()
}

// parquetFault names the file in errors, and makes errors of the panics that
// the Parquet library answers damaged files with.
func parquetFault(name string, err *error) {
	if r := recover(); r != nil {
		*err = &FileError{File: name, Offset: -1, Reason: fmt.Sprintf("the Parquet data are damaged: %v", r), Remedy: "write the file again"}
		return
	}
	if *err != nil {
		*err = &FileError{File: name, Offset: -1, Reason: (*err).Error(), Remedy: "write it as csv or as Parquet with plain columns"}
	}
}
