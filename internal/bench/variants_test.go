package bench_test

import (
	"context"
	"crypto/sha256"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"m4bench/internal/bench"
	"m4bench/internal/concept"
	"m4bench/internal/duck"
	"m4bench/internal/naming"
	"m4bench/internal/progress"
	"m4bench/internal/schema"
	"m4bench/internal/task"
)

// allSchemas is a bench of a data set in all variants. Nobody may change it.
func allSchemas(t *testing.T, set string) *bench.Bench {
	t.Helper()
	source := sourceOf(t, set)
	path := once(t, "schemas-"+set, func(path string) {
		b := building(t, source, path)
		b.Schemas = schema.Kinds()
		mustRun(t, b)
	})
	prepared, err := bench.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	return prepared
}

var variantSets = []string{"mimic-edge-1", "eicu-edge-1"}

// codeName is what tables and files of a variant may be called.
var codeName = regexp.MustCompile(`^(database\.duckdb|(data/)?ds_\d[./]t_\d{4}(\.parquet)?)$`)

var coded = []string{schema.Obfuscated, schema.Restructured}

// The native tables come back from every variant, row by row, and give the same
// references.
func TestVariantsLoseNothing(t *testing.T) {
	for _, set := range variantSets {
		results, err := allSchemas(t, set).Lossless(context.Background(), bench.Rebuild{Progress: progress.Silent{}, Now: time.Now})
		if err != nil {
			t.Fatal(err)
		}
		if len(results) != 3 {
			t.Fatalf("%s: %d results", set, len(results))
		}
		for _, r := range results {
			if r.Tables < 30 || r.References == 0 || r.Rows != results[0].Rows || len(r.Differences) > 0 {
				t.Errorf("%s: %+v", set, r)
			}
		}
	}
}

// What the proof compares it compares: a changed, lost or doubled row is found.
func TestLosslessFindsWhatIsLost(t *testing.T) {
	const id = "mimic-gcs-24h-raw"
	for name, c := range map[string]struct{ query, finds string }{
		"a row less":       {"SELECT * FROM %s LIMIT (SELECT count(*) - 1 FROM %[1]s)", "rows, not"},
		"a row twice":      {"FROM %s UNION ALL (FROM %[1]s LIMIT 1)", "rows, not"},
		"another value":    {"SELECT * REPLACE (CASE WHEN row_number() OVER () = 1 THEN -f1 ELSE f1 END AS f1) FROM %s", "has other rows"},
		"another type":     {"SELECT * REPLACE (f1::INTEGER AS f1) FROM %s", "types are"},
		"another encoding": {"SELECT * FROM %s ORDER BY ALL", ""},
	} {
		t.Run(name, func(t *testing.T) {
			out := filepath.Join(t.TempDir(), "bench")
			b := building(t, sourceOf(t, "mimic-edge-1"), out)
			b.Tasks, b.Schemas = tasks(t, id), []string{schema.Obfuscated}
			prepared := mustRun(t, b)
			folder, f, err := prepared.Visible(schema.Obfuscated, id)
			if err != nil {
				t.Fatal(err)
			}
			file := filepath.Join(folder, "data", strings.Replace(holder(t, prepared, f, "mimiciv_icu.outputevents"), ".", "/", 1)+".parquet")
			rewrite(t, file, c.query)
			results, err := prepared.Lossless(context.Background(), bench.Rebuild{Progress: progress.Silent{}, Now: time.Now})
			if err != nil {
				t.Fatal(err)
			}
			differences := fmt.Sprint(results[0].Differences)
			if c.finds == "" && differences != "[]" || !strings.Contains(differences, c.finds) {
				t.Errorf("differences are %s, want one that speaks of %q", differences, c.finds)
			}
		})
	}
}

// holder is the variant's table that holds a native one.
func holder(t *testing.T, prepared *bench.Bench, f bench.Folder, native string) string {
	t.Helper()
	for _, v := range prepared.Variants {
		for _, table := range v.Tables {
			if slices.Contains(f.Tables, table.Qualified()) && slices.Contains(table.Of, native) {
				return table.Qualified()
			}
		}
	}
	t.Fatalf("no table holds %s", native)
	return ""
}

func rewrite(t *testing.T, file, query string) {
	t.Helper()
	db, err := duck.Open(context.Background(), duck.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	sql := fmt.Sprintf("COPY (%s) TO %s (FORMAT parquet)", fmt.Sprintf(query, duck.Literal(file)), duck.Literal(file+".new"))
	if err := db.Exec(context.Background(), sql); err != nil {
		t.Fatal(err)
	}
	if err := os.Rename(file+".new", file); err != nil {
		t.Fatal(err)
	}
}

// Nothing that agents of a variant can read holds a native name: neither the
// catalog nor the footers nor, but for plain words, any byte.
func TestVariantsShowNoNativeName(t *testing.T) {
	for _, set := range variantSets {
		prepared := allSchemas(t, set)
		findings, err := prepared.Check(context.Background(), progress.Silent{})
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range findings {
			t.Errorf("%s: %s", set, f)
		}
		for _, kind := range coded {
			for _, id := range prepared.TaskIDs(kind) {
				folder, _, err := prepared.Visible(kind, id)
				if err != nil {
					t.Fatal(err)
				}
				for _, name := range append(relations(t, agentSession(t, folder)), filesIn(t, folder)...) {
					if !codeName.MatchString(name) {
						t.Errorf("%s/%s shows %s", kind, id, name)
					}
				}
			}
		}
	}
}

// Compressed bytes can hide a name that a query shows. So all texts are read as
// well: the item dictionary, for one, names tables.
func TestNoValueOfAVariantIsANativeName(t *testing.T) {
	names := map[string]bool{}
	for _, database := range []string{"mimic-iv", "eicu"} {
		d, err := schema.Embedded(database)
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range d.NativeNames() {
			names[name] = naming.Coined(name) && len(name) >= 6 // "UO" is a word of nurses
		}
	}
	for set, id := range map[string]string{"mimic-edge-1": "mimic-apsiii-24h", "eicu-edge-1": "eicu-oasis"} {
		for _, kind := range coded {
			db := agentSession(t, visible(t, allSchemas(t, set), kind, id))
			for _, text := range column(t, db, "SELECT DISTINCT schema_name || '.' || table_name || ' ' || column_name FROM duckdb_columns() WHERE data_type = 'VARCHAR' AND NOT internal") {
				table, name, _ := strings.Cut(text, " ")
				for _, value := range column(t, db, fmt.Sprintf("SELECT DISTINCT %s FROM %s WHERE %s IS NOT NULL", name, table, name)) {
					naming.Words(value, func(word string) {
						if names[word] {
							t.Errorf("%s, %s: %s of %s holds %q", set, kind, name, table, value)
						}
					})
				}
			}
		}
	}
}

// A join that would lose or double rows is refused, and so is what is no variant.
func TestVariantsThatCannotBeMadeAreRefused(t *testing.T) {
	twice := filepath.Join(t.TempDir(), "twice.duckdb")
	fillSource(t, "eicu-edge-1", twice, "INSERT INTO eicu_crd.hospital (hospitalid) VALUES (-7), (-7)")
	for name, c := range map[string]struct {
		schemas []string
		code    int
		says    string
	}{
		"two hospitals of one number": {[]string{schema.Restructured}, 4, "eicu_crd.hospital"},
		"no variant":                  {[]string{"inverted"}, 2, "inverted"},
		"one variant twice":           {[]string{schema.Native, schema.Native}, 2, "twice"},
	} {
		t.Run(name, func(t *testing.T) {
			b := building(t, twice, filepath.Join(t.TempDir(), "bench"))
			b.Schemas = c.schemas
			_, err := b.Run(context.Background())
			if exitCode(err) != c.code || !strings.Contains(err.Error(), c.says) {
				t.Errorf("exit code %d, want %d: %v", exitCode(err), c.code, err)
			}
		})
	}
	b := building(t, twice, filepath.Join(t.TempDir(), "bench"))
	b.Schemas = []string{schema.Obfuscated}
	mustRun(t, b) // nothing is joined there
}

// A build that was stopped among the variants goes on with the same codes.
func TestStoppedBuildOfVariantsGoesOn(t *testing.T) {
	b := building(t, sourceOf(t, "mimic-edge-1"), filepath.Join(t.TempDir(), "bench"))
	b.Tasks, b.Schemas = tasks(t, "mimic-gcs-24h-raw"), coded
	ctx, cancel := context.WithCancel(context.Background())
	b.Progress = stopAt{step: "preparing restructured", cancel: cancel}
	if _, err := b.Run(ctx); err == nil || ctx.Err() == nil {
		t.Fatalf("the build was not stopped: %v", err)
	}
	salt, err := os.ReadFile(filepath.Join(b.Out+bench.UnfinishedSuffix, "work", "salt"))
	if err != nil {
		t.Fatal(err)
	}
	b.Progress = progress.Silent{}
	prepared := mustRun(t, b)
	if hash := fmt.Sprintf("%x", sha256.Sum256(salt)); hash != prepared.SaltHash {
		t.Error("the codes come from another salt")
	}
	results, err := prepared.Lossless(context.Background(), bench.Rebuild{Progress: progress.Silent{}, Now: time.Now})
	if err != nil || len(results[0].Differences)+len(results[1].Differences) > 0 {
		t.Errorf("%+v, %v", results, err)
	}
}

// The restructured variant has the merged tables, and nothing from which the
// tables before the merge could be read.
func TestRestructuredFoldersHoldNoOriginals(t *testing.T) {
	for _, set := range variantSets {
		prepared := allSchemas(t, set)
		originals := map[[32]byte]string{}
		for _, id := range prepared.TaskIDs(schema.Obfuscated) {
			folder, f, err := prepared.Visible(schema.Obfuscated, id)
			if err != nil {
				t.Fatal(err)
			}
			for _, native := range merged {
				for _, v := range prepared.Variants {
					for _, table := range v.Tables {
						if v.Schema == schema.Obfuscated && slices.Contains(f.Tables, table.Qualified()) && slices.Contains(table.Of, native) && table.Rows > 0 {
							originals[hashOf(t, filepath.Join(folder, "data", table.Schema, table.Name+".parquet"))] = table.Qualified()
						}
					}
				}
			}
		}
		if len(originals) < 4 {
			t.Fatalf("%s: only %d originals found", set, len(originals))
		}
		for _, id := range prepared.TaskIDs(schema.Restructured) {
			folder, _, err := prepared.Visible(schema.Restructured, id)
			if err != nil {
				t.Fatal(err)
			}
			tables := relations(t, agentSession(t, folder))
			for _, file := range filesIn(t, folder) {
				if original, there := originals[hashOf(t, filepath.Join(folder, file))]; there {
					t.Errorf("%s: %s is the file of %s", id, file, original)
				}
			}
			for _, original := range originals {
				if slices.Contains(tables, original) {
					t.Errorf("%s: %s is there", id, original)
				}
			}
		}
	}
}

var merged = []string{
	"mimiciv_icu.chartevents", "mimiciv_hosp.labevents", "mimiciv_hosp.patients", "mimiciv_hosp.admissions", "mimiciv_icu.icustays",
	"mimiciv_icu.inputevents", "mimiciv_icu.outputevents", "mimiciv_icu.d_items", "mimiciv_hosp.d_labitems",
	"eicu_crd.nursecharting", "eicu_crd.physicalexam", "eicu_crd.patient", "eicu_crd.hospital", "eicu_crd.intakeoutput", "eicu_crd.infusiondrug",
}

// Tables that a standard task hides are hidden in the variants as well, and a raw
// task has no derived table.
func TestVariantsHideWhatTheNativeOneHides(t *testing.T) {
	prepared := allSchemas(t, "mimic-edge-1")
	for _, kind := range coded {
		for _, id := range prepared.TaskIDs(kind) {
			_, f, err := prepared.Visible(kind, id)
			if err != nil {
				t.Fatal(err)
			}
			var got []string
			for _, v := range prepared.Variants {
				for _, table := range v.Tables {
					if v.Schema == kind && slices.Contains(f.Tables, table.Qualified()) {
						got = append(got, table.Of...)
					}
				}
			}
			slices.Sort(got)
			if want := mayBeSeen(t, tasks(t, id)[0]); !slices.Equal(got, want) {
				t.Errorf("%s/%s holds\n%s\nwant\n%s", kind, id, strings.Join(got, "\n"), strings.Join(want, "\n"))
			}
		}
	}
}

// The variants cost little more than the tables that are merged: all other files
// are shared.
func TestVariantsShareFiles(t *testing.T) {
	prepared := allSchemas(t, "mimic-edge-1")
	seen := map[string]int{}
	for _, kind := range schema.Kinds() {
		for _, id := range prepared.TaskIDs(kind) {
			folder, _, err := prepared.Visible(kind, id)
			if err != nil {
				t.Fatal(err)
			}
			for _, file := range filesIn(t, folder) {
				if info, err := os.Stat(filepath.Join(folder, file)); err == nil && strings.HasSuffix(file, ".parquet") {
					seen[inodeText(info)]++
				}
			}
		}
	}
	native := len(relations(t, agentSession(t, visible(t, prepared, schema.Native, "mimic-apsiii-24h")))) + 1 // the target itself
	if extra := len(seen) - native; extra != 5 {
		t.Errorf("%d files beside those of the native tables, want 5: four merged tables and the item dictionary with its codes", extra)
	}
}

func inodeText(info os.FileInfo) string { return fmt.Sprint(info.Sys().(*syscall.Stat_t).Ino) }

func visible(t *testing.T, prepared *bench.Bench, kind, id string) string {
	t.Helper()
	folder, _, err := prepared.Visible(kind, id)
	if err != nil {
		t.Fatal(err)
	}
	return folder
}

// Codes belong to a bench: they come from a salt that is drawn anew, or taken from
// another bench on purpose.
func TestCodesComeFromTheSalt(t *testing.T) {
	build := func(salt []byte) *bench.Bench {
		b := building(t, sourceOf(t, "eicu-edge-1"), filepath.Join(t.TempDir(), "bench"))
		b.Tasks, b.Schemas, b.Salt = tasks(t, "eicu-gcs"), []string{schema.Obfuscated}, salt
		return mustRun(t, b)
	}
	hash := func(b *bench.Bench) string { return b.Variants[0].Tasks[0].SHA256 }
	first, second := build(nil), build(nil)
	if hash(first) == hash(second) || first.SaltHash == second.SaltHash {
		t.Error("two benches have the same codes")
	}
	salt, err := bench.ReadSalt(filepath.Join(filepath.Dir(filepath.Dir(filepath.Dir(visible(t, first, schema.Obfuscated, "eicu-gcs")))), "hidden", "names.json"))
	if err != nil {
		t.Fatal(err)
	}
	if third := build(salt); hash(third) != hash(first) || third.SaltHash != first.SaltHash {
		t.Error("the same salt gives other codes")
	}
}

// The reference's own SQL, as a skill gives it, runs in each variant and gives the
// reference.
func TestRawSQLGivesTheReferenceInEachVariant(t *testing.T) {
	for _, set := range variantSets {
		prepared := allSchemas(t, set)
		for _, kind := range coded {
			done := map[string]bool{}
			for _, id := range prepared.TaskIDs(kind) {
				tk := tasks(t, id)[0]
				if done[tk.Reference] {
					continue // a raw task and its twin have the same SQL
				}
				done[tk.Reference] = true
				t.Run(kind+"/"+id, func(t *testing.T) {
					compareToReference(t, prepared, kind, tk, referenceSQL(t, prepared, kind, tk))
				})
			}
		}
	}
}

func referenceSQL(t *testing.T, prepared *bench.Bench, kind string, tk *task.Task) string {
	t.Helper()
	d, err := bench.Derive(tk.Database, "current")
	if err != nil {
		t.Fatal(err)
	}
	sql, err := d.Library.Standalone(tk.Reference, d.Edition, concept.SourceName)
	if err != nil {
		t.Fatal(err)
	}
	seen, err := prepared.Sees(kind, tk)
	if err != nil {
		t.Fatal(err)
	}
	return seen.SQL(sql, columnNames(tk))
}

func columnNames(tk *task.Task) []string {
	var names []string
	for _, c := range tk.Columns {
		names = append(names, c.Name)
	}
	return names
}

// compareToReference runs a query where the task's agent would and compares its
// rows with the reference.
func compareToReference(t *testing.T, prepared *bench.Bench, kind string, tk *task.Task, query string) {
	t.Helper()
	db := agentSession(t, visible(t, prepared, kind, tk.ID))
	ref, err := prepared.Reference(tk)
	if err != nil {
		t.Fatal(err)
	}
	columns := strings.Join(columnNames(tk), ", ")
	got := fmt.Sprintf("(SELECT %s FROM (%s))", columns, query)
	want := fmt.Sprintf("(SELECT %s FROM read_parquet(%s))", columns, duck.Literal(ref.Path))
	for _, difference := range []string{got + " EXCEPT ALL " + want, want + " EXCEPT ALL " + got} {
		if n, err := db.QueryInt(context.Background(), "SELECT count(*) FROM ("+difference+")"); err != nil || n > 0 {
			t.Errorf("%d rows differ (%v)", n, err)
		}
	}
}
