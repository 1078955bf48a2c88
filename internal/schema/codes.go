package schema

import (
	"crypto/hmac"
	"crypto/sha256"
	"fmt"
	"sort"
	"strings"
)

// Codes are the names that the variants have in one bench. A name has one code
// wherever it stands. Both variants use the same codes, so that what is the same in
// them can be shared.
type Codes struct {
	Schemas map[string]string `json:"schemas"`
	Tables  map[string]string `json:"tables"` // by qualified native name; codes without the schema
	Columns map[string]string `json:"columns"`
}

// SaltBytes is how long a salt is.
const SaltBytes = 32

// NewCodes numbers all names of all databases in an order that only who has the
// salt can tell.
func NewCodes(salt []byte) (Codes, error) {
	all, err := dictionaries()
	if err != nil {
		return Codes{}, err
	}
	var schemas, tables, columns []string
	for _, d := range all {
		schemas = append(schemas, d.schemaNames()...)
		tables = append(tables, d.tableNames()...)
		columns = append(columns, d.columnNames()...)
	}
	return Codes{
		Schemas: number(salt, "ds_%d", schemas),
		Tables:  number(salt, "t_%04d", tables),
		Columns: number(salt, "c_%04d", columns),
	}, nil
}

func number(salt []byte, format string, names []string) map[string]string {
	place := map[string]string{}
	for _, name := range names {
		mac := hmac.New(sha256.New, salt)
		fmt.Fprintf(mac, "%s\x00%s", format, name)
		place[name] = string(mac.Sum(nil))
	}
	names = sortedKeys(place)
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
	return names
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
