package store

import (
	"encoding/binary"
	"runtime"
	"unsafe"
)

// inlineText is the longest text that DuckDB keeps inside its 16-byte string
// header.
const inlineText = 12

// Text is a string in DuckDB's own form, ready to be copied into a vector. Short
// ones carry their bytes, long ones point at bytes that stay where they are.
type Text [16]byte

// Texts holds the long texts that were handed to DuckDB by address.
type Texts struct {
	pins   runtime.Pinner
	known  map[string]Text
	recent [256]lately
}

// lately is a text that was handed over. Most texts are constants of this program:
// they are known again by where they are, without a look at what they say.
type lately struct {
	s string
	t Text
}

// NewTexts starts an empty collection.
func NewTexts() *Texts { return &Texts{known: map[string]Text{}} }

// Text gives s in DuckDB's form. Use it for texts that repeat: a long one stays
// in memory until Release.
func (c *Texts) Text(s string) Text {
	if len(s) <= inlineText {
		return ShortText(s)
	}
	at := unsafe.StringData(s)
	last := &c.recent[uintptr(unsafe.Pointer(at))>>3&255]
	if len(last.s) == len(s) && unsafe.StringData(last.s) == at {
		return last.t
	}
	t := c.longText(s)
	*last = lately{s, t}
	return t
}

func (c *Texts) longText(s string) Text {
	if t, ok := c.known[s]; ok {
		return t
	}
	bytes := []byte(s)
	c.pins.Pin(&bytes[0])
	var t Text
	binary.NativeEndian.PutUint32(t[:4], uint32(len(s)))
	copy(t[4:8], s)
	binary.NativeEndian.PutUint64(t[8:], uint64(uintptr(unsafe.Pointer(&bytes[0]))))
	c.known[s] = t
	return t
}

// Release lets go of the long texts; no Text may be used afterwards.
func (c *Texts) Release() {
	c.pins.Unpin()
	c.known = nil
}

// ShortText is a text of at most 12 bytes in DuckDB's form; what is more is cut off.
func ShortText[T string | []byte](text T) Text {
	var t Text
	n := copy(t[4:], text)
	binary.NativeEndian.PutUint32(t[:4], uint32(n))
	return t
}

func (t *Text) length() int { return int(binary.NativeEndian.Uint32(t[:4])) }

// bytes are the characters of the text.
func (t *Text) bytes() []byte {
	n := t.length()
	if n <= inlineText {
		return t[4 : 4+n]
	}
	address := *(*unsafe.Pointer)(unsafe.Pointer(&t[8]))
	return unsafe.Slice((*byte)(address), n)
}
