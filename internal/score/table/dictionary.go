package table

import (
	"hash/maphash"
	"sync"
)

// Dictionary numbers texts, so that equal texts are equal cells. Once frozen it
// learns nothing more: a text it does not have becomes a hash, which keeps a
// hostile file from filling the memory. It is safe for several goroutines.
type Dictionary struct {
	mu     sync.RWMutex
	ids    map[string]Cell
	texts  []string
	frozen bool
	seed   maphash.Seed
}

// NewDictionary returns an empty dictionary.
func NewDictionary() *Dictionary {
	return &Dictionary{ids: map[string]Cell{}, seed: maphash.MakeSeed()}
}

const hashed Cell = 1 << 63

// Freeze ends learning. No goroutine may be using the dictionary.
func (d *Dictionary) Freeze() { d.frozen = true }

// Known says that the cell is a text of the dictionary.
func (d *Dictionary) Known(c Cell) bool { return c < Cell(len(d.texts)) }

// Text gives a known text back.
func (d *Dictionary) Text(c Cell) string {
	d.mu.RLock()
	defer d.mu.RUnlock()
	return d.texts[c]
}

func (d *Dictionary) cell(text []byte) Cell {
	if d.frozen {
		if c, known := d.ids[string(text)]; known {
			return c
		}
		return Cell(maphash.Bytes(d.seed, text)) | hashed
	}
	d.mu.RLock()
	c, known := d.ids[string(text)]
	d.mu.RUnlock()
	if known {
		return c
	}
	return d.learn(string(text))
}

func (d *Dictionary) learn(text string) Cell {
	d.mu.Lock()
	defer d.mu.Unlock()
	if c, known := d.ids[text]; known {
		return c
	}
	c := Cell(len(d.texts))
	d.ids[text] = c
	d.texts = append(d.texts, text)
	return c
}
