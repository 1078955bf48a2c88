// Package csvstream reads the csv files of an EHR database: it splits them into
// records, brings records of one item together, and turns every field into a
// value of its declared type. It is stricter than a database's own reader, which
// rounds 1.5 to an integer, drops time zones and takes an empty extra field, and
// it knows the line of every error, also behind quoted line breaks.
package csvstream

import (
	"bytes"
	"errors"
	"io"
)

// MaxRecord is the longest record that is read, in bytes. Longer ones come from
// a quote that is never closed, or are no text at all.
const MaxRecord = 2 << 20

// Scanner splits a csv stream into records, without their line ends. Blank
// lines are passed over.
type Scanner struct {
	r        io.Reader
	buf      []byte
	pos, end int   // unread part of buf
	err      error // what r ended with
	line     int64 // line on which the last record started
	next     int64 // line on which the next one starts
}

// NewScanner starts at the first line of r.
func NewScanner(r io.Reader) *Scanner {
	return &Scanner{r: r, buf: make([]byte, 256<<10), next: 1}
}

// Line is the line on which the last record started, counting from 1.
func (s *Scanner) Line() int64 { return s.line }

// Next returns the next record, valid until the following call, or io.EOF.
func (s *Scanner) Next() ([]byte, error) {
	for {
		length, err := s.recordLength()
		if err != nil {
			return nil, err
		}
		raw := s.buf[s.pos : s.pos+length]
		s.pos += length
		s.line = s.next
		s.next += int64(bytes.Count(raw, newline))
		record := bytes.TrimSuffix(bytes.TrimSuffix(raw, newline), carriageReturn)
		if len(record) > 0 {
			return record, nil
		}
	}
}

var (
	newline        = []byte{'\n'}
	carriageReturn = []byte{'\r'}
)

// recordLength is the length of the record at pos with its line end. The whole
// record is in the buffer afterwards.
func (s *Scanner) recordLength() (int, error) {
	searched := 0
	for {
		unread := s.buf[s.pos:s.end]
		if i := bytes.IndexByte(unread[searched:], '\n'); i >= 0 {
			length := searched + i + 1
			if bytes.IndexByte(unread[:length], '"') < 0 {
				return length, nil
			}
			return s.quotedLength()
		}
		searched = len(unread)
		if s.err != nil {
			return s.lastLength(unread)
		}
		if err := s.fill(); err != nil {
			return 0, err
		}
	}
}

// quotedLength walks a record that contains quotes, whose line ends count only
// outside of them.
func (s *Scanner) quotedLength() (int, error) {
	quoted, fieldStart := false, true
	for i := 0; ; i++ {
		for s.pos+i == s.end {
			if s.err != nil {
				return s.lastLength(s.buf[s.pos:s.end])
			}
			if err := s.fill(); err != nil {
				return 0, err
			}
		}
		switch c := s.buf[s.pos+i]; {
		case c == '"' && (quoted || fieldStart):
			// A doubled quote closes and opens again, which comes to the same.
			fieldStart = quoted
			quoted = !quoted
		case quoted:
		case c == '\n':
			return i + 1, nil
		default:
			fieldStart = c == ','
		}
	}
}

// lastLength is the length of what is left when the stream has ended.
func (s *Scanner) lastLength(unread []byte) (int, error) {
	if !errors.Is(s.err, io.EOF) || len(unread) == 0 {
		return 0, s.err
	}
	return len(unread), nil
}

// fill reads more behind the unread part, and makes room for it.
func (s *Scanner) fill() error {
	if s.pos > 0 {
		s.end = copy(s.buf, s.buf[s.pos:s.end])
		s.pos = 0
	}
	if s.end == len(s.buf) {
		if s.end >= MaxRecord {
			return &FieldError{Line: s.next, Problem: "the record is longer than 2 MB; a quote may not be closed"}
		}
		s.buf = append(s.buf, make([]byte, len(s.buf))...)
	}
	n, err := s.r.Read(s.buf[s.end:])
	s.end += n
	s.err = err
	return nil
}
