package demo

import (
	"fmt"
	"strings"

	"m4bench/internal/agent"
	"m4bench/internal/bench"
	"m4bench/internal/concept"
	"m4bench/internal/task"
)

// Player is one of the demo's scripted agents. All of them query the task's
// database inside the sandbox, like any agent.
type Player struct {
	Name  string // as in records
	Title string
	About string // what it does, for a reader
	query func(*task.Task) (string, error)
}

// textbookEdition is what the second player follows.
const textbookEdition = "textbook"

// Players returns the three agents of the demo.
func Players() []Player {
	return []Player{
		{"reference", "follows the reference", "derives the rows by the declared conventions", queryOf(concept.CurrentEdition)},
		{"textbook", "goes by the textbook", "knows the papers, but not how this database charts things", queryOf(textbookEdition)},
		{"grain", "has the wrong grain", "right values, but one row for each patient or stay instead of each unit asked for", coarse},
	}
}

func (p Player) script(t *task.Task) (agent.Agent, error) {
	sql, err := p.query(t)
	if err != nil {
		return nil, fmt.Errorf("query of agent %s for %s: %w", p.Name, t.ID, err)
	}
	return agent.NewScripted(agent.QueryScript(p.Name, sql)), nil
}

func queryOf(edition string) func(*task.Task) (string, error) {
	return func(t *task.Task) (string, error) {
		d, err := bench.Derive(t.Database, edition)
		if err != nil {
			return "", err
		}
		return d.Library.Standalone(t.Reference, d.Edition, concept.SourceName)
	}
}

// coarse takes the right rows and keeps the first of each patient, or, where the
// output names no patient, of each stay or admission.
func coarse(t *task.Task) (string, error) {
	sql, err := queryOf(concept.CurrentEdition)(t)
	if err != nil {
		return "", err
	}
	var order []string
	for _, k := range t.Keys() {
		order = append(order, k.Name)
	}
	unit := coarserUnit(t)
	if unit == "" {
		// Nothing coarser is in the output: every row comes twice, as from a join
		// with a table that has several rows for each.
		return fmt.Sprintf("SELECT once.* FROM (\n%s) AS once, (VALUES (1), (2)) AS joined(row)\n", sql), nil
	}
	return fmt.Sprintf("SELECT * FROM (\n%s)\nQUALIFY row_number() OVER (PARTITION BY %s ORDER BY %s) = 1\n",
		sql, unit, strings.Join(order, ", ")), nil
}

func coarserUnit(t *task.Task) string {
	keys := t.Keys()
	if len(keys) > 1 {
		return keys[0].Name
	}
	for _, c := range t.Columns {
		if c.Role == task.ID && (c.Name == "subject_id" || c.Name == "uniquepid") {
			return c.Name
		}
	}
	return ""
}
