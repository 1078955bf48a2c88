package store

import (
	"fmt"
	"slices"

	"m4bench/internal/ehr"
)

// Blocks holds rows of many tables.
type Blocks struct {
	byName map[string]*Block
	texts  *Texts
}

// NewBlocks makes an empty block for each table.
func NewBlocks(tables []ehr.Table) *Blocks {
	b := &Blocks{byName: map[string]*Block{}, texts: NewTexts()}
	for _, t := range tables {
		b.byName[t.Name] = NewBlock(t.Name, typesOf(t), b.texts)
	}
	return b
}

// Table is the block of one table.
func (b *Blocks) Table(name string) *Block {
	block, ok := b.byName[name]
	if !ok {
		panic("store: no table " + name)
	}
	return block
}

// Reset empties all blocks.
func (b *Blocks) Reset() {
	for _, block := range b.byName {
		block.Reset()
	}
}

// Close lets go of the texts that the rows point at.
func (b *Blocks) Close() { b.texts.Release() }

func typesOf(t ehr.Table) []string {
	types := make([]string, len(t.Columns))
	for i, c := range t.Columns {
		types[i] = c.Type
	}
	return types
}

// TablesOf lists the tables of a source, in its order, without those named.
func TablesOf(source string, without ...string) []ehr.Table {
	database, err := ehr.Lookup(source)
	if err != nil {
		panic(err)
	}
	return slices.DeleteFunc(slices.Clone(database.Tables), func(t ehr.Table) bool {
		return slices.Contains(without, t.Name)
	})
}

// Writer adds blocks of rows to many tables of a file.
type Writer struct {
	tables    []ehr.Table
	appenders map[string]*Appender
}

// NewWriter starts adding rows to tables of the file. It must be closed.
func NewWriter(file *File, tables []ehr.Table) (*Writer, error) {
	w := &Writer{tables: tables, appenders: map[string]*Appender{}}
	for _, t := range tables {
		a, err := file.Appender(t.Schema, t.Name, typesOf(t))
		if err != nil {
			w.Close()
			return nil, err
		}
		w.appenders[t.Name] = a
	}
	return w, nil
}

// Add appends all rows of the blocks.
func (w *Writer) Add(blocks *Blocks) error {
	for _, t := range w.tables {
		if err := w.appenders[t.Name].Add(blocks.Table(t.Name)); err != nil {
			return err
		}
	}
	return nil
}

// Finish writes what is left, and says what each table holds.
func (w *Writer) Finish() ([]Content, error) {
	var contents []Content
	for _, t := range w.tables {
		a := w.appenders[t.Name]
		delete(w.appenders, t.Name)
		content, err := finish(t, a)
		if err != nil {
			return nil, err
		}
		contents = append(contents, content)
	}
	return contents, nil
}

// Close gives up what Finish has not written.
func (w *Writer) Close() {
	for _, a := range w.appenders {
		a.Abandon()
	}
}

func finish(t ehr.Table, a *Appender) (Content, error) {
	rows := a.Rows()
	hash, err := a.Close()
	if err != nil {
		return Content{}, fmt.Errorf("finish %s: %w", t.QualifiedName(), err)
	}
	return Content{Schema: t.Schema, Table: t.Name, Rows: rows, Hash: hash}, nil
}

// Fill writes one table from rows that are made on the way: make adds rows to
// the block and calls flush whenever it likes.
func Fill(file *File, t ehr.Table, makeRows func(b *Block, flush func() error) error) (Content, error) {
	appender, err := file.Appender(t.Schema, t.Name, typesOf(t))
	if err != nil {
		return Content{}, err
	}
	texts := NewTexts()
	defer texts.Release()
	block := NewBlock(t.Name, typesOf(t), texts)
	flush := func() error {
		defer block.Reset()
		return appender.Add(block)
	}
	if err := makeRows(block, flush); err != nil {
		appender.Abandon()
		return Content{}, err
	}
	if err := flush(); err != nil {
		appender.Abandon()
		return Content{}, err
	}
	return finish(t, appender)
}
