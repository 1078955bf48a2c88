package explain

import (
	"context"
	"fmt"
	"strings"

	"m4bench/internal/bench"
	"m4bench/internal/task"
)

// A departure is a scored cell in which a mutant is not as the reference. A cell
// is named by a hash of its row's key and its column, and its value is a number:
// a text's hash, a time's microseconds, +infinity for a missing value and
// -infinity for a cell of a row that is not there. So everything that mutants and
// an output do to a reference lies in two narrow tables that are joined once.
const (
	departureTable = bench.Shared + "departure" // of every flip alone
	referenceTable = bench.Shared + "reference_cells"
	wrongTable     = bench.Shared + "wrong"  // of the output, with each column's tolerance
	ownersTable    = bench.Shared + "owners" // the stays or patients that the output has
	trialTable     = "temp.main.trial"       // of the pair at hand
)

const (
	departureColumns = "flip INTEGER, col INTEGER, owner UBIGINT, cell UBIGINT, value DOUBLE"
	wrongColumns     = "owner UBIGINT, cell UBIGINT, value DOUBLE, nearness DOUBLE"
)

// survey builds every flip of the lab alone and keeps its departures. It does so
// once for a key that rows are found by; any number of outputs can be explained then.
func (lab *Lab) survey(ctx context.Context, t target) error {
	by := columnNames(t.cells.keys)
	if lab.surveyed == by {
		return nil
	}
	db := lab.db
	if err := db.Exec(ctx, "CREATE OR REPLACE TABLE "+referenceTable+" AS "+t.cells.read(t.table)); err != nil {
		return fmt.Errorf("read the reference: %w", err)
	}
	if err := db.Exec(ctx, "CREATE OR REPLACE TABLE "+departureTable+" ("+departureColumns+")"); err != nil {
		return err
	}
	lab.flips = lab.useful(t)
	err := lab.each(ctx, len(lab.flips), func(ctx context.Context, s session, i int) error {
		lab.report.Step("trying "+lab.flips[i].Choice, int64(i), int64(len(lab.flips)), "rules")
		tables, err := s.build(ctx, lab.flips[i])
		if err != nil {
			return err
		}
		table, changed := tables[t.concept]
		if !changed {
			return nil
		}
		if err := s.db.Exec(ctx, "INSERT INTO "+departureTable+" "+t.cells.departures(i, table)); err != nil {
			return fmt.Errorf("compare %s with the reference: %w", lab.flips[i], err)
		}
		return nil
	})
	if err == nil {
		lab.surveyed = by
	}
	return err
}

// departures selects a mutant's departures from the reference.
func (c cells) departures(flip int, mutant string) string {
	differing := c.differing("reference", "mutant")
	var columns, cells []string
	for i, s := range c.scored {
		columns = append(columns, fmt.Sprintf("%s AS differs_%d, %s AS value_%d", differing[i], i, state(s, "mutant"), i))
		cells = append(cells, fmt.Sprintf("SELECT %d, %d, owner, hash(key, %d), value_%d FROM joined WHERE differs_%d", flip, i, i, i, i))
	}
	return fmt.Sprintf(`WITH joined AS MATERIALIZED (
			SELECT %s AS owner, %s AS key, %s FROM %s AS reference FULL JOIN (%s) AS mutant ON %s
		) %s`, c.ownerHash("reference", "mutant"), c.keyHash("reference", "mutant"), strings.Join(columns, ", "), referenceTable, c.read(mutant), c.on("reference", "mutant"),
		strings.Join(cells, " UNION ALL "))
}

// keyHash names a row that at least one of two readings has.
func (c cells) keyHash(left, right string) string {
	parts := []string{fmt.Sprintf("coalesce(%s.%s, %s.%s)", left, occurrence, right, occurrence)}
	for _, k := range c.keys {
		parts = append(parts, fmt.Sprintf("coalesce(%s.%q, %s.%q)", left, k.Name, right, k.Name))
	}
	return "hash(" + strings.Join(parts, ", ") + ")"
}

// ownerHash names whose row it is: the stay, admission or patient that the key
// begins with.
func (c cells) ownerHash(left, right string) string {
	first := c.keys[0].Name
	return fmt.Sprintf("hash(coalesce(%s.%q, %s.%q))", left, first, right, first)
}

// state is a cell's value as a departure holds it.
func state(c task.Column, side string) string {
	value := fmt.Sprintf("%s.%q", side, c.Name)
	number := value
	switch sqlType(c) {
	case "VARCHAR":
		number = "(hash(" + value + ") >> 11)::DOUBLE"
	case "TIMESTAMP":
		number = "epoch_us(" + value + ")::DOUBLE"
	}
	return fmt.Sprintf("CASE WHEN %s.present IS NULL THEN '-infinity'::DOUBLE WHEN %s IS NULL THEN 'infinity'::DOUBLE ELSE %s END", side, value, number)
}

// nearness is a column's tolerance in the units of its departures.
func nearness(c task.Column) float64 {
	switch sqlType(c) {
	case "VARCHAR":
		return 0
	case "TIMESTAMP":
		return c.Tolerance * 1e6
	default:
		return c.Tolerance
	}
}

// matches says that a departure of a mutant is the output's as well.
const matches = "coalesce(wrong.value = made.value OR abs(wrong.value - made.value) <= wrong.nearness, false)"

// equals is matches for a column without tolerance.
const equals = "coalesce(wrong.value = made.value OR abs(wrong.value - made.value) <= 1e-6, false)"

// fits compares all departures of a table with the output, flip by flip.
func (s session) fits(ctx context.Context, table string, wrong int64) (map[int]fitted, error) {
	query := fmt.Sprintf(`SELECT flip, count(*), count(*) FILTER (%s), count(*) FILTER (%s), count(*)::VARCHAR || ' ' || sum(hash(made.cell, made.value)::HUGEINT)::VARCHAR
		FROM %s AS made LEFT JOIN %s AS wrong ON wrong.cell = made.cell WHERE %s GROUP BY flip`,
		matches, equals, table, wrongTable, s.lab.compared())
	rows, err := s.db.Query(ctx, query)
	if err != nil {
		return nil, fmt.Errorf("compare the mutants with the output: %w", err)
	}
	defer rows.Close()
	all := map[int]fitted{}
	for rows.Next() {
		var flip int
		f := fitted{Fit: Fit{Wrong: wrong}}
		if err := rows.Scan(&flip, &f.Changed, &f.Explained, &f.equal, &f.content); err != nil {
			return nil, err
		}
		all[flip] = f
	}
	return all, rows.Err()
}

// fitted is a mutant's fit with a name of its departures: mutants with the same
// departures are the same output.
type fitted struct {
	Fit
	equal   int64 // explained cells that are equal, not only within the tolerance
	content string
}

// compared restricts departures to the columns that the output has and, if only
// those are looked at, to the stays or patients.
func (lab *Lab) compared() string {
	if len(lab.columns) == 0 {
		return "false"
	}
	condition := "col IN (" + strings.Trim(strings.ReplaceAll(fmt.Sprint(lab.columns), " ", ", "), "[]") + ")"
	if lab.ownersOnly {
		condition += " AND made.owner IN (SELECT owner FROM " + ownersTable + ")"
	}
	return condition
}
