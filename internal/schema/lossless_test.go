package schema_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"m4bench/internal/duck"
	"m4bench/internal/ehr"
	"m4bench/internal/schema"
)

// Whatever rows the native tables have, they come back from the variant: the same
// rows as often as before, with the same types. Patients without an admission,
// admissions without a stay or a patient, stays of unknown admissions, absent
// values and repeated rows included.
func TestNativeTablesComeBack(t *testing.T) {
	db := session(t)
	rapid.Check(t, func(rt *rapid.T) {
		merge := rapid.SampledFrom(merges).Draw(rt, "merge")
		v := variant(t, merge.database, rapid.SampledFrom([]string{schema.Restructured, schema.Obfuscated}).Draw(rt, "variant"))
		tables := slices.DeleteFunc(slices.Clone(shapes(t, merge.database, "current")), func(table schema.Table) bool {
			return !slices.Contains(merge.tables, table.Name)
		})
		for _, table := range tables {
			fill(rt, db, table, uniqueColumns[table.Name])
		}
		made := makeAll(rt, db, v, tables)
		for _, table := range tables {
			compare(rt, db, v, table, made)
		}
	})
}

// merges are the tables that the restructured variant puts together.
var merges = []struct {
	database string
	tables   []string
}{
	{ehr.MIMICIV, []string{"labevents", "chartevents"}},
	{ehr.MIMICIV, []string{"patients", "admissions", "icustays"}},
	{ehr.MIMICIV, []string{"inputevents", "outputevents"}},
	{ehr.MIMICIV, []string{"d_items", "d_labitems"}},
	{ehr.MIMICIV, []string{"d_items"}}, // the other one is optional
	{ehr.EICU, []string{"nursecharting", "physicalexam"}},
	{ehr.EICU, []string{"patient", "hospital"}},
	{ehr.EICU, []string{"patient"}},
	{ehr.EICU, []string{"intakeoutput", "infusiondrug"}},
}

// uniqueColumns name the rows of the tables that others are joined to.
var uniqueColumns = map[string][]string{
	"patients": {"subject_id"}, "admissions": {"subject_id", "hadm_id"}, "hospital": {"hospitalid"},
}

func session(t *testing.T) *duck.DB {
	t.Helper()
	db, err := duck.Open(context.Background(), duck.Options{Threads: 1})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	return db
}

// fill makes a native table with rows drawn from few values, so that they meet.
func fill(rt *rapid.T, db *duck.DB, table schema.Table, unique []string) {
	var definitions, rows []string
	for _, c := range table.Columns {
		definitions = append(definitions, duck.Ident(c.Name)+" "+c.Type)
	}
	keys := map[string]bool{}
	for range rapid.IntRange(0, 4).Draw(rt, "rows of "+table.Name) {
		var cells, key []string
		for _, c := range table.Columns {
			isKey := slices.Contains(unique, c.Name)
			cell := literal(rt, c, isKey)
			cells = append(cells, cell)
			if isKey {
				key = append(key, cell)
			}
		}
		if name := strings.Join(key, ","); len(unique) == 0 || !keys[name] {
			keys[name] = true
			rows = append(rows, "("+strings.Join(cells, ", ")+")")
		}
	}
	sql := fmt.Sprintf("CREATE SCHEMA IF NOT EXISTS %s; CREATE OR REPLACE TABLE %s (%s)", table.Schema, table.Qualified(), strings.Join(definitions, ", "))
	if len(rows) > 0 {
		sql += fmt.Sprintf("; INSERT INTO %s VALUES %s", table.Qualified(), strings.Join(rows, ", "))
	}
	if err := db.Exec(context.Background(), sql); err != nil {
		rt.Fatal(err)
	}
}

func literal(rt *rapid.T, c schema.Column, present bool) string {
	n := rapid.IntRange(0, 3).Draw(rt, c.Name)
	if n == 0 && !present {
		return "NULL"
	}
	switch c.Type {
	case "VARCHAR":
		return []string{"'chartevents'", "'inputevents'", "'lab, chart'", "''"}[n]
	case "TIMESTAMP", "DATE":
		return fmt.Sprintf("DATE '2150-01-0%d'", n+1)
	default:
		return fmt.Sprint(n)
	}
}

func makeAll(rt *rapid.T, db *duck.DB, v *schema.Variant, native []schema.Table) []schema.Made {
	made, err := v.Tables(native)
	if err != nil {
		rt.Fatal(err)
	}
	for _, m := range made {
		query := fmt.Sprintf("SELECT %s FROM %s", renamed(m), m.Of[0].Qualified())
		if !m.Same() {
			query = m.Query(schema.Table.Qualified)
		}
		sql := fmt.Sprintf("CREATE SCHEMA IF NOT EXISTS %s; CREATE OR REPLACE TABLE %s AS %s", m.Schema, m.Qualified(), query)
		if err := db.Exec(context.Background(), sql); err != nil {
			rt.Fatalf("%s: %v", sql, err)
		}
	}
	return made
}

// renamed gives a native table's columns their codes by their place.
func renamed(m schema.Made) string {
	var list []string
	for i, c := range m.Of[0].Columns {
		list = append(list, duck.Ident(c.Name)+" AS "+duck.Ident(m.Columns[i].Name))
	}
	return strings.Join(list, ", ")
}

func compare(rt *rapid.T, db *duck.DB, v *schema.Variant, native schema.Table, made []schema.Made) {
	ctx := context.Background()
	at := slices.IndexFunc(made, func(m schema.Made) bool {
		return slices.ContainsFunc(m.Of, func(t schema.Table) bool { return t.Qualified() == native.Qualified() })
	})
	rebuilt := "(" + v.Rebuild(native, made[at], schema.Table.Qualified) + ")"
	for _, difference := range []string{
		fmt.Sprintf("(FROM %s EXCEPT ALL FROM %s)", native.Qualified(), rebuilt),
		fmt.Sprintf("(FROM %s EXCEPT ALL FROM %s)", rebuilt, native.Qualified()),
		fmt.Sprintf("(SELECT column_name, column_type FROM (DESCRIBE FROM %s) EXCEPT SELECT column_name, column_type FROM (DESCRIBE FROM %s))", native.Qualified(), rebuilt),
	} {
		if n, err := db.QueryInt(ctx, "SELECT count(*) FROM "+difference); err != nil || n > 0 {
			rt.Errorf("%s: %d differences in %s (%v)", native.Qualified(), n, difference, err)
		}
	}
}
