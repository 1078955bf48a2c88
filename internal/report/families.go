package report

import (
	"fmt"
	"math"

	"m4bench/internal/report/doc"
	"m4bench/internal/stats"
	"m4bench/internal/stats/estimand"
)

// families shows how the effect differs between families and how much the
// result hangs on any one of them.
func (b *builder) families() *doc.Section {
	sample := b.skill.Sample()
	if len(sample.ByFamily()) < 2 {
		return nil
	}
	s := b.section("families", "Families")
	sensitivity, low, high := b.sensitivity(sample)
	s.Say(fmt.Sprintf("Leaving out one family at a time moves the task-balanced difference between %+.3f (without %s) and %+.3f (without %s).",
		low.mean, low.family, high.mean, high.family))
	s.Add(sensitivity, b.familyTable(sample))
	if len(b.table.Models) > 0 {
		s.Add(b.modeTable())
	}
	return s
}

type leftOut struct {
	family string
	mean   float64
}

func (b *builder) sensitivity(sample stats.Sample) (t *doc.Table, low, high leftOut) {
	t = b.newTable("family-sensitivity", "Sensitivity to families", "", "Analysis", "Units", "Mean difference", "95 % interval")
	families := stats.Resampling{Draws: b.options.Resampling.Draws, Seed: familySeed}
	add := func(name string, units int, e stats.Estimate) {
		t.Add(doc.Text(name), doc.Count(units), doc.Signed(e.Point, 6), doc.Bounds(e.Lower, e.Upper, 6))
	}
	tasks := stats.TaskBootstrap(sample, level, b.options.Resampling)
	add("Tasks resampled (published)", tasks.Tasks, tasks)
	add("Families resampled, tasks pooled (published)", tasks.Families, stats.FamilyBootstrap(sample, level, families))
	add("Family means resampled (published)", tasks.Families, stats.FamilyBalancedBootstrap(sample, level, families))
	add("Family-clustered t", tasks.Families, stats.ClusteredT(sample, level))
	add("Family-balanced t", tasks.Families, stats.FamilyBalancedT(sample, level))
	low, high = leftOut{mean: math.Inf(1)}, leftOut{mean: math.Inf(-1)}
	for _, f := range sample.ByFamily() {
		mean := b.skill.Within(func(te estimand.TaskEffect) bool { return te.Family != f.Name }).Mean()
		if mean < low.mean {
			low = leftOut{f.Name, mean}
		}
		if mean > high.mean {
			high = leftOut{f.Name, mean}
		}
	}
	return t, low, high
}

func (b *builder) familyTable(sample stats.Sample) *doc.Table {
	t := b.newTable("families-table", "Difference by family",
		"Shrunken means come from the hierarchical model: what one would expect of a new task of the family, given how families scatter.",
		"Family", "Tasks", "Mean difference", "Shrunken mean")
	for _, f := range stats.Hierarchical(sample, level, spreadScale).FamilyMeans {
		t.Add(doc.Text(f.Family), doc.Count(f.Tasks), doc.Signed(f.Raw, 4).ByGain(false), doc.Signed(f.Shrunken, 4))
	}
	return t
}

func (b *builder) modeTable() *doc.Table {
	t := b.newTable("mode-skill-effect", "Difference by model and mode",
		"Standard tasks keep the derived tables but for the answer; raw tasks have none.", "Model", "Mode", "Tasks", "No skill", "With skill", "Mean difference", "Gained")
	for _, model := range b.table.Models {
		e := b.table.Estimate(b.skill.Contrast, estimand.Reward, nil, []string{model})
		for _, mode := range []string{"standard", "raw"} {
			part := e.Within(func(te estimand.TaskEffect) bool { return te.Mode == mode })
			if len(part.Tasks) == 0 {
				continue
			}
			base, treated := part.Levels()
			moves := part.Moves(estimand.Tolerance)
			t.Add(doc.Text(model), doc.Text(mode), doc.Count(len(part.Tasks)), doc.Number(base, 4), doc.Number(treated, 4),
				doc.Signed(part.Mean(), 4).ByGain(false), doc.Of(moves.Improved, moves.Of()))
		}
	}
	return t
}
