package explain

import (
	"context"
	"fmt"
	"strings"
)

// residualTable holds the rows of reference and output, with the output's values
// and, for each scored column, whether it is wrong.
const residualTable = "temp.main.residual"

// prepareResidual joins output and reference once.
func (lab *Lab) prepareResidual(ctx context.Context, t target) (wrong int64, err error) {
	columns := []string{
		t.cells.ownerHash("reference", "output") + " AS owner",
		t.cells.keyHash("reference", "output") + " AS key",
		fmt.Sprintf("coalesce(reference.%s, output.%s) AS %s", occurrence, occurrence, occurrence),
		"reference.present AS in_reference", "output.present AS present",
	}
	for _, k := range t.cells.keys {
		columns = append(columns, fmt.Sprintf("coalesce(reference.%q, output.%q) AS %q", k.Name, k.Name, k.Name))
	}
	differing := t.cells.differing("reference", "output")
	for i, s := range t.cells.scored {
		columns = append(columns, fmt.Sprintf("output.%q AS %q", s.Name, s.Name), fmt.Sprintf("%s AS wrong_%d", differing[i], i))
	}
	sql := fmt.Sprintf("CREATE OR REPLACE TEMP TABLE residual AS SELECT %s FROM %s AS reference FULL JOIN (%s) AS output ON %s",
		strings.Join(columns, ", "), referenceTable, t.cells.read(outputTable), t.cells.on("reference", "output"))
	db := lab.db
	if err := db.Exec(ctx, sql); err != nil {
		return 0, fmt.Errorf("compare the output with the reference: %w", err)
	}
	return lab.collectWrong(ctx, t)
}

// collectWrong lists the wrong cells of the residual, and counts them.
func (lab *Lab) collectWrong(ctx context.Context, t target) (wrong int64, err error) {
	db := lab.db
	var cells []string
	for _, i := range lab.columns {
		s := t.cells.scored[i]
		cells = append(cells, fmt.Sprintf("SELECT owner, hash(key, %d), %s, %g FROM %s AS residual WHERE wrong_%d", i, state(s, "residual"), nearness(s), residualTable, i))
	}
	if err := db.Exec(ctx, "CREATE OR REPLACE TABLE "+wrongTable+" ("+wrongColumns+"); INSERT INTO "+wrongTable+" "+strings.Join(cells, " UNION ALL ")); err != nil {
		return 0, fmt.Errorf("collect the wrong cells: %w", err)
	}
	return db.QueryInt(ctx, "SELECT count(*) FROM "+wrongTable)
}

// reduce takes out of the comparison what a file has beside its values: the stays,
// admissions or patients that it leaves out as a whole, and further rows of a key.
// It says in words what it took out; nothing if there is nothing.
func (lab *Lab) reduce(ctx context.Context, t target) (note string, err error) {
	db := lab.db
	absent, err := db.QueryInt(ctx, "SELECT count(*) FROM (SELECT owner FROM "+residualTable+" GROUP BY owner HAVING bool_and(present IS NULL))")
	if err != nil {
		return "", err
	}
	repeated, err := db.QueryInt(ctx, fmt.Sprintf("SELECT count(*) FROM %s WHERE in_reference IS NULL AND %s > 1", residualTable, occurrence))
	if err != nil || absent+repeated == 0 {
		return "", err
	}
	sql := fmt.Sprintf(`CREATE OR REPLACE TABLE %[2]s AS SELECT owner FROM %[1]s GROUP BY owner HAVING bool_or(present);
		DELETE FROM %[1]s WHERE owner NOT IN (SELECT owner FROM %[2]s) OR in_reference IS NULL AND %[3]s > 1`, residualTable, ownersTable, occurrence)
	if err := db.Exec(ctx, sql); err != nil {
		return "", fmt.Errorf("reduce the comparison: %w", err)
	}
	lab.ownersOnly = true
	var parts []string
	if absent > 0 {
		parts = append(parts, fmt.Sprintf("of the %s that the file has, without the %d that it leaves out", columnNames(t.cells.keys[:1]), absent))
	}
	if repeated > 0 {
		parts = append(parts, fmt.Sprintf("without the %d rows that repeat a key", repeated))
	}
	return "what follows is " + strings.Join(parts, ", and "), nil
}
