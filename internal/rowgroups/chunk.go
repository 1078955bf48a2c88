package rowgroups

import (
	"encoding/binary"
	"io"

	"github.com/parquet-go/parquet-go/deprecated"
	"github.com/parquet-go/parquet-go/encoding/thrift"
	"github.com/parquet-go/parquet-go/format"
)

const utf8 = deprecated.UTF8

// group writes one row group of file i.
func (s *stack) group(i int, from format.RowGroup) error {
	to := format.RowGroup{NumRows: from.NumRows, FileOffset: s.out.n}
	for n, c := range s.columns {
		var chunk format.ColumnChunk
		var err error
		switch {
		case c.Text != nil:
			chunk, err = s.constant(c.Text[i], from.NumRows)
		case c.From[i] < 0:
			chunk, err = s.absent(s.element(n).Type.V, from.NumRows)
		default:
			chunk, err = s.copy(i, from.Columns[c.From[i]])
		}
		if err != nil {
			return err
		}
		chunk.MetaData.PathInSchema = thrift.Slice[string]{name(n)}
		to.Columns = append(to.Columns, chunk)
		to.TotalByteSize += chunk.MetaData.TotalUncompressedSize
		to.TotalCompressedSize += chunk.MetaData.TotalCompressedSize
	}
	if err := s.filters(i, &to); err != nil {
		return err
	}
	s.groups = append(s.groups, to)
	s.rows += from.NumRows
	return nil
}

// copy takes a column's pages over as they are.
func (s *stack) copy(i int, chunk format.ColumnChunk) (format.ColumnChunk, error) {
	meta := chunk.MetaData
	start := meta.DataPageOffset
	if meta.DictionaryPageOffset > 0 {
		start = min(start, meta.DictionaryPageOffset)
	}
	moved := s.out.n - start
	if _, err := io.Copy(s.out, io.NewSectionReader(s.inputs[i].file, start, meta.TotalCompressedSize)); err != nil {
		return chunk, err
	}
	meta.DataPageOffset += moved
	if meta.DictionaryPageOffset > 0 {
		meta.DictionaryPageOffset += moved
	}
	meta.IndexPageOffset = 0
	return format.ColumnChunk{FileOffset: start + moved, MetaData: meta}, nil
}

// filters copies the Bloom filters of a row group behind it.
func (s *stack) filters(i int, group *format.RowGroup) error {
	for n := range group.Columns {
		meta := &group.Columns[n].MetaData
		if meta.BloomFilterOffset == 0 {
			continue
		}
		at := s.out.n
		if _, err := io.Copy(s.out, io.NewSectionReader(s.inputs[i].file, meta.BloomFilterOffset, int64(meta.BloomFilterLength))); err != nil {
			return err
		}
		meta.BloomFilterOffset = at
	}
	return nil
}

// absent is a column in which every row is NULL.
func (s *stack) absent(kind format.Type, rows int64) (format.ColumnChunk, error) {
	meta := format.ColumnMetaData{
		Type: kind, Encoding: thrift.Slice[format.Encoding]{format.Plain}, NumValues: rows,
		Statistics: format.Statistics{NullCount: rows},
	}
	return s.chunk(meta, nil, levels(rows, 0), format.Plain)
}

// constant is a column in which every row has the same text: a dictionary of one
// entry, and one run of its number.
func (s *stack) constant(text string, rows int64) (format.ColumnChunk, error) {
	meta := format.ColumnMetaData{
		Type: format.ByteArray, Encoding: thrift.Slice[format.Encoding]{format.PlainDictionary}, NumValues: rows,
		Statistics: format.Statistics{MinValue: []byte(text), MaxValue: []byte(text), DistinctCount: 1},
	}
	dictionary := append(binary.LittleEndian.AppendUint32(nil, uint32(len(text))), text...)
	const bitWidth = 1
	page := append(levels(rows, 1), bitWidth)
	page = append(run(page, rows), 0)
	return s.chunk(meta, dictionary, page, format.PlainDictionary)
}

// levels says for every row alike whether it has a value.
func levels(rows int64, present byte) []byte {
	encoded := append(run(nil, rows), present)
	return append(binary.LittleEndian.AppendUint32(nil, uint32(len(encoded))), encoded...)
}

// run begins a run of equal values: its length, shifted by the bit that tells
// runs from packed values. The value follows.
func run(to []byte, rows int64) []byte { return binary.AppendUvarint(to, uint64(rows)<<1) }

// chunk writes a column of one data page, behind its dictionary if it has one.
func (s *stack) chunk(meta format.ColumnMetaData, dictionary, data []byte, encoding format.Encoding) (format.ColumnChunk, error) {
	start := s.out.n
	if dictionary != nil {
		meta.DictionaryPageOffset = start
		header := format.PageHeader{Type: format.DictionaryPage, DictionaryPageHeader: thrift.New(format.DictionaryPageHeader{
			NumValues: 1, Encoding: encoding,
		})}
		if err := s.page(header, dictionary); err != nil {
			return format.ColumnChunk{}, err
		}
	}
	meta.DataPageOffset = s.out.n
	header := format.PageHeader{Type: format.DataPage, DataPageHeader: thrift.New(format.DataPageHeader{
		NumValues: int32(meta.NumValues), Encoding: encoding,
		DefinitionLevelEncoding: format.RLE, RepetitionLevelEncoding: format.RLE,
	})}
	if err := s.page(header, data); err != nil {
		return format.ColumnChunk{}, err
	}
	meta.Codec = format.Uncompressed
	meta.TotalCompressedSize = s.out.n - start
	meta.TotalUncompressedSize = meta.TotalCompressedSize
	return format.ColumnChunk{FileOffset: start, MetaData: meta}, nil
}

func (s *stack) page(header format.PageHeader, content []byte) error {
	header.UncompressedPageSize, header.CompressedPageSize = int32(len(content)), int32(len(content))
	encoded, err := thrift.Marshal(new(thrift.CompactProtocol), &header)
	if err != nil {
		return err
	}
	_, err = s.out.Write(append(encoded, content...))
	return err
}
