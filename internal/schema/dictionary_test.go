package schema_test

import (
	"context"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"

	"m4bench/internal/ehr"
	"m4bench/internal/naming"
	"m4bench/internal/schema"
)

var editions = []string{"current", "m4bench-v1"}

// shapes are the tables of a complete database; built once.
func shapes(t *testing.T, database, edition string) []schema.Table {
	t.Helper()
	shaped.Lock()
	defer shaped.Unlock()
	key := database + "/" + edition
	if _, done := shaped.tables[key]; !done {
		tables, err := schema.Shapes(context.Background(), database, edition)
		if err != nil {
			t.Fatal(err)
		}
		shaped.tables[key] = tables
	}
	return shaped.tables[key]
}

var shaped = struct {
	sync.Mutex
	tables map[string][]schema.Table
}{tables: map[string][]schema.Table{}}

func dictionary(t *testing.T, database string) *schema.Dictionary {
	t.Helper()
	d, err := schema.Embedded(database)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

func variant(t *testing.T, database, kind string) *schema.Variant {
	t.Helper()
	v, err := schema.NewVariant(kind, database, codes(t, "a salt for tests"))
	if err != nil {
		t.Fatal(err)
	}
	return v
}

func codes(t *testing.T, salt string) schema.Codes {
	t.Helper()
	c, err := schema.NewCodes([]byte(salt))
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// eachVariant runs a test for every database, edition and variant.
func eachVariant(t *testing.T, test func(t *testing.T, v *schema.Variant, native []schema.Table)) {
	for _, database := range []string{ehr.MIMICIV, ehr.EICU} {
		for _, edition := range editions {
			for _, kind := range []string{schema.Obfuscated, schema.Restructured} {
				t.Run(database+"/"+edition+"/"+kind, func(t *testing.T) {
					test(t, variant(t, database, kind), shapes(t, database, edition))
				})
			}
		}
	}
}

// A table or column that is added to a source or a concept must be described:
// the prompt cannot be written otherwise.
func TestEveryTableAndColumnIsDescribed(t *testing.T) {
	eachVariant(t, func(t *testing.T, v *schema.Variant, native []schema.Table) {
		prompt, err := promptOf(v, native, "Do it.")
		if err != nil {
			t.Fatal(err)
		}
		tables, err := v.Tables(native)
		if err != nil {
			t.Fatal(err)
		}
		for _, made := range tables {
			section := sectionOf(t, prompt, made.Qualified())
			for _, c := range made.Columns {
				line := regexp.MustCompile("(?m)^- `" + c.Name + "` " + regexp.QuoteMeta(strings.ToLower(c.Type)) + `( \[[^]]+\])?: \S.*$`)
				if !line.MatchString(section) {
					t.Errorf("%s: no line for %s %s in\n%s", made.Qualified(), c.Name, c.Type, section)
				}
			}
		}
	})
}

// promptOf is what an agent reads of a task and its database.
func promptOf(v *schema.Variant, native []schema.Table, instruction string) (string, error) {
	seen := schema.See(v, native)
	dictionary, err := seen.Dictionary()
	return seen.Instruction(instruction) + "\n" + dictionary, err
}

// sectionOf is what a prompt says of one table.
func sectionOf(t *testing.T, prompt, table string) string {
	t.Helper()
	_, rest, found := strings.Cut(prompt, "### `"+table+"`: ")
	if !found {
		t.Fatalf("the prompt does not speak of %s", table)
	}
	section, _, _ := strings.Cut(rest, "\n### ")
	return section
}

// The other way round: a description without a table or column is a leftover.
func TestNothingIsDescribedThatDoesNotExist(t *testing.T) {
	for _, database := range []string{ehr.MIMICIV, ehr.EICU} {
		exists := map[string]bool{}
		for _, edition := range editions {
			for _, table := range shapes(t, database, edition) {
				exists[table.Schema], exists[table.Name] = true, true
				for _, c := range table.Columns {
					exists[c.Name] = true
				}
			}
		}
		for _, name := range dictionary(t, database).NativeNames() {
			if !exists[name] {
				t.Errorf("%s: %s is described, but no edition has it", database, name)
			}
		}
	}
}

// What an agent reads holds no name of the native database, unless it is a word
// that clinicians use.
func TestPromptsHoldNoNativeName(t *testing.T) {
	eachVariant(t, func(t *testing.T, v *schema.Variant, native []schema.Table) {
		prompt, err := promptOf(v, native, "")
		if err != nil {
			t.Fatal(err)
		}
		names := map[string]bool{}
		for _, database := range []string{ehr.MIMICIV, ehr.EICU} {
			for _, name := range dictionary(t, database).NativeNames() {
				names[name] = naming.Coined(name)
			}
		}
		for _, line := range strings.Split(prompt, "\n") {
			naming.Words(line, func(word string) {
				if names[word] {
					t.Errorf("%s in: %s", word, line)
				}
			})
		}
	})
}

func TestPromptsDoNotNameTheDatabase(t *testing.T) {
	for database, text := range map[string]string{
		ehr.MIMICIV: "`./database.duckdb` holds the source tables of MIMIC-IV. There are no derived tables.",
		ehr.EICU:    "# OASIS (eICU)\n`./database.duckdb` holds the source tables of the eICU Collaborative Research Database.",
	} {
		for _, kind := range []string{schema.Obfuscated, schema.Restructured} {
			prompt, err := promptOf(variant(t, database, kind), shapes(t, database, "current"), text)
			if err != nil {
				t.Fatal(err)
			}
			if !strings.Contains(prompt, "`./database.duckdb` holds the source tables of an EHR database.") || regexp.MustCompile(`(?i)mimic|eicu`).MatchString(prompt) {
				t.Errorf("%s, %s: %.300s", database, kind, prompt)
			}
		}
	}
}

// An agent is told only of what it may see.
func TestPromptsLeaveOutWhatIsNotThere(t *testing.T) {
	all := shapes(t, ehr.MIMICIV, "current")
	few := slices.DeleteFunc(slices.Clone(all), func(table schema.Table) bool {
		return table.Schema == "mimiciv_derived" || table.Name == "d_items" || table.Name == "provider"
	})
	for _, kind := range []string{schema.Obfuscated, schema.Restructured} {
		v := variant(t, ehr.MIMICIV, kind)
		prompt, err := promptOf(v, few, "Do it.")
		if err != nil {
			t.Fatal(err)
		}
		visible, err := v.Tables(few)
		if err != nil {
			t.Fatal(err)
		}
		known := map[string]bool{}
		for _, table := range visible {
			known[table.Qualified()] = true
		}
		for _, found := range regexp.MustCompile(`ds_\d\.t_\d{4}`).FindAllString(prompt, -1) {
			if !known[found] {
				t.Errorf("%s: the prompt speaks of %s, which is not there", kind, found)
			}
		}
		if strings.Contains(prompt, "variables derived") {
			t.Errorf("%s: the prompt speaks of the schema of derived tables", kind)
		}
	}
}

// A reader can tell the columns of a table apart by what is said of them, and the
// tables by their titles.
func TestDescriptionsTellColumnsApart(t *testing.T) {
	eachVariant(t, func(t *testing.T, v *schema.Variant, native []schema.Table) {
		prompt, err := promptOf(v, native, "")
		if err != nil {
			t.Fatal(err)
		}
		titles := map[string]bool{}
		for _, section := range strings.Split(prompt, "\n### ")[1:] {
			title, rest, _ := strings.Cut(section, "\n")
			_, title, _ = strings.Cut(title, ": ")
			if titles[title] {
				t.Errorf("two tables are called %q", title)
			}
			titles[title] = true
			said := map[string]bool{}
			for _, line := range regexp.MustCompile("(?m)^- `[^`]+` (.*)$").FindAllStringSubmatch(rest, -1) {
				if said[line[1]] {
					t.Errorf("%s: two columns are %q", title, line[1])
				}
				said[line[1]] = true
			}
		}
	})
}
