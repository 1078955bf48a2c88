package concept

import (
	"context"
	"fmt"
	"strings"

	"m4bench/internal/duck"
)

// Violation is a declared invariant that a built table breaks.
type Violation struct {
	Invariant string `json:"invariant"`
	Rows      int64  `json:"rows"` // rows that break it
}

func (v Violation) String() string {
	return fmt.Sprintf("%d rows break: %s", v.Rows, v.Invariant)
}

// CheckInvariants counts, in one scan, the rows of a table that break each
// declared invariant, and the rows beyond the first of each key.
func CheckInvariants(ctx context.Context, db *duck.DB, c *Concept, table string) ([]Violation, error) {
	var conditions, counts []string
	for _, invariant := range c.Header.Invariants {
		conditions = append(conditions, invariant)
		counts = append(counts, fmt.Sprintf("count(*) FILTER (NOT (%s))", invariant))
	}
	if len(c.Header.Key) > 0 {
		key := strings.Join(c.Header.Key, ", ")
		conditions = append(conditions, "unique ("+key+")")
		counts = append(counts, fmt.Sprintf("(SELECT coalesce(sum(n - 1), 0)::BIGINT FROM (SELECT count(*) AS n FROM %s GROUP BY %s HAVING n > 1))", table, key))
	}
	if len(counts) == 0 {
		return nil, nil
	}
	broken := make([]int64, len(counts))
	into := make([]any, len(counts))
	for i := range broken {
		into[i] = &broken[i]
	}
	query := "SELECT " + strings.Join(counts, ", ")
	if len(c.Header.Invariants) > 0 {
		query += " FROM " + table // with the key alone there is nothing to scan, and an empty table would give no row
	}
	if err := db.Conn().QueryRowContext(ctx, query).Scan(into...); err != nil {
		return nil, fmt.Errorf("check invariants of %s: %w", c.Name, err)
	}
	var violations []Violation
	for i, rows := range broken {
		if rows > 0 {
			violations = append(violations, Violation{Invariant: conditions[i], Rows: rows})
		}
	}
	return violations, nil
}
