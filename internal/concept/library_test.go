package concept

import (
	"strings"
	"testing"
	"testing/fstest"
)

// small is a library with one choice of every form: a value with arguments, a
// structural alternative, and an option that reads another concept.
func small() fstest.MapFS {
	files := map[string]string{
		"editions/current.toml": `id = "current"`,
		"editions/old.toml": `
id = "old"
absent = ["extra"]
[[set]]
choice = "lab.limit"
option = "loose"
reason = "the old rule had no limit"
[[set]]
choice = "lab.scope"
option = "all"
reason = "the old rule read everything"`,
		"concepts/mimiciv/lab/conventions.toml": `
title = "Laboratory"
[[choice]]
id = "lab.limit"
question = "From which value on is a result implausible?"
default = "strict"
[[choice.option]]
id = "strict"
kind = "edition"
value = "$1 <= 150"
reason = "plausible values only"
[[choice.option]]
id = "loose"
kind = "edition"
value = "true"
reason = "no limit"
[[choice]]
id = "lab.scope"
question = "Which results count?"
default = "plausible"
[[choice.option]]
id = "plausible"
kind = "edition"
value = "{{ref \"plausible\"}}"
reason = "after the filter"
[[choice.option]]
id = "all"
kind = "edition"
value = "{{source \"hosp.labevents\"}}"
reason = "before the filter"`,
		"concepts/mimiciv/lab/plausible.sql": `-- title: Plausible results
-- grain: one row per result
-- invariant: valuenum <= 150
-- note: The limit is generous
--   on purpose.
SELECT itemid, valuenum
FROM {{source "hosp.labevents"}}
WHERE {{choice "lab.limit" "valuenum"}}
`,
		"concepts/mimiciv/lab/highest.sql": `-- title: Highest result
-- grain: one row per item
-- key: itemid
SELECT itemid, max(valuenum) AS highest
FROM {{choice "lab.scope"}}
{{if is "lab.limit" "strict"}}
WHERE itemid > 0
{{end}}
GROUP BY itemid
`,
		"concepts/mimiciv/lab/extra.sql": `-- title: Extra
-- layer: derived
-- grain: one row per item
SELECT * FROM {{ref "highest"}}
`,
	}
	fs := fstest.MapFS{}
	for name, text := range files {
		fs[name] = &fstest.MapFile{Data: []byte(text)}
	}
	return fs
}

func load(t *testing.T, fs fstest.MapFS) *Library {
	t.Helper()
	lib, err := Load(fs, MIMICIV)
	if err != nil {
		t.Fatal(err)
	}
	return lib
}

func render(t *testing.T, lib *Library, name, edition string) string {
	t.Helper()
	e, err := lib.Edition(edition)
	if err != nil {
		t.Fatal(err)
	}
	r, err := lib.Render(name, e, plainNames)
	if err != nil {
		t.Fatal(err)
	}
	return r.SQL
}

func TestEditionDecidesTheSQL(t *testing.T) {
	lib := load(t, small())
	tests := []struct{ concept, edition, want string }{
		{"plausible", "current", "SELECT itemid, valuenum\nFROM hosp.labevents\nWHERE valuenum <= 150\n"},
		{"plausible", "old", "SELECT itemid, valuenum\nFROM hosp.labevents\nWHERE true\n"},
		{"highest", "current", "SELECT itemid, max(valuenum) AS highest\nFROM plausible\n\nWHERE itemid > 0\n\nGROUP BY itemid\n"},
		{"highest", "old", "SELECT itemid, max(valuenum) AS highest\nFROM hosp.labevents\n\nGROUP BY itemid\n"},
	}
	for _, tt := range tests {
		if got := render(t, lib, tt.concept, tt.edition); got != tt.want {
			t.Errorf("%s in %s:\n%s\nwant\n%s", tt.concept, tt.edition, got, tt.want)
		}
	}
}

func TestGraphFollowsTheEdition(t *testing.T) {
	lib := load(t, small())
	names := func(edition, wanted string) string {
		e, _ := lib.Edition(edition)
		order, err := lib.Order(e, wanted)
		if err != nil {
			t.Fatal(err)
		}
		var out []string
		for _, c := range order {
			out = append(out, c.Name)
		}
		return strings.Join(out, " ")
	}
	if got := names("current", "highest"); got != "plausible highest" {
		t.Errorf("current needs %q", got)
	}
	if got := names("old", "highest"); got != "highest" {
		t.Errorf("old needs %q", got)
	}
}

func TestAbsentTablesDoNotExistInAnEdition(t *testing.T) {
	lib := load(t, small())
	old, _ := lib.Edition("old")
	if _, err := lib.Order(old, "extra"); err == nil {
		t.Error("an absent table was ordered")
	}
	if got := lib.Names(old, Derived); strings.Join(got, " ") != "highest plausible" {
		t.Errorf("names = %v", got)
	}
}

func TestFlippedOptionIsAMutant(t *testing.T) {
	lib := load(t, small())
	current, _ := lib.Edition("current")
	mutant := current.With("lab.limit", "loose")
	r, err := lib.Render("plausible", mutant, plainNames)
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(r.SQL, "WHERE true") {
		t.Errorf("mutant renders\n%s", r.SQL)
	}
	if got := render(t, lib, "plausible", "current"); !strings.Contains(got, "150") {
		t.Errorf("flipping an option changed the edition it came from:\n%s", got)
	}
}

func TestStandaloneIsOneStatement(t *testing.T) {
	lib := load(t, small())
	current, _ := lib.Edition("current")
	sql, err := lib.Standalone("highest", current, SourceName)
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"derived_plausible AS (", "FROM mimiciv_hosp.labevents", "FROM derived_plausible", "SELECT * FROM derived_highest\n"} {
		if !strings.Contains(sql, want) {
			t.Errorf("no %q in\n%s", want, sql)
		}
	}
}

func TestHeader(t *testing.T) {
	lib := load(t, small())
	c, err := lib.Get("plausible")
	if err != nil {
		t.Fatal(err)
	}
	h := c.Header
	if h.Title != "Plausible results" || h.Layer != Derived || len(h.Key) != 0 ||
		strings.Join(h.Notes, "|") != "The limit is generous on purpose." || strings.Join(h.Invariants, "|") != "valuenum <= 150" {
		t.Errorf("header = %+v", h)
	}
}

func TestFaultsOfALibraryAreNamed(t *testing.T) {
	sql := func(body string) string { return "-- title: T\n-- grain: G\n" + body }
	tests := []struct{ name, file, text, want string }{
		{"unknown ref", "concepts/mimiciv/lab/bad.sql", sql(`SELECT * FROM {{ref "nowhere"}}`), `ref "nowhere" names no concept`},
		{"unknown choice", "concepts/mimiciv/lab/bad.sql", sql(`SELECT {{choice "lab.nothing"}}`), `choice "lab.nothing" is not declared`},
		{"unknown option", "concepts/mimiciv/lab/bad.sql", sql(`SELECT 1 {{if is "lab.limit" "odd"}}x{{end}}`), `choice lab.limit has no option "odd"`},
		{"circle", "concepts/mimiciv/lab/plausible.sql", sql(`SELECT * FROM {{ref "highest"}} WHERE {{choice "lab.limit" "1"}}`), "highest → plausible → highest"},
		{"no title", "concepts/mimiciv/lab/bad.sql", "-- grain: G\nSELECT 1\n", "the header needs a title and a grain"},
		{"unknown field", "concepts/mimiciv/lab/bad.sql", "-- titel: T\nSELECT 1\n", `bad.sql:1: unknown header field "titel"`},
		{"no SQL", "concepts/mimiciv/lab/bad.sql", "-- title: T\n-- grain: G\n", "no SQL below the header"},
		{"bad template", "concepts/mimiciv/lab/bad.sql", sql(`SELECT {{ref }`), "bad.sql"},
		{"twice", "concepts/mimiciv/other/plausible.sql", sql("SELECT 1"), "already defined in concepts/mimiciv/lab/plausible.sql"},
		{"bad edition", "editions/odd.toml", "id = \"odd\"\n[[set]]\nchoice = \"lab.limit\"\noption = \"none\"\nreason = \"r\"", `choice lab.limit has no option "none"`},
		{"edition without reason", "editions/odd.toml", "id = \"odd\"\n[[set]]\nchoice = \"lab.limit\"\noption = \"loose\"", "setting lab.limit has no reason"},
		{"edition name", "editions/odd.toml", `id = "even"`, "does not match the file name"},
		{"unused choice", "concepts/mimiciv/more/conventions.toml", "title=\"M\"\n[[choice]]\nid=\"more.x\"\nquestion=\"q\"\ndefault=\"a\"\n[[choice.option]]\nid=\"a\"\nkind=\"edition\"\nreason=\"r\"\n[[choice.option]]\nid=\"b\"\nkind=\"mistake\"\nreason=\"r\"", "no concept uses choice more.x"},
		{"default", "concepts/mimiciv/more/conventions.toml", "title=\"M\"\n[[choice]]\nid=\"more.x\"\nquestion=\"q\"\ndefault=\"z\"\n[[choice.option]]\nid=\"a\"\nkind=\"edition\"\nreason=\"r\"", `default "z" is not among the options`},
		{"foreign id", "concepts/mimiciv/more/conventions.toml", "title=\"M\"\n[[choice]]\nid=\"lab.x\"\nquestion=\"q\"\ndefault=\"a\"", `must start with "more."`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			fs := small()
			fs[tt.file] = &fstest.MapFile{Data: []byte(tt.text)}
			_, err := Load(fs, MIMICIV)
			if err == nil || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("error %v does not say %q", err, tt.want)
			}
		})
	}
}

func TestPictures(t *testing.T) {
	lib := load(t, small())
	current, _ := lib.Edition("current")
	graph, err := lib.Graph(current, "highest")
	if err != nil {
		t.Fatal(err)
	}
	var text, svg strings.Builder
	if err := graph.WriteText(&text); err != nil {
		t.Fatal(err)
	}
	if err := graph.WriteSVG(&svg); err != nil {
		t.Fatal(err)
	}
	if want := "plausible ← hosp.labevents\nhighest ← plausible\n"; text.String() != want {
		t.Errorf("text = %q, want %q", text.String(), want)
	}
	if strings.Count(svg.String(), "<rect") != 3 || strings.Count(svg.String(), "<path") != 2 {
		t.Errorf("svg does not have 3 nodes and 2 edges:\n%s", svg.String())
	}
}
