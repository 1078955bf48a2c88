package bench

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io"
	"os"
	"strings"

	"m4bench/internal/ehr"
	"m4bench/internal/naming"
	"m4bench/internal/schema"
)

// nameSet holds schema, table and column names in lower case.
type nameSet map[string]bool

func (n nameSet) add(t Table) {
	n[strings.ToLower(t.Schema)] = true
	n[strings.ToLower(t.Name)] = true
	for _, c := range t.Columns {
		n[strings.ToLower(c.Name)] = true
	}
}

// known collects the names of all tables that exist anywhere: in the sources and
// derived from them, in what agents see in any variant, and in what was built for
// the references.
func (m Manifest) known() (nameSet, error) {
	names := nameSet{}
	for _, database := range ehr.Databases() {
		d, err := schema.Embedded(database.Name)
		if err != nil {
			return nil, err
		}
		for _, name := range d.NativeNames() {
			names[name] = true
		}
	}
	for _, v := range m.Variants {
		for _, t := range v.Tables {
			names.add(t)
		}
	}
	for _, t := range m.Unseen {
		names.add(t)
	}
	return names, nil
}

// hiddenFrom is the known names that no table in the folder has.
func (known nameSet) hiddenFrom(f Folder) nameSet {
	seen := nameSet{}
	for _, t := range f.tables {
		seen.add(t)
	}
	hidden := nameSet{}
	for name := range known {
		if !seen[name] {
			hidden[name] = true
		}
	}
	return hidden
}

// shortestInBytes is the least length of a name that is looked for in the bytes
// of a file. Shorter ones turn up by chance in compressed data; they are looked
// for in catalogs and parquet footers.
const shortestInBytes = 6

// Search looks in a file's bytes for whole identifiers that are no plain words.
// It returns where each was found first, and the file's SHA-256.
func Search(path string, wanted map[string]bool) (found map[string]int64, hash string, err error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, "", err
	}
	defer f.Close()
	sum := sha256.New()
	found = map[string]int64{}
	err = eachWord(io.TeeReader(f, sum), func(word []byte, offset int64) {
		if len(word) < shortestInBytes || !wanted[string(word)] || !naming.Coined(string(word)) {
			return
		}
		if _, again := found[string(word)]; !again {
			found[string(word)] = offset
		}
	})
	return found, hex.EncodeToString(sum.Sum(nil)), err
}

// longestWord is more than any identifier has; what is longer is none.
const longestWord = 128

// eachWord calls yield with every run of identifier bytes and its offset.
func eachWord(r io.Reader, yield func(word []byte, offset int64)) error {
	chunk := make([]byte, 1<<20)
	var word []byte  // begun in this chunk or an earlier one
	var offset int64 // of the chunk
	end := func(at int) {
		if n := len(word); n > 0 && n <= longestWord {
			yield(word, offset+int64(at-n))
		}
		word = word[:0]
	}
	for {
		n, err := r.Read(chunk)
		for i, b := range chunk[:n] {
			switch {
			case !inWord[b]:
				end(i)
			case len(word) <= longestWord:
				word = append(word, b)
			}
		}
		offset += int64(n)
		if errors.Is(err, io.EOF) {
			end(0)
			return nil
		}
		if err != nil {
			return err
		}
	}
}

// inWord says of every byte whether it can be part of an identifier.
var inWord = func() (table [256]bool) {
	for b := range table {
		table[b] = naming.IsWordByte(byte(b))
	}
	return table
}()
