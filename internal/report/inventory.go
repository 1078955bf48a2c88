package report

import (
	"slices"
	"strings"

	"m4bench/internal/report/doc"
	"m4bench/internal/task"
)

// inventory shows the tasks that were run.
func (b *builder) inventory() *doc.Section {
	s := b.section("inventory", "Tasks that were run")
	s.Add(b.familyInventory(), b.taskDetails())
	return s
}

func (b *builder) familyInventory() *doc.Table {
	type row struct{ tasks, standard, raw int }
	families := map[string]*row{}
	var names []string
	for _, id := range b.table.Tasks {
		f := b.table.Family(id)
		if families[f] == nil {
			families[f] = &row{}
			names = append(names, f)
		}
		families[f].tasks++
		if b.table.Mode(id) == task.Standard {
			families[f].standard++
		} else {
			families[f].raw++
		}
	}
	slices.Sort(names)
	t := b.newTable("task-inventory", "Families", "", "Family", "Tasks", "Standard", "Raw", "Databases")
	for _, name := range names {
		r := families[name]
		t.Add(doc.Text(name), doc.Count(r.tasks), doc.Count(r.standard), doc.Count(r.raw), doc.Text(b.databases(name)))
	}
	return t
}

func (b *builder) databases(family string) string {
	var out []string
	for _, id := range b.table.Tasks {
		if b.table.Family(id) != family {
			continue
		}
		name := "MIMIC-IV"
		if strings.HasPrefix(id, "eicu") {
			name = "eICU"
		}
		if !slices.Contains(out, name) {
			out = append(out, name)
		}
	}
	slices.Sort(out)
	return strings.Join(out, ", ")
}

func (b *builder) taskDetails() *doc.Table {
	t := b.newTable("task-details", "Tasks", "Scored columns and reference rows as the runs have them; the key is known for tasks that this program defines.",
		"Task", "Family", "Mode", "Key", "Scored columns", "Reference rows", "Runs")
	for _, id := range b.table.Tasks {
		columns, rows, n := 0, -1, 0
		for _, r := range b.campaign.Runs {
			if r.Task == id {
				columns, rows = max(columns, len(r.Rates)), max(rows, r.ReferenceRows)
				n++
			}
		}
		t.Add(doc.Text(id), doc.Text(b.table.Family(id)), doc.Text(b.table.Mode(id)), doc.Text(b.key(id)), countOrDash(columns, 1), countOrDash(rows, 0), doc.Count(n))
	}
	return t
}

func countOrDash(n, least int) doc.Cell {
	if n < least {
		return doc.Missing()
	}
	return doc.Count(n)
}

func (b *builder) key(id string) string {
	definition := b.options.Catalog.Task(id)
	if definition == nil {
		return ""
	}
	var names []string
	for _, c := range definition.Keys() {
		names = append(names, c.Name)
	}
	return strings.Join(names, ", ")
}
