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
	db := lab.workshop.DB()
	if err := db.Exec(ctx, sql); err != nil {
		return 0, fmt.Errorf("compare the output with the reference: %w", err)
	}
	var cells []string
	for _, i := range lab.columns {
		s := t.cells.scored[i]
		cells = append(cells, fmt.Sprintf("SELECT hash(key, %d), %s, %g FROM %s AS residual WHERE wrong_%d", i, state(s, "residual"), nearness(s), residualTable, i))
	}
	if err := db.Exec(ctx, "CREATE OR REPLACE TEMP TABLE wrong ("+wrongColumns+"); INSERT INTO "+wrongTable+" "+strings.Join(cells, " UNION ALL ")); err != nil {
		return 0, fmt.Errorf("collect the wrong cells: %w", err)
	}
	return db.QueryInt(ctx, "SELECT count(*) FROM "+wrongTable)
}
