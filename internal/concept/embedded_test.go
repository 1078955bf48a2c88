package concept

import (
	"strings"
	"testing"
)

func TestEmbeddedLibrariesAreConsistent(t *testing.T) {
	settings := map[string]bool{}
	known := map[string]bool{}
	for _, database := range []string{MIMICIV, EICU} {
		lib, err := Embedded(database)
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range lib.Choices() {
			known[c.ID] = true
		}
		for _, e := range lib.editions {
			for _, s := range e.Settings {
				settings[s.Choice] = true
			}
		}
	}
	for choice := range settings {
		if !known[choice] {
			t.Errorf("an edition sets choice %s, which no library declares", choice)
		}
	}
}

func TestSQLFilesStayReadable(t *testing.T) {
	for _, database := range []string{MIMICIV, EICU} {
		lib, err := Embedded(database)
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range lib.Concepts() {
			if n := strings.Count(c.Source, "\n"); n > 200 {
				t.Errorf("%s has %d lines; split it at an idea", c.File, n)
			}
			if strings.Contains(c.Source, "\t") {
				t.Errorf("%s is indented with tabs", c.File)
			}
		}
	}
}

func TestRenderedSQLCarriesNoTraceOfTheTemplate(t *testing.T) {
	for _, database := range []string{MIMICIV, EICU} {
		lib, err := Embedded(database)
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range lib.editions {
			for _, c := range lib.Concepts() {
				if !lib.Has(e, c.Name) {
					continue
				}
				sql, err := lib.Standalone(c.Name, e, SourceName)
				if err != nil {
					t.Error(err)
					continue
				}
				if strings.Contains(sql, "{{") || strings.Contains(sql, "<no value>") {
					t.Errorf("%s in %s: template left in\n%s", c.Name, e.ID, sql)
				}
			}
		}
	}
}
