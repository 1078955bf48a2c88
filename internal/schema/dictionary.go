package schema

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"strings"
	"sync"

	"github.com/BurntSushi/toml"

	"m4bench"
	"m4bench/internal/concept"
	"m4bench/internal/ehr"
)

// Dictionary is what the tables and columns of one database hold, in clinical
// words, and how the restructured variant merges its tables. It knows every
// source table and every derived table of every edition.
type Dictionary struct {
	Database string // mimic-iv or eicu

	renames []rename
	schemas map[string]string
	tables  map[string]*TableText // by qualified name
	columns map[string]Text
	merges  []Merge

	sourceColumns map[string]bool // names that a source table has
}

// rename is a text that names the database, and what stands for it in an
// instruction that does not.
type rename struct {
	From string `toml:"from"`
	To   string `toml:"to"`
}

// Text is what one column holds.
type Text struct {
	About string `toml:"about"`
	Unit  string `toml:"unit"`
	ID    bool   `toml:"id"`   // joins all tables that have it
	Word  bool   `toml:"word"` // the name is a value as well, and stays as it is in texts
	// Tables is set where the values are names of tables of that schema: in the
	// variants they are those tables' codes.
	Tables string `toml:"tables"`
}

// TableText is what one table holds.
type TableText struct {
	Name    string          `toml:"name"` // such as icu.chartevents
	Title   string          `toml:"title"`
	Row     string          `toml:"row"` // what one row is
	Joins   []Join          `toml:"joins"`
	Columns map[string]Text `toml:"column"` // those that mean something else here
}

// Join is how a table's columns lead to another table.
type Join struct {
	To    string   `toml:"to"`
	On    []string `toml:"on"`
	Their []string `toml:"their"` // the other table's columns, if their names differ
}

// theirs returns the other table's columns.
func (j Join) theirs() []string {
	if len(j.Their) == 0 {
		return j.On
	}
	return j.Their
}

// Embedded is a database's dictionary that this program was built with.
func Embedded(database string) (*Dictionary, error) {
	all, err := dictionaries()
	if err != nil {
		return nil, err
	}
	for _, d := range all {
		if d.Database == database {
			return d, nil
		}
	}
	return nil, fmt.Errorf("no dictionary of database %q", database)
}

// dictionaries are all that this program was built with.
var dictionaries = sync.OnceValues(func() ([]*Dictionary, error) {
	var all []*Dictionary
	for _, source := range ehr.Databases() {
		d, err := Load(m4bench.Library, source.Name)
		if err != nil {
			return nil, err
		}
		all = append(all, d)
	}
	return all, nil
})

// Load reads dictionary/<database>/*.toml, and titles and rows of derived tables
// from the concepts' headers.
func Load(library fs.FS, database string) (*Dictionary, error) {
	source, err := ehr.Lookup(database)
	if err != nil {
		return nil, err
	}
	d := &Dictionary{Database: database, tables: map[string]*TableText{}, columns: map[string]Text{}, sourceColumns: map[string]bool{}}
	for _, t := range source.Tables {
		for _, c := range t.Columns {
			d.sourceColumns[c.Name] = true
		}
	}
	if err := d.loadDerived(library); err != nil {
		return nil, err
	}
	files, err := fs.Glob(library, path.Join("dictionary", database, "*.toml"))
	if err != nil || len(files) == 0 {
		return nil, errors.Join(fmt.Errorf("dictionary/%s: no files", database), err)
	}
	for _, file := range files {
		if err := d.read(library, file, source); err != nil {
			return nil, fmt.Errorf("%s: %w", file, err)
		}
	}
	return d, nil
}

// loadDerived takes what is said of the derived tables from the concepts.
func (d *Dictionary) loadDerived(library fs.FS) error {
	lib, err := concept.Load(library, libraryName(d.Database))
	if err != nil {
		return err
	}
	for _, c := range lib.Concepts() {
		if c.Header.Layer == concept.Derived {
			name := concept.DerivedSchema + "." + c.Name
			d.tables[name] = &TableText{Name: name, Title: c.Header.Title, Row: c.Header.Grain}
		}
	}
	return nil
}

func libraryName(database string) string {
	if database == ehr.EICU {
		return concept.EICU
	}
	return concept.MIMICIV
}

// read adds one file. columns.toml and derived.toml hold columns alone.
func (d *Dictionary) read(library fs.FS, file string, source ehr.Database) error {
	switch path.Base(file) {
	case "columns.toml", "derived.toml":
		var columns map[string]Text
		if err := decode(library, file, &columns); err != nil {
			return err
		}
		return d.addColumns(columns)
	case "tables.toml":
		var f struct {
			Renames []rename          `toml:"rename"`
			Schemas map[string]string `toml:"schema"`
			Tables  []TableText       `toml:"table"`
		}
		if err := decode(library, file, &f); err != nil {
			return err
		}
		d.renames, d.schemas = f.Renames, f.Schemas
		return d.addTables(f.Tables, source)
	case "restructured.toml":
		var f struct {
			Merges []Merge `toml:"merge"`
		}
		if err := decode(library, file, &f); err != nil {
			return err
		}
		return d.addMerges(f.Merges, source)
	default:
		return errors.New("no such part of a dictionary")
	}
}

func decode(library fs.FS, file string, into any) error {
	meta, err := toml.DecodeFS(library, file, into)
	if err != nil {
		return err
	}
	if extra := meta.Undecoded(); len(extra) > 0 {
		return fmt.Errorf("unknown field %s", extra[0])
	}
	return nil
}

func (d *Dictionary) addColumns(columns map[string]Text) error {
	for name, text := range columns {
		if _, twice := d.columns[name]; twice {
			return fmt.Errorf("column %s is described twice", name)
		}
		d.columns[name] = text
	}
	return nil
}

func (d *Dictionary) addTables(tables []TableText, source ehr.Database) error {
	for _, t := range tables {
		name, err := qualified(source, t.Name)
		if err != nil {
			return err
		}
		for i := range t.Joins {
			if t.Joins[i].To, err = qualified(source, t.Joins[i].To); err != nil {
				return fmt.Errorf("table %s: %w", t.Name, err)
			}
		}
		if derived, ok := d.tables[name]; ok {
			t.Title, t.Row = cmp.Or(t.Title, derived.Title), cmp.Or(t.Row, derived.Row)
		}
		t.Name = name
		d.tables[name] = &t
	}
	return nil
}

// qualified is the full name of what the files call icu.chartevents or derived.bg.
func qualified(source ehr.Database, name string) (string, error) {
	if table, ok := source.Table(name); ok {
		return table.QualifiedName(), nil
	}
	if derived, ok := strings.CutPrefix(name, "derived."); ok {
		return concept.DerivedSchema + "." + derived, nil
	}
	return "", fmt.Errorf("%s has no table %s", source.Title, name)
}

// text is what a column of a table holds.
func (d *Dictionary) text(table, column string) (Text, bool) {
	if t, ok := d.tables[table]; ok {
		if text, ok := t.Columns[column]; ok {
			return text, true
		}
	}
	text, ok := d.columns[column]
	return text, ok
}
