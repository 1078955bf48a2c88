package published

import (
	"m4bench/internal/stats/estimand"
	"m4bench/internal/stats/runs"
)

// seedUnknown is the reason why an interval of the replication may differ in its
// last digit.
const seedUnknown = "the publication does not say with which seed this interval was drawn; the same procedure with seed 20260504 gives this"

const firstVersion = "2.1.119"

func replicationIndex() []check {
	l := &list{group: "Claude replication, 28 tasks", needs: []Role{Replication}}
	all := skill(Replication)
	l.add("Difference", "0.120", all.mean())
	l.unseeded("Difference", "0.067", "0.177", all)
	l.add("Tasks gained", "21/28", all.gained(estimand.Tolerance))
	l.add("No skill", "0.747", all.base0())
	l.add("With skill", "0.867", all.treated0())
	for _, m := range []struct{ name, model, mean, lower, upper, gained string }{
		{"Opus", "opus", "0.083", "0.038", "0.135", "25/28"},
		{"Sonnet", "sonnet", "0.156", "0.087", "0.231", "20/28"},
	} {
		one := all.on(m.model)
		l.add(m.name+", difference", m.mean, one.mean())
		l.unseeded(m.name+", difference", m.lower, m.upper, one)
		l.add(m.name+", tasks gained", m.gained, one.gained(estimand.Tolerance))
	}
	of := func(condition string) func(*Indexes) answer {
		return strictOf(func(r *runs.Run) bool { return r.Condition == condition }, Replication)
	}
	l.add("Strict passes, no skill", "25/280", of(runs.NoSkill))
	l.add("Strict passes, with skill", "37/280", of(runs.WithSkill))
	l.add("Key F1, difference", "+0.008", all.in(estimand.KeyF1).mean())
	l.add("No skill on CLI "+firstVersion, "167/280", onVersion(runs.NoSkill))
	l.add("With skill on CLI "+firstVersion, "100/280", onVersion(runs.WithSkill))
	l.add("Tasks whose arms share CLI version and routing", "19/28", func(in *Indexes) answer {
		table := in.table(Replication)
		return count(len(estimand.MatchedTasks(table)), len(table.Tasks))
	})
	matched := func(in *Indexes) []string { return estimand.MatchedTasks(in.table(Replication)) }
	l.add("Difference on these tasks", "0.119", over(all, matched, comparison.mean))
	l.add("the same, 95 % lower", "0.054", over(all, matched, lowerBound)).reason = seedUnknown
	l.add("the same, 95 % upper", "0.192", over(all, matched, upperBound)).reason = seedUnknown
	l.add("the same, tasks gained", "14/19", over(all, matched, func(c comparison) func(*Indexes) answer { return c.gained(estimand.Tolerance) }))
	return l.out
}

// unseeded adds both ends of an interval whose seed is not published.
func (l *list) unseeded(name, lower, upper string, c comparison) {
	l.add(name+", 95 % lower", lower, c.bound(0, seedPrimary)).reason = seedUnknown
	l.add(name+", 95 % upper", upper, c.bound(1, seedPrimary)).reason = seedUnknown
}

func onVersion(condition string) func(*Indexes) answer {
	return func(in *Indexes) answer {
		same, of := 0, 0
		for _, r := range in.runsOf(Replication) {
			if r.Condition == condition {
				of++
				if r.CLIVersion == firstVersion {
					same++
				}
			}
		}
		return count(same, of)
	}
}
