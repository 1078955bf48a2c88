package published

import (
	"slices"

	"m4bench/internal/stats"
	"m4bench/internal/stats/estimand"
	"m4bench/internal/stats/runs"
)

func signFlip(in *Indexes) answer {
	deltas := in.effect(skill(Primary)).Deltas()
	return number(stats.SignFlipSampled(deltas, stats.Resampling{Draws: 200000, Seed: seedPrimary}).P)
}

func familyBound(c comparison, end int) func(*Indexes) answer {
	return func(in *Indexes) answer {
		lower, upper := stats.Percentile(stats.BootstrapFamilies(in.effect(c).Sample(), draws(seedFollowup)), 0.95)
		return number([]float64{lower, upper}[end])
	}
}

func familyBalanced(c comparison) func(*Indexes) answer {
	return func(in *Indexes) answer { return number(stats.Mean(in.effect(c).Sample().FamilyMeans())) }
}

func familyBalancedBound(c comparison, end int) func(*Indexes) answer {
	return func(in *Indexes) answer {
		lower, upper := stats.Percentile(stats.BootstrapMean(in.effect(c).Sample().FamilyMeans(), draws(seedFollowup)), 0.95)
		return number([]float64{lower, upper}[end])
	}
}

// controlTasks are the tasks that the decoy control ran on.
func controlTasks(in *Indexes) []string {
	return in.table(Primary).TasksOf(estimand.NativeArm(runs.Decoy))
}

func subset(c comparison, tasks func(*Indexes) []string, listed bool) func(*Indexes) answer {
	return func(in *Indexes) answer { return c.within(tasks(in), listed)(in) }
}

// over restricts a comparison to tasks that depend on the index.
func over(c comparison, tasks func(*Indexes) []string, step func(comparison) func(*Indexes) answer) func(*Indexes) answer {
	return func(in *Indexes) answer { return step(c.over(sorted(tasks(in))))(in) }
}

func lowerBound(c comparison) func(*Indexes) answer { return c.bound(0, seedPrimary) }

func upperBound(c comparison) func(*Indexes) answer { return c.bound(1, seedPrimary) }

func without(all, some []string) []string {
	var out []string
	for _, v := range all {
		if !slices.Contains(some, v) {
			out = append(out, v)
		}
	}
	return out
}

func mimicOnly(c comparison) func(*Indexes) answer {
	return func(in *Indexes) answer {
		return number(in.effect(c).Within(func(te estimand.TaskEffect) bool { return te.Task[:5] == "mimic" }).Mean())
	}
}

// schemaLevel is the task-balanced with-skill mean on a changed schema.
func schemaLevel(schema string) func(*Indexes) answer {
	return func(in *Indexes) answer {
		table := in.table(Followup)
		arm := estimand.Arm{Condition: runs.WithSkill, Schema: schema}
		var means []float64
		for _, task := range table.TasksOf(arm) {
			for _, model := range table.Models {
				if values := table.Values(arm.On(task, model), estimand.Reward); len(values) > 0 {
					means = append(means, stats.Mean(values))
				}
			}
		}
		return number(stats.Mean(means))
	}
}

func strictOf(keep func(*runs.Run) bool, role Role) func(*Indexes) answer {
	return func(in *Indexes) answer {
		passed, of := 0, 0
		for _, r := range in.runsOf(role) {
			if keep(&r) {
				of++
				if r.Strict {
					passed++
				}
			}
		}
		return count(passed, of)
	}
}

func strict() []check {
	l := &list{group: "Strict passes", needs: []Role{Primary}}
	of := func(condition string) func(*Indexes) answer {
		return strictOf(func(r *runs.Run) bool { return r.Condition == condition }, Primary)
	}
	l.add("No skill", "13/280", of(runs.NoSkill))
	l.add("With skill", "25/280", of(runs.WithSkill))
	l.add("Raw SQL", "49/100", of(runs.RawSQL))
	l.add("Decoy skill", "0/100", of(runs.Decoy))
	l.add("With skill, on the ten control tasks", "7/100", func(in *Indexes) answer {
		ten := controlTasks(in)
		return strictOf(func(r *runs.Run) bool { return r.Condition == runs.WithSkill && slices.Contains(ten, r.Task) }, Primary)(in)
	})
	l.add("All runs", "87/760", strictOf(func(*runs.Run) bool { return true }, Primary))
	main := func(r *runs.Run) bool { return r.Condition == runs.NoSkill || r.Condition == runs.WithSkill }
	failing := func(keep func(*runs.Run) bool) func(*Indexes) answer {
		return func(in *Indexes) answer {
			n := 0
			for _, r := range in.runsOf(Primary) {
				if main(&r) && !r.Strict && keep(&r) {
					n++
				}
			}
			return whole(n)
		}
	}
	l.add("Not passed, no skill and with skill", "522", failing(func(*runs.Run) bool { return true }))
	l.add("of these: coverage met, a value threshold missed", "468", failing(func(r *runs.Run) bool { return r.Outcome == runs.Scored && r.Covered == runs.Yes }))
	l.add("of these: coverage missed", "51", failing(func(r *runs.Run) bool { return r.Outcome == runs.Scored && r.Covered == runs.No }))
	l.add("of these: no score", "3", failing(func(r *runs.Run) bool { return r.Outcome == runs.Failed }))
	return l.out
}
