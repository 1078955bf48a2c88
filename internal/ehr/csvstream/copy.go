package csvstream

import (
	"bufio"
	"context"
	"errors"
	"io"
)

// Options of a copy.
type Options struct {
	Columns []Column

	// Key is the column, a whole number, whose equal values are brought together,
	// or -1. Window is the memory in bytes to do that in: records are ordered
	// within a window, and windows follow each other as in the file.
	Key    int
	Window int

	// Progress, unless nil, is told now and then how many records have been read.
	Progress func(records int64)
}

// batchSize is how much is handed on at once.
const batchSize = 256 << 10

// Copy checks the records that s has left and writes them, each ended by a
// newline, to out. It stops at the first bad field with a *FieldError, and
// returns how many records were good.
func Copy(ctx context.Context, out io.Writer, s *Scanner, o Options) (records int64, err error) {
	to := newSink(out, o)
	defer func() { err = errors.Join(err, to.close(err == nil)) }()
	check := checker{columns: o.Columns, key: o.Key}
	for {
		record, err := s.Next()
		if err == io.EOF {
			return records, nil
		}
		if err != nil {
			return records, err
		}
		key, err := check.check(record, s.Line())
		if err != nil {
			return records, err
		}
		if err := to.add(record, key); err != nil {
			return records, err
		}
		if records++; records%4096 == 0 {
			if ctx.Err() != nil {
				return records, ctx.Err()
			}
			if o.Progress != nil {
				o.Progress(records)
			}
		}
	}
}

// sink takes checked records.
type sink interface {
	add(record, key []byte) error
	// close writes what is left if the copy was complete, and ends the sink.
	close(complete bool) error
}

func newSink(out io.Writer, o Options) sink {
	if o.Key < 0 {
		return plainSink{bufio.NewWriterSize(out, batchSize)}
	}
	return newClusterSink(out, o.Window)
}

type plainSink struct{ out *bufio.Writer }

func (s plainSink) add(record, _ []byte) error {
	s.out.Write(record) // an error stays in the writer
	return s.out.WriteByte('\n')
}

func (s plainSink) close(complete bool) error {
	if !complete {
		return nil
	}
	return s.out.Flush()
}

// clusterSink fills one window while the other is written. The first windows
// are small, so that the writing begins early.
type clusterSink struct {
	size       int // of a full-grown window
	filling    *window
	full, free chan *window
	written    chan error // what the writing ended with
}

func newClusterSink(out io.Writer, size int) *clusterSink {
	s := &clusterSink{
		size:    size / 2,
		filling: newWindow(size / 32),
		full:    make(chan *window),
		free:    make(chan *window, 2),
		written: make(chan error, 1),
	}
	s.free <- newWindow(size / 32)
	go func() { s.written <- s.write(out) }()
	return s
}

func (s *clusterSink) write(out io.Writer) error {
	for w := range s.full {
		if err := w.writeTo(out); err != nil {
			return err
		}
		s.free <- w
	}
	return nil
}

func (s *clusterSink) add(record, key []byte) error {
	if !s.filling.fits(len(record)) {
		if err := s.handOver(); err != nil {
			return err
		}
		s.filling = <-s.free
		s.filling.resize(min(s.size, 4*s.filling.size))
	}
	s.filling.add(record, keyNumber(key))
	return nil
}

// keyNumber reads a plain number. A key that is missing or written in another
// way gives 0, which only costs some order.
func keyNumber(key []byte) int64 {
	var n int64
	for _, c := range key {
		if c < '0' || c > '9' {
			return 0
		}
		n = 10*n + int64(c-'0')
	}
	return n
}

// handOver gives the filled window to the writer, unless that has failed.
func (s *clusterSink) handOver() error {
	select {
	case s.full <- s.filling:
		return nil
	case err := <-s.written:
		s.written <- err
		return err
	}
}

func (s *clusterSink) close(complete bool) error {
	if complete {
		s.handOver() // an error comes back below
	}
	close(s.full)
	err := <-s.written
	if !complete {
		return nil // what made it incomplete is the error to report
	}
	return err
}
