package csvstream

import (
	"cmp"
	"context"
	"errors"
	"io"
)

// Options of a feed.
type Options struct {
	Columns []Column

	// Key is the column, a whole number, whose equal values are brought together,
	// or -1. Memory in bytes and a folder for temporary files to do that with.
	Key    int
	Memory int
	Folder string

	// Progress is told now and then how many records have been read.
	Progress func(records int64)
}

// progressStep is how many records lie between two reports.
const progressStep = 4096

// ErrBadRecord says that some record cannot be parsed. FirstBad tells which.
var ErrBadRecord = errors.New("a record cannot be parsed")

// Feed reads records and hands them to any number of consumers at once: in the
// file's order, or in the order of a key and then the file's.
type Feed struct {
	options Options
	scanner *Scanner
	batches chan batch
	free    chan *window
	spill   *spill
	cancel  context.CancelFunc
	ended   chan struct{}
	records int64
	err     error
}

// batch is as many records as one consumer takes at once: blocks of a window, or
// segments of a spill.
type batch struct {
	blocks   [][]byte
	window   *window
	segments []segment
	spill    *spill
}

// NewFeed starts to read the records that s has left.
func NewFeed(ctx context.Context, s *Scanner, o Options) *Feed {
	ctx, cancel := context.WithCancel(ctx)
	f := &Feed{
		options: o, scanner: s, cancel: cancel,
		batches: make(chan batch, 16), free: make(chan *window, 8), ended: make(chan struct{}),
	}
	read := f.readInOrder
	if o.Key >= 0 {
		read = f.readByKey
	}
	go func() {
		defer close(f.ended)
		defer close(f.batches)
		f.err = read(ctx)
	}()
	return f
}

// readInOrder hands records over as they come, in small windows.
func (f *Feed) readInOrder(ctx context.Context) error {
	for range cap(f.free) {
		f.free <- newWindow(batchSize, 1)
	}
	w := <-f.free
	err := f.eachRecord(ctx, func(record []byte) error {
		if !w.fits(len(record)) {
			if err := f.handOut(ctx, w.batches()); err != nil {
				return err
			}
			select {
			case w = <-f.free:
			case <-ctx.Done():
				return ctx.Err()
			}
		}
		w.add(record, 0)
		return nil
	})
	if err != nil {
		return err
	}
	return f.handOut(ctx, w.batches())
}

// readByKey reads all records before it hands out the first. What does not fit
// into one window goes to disk.
func (f *Feed) readByKey(ctx context.Context) error {
	size := max(f.options.Memory/2, 1)
	w := newWindow(size, maxKey)
	var spiller *spiller
	err := f.eachRecord(ctx, func(record []byte) (err error) {
		if !w.fits(len(record)) {
			if spiller == nil {
				if spiller, err = startSpiller(f.options.Folder, size); err != nil {
					return err
				}
				f.spill = spiller.spill
			}
			if w, err = spiller.swap(w); err != nil {
				return err
			}
		}
		w.add(record, keyOf(record, f.options.Key))
		return nil
	})
	switch {
	case spiller == nil && err != nil:
		return err
	case spiller == nil:
		return f.handOut(ctx, w.batches())
	}
	if err != nil {
		w = nil // its records are of no use
	}
	batches, failed := spiller.finish(w)
	if err = cmp.Or(err, failed); err != nil {
		return err
	}
	return f.handOut(ctx, batches)
}

func (f *Feed) eachRecord(ctx context.Context, take func(record []byte) error) error {
	for {
		record, err := f.scanner.Next()
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
		if err := take(record); err != nil {
			return err
		}
		if f.records++; f.records%progressStep == 0 {
			if ctx.Err() != nil {
				return ctx.Err()
			}
			f.options.Progress(f.records)
		}
	}
}

func (f *Feed) handOut(ctx context.Context, batches []batch) error {
	for _, b := range batches {
		select {
		case f.batches <- b:
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	return nil
}

// Stop ends the reading and returns how many records were read, and why no more
// were if the end was not reached. No consumer may be at work any more.
func (f *Feed) Stop() (records int64, err error) {
	f.cancel()
	<-f.ended
	if f.spill != nil {
		err = f.spill.close()
	}
	return f.records, errors.Join(f.err, err)
}

// release counts a consumed batch; the last one frees its window.
func (f *Feed) release(b batch) {
	if b.window != nil && b.window.pending.Add(-1) == 0 && f.options.Key < 0 {
		f.free <- b.window
	}
}
