package csvstream

import (
	"context"
	"encoding/binary"
	"errors"
	"io"
)

// Options of a feed.
type Options struct {
	Columns []Column

	// Key is the column, a whole number, whose equal values are brought together,
	// or -1. Window is the memory in bytes to do that in: records are ordered
	// within a window, and windows follow each other as in the file.
	Key    int
	Window int

	// Progress is told now and then how many records have been read.
	Progress func(records int64)
}

// progressStep is how many records lie between two reports.
const progressStep = 4096

// ErrBadRecord says that some record cannot be parsed. FirstBad tells which.
var ErrBadRecord = errors.New("a record cannot be parsed")

// Feed reads records and hands them to any number of consumers at once.
type Feed struct {
	options Options
	scanner *Scanner
	batches chan batch
	free    chan *window
	cancel  context.CancelFunc
	ended   chan struct{}
	records int64
	err     error
}

// NewFeed starts to read the records that s has left.
func NewFeed(ctx context.Context, s *Scanner, o Options) *Feed {
	ctx, cancel := context.WithCancel(ctx)
	f := &Feed{options: o, scanner: s, cancel: cancel, ended: make(chan struct{})}
	// Without a key, windows only hand records over: some small ones do.
	windows, size, keys := 8, batchSize, 1
	if o.Key >= 0 {
		windows, size, keys = 2, max(o.Window/2, 1), maxKey
	}
	f.free = make(chan *window, windows)
	for range windows {
		f.free <- newWindow(max(size/16, min(size, batchSize)), keys)
	}
	f.batches = make(chan batch, 64)
	go func() {
		defer close(f.ended)
		defer close(f.batches)
		f.err = f.read(ctx, size)
	}()
	return f
}

// read fills windows of up to a size and hands out their batches. The first
// windows are smaller, so that the consumers can begin early.
func (f *Feed) read(ctx context.Context, size int) error {
	w := <-f.free
	for {
		record, err := f.scanner.Next()
		if err == io.EOF {
			return f.handOut(ctx, w)
		}
		if err != nil {
			return err
		}
		if !w.fits(len(record)) {
			if err := f.handOut(ctx, w); err != nil {
				return err
			}
			select {
			case w = <-f.free:
			case <-ctx.Done():
				return ctx.Err()
			}
			w.resize(min(size, 4*len(w.arena)))
		}
		key := 0
		if f.options.Key >= 0 {
			key = keyOf(record, f.options.Key)
		}
		w.add(record, key)
		if f.records++; f.records%progressStep == 0 {
			if ctx.Err() != nil {
				return ctx.Err()
			}
			f.options.Progress(f.records)
		}
	}
}

func (f *Feed) handOut(ctx context.Context, w *window) error {
	for _, b := range w.batches() {
		select {
		case f.batches <- b:
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	return nil
}

// Stop ends the reading and returns how many records were read, and why no more
// were if the end was not reached.
func (f *Feed) Stop() (records int64, err error) {
	f.cancel()
	<-f.ended
	return f.records, f.err
}

// release counts a consumed batch; the last one frees its window.
func (f *Feed) release(b batch) {
	if b.window.pending.Add(-1) == 0 {
		f.free <- b.window
	}
}

// Consumer takes records from a feed. One consumer belongs to one thread.
type Consumer struct {
	feed     *Feed
	rows     *Rows
	most     int
	current  batch
	block    []byte  // what is left of the current block
	consumed []batch // whose memory the last rows still use
}

// NewConsumer makes a consumer of up to so many rows at once.
func (f *Feed) NewConsumer(most int) *Consumer {
	return &Consumer{feed: f, rows: NewRows(f.options.Columns, most), most: most}
}

// Next parses the next rows, which stay valid until the following call. There
// are none when the feed has ended.
func (c *Consumer) Next() (*Rows, error) {
	c.rows.N = 0
	c.releaseConsumed()
	for c.rows.N < c.most {
		if len(c.block) == 0 && !c.nextBlock() {
			break
		}
		length := binary.LittleEndian.Uint32(c.block)
		record := c.block[lengthSize:][:length]
		c.block = c.block[lengthSize+length:]
		if bad := c.rows.add(record); bad != nil {
			c.feed.cancel() // the other consumers wait for nothing any more
			return nil, ErrBadRecord
		}
	}
	return c.rows, nil
}

// nextBlock goes on to the next block. It waits for one only while there are no
// rows: these hold memory that the reading may be waiting for.
func (c *Consumer) nextBlock() bool {
	if len(c.current.blocks) == 0 {
		if c.current.window != nil {
			c.consumed = append(c.consumed, c.current)
			c.current = batch{}
		}
		if !c.nextBatch() {
			return false
		}
	}
	c.block, c.current.blocks = c.current.blocks[0], c.current.blocks[1:]
	return true
}

func (c *Consumer) nextBatch() (ok bool) {
	if c.rows.N > 0 {
		select {
		case c.current, ok = <-c.feed.batches:
		default:
		}
		return ok
	}
	c.releaseConsumed()
	c.current, ok = <-c.feed.batches
	return ok
}

func (c *Consumer) releaseConsumed() {
	for _, b := range c.consumed {
		c.feed.release(b)
	}
	c.consumed = c.consumed[:0]
}
