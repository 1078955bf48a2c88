package csvstream

import (
	"bufio"
	"cmp"
	"fmt"
	"os"
	"slices"

	"github.com/klauspost/compress/s2"
)

// spill keeps on disk what does not fit into one window: the piles of all
// windows, packed. Read back by key, they bring the records of a whole file
// together.
type spill struct {
	file     *os.File
	out      *bufio.Writer
	size     int64
	segments []segment
	scratch  []byte
	packed   []byte
}

// segment is one pile of one window, or part of it.
type segment struct {
	key    int32
	raw    int32 // bytes
	packed int32
	offset int64
}

// segmentSize bounds a segment, and what a consumer unpacks at once.
const segmentSize = 1 << 20

// newSpill makes a file that vanishes with the process.
func newSpill(folder string) (*spill, error) {
	file, err := os.CreateTemp(folder, ".m4bench-spill-*")
	if err != nil {
		return nil, fmt.Errorf("make a file for rows that wait: %w", err)
	}
	if err := os.Remove(file.Name()); err != nil {
		file.Close()
		return nil, fmt.Errorf("make a file for rows that wait: %w", err)
	}
	return &spill{file: file, out: bufio.NewWriterSize(file, 1<<20)}, nil
}

// put packs a window's piles into the file and empties the window.
func (s *spill) put(w *window) error {
	for _, p := range w.sorted() {
		for _, block := range p.blocks {
			if len(s.scratch)+len(block) > segmentSize {
				if err := s.flush(p.key); err != nil {
					return err
				}
			}
			s.scratch = append(s.scratch, block...)
		}
		if err := s.flush(p.key); err != nil {
			return err
		}
	}
	w.reset()
	return nil
}

func (s *spill) flush(key int) error {
	if len(s.scratch) == 0 {
		return nil
	}
	s.packed = s2.Encode(s.packed[:cap(s.packed)], s.scratch)
	if _, err := s.out.Write(s.packed); err != nil {
		return fmt.Errorf("write rows that wait: %w", err)
	}
	s.segments = append(s.segments, segment{int32(key), int32(len(s.scratch)), int32(len(s.packed)), s.size})
	s.size += int64(len(s.packed))
	s.scratch = s.scratch[:0]
	return nil
}

// batches gives the segments in order of their keys.
func (s *spill) batches() ([]batch, error) {
	if err := s.out.Flush(); err != nil {
		return nil, fmt.Errorf("write rows that wait: %w", err)
	}
	slices.SortFunc(s.segments, func(a, b segment) int {
		return cmp.Or(cmp.Compare(a.key, b.key), cmp.Compare(a.offset, b.offset))
	})
	var batches []batch
	start, raw := 0, 0
	for i, segment := range s.segments {
		if raw > 0 && raw+int(segment.raw) > segmentSize {
			batches = append(batches, batch{spill: s, segments: s.segments[start:i]})
			start, raw = i, 0
		}
		raw += int(segment.raw)
	}
	return append(batches, batch{spill: s, segments: s.segments[start:]}), nil
}

// read unpacks segments one behind the other. into and packed are used again.
func (s *spill) read(segments []segment, into, packed []byte) (records, buffer []byte, err error) {
	for _, g := range segments {
		packed = slices.Grow(packed[:0], int(g.packed))[:g.packed]
		if _, err := s.file.ReadAt(packed, g.offset); err != nil {
			return nil, nil, fmt.Errorf("read rows that wait: %w", err)
		}
		start := len(into)
		into = slices.Grow(into, int(g.raw))[:start+int(g.raw)]
		if _, err := s2.Decode(into[start:], packed); err != nil {
			return nil, nil, fmt.Errorf("read rows that wait: %w", err)
		}
	}
	return into, packed, nil
}

func (s *spill) close() error { return s.file.Close() }

// spiller writes full windows to a spill while others are filled.
type spiller struct {
	spill *spill
	full  chan *window
	free  chan emptied
}

// emptied is a window that can be filled again, and what emptying it came to.
type emptied struct {
	window *window
	err    error
}

// startSpiller makes a spill, and a second window to fill meanwhile.
func startSpiller(folder string, size int) (*spiller, error) {
	spill, err := newSpill(folder)
	if err != nil {
		return nil, err
	}
	s := &spiller{spill: spill, full: make(chan *window), free: make(chan emptied, 2)}
	s.free <- emptied{window: newWindow(size, maxKey)}
	go func() {
		defer close(s.free)
		for w := range s.full {
			s.free <- emptied{w, spill.put(w)}
		}
	}()
	return s, nil
}

// swap takes a full window and gives an empty one.
func (s *spiller) swap(w *window) (*window, error) {
	s.full <- w
	other := <-s.free
	return other.window, other.err
}

// finish takes the last window, if there is one, and gives all records in order
// of their keys.
func (s *spiller) finish(w *window) ([]batch, error) {
	if w != nil {
		s.full <- w
	}
	close(s.full)
	var failed error
	for other := range s.free {
		failed = cmp.Or(failed, other.err)
	}
	if failed != nil {
		return nil, failed
	}
	return s.spill.batches()
}
