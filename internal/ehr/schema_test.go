package ehr

import (
	"context"
	"slices"
	"strings"
	"testing"

	"m4bench/internal/duck"
)

func TestEverySourceDeclaresItsTables(t *testing.T) {
	types := []string{"BIGINT", "INTEGER", "DOUBLE", "VARCHAR", "TIMESTAMP", "DATE"}
	for _, d := range Databases() {
		if len(d.Tables) != 31 {
			t.Errorf("%s has %d tables, want 31", d.Name, len(d.Tables))
		}
		seen := map[string]bool{}
		for _, table := range d.Tables {
			if seen[table.Name] || table.Name != strings.ToLower(table.Name) {
				t.Errorf("%s: table %q is declared twice or not in lower case", d.Name, table.Name)
			}
			seen[table.Name] = true
			if !slices.Contains(d.Schemas, table.Schema) {
				t.Errorf("%s is in schema %s, which %s does not have", table.Name, table.Schema, d.Name)
			}
			names := map[string]bool{}
			for _, c := range table.Columns {
				if names[c.Name] || !slices.Contains(types, c.Type) {
					t.Errorf("%s.%s %s: declared twice or with an unknown type", table.Name, c.Name, c.Type)
				}
				names[c.Name] = true
				if strings.HasSuffix(c.Name, "_id") && c.Type != "BIGINT" && c.Type != "VARCHAR" {
					t.Errorf("%s.%s is an identifier of type %s", table.Name, c.Name, c.Type)
				}
			}
			for _, c := range table.Cluster {
				if !names[c] {
					t.Errorf("%s is clustered by %s, which it does not have", table.Name, c)
				}
			}
		}
	}
}

func TestTablesAreFoundByEveryNameInUse(t *testing.T) {
	for _, name := range []string{"chartevents", "icu.chartevents", "mimiciv_icu.chartevents", "ICU.ChartEvents"} {
		table, ok := mimicIV.Table(name)
		if !ok || table.QualifiedName() != "mimiciv_icu.chartevents" || table.ShortName() != "icu.chartevents" {
			t.Errorf("%s gave %q, %v", name, table.QualifiedName(), ok)
		}
	}
	if table, ok := eICU.Table("crd.patient"); !ok || table.ShortName() != "crd.patient" {
		t.Errorf("crd.patient gave %q, %v", table.ShortName(), ok)
	}
	for _, name := range []string{"hosp.chartevents", "patient", "", "icu."} {
		if table, ok := mimicIV.Table(name); ok {
			t.Errorf("%q gave %s", name, table.QualifiedName())
		}
	}
	if _, err := Lookup("mimic-iii"); err == nil {
		t.Error("an unknown source was found")
	}
}

func TestCreateAllMakesEmptyTablesAndKeepsExistingOnes(t *testing.T) {
	ctx := context.Background()
	for _, d := range Databases() {
		db, err := duck.Open(ctx, duck.Options{})
		if err != nil {
			t.Fatal(err)
		}
		defer db.Close()
		if err := CreateAll(ctx, db, d); err != nil {
			t.Fatal(err)
		}
		first := d.Tables[0]
		insert := "INSERT INTO " + first.QualifiedName() + " (" + first.Columns[0].Name + ") VALUES (1)"
		if err := db.Exec(ctx, insert); err != nil {
			t.Fatal(err)
		}
		if err := CreateAll(ctx, db, d); err != nil {
			t.Fatal(err)
		}
		for i, table := range d.Tables {
			rows, err := db.QueryInt(ctx, "SELECT count(*) FROM "+table.QualifiedName())
			if err != nil {
				t.Fatal(err)
			}
			if want := map[bool]int64{true: 1, false: 0}[i == 0]; rows != want {
				t.Errorf("%s has %d rows, want %d", table.QualifiedName(), rows, want)
			}
		}
	}
}
