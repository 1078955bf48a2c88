package ehr

import (
	"bufio"
	"crypto/sha256"
	"encoding/csv"
	"encoding/hex"
	"errors"
	"fmt"
	"hash"
	"io"
	"os"
	"strings"
	"sync/atomic"

	"github.com/klauspost/compress/flate"
	"github.com/klauspost/compress/gzip"

	"m4bench/internal/ehr/csvstream"
)

// stream reads a csv file, unpacked, and sums up its bytes as it goes.
type stream struct {
	file    File
	raw     *os.File
	hash    hash.Hash // nil unless a checksum is wanted
	read    atomic.Int64
	scanner *csvstream.Scanner
}

// openStream opens a csv file.
func openStream(f File, sum bool) (*stream, error) {
	raw, err := os.Open(f.Path)
	if err != nil {
		return nil, &SourceError{File: f.Name, Problem: "the file cannot be read: " + firstLine(err)}
	}
	s := &stream{file: f, raw: raw}
	if sum {
		s.hash = sha256.New()
	}
	text := io.Reader(bufio.NewReaderSize(rawReader{s}, 256<<10))
	if f.Format == gzipCSV {
		if text, err = gzip.NewReader(text); err != nil {
			raw.Close()
			return nil, s.damage(err)
		}
	}
	s.scanner = csvstream.NewScanner(text)
	return s, nil
}

// rawReader reads the file's own bytes.
type rawReader struct{ s *stream }

func (r rawReader) Read(p []byte) (int, error) {
	n, err := r.s.raw.Read(p)
	r.s.read.Add(int64(n))
	if r.s.hash != nil {
		r.s.hash.Write(p[:n])
	}
	return n, err
}

// header reads the first record: the names of the columns.
func (s *stream) header() ([]string, error) {
	record, err := s.scanner.Next()
	if err == io.EOF {
		return nil, &SourceError{File: s.file.Name, Problem: "the file is empty; not even a header line is there", Advice: "download it again"}
	}
	if err != nil {
		return nil, s.damage(err)
	}
	names, err := csv.NewReader(strings.NewReader(strings.TrimPrefix(string(record), "\ufeff"))).Read()
	if err != nil {
		return nil, &SourceError{File: s.file.Name, Line: 1, Problem: "the header line is not csv: " + firstLine(err)}
	}
	return names, nil
}

// sum is the SHA-256 of the whole file, once the stream has been read.
func (s *stream) sum() (string, error) {
	if s.hash == nil {
		return "", nil
	}
	if _, err := io.Copy(io.Discard, rawReader{s}); err != nil {
		return "", s.damage(err)
	}
	return hex.EncodeToString(s.hash.Sum(nil)), nil
}

func (s *stream) close() error { return s.raw.Close() }

// damage explains an error of reading.
func (s *stream) damage(err error) error {
	var field *csvstream.FieldError
	var corrupt flate.CorruptInputError
	again := "download the file again"
	fault := &SourceError{File: s.file.Name, Advice: again}
	switch {
	case errors.As(err, &field):
		return &SourceError{File: s.file.Name, Line: field.Line, Column: field.Name, Problem: field.Problem, Advice: adviceOnField(field)}
	case errors.Is(err, gzip.ErrHeader) && s.scanner == nil:
		fault.Problem = "this is not a gzip file"
		fault.Advice = "if it was unpacked while downloading, rename it to end in .csv; else " + again
	case errors.Is(err, io.ErrUnexpectedEOF), errors.Is(err, io.EOF):
		fault.Problem = "the gzip file is cut off" + s.where()
	case errors.Is(err, gzip.ErrChecksum), errors.Is(err, gzip.ErrHeader), errors.As(err, &corrupt):
		fault.Problem = "the gzip file is damaged" + s.where()
	default:
		return err
	}
	return fault
}

// where says how far the reading came.
func (s *stream) where() string {
	if s.scanner == nil {
		return ""
	}
	return fmt.Sprintf(" after line %d", s.scanner.Line())
}

func adviceOnField(e *csvstream.FieldError) string {
	if e.Name == "" {
		return "compare the line with its neighbours and with the header; a download that was cut off ends like this"
	}
	return "compare the line with the publisher's file; only the empty field stands for a missing value"
}
