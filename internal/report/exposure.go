package report

import (
	"fmt"
	"strings"

	"m4bench/internal/report/doc"
	"m4bench/internal/stats"
	"m4bench/internal/stats/runs"
)

// exposure tells whether agents opened the skill they were given, and which
// versions of skill texts were in use.
func (b *builder) exposure() *doc.Section {
	opened := runs.Filter(b.campaign.Runs, func(r *runs.Run) bool { return r.SkillOpened != runs.Unknown })
	hashed := runs.Filter(b.campaign.Runs, func(r *runs.Run) bool { return r.SkillHash != "" })
	if len(opened) == 0 && len(hashed) == 0 {
		return nil
	}
	s := b.section("exposure", "Exposure to skills")
	if len(opened) > 0 {
		s.Add(b.openedTable(opened))
	}
	if len(hashed) > 0 {
		s.Say(b.versionsProse(hashed))
	}
	return s
}

func (b *builder) openedTable(opened []runs.Run) *doc.Table {
	t := b.newTable("skill-opened", "Runs that opened their skill",
		"Read from the trace. That runs with the skill opened do better is no proof that opening helps: agents decide to open it.",
		"Condition", "Model", "Runs", "Opened", "Mean reward, opened", "Mean reward, not opened")
	for _, a := range b.arms() {
		var yes, no []float64
		for _, r := range opened {
			if r.Condition != a.condition || r.Schema != a.schema || r.Model != a.model {
				continue
			}
			if r.SkillOpened == runs.Yes {
				yes = append(yes, r.Reward)
			} else {
				no = append(no, r.Reward)
			}
		}
		if len(yes)+len(no) > 0 {
			t.Add(doc.Text(ConditionName(a.condition)), doc.Text(a.model), doc.Count(len(yes)+len(no)), doc.Of(len(yes), len(yes)+len(no)),
				doc.Number(stats.Mean(yes), 4), doc.Number(stats.Mean(no), 4))
		}
	}
	return t
}

// versionsProse warns where one task's skill had several texts in one campaign.
func (b *builder) versionsProse(hashed []runs.Run) string {
	versions := map[string]map[string]bool{}
	for _, r := range hashed {
		key := r.Task + ", " + lower(ConditionName(r.Condition))
		if versions[key] == nil {
			versions[key] = map[string]bool{}
		}
		versions[key][r.SkillHash] = true
	}
	var mixed []string
	for _, task := range b.table.Tasks {
		for _, c := range runs.Conditions {
			if key := task + ", " + lower(ConditionName(c)); len(versions[key]) > 1 {
				mixed = append(mixed, key)
			}
		}
	}
	if len(mixed) == 0 {
		return fmt.Sprintf("Each task and condition was run with one version of its skill (%d runs carry a hash).", len(hashed))
	}
	return fmt.Sprintf("More than one version of the skill was in use for %s: %s.", plural(len(mixed), "cell", "cells"), strings.Join(mixed, "; "))
}
