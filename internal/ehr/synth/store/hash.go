package store

import (
	"encoding/binary"
	"encoding/hex"
	"math"

	"github.com/zeebo/xxh3"
)

// digest runs over one column's cells in stored order. A cell adds a byte 0 if
// it is NULL, else a byte 1 and its value: 8 bytes, least first, for numbers,
// dates (days since 1970) and times (microseconds since 1970), length (4 bytes)
// and characters for text.
type digest struct {
	hasher xxh3.Hasher
	buffer []byte
}

// add feeds n cells of column i of the block.
func (d *digest) add(b *Block, i, from, n int) {
	c := &b.columns[i]
	buffer := d.buffer[:0]
	for row := from; row < from+n; row++ {
		if !c.valid[row] {
			buffer = append(buffer, 0)
			continue
		}
		buffer = append(buffer, 1)
		switch c.kind {
		case longKind, timeKind:
			buffer = binary.LittleEndian.AppendUint64(buffer, uint64(c.longs[row]))
		case intKind, dateKind:
			buffer = binary.LittleEndian.AppendUint64(buffer, uint64(int64(c.ints[row])))
		case realKind:
			buffer = binary.LittleEndian.AppendUint64(buffer, math.Float64bits(c.reals[row]))
		case textKind:
			text, ok := b.inArena(&c.texts[row])
			if !ok {
				text = c.texts[row].bytes()
			}
			buffer = binary.LittleEndian.AppendUint32(buffer, uint32(len(text)))
			buffer = append(buffer, text...)
		}
	}
	d.buffer = buffer
	_, _ = d.hasher.Write(buffer)
}

// joined is the hash of a table: that of its columns' hashes, in order.
func joined(digests []digest) string {
	var all xxh3.Hasher
	for i := range digests {
		sum := digests[i].hasher.Sum128().Bytes()
		_, _ = all.Write(sum[:])
	}
	sum := all.Sum128().Bytes()
	return hex.EncodeToString(sum[:])
}
