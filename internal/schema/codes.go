package schema

import (
	"crypto/hmac"
	"crypto/sha256"
	"fmt"
	"slices"
	"sort"
	"strings"
)

// Codes are the names that the variants of one database have in one bench. A name
// has one code wherever it stands. Both variants use the same codes, so that what
// is the same in them can be shared.
type Codes struct {
	Schemas map[string]string `json:"schemas"`
	Tables  map[string]string `json:"tables"` // by qualified native name; codes without the schema
	Columns map[string]string `json:"columns"`
}

// SaltBytes is how long a salt is.
const SaltBytes = 32

// Codes numbers all names of the database in an order that only who has the salt
// can tell.
func (d *Dictionary) Codes(salt []byte) Codes {
	return Codes{
		Schemas: d.number(salt, "ds_%d", d.schemaNames()),
		Tables:  d.number(salt, "t_%04d", d.tableNames()),
		Columns: d.number(salt, "c_%04d", d.columnNames()),
	}
}

func (d *Dictionary) number(salt []byte, format string, names []string) map[string]string {
	place := map[string]string{}
	for _, name := range names {
		mac := hmac.New(sha256.New, salt)
		fmt.Fprintf(mac, "%s\x00%s\x00%s", d.Database, format, name)
		place[name] = string(mac.Sum(nil))
	}
	sort.Slice(names, func(i, j int) bool { return place[names[i]] < place[names[j]] })
	codes := map[string]string{}
	for i, name := range names {
		codes[name] = fmt.Sprintf(format, i+1)
	}
	return codes
}

func (d *Dictionary) schemaNames() []string { return sortedKeys(d.schemas) }

// tableNames lists the native and the merged tables.
func (d *Dictionary) tableNames() []string {
	names := sortedKeys(d.tables)
	for _, m := range d.merges {
		names = append(names, m.Name)
	}
	return names
}

// columnNames lists the native columns and those that merging adds.
func (d *Dictionary) columnNames() []string {
	names := sortedKeys(d.columns)
	for _, m := range d.merges {
		names = append(names, m.Tag.Name)
		for _, u := range m.Unify {
			names = append(names, u.Name)
		}
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// NativeNames lists every schema, table and column name of the database, in lower
// case: what the variants must not show.
func (d *Dictionary) NativeNames() []string {
	names := append(d.schemaNames(), sortedKeys(d.columns)...)
	for _, table := range sortedKeys(d.tables) {
		_, name, _ := strings.Cut(table, ".")
		names = append(names, name)
	}
	for i := range names {
		names[i] = strings.ToLower(names[i])
	}
	return names
}

func sortedKeys[V any](m map[string]V) []string {
	keys := make([]string, 0, len(m))
	for k := range m {
		keys = append(keys, k)
	}
	sort.Strings(keys)
	return keys
}
