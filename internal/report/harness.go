package report

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"m4bench/internal/report/doc"
	"m4bench/internal/stats"
	"m4bench/internal/stats/estimand"
	"m4bench/internal/stats/runs"
)

// harness shows whether the arms were run alike: version of the agent's program,
// routing of model calls, other models that answered.
func (b *builder) harness() *doc.Section {
	recorded := runs.Filter(b.campaign.Runs, func(r *runs.Run) bool { return r.CLIVersion != "" || r.Routing != "" })
	if len(recorded) == 0 {
		return nil
	}
	s := b.section("harness", "Uniformity of the harness")
	s.Add(b.uniformity())
	if b.noSkillAndSkill() {
		matched := estimand.MatchedTasks(b.table)
		s.Say(fmt.Sprintf("%d of %d tasks have all runs of both arms on one CLI version and routing.", len(matched), len(b.table.Tasks)))
		s.Add(b.matchedTable(matched))
	}
	if t := b.ancillary(); t != nil {
		s.Add(t)
	}
	return s
}

func (b *builder) uniformity() *doc.Table {
	type key struct {
		condition string
		estimand.Harness
	}
	count, of := map[key]int{}, map[string]int{}
	for i := range b.campaign.Runs {
		r := &b.campaign.Runs[i]
		count[key{r.Condition, estimand.HarnessOf(r)}]++
		of[r.Condition]++
	}
	keys := make([]key, 0, len(count))
	for k := range count {
		keys = append(keys, k)
	}
	slices.SortFunc(keys, func(x, y key) int {
		return cmp.Or(rank(runs.Conditions, x.condition)-rank(runs.Conditions, y.condition), cmp.Compare(x.CLIVersion, y.CLIVersion), cmp.Compare(x.Routing, y.Routing))
	})
	t := b.newTable("harness-uniformity", "CLI version and routing by condition", "", "Condition", "CLI version", "Routing", "Runs")
	for _, k := range keys {
		t.Add(doc.Text(ConditionName(k.condition)), doc.Text(k.CLIVersion), doc.Text(k.Routing), doc.Of(count[k], of[k.condition]))
	}
	return t
}

func (b *builder) matchedTable(matched []string) *doc.Table {
	t := b.newTable("matched-subset", "Effect where both arms share the harness", "",
		"Tasks", "Count", "No skill", "With skill", "Difference, family-clustered", "Difference, task bootstrap", "Gained")
	add := func(name string, e estimand.Effect) {
		if len(e.Tasks) == 0 {
			return
		}
		base, treated := e.Levels()
		clustered, published := b.twoIntervals(e)
		moves := e.Moves(estimand.Tolerance)
		t.Add(doc.Text(name), doc.Count(len(e.Tasks)), doc.Number(base, 4), doc.Number(treated, 4), clustered, published, doc.Of(moves.Improved, moves.Of()))
	}
	add("All", b.skill)
	add("Same CLI version and routing", b.skill.Within(func(te estimand.TaskEffect) bool { return slices.Contains(matched, te.Task) }))
	add("Different", b.skill.Within(func(te estimand.TaskEffect) bool { return !slices.Contains(matched, te.Task) }))
	return t
}

// ancillary counts runs in which other models than the one asked for answered.
func (b *builder) ancillary() *doc.Table {
	type key struct{ asked, other string }
	rewards := map[key][]float64{}
	of := map[string]int{}
	for i := range b.campaign.Runs {
		r := &b.campaign.Runs[i]
		if len(r.Models) == 0 {
			continue
		}
		of[r.Model]++
		for _, other := range r.Models {
			if !sameModel(r.Model, other) {
				rewards[key{r.Model, other}] = append(rewards[key{r.Model, other}], r.Reward)
			}
		}
	}
	if len(rewards) == 0 {
		return nil
	}
	keys := make([]key, 0, len(rewards))
	for k := range rewards {
		keys = append(keys, k)
	}
	slices.SortFunc(keys, func(x, y key) int { return cmp.Or(cmp.Compare(x.asked, y.asked), cmp.Compare(x.other, y.other)) })
	t := b.newTable("ancillary-models", "Other models that answered", "", "Model asked for", "Other model", "Runs", "Mean reward")
	for _, k := range keys {
		t.Add(doc.Text(k.asked), doc.Text(k.other), doc.Of(len(rewards[k]), of[k.asked]), doc.Number(stats.Mean(rewards[k]), 4))
	}
	return t
}

// sameModel says whether a name reported by a provider is the one asked for,
// perhaps with a date or a family name around it.
func sameModel(asked, reported string) bool {
	asked, reported = strings.ToLower(asked), strings.ToLower(reported)
	return strings.Contains(reported, asked) || strings.Contains(asked, reported)
}
