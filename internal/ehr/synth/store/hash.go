package store

import (
	"encoding/binary"
	"encoding/hex"
	"unsafe"

	"github.com/zeebo/xxh3"
)

// digest runs over one column's cells in stored order, in two streams: which
// cells are empty, a byte 1 or 0 each, and what is in them. There a number, a
// date (days since 1970) or a time (microseconds since 1970) is 8 bytes, least
// first; dates and integers 4; an empty cell zero. A text of up to 12 bytes is 16
// bytes: its length in 4 and its characters, filled up with zeros; a longer one
// is its length in 4 bytes and its characters.
type digest struct {
	empty  xxh3.Hasher
	values xxh3.Hasher
	zeros  []byte
	buffer []byte
}

// add feeds n cells of column i of the block.
func (d *digest) add(b *Block, i, from, n int) {
	c := &b.columns[i]
	d.addEmpty(c.nullsIn(from, from+n), n)
	switch c.kind {
	case longKind, timeKind:
		_, _ = d.values.Write(memory(c.longs[from : from+n]))
	case intKind, dateKind:
		_, _ = d.values.Write(memory(c.ints[from : from+n]))
	case realKind:
		_, _ = d.values.Write(memory(c.reals[from : from+n]))
	case textKind:
		d.addTexts(b, c.texts[from:from+n])
	}
}

func (d *digest) addEmpty(nulls []bool, n int) {
	for len(d.zeros) < chunkRows {
		d.zeros = append(d.zeros, 0)
	}
	if len(nulls) > 0 {
		_, _ = d.empty.Write(memory(nulls))
	}
	_, _ = d.empty.Write(d.zeros[:n-len(nulls)])
}

func (d *digest) addTexts(b *Block, texts []Text) {
	buffer := d.buffer[:0]
	for i := range texts {
		t := &texts[i]
		if t.length() <= inlineText {
			buffer = append(buffer, t[:]...)
			continue
		}
		text, once := b.inArena(t)
		if !once {
			text = t.bytes()
		}
		buffer = binary.LittleEndian.AppendUint32(buffer, uint32(len(text)))
		buffer = append(buffer, text...)
	}
	d.buffer = buffer
	_, _ = d.values.Write(buffer)
}

// memory is the bytes of a list; this program runs where the least comes first.
func memory[T any](list []T) []byte {
	if len(list) == 0 {
		return nil
	}
	var one T
	return unsafe.Slice((*byte)(unsafe.Pointer(&list[0])), len(list)*int(unsafe.Sizeof(one)))
}

// joined is the hash of a table: that of its columns' hashes, in order.
func joined(digests []digest) string {
	var all xxh3.Hasher
	for i := range digests {
		for _, h := range []*xxh3.Hasher{&digests[i].empty, &digests[i].values} {
			sum := h.Sum128().Bytes()
			_, _ = all.Write(sum[:])
		}
	}
	sum := all.Sum128().Bytes()
	return hex.EncodeToString(sum[:])
}
