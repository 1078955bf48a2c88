package shim

import (
	"encoding/binary"
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

func question(labels ...string) []byte {
	q := []byte{0xab, 0xcd, 1, 0, 0, 1, 0, 0, 0, 0, 0, 1}
	for _, l := range labels {
		q = append(append(q, byte(len(l))), l...)
	}
	return append(q, 0, 0, 28, 0, 1, 0, 0, 41, 0, 0, 0, 0, 0, 0, 0, 0) // with an addition, as the C library sends it
}

func TestNamesDoNotExistAndAreTold(t *testing.T) {
	var told []string
	s := &nameSink{seen: map[string]bool{}, tell: func(name string) { told = append(told, name) }}
	for range 2 {
		a := s.answer(question("ab", "chatgpt", "com"))
		if len(a) < dnsHeader || a[0] != 0xab || a[1] != 0xcd || a[2]&0x80 == 0 || a[3]&0xf != dnsNoName || binary.BigEndian.Uint16(a[4:]) != 1 || binary.BigEndian.Uint16(a[10:]) != 0 {
			t.Fatalf("% x", a)
		}
	}
	if strings.Join(told, " ") != "ab.chatgpt.com" {
		t.Errorf("told %q", told)
	}
	for i := range 2 * maxNames {
		s.answer(question(fmt.Sprint("n", i)))
	}
	if len(told) != maxNames {
		t.Errorf("told %d names", len(told))
	}
}

// Whatever comes, there is an answer or none, and no name of endless length.
func TestAnyMessageIsBorne(t *testing.T) {
	s := &nameSink{seen: map[string]bool{}, tell: func(name string) {
		if len(name) > 3*1500 {
			t.Errorf("a name of %d bytes", len(name))
		}
	}}
	rapid.Check(t, func(t *rapid.T) {
		message := rapid.SliceOfN(rapid.Byte(), 0, 200).Draw(t, "message")
		if rapid.Bool().Draw(t, "begun well") {
			message = append([]byte{0, 1, 1, 0, 0, 1, 0, 0, 0, 0, 0, 0}, message...)
		}
		if a := s.answer(message); a != nil && (len(a) > len(message) || a[2]&0x80 == 0) {
			t.Fatalf("% x", a)
		}
	})
}
