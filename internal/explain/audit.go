package explain

import (
	"context"
	"fmt"
	"slices"
	"strings"
)

// Effect is what one mutant does to one reference.
type Effect struct {
	Flip
	Target   string             `json:"target"`
	Tasks    []string           `json:"tasks"`
	Rows     int64              `json:"rows"`               // rows that differ in a scored cell, are missing or extra
	Patients int64              `json:"patients"`           // whose rows they are
	Cells    map[string]int64   `json:"cells"`              // differing cells by scored column; only columns with some
	Headline map[string]float64 `json:"headline,omitempty"` // headline numbers under the mutant
}

// Told says that the data tell the mutant from the reference.
func (e Effect) Told() bool { return e.Rows > 0 }

// Audit is the effect of every mutant on every reference that depends on it.
type Audit struct {
	Edition  string                        `json:"edition"`
	Database string                        `json:"database"`
	Headline map[string]map[string]float64 `json:"headline"` // by target, of the reference itself
	Totals   map[string]Total              `json:"totals"`
	Effects  []Effect                      `json:"effects"`
}

// Total is the size of a reference.
type Total struct {
	Tasks    []string `json:"tasks"`
	Rows     int64    `json:"rows"`
	Patients int64    `json:"patients"`
}

// Audit builds every mutant and compares it with the references.
func (lab *Lab) Audit(ctx context.Context) (*Audit, error) {
	audit := &Audit{
		Edition: lab.derivation.Edition.ID, Database: lab.derivation.Library.Database,
		Headline: map[string]map[string]float64{}, Totals: map[string]Total{},
	}
	for _, t := range lab.targets {
		if err := lab.measureReference(ctx, audit, t); err != nil {
			return nil, err
		}
	}
	flips := lab.Flips()
	effects := make([][]Effect, len(flips))
	err := lab.each(ctx, len(flips), func(ctx context.Context, s session, i int) (err error) {
		lab.report.Step("mutant "+flips[i].Choice, int64(i), int64(len(flips)), "mutants")
		effects[i], err = s.effects(ctx, flips[i])
		return err
	})
	audit.Effects = slices.Concat(effects...)
	return audit, err
}

func (lab *Lab) measureReference(ctx context.Context, audit *Audit, t target) error {
	total := Total{Tasks: t.tasks}
	query := fmt.Sprintf("SELECT count(*), count(DISTINCT patient) FROM (%s)", withPatient(t, t.table))
	if err := lab.db.Conn().QueryRowContext(ctx, query).Scan(&total.Rows, &total.Patients); err != nil {
		return fmt.Errorf("count %s: %w", t.concept, err)
	}
	audit.Totals[t.concept] = total
	headline, err := lab.headline(ctx, t, t.table)
	audit.Headline[t.concept] = headline
	return err
}

// effects compares one mutant with every reference below it. A reference that
// the flip cannot change has an effect of no rows.
func (s session) effects(ctx context.Context, f Flip) ([]Effect, error) {
	tables, err := s.build(ctx, f)
	if err != nil {
		return nil, err
	}
	var effects []Effect
	for _, t := range s.lab.targets {
		if !t.choices[f.Choice] {
			continue
		}
		e := Effect{Flip: f, Target: t.concept, Tasks: t.tasks, Cells: map[string]int64{}}
		if table, changed := tables[t.concept]; changed {
			if err := s.compare(ctx, t, table, &e); err != nil {
				return nil, fmt.Errorf("compare %s with mutant %s: %w", t.concept, f, err)
			}
			if e.Headline, err = s.headline(ctx, t, table); err != nil {
				return nil, err
			}
		}
		effects = append(effects, e)
	}
	return effects, nil
}

func (s session) compare(ctx context.Context, t target, mutant string, e *Effect) error {
	differing := t.cells.differing("reference", "mutant")
	counts := []string{
		"count(*) FILTER (" + strings.Join(differing, " OR ") + ")",
		"count(DISTINCT coalesce(reference.patient, mutant.patient)) FILTER (" + strings.Join(differing, " OR ") + ")",
	}
	for _, d := range differing {
		counts = append(counts, "count(*) FILTER ("+d+")")
	}
	query := fmt.Sprintf("SELECT %s FROM (%s) AS reference FULL JOIN (%s) AS mutant ON %s",
		strings.Join(counts, ", "), withPatient(t, t.table), withPatient(t, mutant), t.cells.on("reference", "mutant"))
	cells := make([]int64, len(t.cells.scored))
	into := []any{&e.Rows, &e.Patients}
	for i := range cells {
		into = append(into, &cells[i])
	}
	if err := s.db.Conn().QueryRowContext(ctx, query).Scan(into...); err != nil {
		return err
	}
	for i, n := range cells {
		if n > 0 {
			e.Cells[t.cells.scored[i].Name] = n
		}
	}
	return nil
}

// withPatient reads a target's table and adds whose row each is.
func withPatient(t target, table string) string {
	read := t.cells.read(table)
	owner := map[string]string{
		"stay_id":           "ehr.mimiciv_icu.icustays",
		"hadm_id":           "ehr.mimiciv_hosp.admissions",
		"patientunitstayid": "ehr.eicu_crd.patient",
	}
	for _, k := range t.cells.keys {
		if k.Name == "subject_id" {
			return "SELECT *, subject_id::VARCHAR AS patient FROM (" + read + ")"
		}
	}
	for _, k := range t.cells.keys {
		if source, known := owner[k.Name]; known {
			id := "subject_id"
			if k.Name == "patientunitstayid" {
				id = "uniquepid"
			}
			return fmt.Sprintf("SELECT rows.*, owner.patient FROM (%s) AS rows LEFT JOIN (SELECT DISTINCT %s AS owner_key, %s::VARCHAR AS patient FROM %s) AS owner ON owner_key = rows.%s",
				read, k.Name, id, source, k.Name)
		}
	}
	return "SELECT *, NULL::VARCHAR AS patient FROM (" + read + ")"
}
