// Package rowgroups puts Parquet files on top of each other without reading their
// rows: the row groups are copied as they lie, and only the footer is written
// anew. Of a hundred million rows that takes seconds where writing them again
// takes minutes.
package rowgroups

import (
	"bufio"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/parquet-go/parquet-go/encoding/thrift"
	"github.com/parquet-go/parquet-go/format"
)

// Column is one column of the result.
type Column struct {
	From []int    // for each file, the place of its column, from 0; below 0 where it has none, which gives NULL
	Text []string // or else, for each file, a text that is the same in all its rows
}

// magic begins and ends a Parquet file.
const magic = "PAR1"

// Stack writes the rows of the files one after the other. Columns are called f1, f2
// and so on. The files must have flat, optional columns, as DuckDB writes them.
func Stack(w io.Writer, files []string, columns []Column) error {
	buffered := bufio.NewWriterSize(w, 1<<20)
	s := &stack{out: &counter{w: buffered}, columns: columns}
	for i, path := range files {
		if err := s.open(path); err != nil {
			return errors.Join(fmt.Errorf("read %s: %w", path, err), s.close())
		}
		if err := s.fits(i); err != nil {
			return errors.Join(fmt.Errorf("stack %s: %w", path, err), s.close())
		}
	}
	return errors.Join(s.write(), buffered.Flush(), s.close())
}

type stack struct {
	columns []Column
	inputs  []input
	out     *counter
	groups  []format.RowGroup
	rows    int64
}

type input struct {
	file *os.File
	meta format.FileMetaData
}

// counter knows how much was written.
type counter struct {
	w io.Writer
	n int64
}

func (c *counter) Write(b []byte) (int, error) {
	n, err := c.w.Write(b)
	c.n += int64(n)
	return n, err
}

func (s *stack) close() error {
	var errs []error
	for _, in := range s.inputs {
		errs = append(errs, in.file.Close())
	}
	return errors.Join(errs...)
}

// open reads a file's footer.
func (s *stack) open(path string) error {
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	s.inputs = append(s.inputs, input{file: f})
	info, err := f.Stat()
	if err != nil {
		return err
	}
	tail := make([]byte, 8)
	if _, err := f.ReadAt(tail, info.Size()-int64(len(tail))); err != nil {
		return err
	}
	size := int64(binary.LittleEndian.Uint32(tail))
	if string(tail[4:]) != magic || size > info.Size()-12 {
		return errors.New("it is no Parquet file")
	}
	footer := make([]byte, size)
	if _, err := f.ReadAt(footer, info.Size()-8-size); err != nil {
		return err
	}
	return thrift.Unmarshal(new(thrift.CompactProtocol), footer, &s.inputs[len(s.inputs)-1].meta)
}

// fits makes sure that a file has the columns asked for, in the types that the
// files before it have them.
func (s *stack) fits(i int) error {
	schema := s.inputs[i].meta.Schema
	for _, element := range schema[1:] {
		if element.NumChildren.V > 0 || element.RepetitionType.V != format.Optional {
			return fmt.Errorf("column %s is nested or required", element.Name)
		}
	}
	for n, c := range s.columns {
		if c.Text != nil || c.From[i] < 0 {
			continue
		}
		if c.From[i] >= len(schema)-1 {
			return fmt.Errorf("it has no column %d", c.From[i])
		}
		first, own := s.element(n), schema[c.From[i]+1]
		if first.Type != own.Type || first.ConvertedType != own.ConvertedType || first.Scale != own.Scale || first.Precision != own.Precision {
			return fmt.Errorf("column %s has another type than in the file before", own.Name)
		}
	}
	return nil
}

// element describes a column of the result, as the first file does that has it.
func (s *stack) element(n int) format.SchemaElement {
	c := s.columns[n]
	element := format.SchemaElement{Type: thrift.New(format.ByteArray), ConvertedType: thrift.New(utf8), RepetitionType: thrift.New(format.Optional)}
	if c.Text == nil {
		for i, in := range s.inputs {
			if c.From[i] >= 0 {
				element = in.meta.Schema[c.From[i]+1]
				break
			}
		}
	}
	element.Name = name(n)
	return element
}

func name(n int) string { return fmt.Sprintf("f%d", n+1) }

func (s *stack) write() error {
	if _, err := io.WriteString(s.out, magic); err != nil {
		return err
	}
	for i, in := range s.inputs {
		for _, group := range in.meta.RowGroups {
			if err := s.group(i, group); err != nil {
				return fmt.Errorf("copy row groups of %s: %w", in.file.Name(), err)
			}
		}
	}
	return s.footer()
}

func (s *stack) footer() error {
	root := s.inputs[0].meta.Schema[0]
	root.NumChildren = thrift.New(int32(len(s.columns)))
	meta := format.FileMetaData{
		Version: s.inputs[0].meta.Version, CreatedBy: s.inputs[0].meta.CreatedBy,
		Schema: thrift.Slice[format.SchemaElement]{root}, NumRows: s.rows, RowGroups: s.groups,
	}
	for n := range s.columns {
		meta.Schema = append(meta.Schema, s.element(n))
	}
	footer, err := thrift.Marshal(new(thrift.CompactProtocol), &meta)
	if err != nil {
		return err
	}
	footer = binary.LittleEndian.AppendUint32(footer, uint32(len(footer)))
	_, err = s.out.Write(append(footer, magic...))
	return err
}
