package csvstream

import (
	"bufio"
	"cmp"
	"io"
	"slices"
)

// window holds as many records as fit into a fixed piece of memory, and gives
// them back ordered by key. Records of equal key keep their order.
type window struct {
	size    int // in bytes, all told
	data    []byte
	ends    []int32 // where each record ends in data
	keys    []int32 // the number of each record's key
	numbers map[int64]int32
	values  []int64 // the keys, by number
}

// bytesPerRecord is what a record costs beside its own bytes: its end, its key
// and its place in the order.
const bytesPerRecord = 12

func newWindow(size int) *window {
	w := &window{numbers: map[int64]int32{}}
	w.resize(size)
	return w
}

// resize gives an empty window another size.
func (w *window) resize(size int) {
	if size != w.size {
		w.size, w.data = size, make([]byte, 0, size)
	}
}

// fits tells whether a record of n bytes can still be added. The first always can.
func (w *window) fits(n int) bool {
	return len(w.ends) == 0 || len(w.data)+n+1+bytesPerRecord*(len(w.ends)+1) <= w.size
}

func (w *window) add(record []byte, key int64) {
	w.data = append(append(w.data, record...), '\n')
	number, known := w.numbers[key]
	if !known {
		number = int32(len(w.values))
		w.numbers[key] = number
		w.values = append(w.values, key)
	}
	w.ends = append(w.ends, int32(len(w.data)))
	w.keys = append(w.keys, number)
}

// writeTo writes the records in order of their keys and empties the window.
func (w *window) writeTo(out io.Writer) error {
	batch := bufio.NewWriterSize(out, batchSize)
	for _, i := range w.order() {
		start := int32(0)
		if i > 0 {
			start = w.ends[i-1]
		}
		if _, err := batch.Write(w.data[start:w.ends[i]]); err != nil {
			return err
		}
	}
	w.data, w.ends, w.keys, w.values = w.data[:0], w.ends[:0], w.keys[:0], w.values[:0]
	clear(w.numbers)
	return batch.Flush()
}

// order lists the records by key: a counting sort, since there are few
// different keys.
func (w *window) order() []int32 {
	byValue := make([]int32, len(w.values))
	for i := range byValue {
		byValue[i] = int32(i)
	}
	slices.SortFunc(byValue, func(a, b int32) int {
		return cmp.Compare(w.values[a], w.values[b])
	})
	counts := make([]int32, len(w.values))
	for _, k := range w.keys {
		counts[k]++
	}
	next := make([]int32, len(w.values))
	var at int32
	for _, k := range byValue {
		next[k] = at
		at += counts[k]
	}
	order := make([]int32, len(w.keys))
	for i, k := range w.keys {
		order[next[k]] = int32(i)
		next[k]++
	}
	return order
}
