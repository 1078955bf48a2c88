package runs

import (
	"strings"

	"m4bench/internal/task"
)

// Catalog says which family and mode a task has and what it must reach.
type Catalog struct{ tasks map[string]*task.Task }

// NewCatalog takes what is known of tasks from their definitions.
func NewCatalog(set *task.Set) *Catalog {
	c := &Catalog{tasks: map[string]*task.Task{}}
	if set != nil {
		for _, t := range set.All() {
			c.tasks[t.ID] = t
		}
	}
	return c
}

// EmbeddedCatalog is the catalog of the tasks this program was built with.
func EmbeddedCatalog() (*Catalog, error) {
	set, err := task.Embedded()
	if err != nil {
		return nil, err
	}
	return NewCatalog(set), nil
}

// Task returns a definition, or nil.
func (c *Catalog) Task(id string) *task.Task { return c.tasks[id] }

// complete fills family, mode and threshold verdict of a run.
func (c *Catalog) complete(r *Run) {
	definition := c.tasks[r.Task]
	if r.Family == "" {
		r.Family = FamilyOfName(r.Task)
		if definition != nil {
			r.Family = definition.Family
		}
	}
	if r.Mode == "" {
		r.Mode = ModeOfName(r.Task)
		if definition != nil {
			r.Mode = definition.Mode
		}
	}
	if r.Covered == Unknown && r.KeyRecall == r.KeyRecall && r.Outcome == Scored {
		if least, known := c.coverage(r.Task); known {
			r.Covered = FlagOf(r.KeyRecall >= least)
		}
	}
}

// publishedCoverage is the least share of reference rows of the published tasks
// that allow less than all of them.
var publishedCoverage = map[string]float64{
	"mimic-sepsis3-raw":                 0.95,
	"mimic-urine-output-rate":           0.95,
	"mimic-urine-output-rate-raw":       0.95,
	"mimic-vasopressor-equivalents":     0.95,
	"mimic-vasopressor-equivalents-raw": 0.95,
	"mimic-ventilation":                 0.95,
	"mimic-ventilation-raw":             0.90,
}

// coverage is the threshold of a task's definition; for the published tasks it
// is known without one.
func (c *Catalog) coverage(id string) (least float64, known bool) {
	if definition := c.tasks[id]; definition != nil {
		return definition.Strict.Coverage, true
	}
	if least, known = publishedCoverage[id]; known {
		return least, true
	}
	return 1, strings.HasPrefix(id, "mimic-") || strings.HasPrefix(id, "eicu-")
}

// FamilyOfName is the rule by which the published tasks are named: database,
// family, window, mode.
func FamilyOfName(id string) string {
	name := strings.TrimPrefix(strings.TrimPrefix(id, "mimic-"), "eicu-")
	name = strings.TrimSuffix(name, "-raw")
	return strings.TrimSuffix(strings.TrimSuffix(name, "-24h"), "-48h")
}

// ModeOfName is raw for names that end so and for eICU, which has no derived tables.
func ModeOfName(id string) string {
	if strings.HasSuffix(id, "-raw") || strings.HasPrefix(id, "eicu-") {
		return task.Raw
	}
	return task.Standard
}
