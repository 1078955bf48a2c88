// Package task holds the definitions of the benchmark's tasks: what an agent is
// asked for, which columns are scored and how, and what it may not see.
package task

import "strings"

// Database a task runs on.
const (
	MIMICIV = "mimic-iv"
	EICU    = "eicu"
)

// Mode of a task.
const (
	Standard = "standard" // derived tables stay, but for those that hold the answer
	Raw      = "raw"      // no derived table at all
)

// Role of a column in the output.
type Role string

// Key columns join output and reference. ID columns are carried along and never
// scored. Value and Extra columns are scored; Extra are those the published
// evaluator scores without the task calling them values.
const (
	Key   Role = "key"
	ID    Role = "id"
	Value Role = "value"
	Extra Role = "extra"
)

// Type of a column's cells.
type Type string

// The types a cell can be declared to have.
const (
	Integer   Type = "integer"
	Number    Type = "number"
	Text      Type = "text"
	Timestamp Type = "timestamp" // tolerance in seconds
	Date      Type = "date"
	Boolean   Type = "boolean" // true/false, t/f or 1/0
)

// Column is one column of output.csv.
type Column struct {
	Name        string  `toml:"name" json:"name"`
	Role        Role    `toml:"role" json:"role"`
	Type        Type    `toml:"type" json:"type"`
	Tolerance   float64 `toml:"tolerance" json:"tolerance"`       // absolute; seconds for timestamps
	Unit        string  `toml:"unit" json:"unit,omitempty"`       // for people; empty if none
	Ordered     bool    `toml:"ordered" json:"ordered,omitempty"` // counts for nMAE: distance means something
	Description string  `toml:"description" json:"description"`   // one line in clinical words
}

// Task is one of the benchmark's tasks. Columns are in output order.
type Task struct {
	ID         string   `toml:"id" json:"id"`
	Family     string   `toml:"family" json:"family"`
	Title      string   `toml:"title" json:"title"`
	Database   string   `toml:"database" json:"database"`
	Mode       string   `toml:"mode" json:"mode"`
	Difficulty string   `toml:"difficulty" json:"difficulty"`     // medium, hard or expert
	Reference  string   `toml:"reference" json:"reference"`       // concept that gives the reference rows
	Removed    []string `toml:"removed" json:"removed,omitempty"` // derived tables a standard task hides
	Skills     []string `toml:"skills" json:"skills"`
	Decoy      string   `toml:"decoy" json:"decoy"`
	Strict     Strict   `toml:"strict" json:"strict"`
	NaturalKey []string `toml:"natural_key" json:"natural_key,omitempty"` // columns that name a row without a sequence number, if the key has one
	Columns    []Column `toml:"column" json:"columns"`
	ColumnsOf  string   `toml:"columns_of" json:"columns_of,omitempty"` // take columns and natural key of this task

	Instruction string `toml:"-" json:"instruction"`    // instruction.md
	Spec        string `toml:"-" json:"spec,omitempty"` // spec.md with its parts, without anchors; empty if there is none

	SpecRules []string `toml:"-" json:"-"` // choice points that the specification states
}

// Strict is what an output must reach to pass.
type Strict struct {
	Coverage float64 `toml:"coverage" json:"coverage"` // least share of reference keys present
	Accuracy float64 `toml:"accuracy" json:"accuracy"` // least match rate of every scored column
}

// With returns the columns that have one of the roles, in output order.
func (t *Task) With(roles ...Role) []Column {
	var out []Column
	for _, c := range t.Columns {
		for _, r := range roles {
			if c.Role == r {
				out = append(out, c)
			}
		}
	}
	return out
}

// Keys returns the columns that identify a row.
func (t *Task) Keys() []Column { return t.With(Key) }

// Scored returns the value columns and then the extra columns, each in output order.
func (t *Task) Scored() []Column { return append(t.With(Value), t.With(Extra)...) }

// GoldenName is the task id without database and mode, as reference files are named.
func (t *Task) GoldenName() string { return goldenName(t.ID) }

// ReferenceName is the concept that the task's reference rows must be.
func (t *Task) ReferenceName() string {
	return "target_" + strings.ReplaceAll(t.GoldenName(), "-", "_")
}
