package csvstream

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"slices"
	"sync/atomic"
)

// window brings records of equal key together in a fixed piece of memory: each
// key has a pile of blocks, to which its records are added in file order, each
// behind its length.
type window struct {
	arena   []byte // of the blocks
	used    int    // bytes of it, or of the blocks beside it
	piles   []pile
	ofKey   []int32      // number of a key's pile, plus 1
	pending atomic.Int32 // batches that are not consumed yet
}

type pile struct {
	key    int
	blocks [][]byte
}

const (
	blockSize  = 4 << 10
	batchSize  = 256 << 10
	lengthSize = 4

	// maxKey bounds the keys that are told apart; item ids have six digits.
	maxKey = 1 << 20
)

// newWindow makes a window of a size, for keys below a bound.
func newWindow(size, keys int) *window {
	return &window{arena: make([]byte, size), ofKey: make([]int32, keys)}
}

// fits tells whether there is room for a record of n bytes, whatever its key.
// The first one always fits.
func (w *window) fits(n int) bool {
	return w.used == 0 || w.used+max(blockSize, n+lengthSize) <= len(w.arena)
}

// add puts a record on the pile of its key.
func (w *window) add(record []byte, key int) {
	if w.ofKey[key] == 0 {
		w.piles = append(w.piles, pile{key: key})
		w.ofKey[key] = int32(len(w.piles))
	}
	p := &w.piles[w.ofKey[key]-1]
	last := len(p.blocks) - 1
	if need := lengthSize + len(record); last < 0 || cap(p.blocks[last])-len(p.blocks[last]) < need {
		p.blocks = append(p.blocks, w.block(need))
		last++
	}
	block := binary.LittleEndian.AppendUint32(p.blocks[last], uint32(len(record)))
	p.blocks[last] = append(block, record...)
}

// block takes an empty block for a record that needs so many bytes. A long
// record gets one of its own, beside the arena.
func (w *window) block(need int) []byte {
	if need > blockSize || w.used+blockSize > len(w.arena) {
		w.used += need
		return make([]byte, 0, need)
	}
	w.used += blockSize
	return w.arena[w.used-blockSize : w.used-blockSize : w.used]
}

// sorted gives the piles in order of their keys.
func (w *window) sorted() []pile {
	slices.SortFunc(w.piles, func(a, b pile) int { return cmp.Compare(a.key, b.key) })
	return w.piles
}

// batches gives the records in order of their keys. The window must not be used
// again before all batches have been consumed.
func (w *window) batches() []batch {
	var batches []batch
	room := 0
	for _, p := range w.sorted() {
		for _, block := range p.blocks {
			if room <= 0 {
				batches = append(batches, batch{window: w})
				room = batchSize
			}
			last := &batches[len(batches)-1]
			last.blocks = append(last.blocks, block)
			room -= len(block)
		}
	}
	w.reset()
	w.pending.Store(int32(len(batches)))
	return batches
}

// reset empties the window.
func (w *window) reset() {
	for _, p := range w.piles {
		w.ofKey[p.key] = 0
	}
	clear(w.piles)
	w.piles, w.used = w.piles[:0], 0
}

// keyOf reads the field that starts behind so many commas as a plain number. A
// key that is missing, too large or written in another way is 0, which only
// costs some order.
func keyOf(record []byte, column int) int {
	start := 0
	for range column {
		if start < len(record) && record[start] == '"' {
			start, _, _ = delimit(record, start)
		}
		comma := bytes.IndexByte(record[start:], ',')
		if comma < 0 {
			return 0
		}
		start += comma + 1
	}
	n := 0
	for _, c := range record[start:] {
		if c == ',' {
			break
		}
		if c-'0' > 9 || n >= maxKey/10 {
			return 0
		}
		n = 10*n + int(c-'0')
	}
	return n
}
