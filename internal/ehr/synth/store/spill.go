package store

import (
	"fmt"
	"os"
)

// Spill holds records on disk that come in any order of their kinds and are read
// kind by kind. Records must be plain numbers without pointers.
type Spill[T any] struct {
	file     *os.File
	at       int64
	segments [][]segment // by kind
	count    int64
	buffer   []T
}

type segment struct {
	offset int64
	count  int
}

// NewSpill starts an empty spill of so many kinds in a file of the folder that
// has no name any more once it is open.
func NewSpill[T any](folder string, kinds int) (*Spill[T], error) {
	file, err := os.CreateTemp(folder, "waiting-*")
	if err != nil {
		return nil, fmt.Errorf("make a file for rows that wait: %w", err)
	}
	return &Spill[T]{file: file, segments: make([][]segment, kinds)}, nil
}

// Add appends the records of each kind.
func (s *Spill[T]) Add(byKind [][]T) error {
	for kind, records := range byKind {
		if len(records) == 0 {
			continue
		}
		n, err := s.file.Write(memory(records))
		if err != nil {
			return fmt.Errorf("put rows aside: %w", err)
		}
		s.segments[kind] = append(s.segments[kind], segment{s.at, len(records)})
		s.at += int64(n)
		s.count += int64(len(records))
	}
	return nil
}

// Len is the number of records.
func (s *Spill[T]) Len() int64 { return s.count }

// Read gives the records of one kind, in the order they came, piece by piece. A
// piece is valid during the call only.
func (s *Spill[T]) Read(kind int, each func([]T) error) error {
	for _, seg := range s.segments[kind] {
		if cap(s.buffer) < seg.count {
			s.buffer = make([]T, seg.count)
		}
		records := s.buffer[:seg.count]
		if _, err := s.file.ReadAt(memory(records), seg.offset); err != nil {
			return fmt.Errorf("read rows that were put aside: %w", err)
		}
		if err := each(records); err != nil {
			return err
		}
	}
	return nil
}

// Close gives the space back.
func (s *Spill[T]) Close() {
	s.file.Close()
	os.Remove(s.file.Name())
}
