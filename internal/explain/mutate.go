package explain

import (
	"context"
	"fmt"

	"m4bench/internal/concept"
)

// Mutation is a file that somebody would write who takes other options than the
// reference.
type Mutation struct {
	Flips []Flip
	Path  string
	// Rules is the number of rules that the file shows to be broken: 0 if it is as
	// the reference, 1 if it is just as some single flip would make it.
	Rules int
}

// Telling lists the flips that each change a scored cell of the lab's one task on
// its database.
func (lab *Lab) Telling(ctx context.Context) ([]Flip, error) {
	single, err := lab.contents(ctx)
	if err != nil {
		return nil, err
	}
	var flips []Flip
	for i, f := range lab.flips {
		if _, told := single[i]; told {
			flips = append(flips, f)
		}
	}
	return flips, nil
}

// contents names the departures of every flip alone that has some.
func (lab *Lab) contents(ctx context.Context) (map[int]string, error) {
	t := lab.targets[0]
	if err := lab.survey(ctx, t); err != nil {
		return nil, err
	}
	lab.columns, lab.ownersOnly = nil, false
	for i := range t.cells.scored {
		lab.columns = append(lab.columns, i)
	}
	if err := lab.db.Exec(ctx, "CREATE OR REPLACE TABLE "+wrongTable+" ("+wrongColumns+")"); err != nil {
		return nil, err
	}
	fits, err := lab.fits(ctx, departureTable, 0)
	if err != nil {
		return nil, err
	}
	contents := map[int]string{}
	for flip, fit := range fits {
		contents[flip] = fit.content
	}
	return contents, nil
}

// Mutate writes the output with these flips to a csv file.
func (lab *Lab) Mutate(ctx context.Context, path string, flips ...Flip) (Mutation, error) {
	m := Mutation{Flips: flips, Path: path}
	t := lab.targets[0]
	single, err := lab.contents(ctx)
	if err != nil {
		return m, err
	}
	table := t.table
	tables, err := lab.build(ctx, flips...)
	if err != nil {
		return m, err
	}
	if made, changed := tables[t.concept]; changed {
		table = made
		fit, err := lab.fitTrial(ctx, t, table, 0)
		if err != nil {
			return m, err
		}
		m.Rules = rules(fit.content, single, len(flips))
	}
	if err := concept.WriteCSV(ctx, lab.db, table, path); err != nil {
		return m, fmt.Errorf("write the output with %s: %w", joined(flips), err)
	}
	return m, nil
}

func rules(content string, single map[int]string, most int) int {
	if content == "" {
		return 0
	}
	for _, c := range single {
		if c == content {
			return 1
		}
	}
	return most
}
