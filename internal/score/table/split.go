package table

import (
	"bytes"
	"errors"
	"fmt"
	"io"
)

// splitter cuts a stream into stretches of whole rows.
type splitter struct {
	file    *csvFile
	rest    []byte // read, but not yet part of a slab
	offset  int64  // of rest in the stream
	line    int    // of rest
	atEnd   bool
	longRow bool // rest is the middle of a row that fits no buffer
}

// next fills a slab, and says whether there may be more.
func (p *splitter) next(s *slab) bool {
	s.err, s.tooLong = nil, 0
	n := copy(s.buffer, p.rest)
	if !p.atEnd {
		m, err := fill(p.file.in, s.buffer[n:])
		n += m
		p.atEnd = errors.Is(err, io.EOF)
		if err != nil && !p.atEnd {
			s.err = readFault(p.file.name, p.offset+int64(n), err)
			return false
		}
	}
	data := s.buffer[:n]
	if p.longRow {
		data = p.dropLongRow(s, data)
	}
	s.rows, s.offset, s.line = data[:p.whole(data)], p.offset, p.line
	rest := data[len(s.rows):]
	if len(s.rows) == 0 && len(rest) == len(s.buffer) {
		p.longRow = true
		p.offset += int64(len(rest))
		rest = nil
	}
	p.rest = append(p.rest[:0], rest...)
	p.offset += int64(len(s.rows))
	p.line += bytes.Count(s.rows, newline)
	if limit := p.file.limits.Bytes; limit > 0 && p.offset > limit {
		s.err = &FileError{File: p.file.name, Offset: -1, Reason: fmt.Sprintf("more than %d MiB of text", limit>>20),
			Remedy: "write one row for each row that the task asks for"}
	}
	return s.err == nil && (!p.atEnd || len(p.rest) > 0)
}

// dropLongRow skips to the line after a row that fits no buffer. If that line is
// not in data either, nothing of data is left.
func (p *splitter) dropLongRow(s *slab, data []byte) []byte {
	_, next, found := lineEnd(data, 0, p.atEnd)
	if !found {
		next = len(data)
	}
	p.offset += int64(next)
	if found {
		s.tooLong = p.line
		p.longRow = false
		p.line++
	}
	return data[next:]
}

// whole says how many bytes at the start are rows that need no further bytes.
func (p *splitter) whole(data []byte) int {
	if p.atEnd {
		return len(data)
	}
	if bytes.IndexByte(data, '"') < 0 {
		return bytes.LastIndexByte(data, '\n') + 1
	}
	at := 0
	for at < len(data) {
		_, next, ok := p.file.layout.record(data[at:], false)
		if !ok {
			break
		}
		at += next
	}
	return at
}

// fill reads until the buffer is full or reading ends; the end of the stream is io.EOF.
func fill(in io.Reader, buffer []byte) (n int, err error) {
	for n < len(buffer) && err == nil {
		var m int
		m, err = in.Read(buffer[n:])
		n += m
	}
	return n, err
}

// readFault tells a damaged file, which is the writer's fault, from a disk that
// cannot be read.
func readFault(name string, offset int64, err error) error {
	var damaged *damagedError
	if errors.As(err, &damaged) {
		return &FileError{File: name, Offset: offset, Reason: err.Error(), Remedy: "write the file again"}
	}
	return fmt.Errorf("read %s: %w", name, err)
}
