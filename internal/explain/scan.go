package explain

import (
	"regexp"
	"slices"
	"strings"

	"m4bench/internal/concept"
	"m4bench/internal/ehr"
)

// scan is what concepts read of one source table: all of it, or some items.
type scan struct {
	table ehr.Table
	items []string // as SQL; empty if the table has no items, or they are not told apart
}

// itemOf is the column that says what a row of a table is about: an item's number,
// or in eICU's nurse charting its name. Empty if there is none.
func itemOf(table ehr.Table) (column string, pattern *regexp.Regexp) {
	if _, has := table.Column("itemid"); has {
		return "itemid", itemID
	}
	if table.Name == "nursecharting" {
		return "nursingchartcelltypevallabel", quotedText
	}
	return "", nil
}

var quotedText = regexp.MustCompile(`'[^'\n]+'`)

var itemID = regexp.MustCompile(`\b[0-9]{5,6}\b`)

// users are the concepts of a target's derivation in which a choice point is
// decided, and everything that these read. rest is what else the target reads.
func (lab *Lab) users(t target, choice string) (users, below, rest []*concept.Rendered, err error) {
	order, err := lab.derivation.Library.Order(lab.derivation.Edition, t.concept)
	if err != nil {
		return nil, nil, nil, err
	}
	wanted := map[string]bool{}
	for _, c := range slices.Backward(order) { // readers before what they read
		r, err := lab.derivation.Library.Render(c.Name, lab.derivation.Edition, lab.workshop.Place().Names())
		if err != nil {
			return nil, nil, nil, err
		}
		decides := slices.Contains(r.Choices, choice)
		switch {
		case decides:
			users = append(users, r)
			wanted[c.Name] = true
		case wanted[c.Name]:
			below = append(below, r)
		default:
			rest = append(rest, r)
		}
		if wanted[c.Name] {
			for _, ref := range r.Refs {
				wanted[ref] = true
			}
		}
	}
	return users, below, rest, nil
}

// scans collects what concepts read, one scan a source table with the items of
// all of them.
func (lab *Lab) scans(concepts []*concept.Rendered) ([]scan, error) {
	database := ehr.MIMICIV
	if lab.derivation.Library.Database == concept.EICU {
		database = ehr.EICU
	}
	declared, err := ehr.Lookup(database)
	if err != nil {
		return nil, err
	}
	var all []scan
	for _, c := range concepts {
		for _, source := range c.Sources {
			table, known := declared.Table(concept.SourceName(source))
			if !known {
				continue
			}
			i := slices.IndexFunc(all, func(s scan) bool { return s.table.QualifiedName() == table.QualifiedName() })
			if i < 0 {
				i = len(all)
				all = append(all, scan{table: table})
			}
			if _, pattern := itemOf(table); pattern != nil {
				all[i].items = append(all[i].items, pattern.FindAllString(c.SQL, -1)...)
			}
		}
	}
	for i := range all {
		slices.Sort(all[i].items)
		all[i].items = slices.Compact(all[i].items)
	}
	return all, nil
}

// timeOf is the column that says when a table's rows happened: a time, or in
// eICU the minutes since the unit's admission. Empty if they have none.
func timeOf(table ehr.Table) (name string, offset bool) {
	for _, c := range table.Columns {
		if c.Required && c.Type == "TIMESTAMP" && c.Name != "storetime" {
			return c.Name, false
		}
	}
	for _, c := range table.Columns {
		if c.Required && strings.HasSuffix(c.Name, "offset") && table.Name != "patient" {
			return c.Name, true
		}
	}
	return "", false
}
