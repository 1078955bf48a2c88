package concept

import (
	"context"
	"fmt"
	"strings"
	"time"

	"m4bench/internal/duck"
)

// A table's print is a hash of its rows for each value of an id column: two
// tables with the same prints hold the same rows, and where prints differ, so do
// the rows of that patient or stay.

// printIDs are the columns that rows are told apart by, widest first: a row that
// has the patient may be used for any of the patient's stays.
var printIDs = []string{"subject_id", "hadm_id", "stay_id", "patientunitstayid"}

const partitionKey = "stay_id"

// touches notes for which ids the mutant's table of a concept differs from the
// base's, and says whether there are any. Of one that was derived again for some
// stays only these are compared.
func (m *Mutants) touches(ctx context.Context, c *Concept, table string) (bool, error) {
	if _, built := m.sql[c.Name]; !built {
		return true, nil // the base has no such table
	}
	id, err := m.basePrint(ctx, c)
	if err != nil {
		return false, err
	}
	base := temporary + "print_" + c.Name
	if table == mixed(c) && id == partitionKey {
		base, table = "(SELECT * FROM "+base+" WHERE id IN ("+redone(c)+"))", part(c)
	}
	query := fmt.Sprintf(`CREATE OR REPLACE TEMP TABLE touched_%[1]s AS
		SELECT coalesce(base.id, mutant.id) AS id
		FROM %[2]s AS base
		FULL JOIN (%[3]s) AS mutant ON base.id IS NOT DISTINCT FROM mutant.id
		WHERE base.print IS DISTINCT FROM mutant.print OR base.rows IS DISTINCT FROM mutant.rows`,
		c.Name, base, printOf(table, id))
	if err := m.base.DB.Exec(ctx, query); err != nil {
		return false, err
	}
	touched, err := m.base.DB.QueryInt(ctx, "SELECT count(*) FROM "+temporary+"touched_"+c.Name)
	return touched > 0, err
}

// basePrint takes the print of a base table when it is first needed, and returns
// the id column that it goes by.
func (m *Mutants) basePrint(ctx context.Context, c *Concept) (string, error) {
	if id, taken := m.prints[c.Name]; taken {
		return id, nil
	}
	table := m.base.Where.Table(c)
	id := "0"
	for _, candidate := range printIDs {
		if m.base.has(ctx, table, candidate) {
			id = candidate
			break
		}
	}
	err := m.base.DB.Exec(ctx, "CREATE OR REPLACE TEMP TABLE print_"+c.Name+" AS "+printOf(table, id))
	if err == nil {
		m.prints[c.Name] = id
	}
	return id, err
}

func printOf(table, id string) string {
	return fmt.Sprintf("SELECT %s AS id, sum(hash(every)::HUGEINT) AS print, count(*) AS rows FROM %s AS every GROUP BY 1", id, table)
}

// A concept that is derived again for some stays is a view: the base's rows of all
// other stays, and a part of its own.
func mixed(c *Concept) string { return temporary + "mixed_" + c.Name }
func part(c *Concept) string  { return temporary + "part_" + c.Name }

// redone selects the stays that a concept is derived again for.
func redone(c *Concept) string { return "SELECT stay_id FROM " + temporary + "redone_" + c.Name }

// rebuildStays derives a partitioned concept for the stays that are redone, and
// takes the rest from the base.
func (m *Mutants) rebuildStays(ctx context.Context, c *Concept, e *Edition) error {
	these := "stay_id IN (" + redone(c) + ")"
	rendered, err := m.base.Library.Render(c.Name, e, m.base.partNames(ctx, m.names(), partitionKey, these))
	if err != nil {
		return err
	}
	if err := m.create(ctx, "TABLE", part(c), rendered.SQL); err != nil {
		return err
	}
	return m.create(ctx, "VIEW", mixed(c), fmt.Sprintf("SELECT * FROM %s WHERE NOT coalesce(%s, false) UNION ALL SELECT * FROM %s",
		m.base.Where.Table(c), these, part(c)))
}

// fewTouched lists the stays that the tables below a concept touch, and says whether
// it can be derived again for these alone, and they are few enough to be worth it.
func (m *Mutants) fewTouched(ctx context.Context, c *Concept, below []string) (few bool, err error) {
	if c.Header.Partition != partitionKey {
		return false, nil
	}
	var touched []string
	for _, name := range below {
		id, taken := m.prints[name]
		if !taken || !strings.HasSuffix(id, "_id") {
			return false, nil
		}
		touched = append(touched, fmt.Sprintf("%s IN (SELECT id FROM %stouched_%s)", id, temporary, name))
	}
	stays := m.base.Where.Names().Source("icu.icustays")
	if m.stays == 0 {
		if m.stays, err = m.base.DB.QueryInt(ctx, "SELECT count(*) FROM "+stays); err != nil {
			return false, err
		}
	}
	err = m.base.DB.Exec(ctx, fmt.Sprintf("CREATE OR REPLACE TEMP TABLE redone_%s AS SELECT DISTINCT stay_id FROM %s WHERE %s",
		c.Name, stays, strings.Join(touched, " OR ")))
	if err != nil {
		return false, err
	}
	n, err := m.base.DB.QueryInt(ctx, "SELECT count(*) FROM "+temporary+"redone_"+c.Name)
	return 4*n < 3*m.stays, err
}

// Times lists the times of those rows of a concept that differ between the base
// and the mutant built last, of one patient or stay: the first ones, by the first
// time column. It is empty if the concept is the same, or its rows have no time.
func (m *Mutants) Times(ctx context.Context, c *Concept, ids map[string]string) ([]time.Time, error) {
	const most = 12
	id, taken := m.prints[c.Name]
	table, changed := m.tables[c.Name]
	value := ids[id]
	if !taken || !changed || value == "" {
		return nil, nil
	}
	column, err := m.timeColumn(ctx, m.base.Where.Table(c))
	if err != nil || column == "" {
		return nil, err
	}
	of := func(table string) string {
		return fmt.Sprintf("SELECT * FROM %s WHERE %s = %s", table, id, duck.Literal(value))
	}
	base, mutant := of(m.base.Where.Table(c)), of(table)
	query := fmt.Sprintf("SELECT DISTINCT %[1]s FROM ((%[2]s EXCEPT %[3]s) UNION ALL (%[3]s EXCEPT %[2]s)) WHERE %[1]s IS NOT NULL ORDER BY 1 LIMIT %[4]d",
		column, base, mutant, most)
	rows, err := m.base.DB.Query(ctx, query)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var times []time.Time
	for rows.Next() {
		var at time.Time
		if err := rows.Scan(&at); err != nil {
			return nil, err
		}
		times = append(times, at)
	}
	return times, rows.Err()
}

func (m *Mutants) timeColumn(ctx context.Context, table string) (string, error) {
	rows, err := m.base.DB.Query(ctx, "SELECT * FROM "+table+" LIMIT 0")
	if err != nil {
		return "", err
	}
	defer rows.Close()
	types, err := rows.ColumnTypes()
	if err != nil {
		return "", err
	}
	for _, t := range types {
		if t.DatabaseTypeName() == "TIMESTAMP" {
			return duck.Ident(t.Name()), nil
		}
	}
	return "", nil
}
