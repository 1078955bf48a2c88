package runs

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"
)

// Selection is the runs that count, and every other row with the reason why not.
type Selection struct {
	Runs    []Run // sorted by task, condition, schema, model, trial
	Dropped []Dropped
	Read    int // rows read
}

// Dropped is a row that does not enter any mean.
type Dropped struct {
	Run    Run
	Reason string
}

// Reasons why a row is dropped.
const (
	ReasonRepeated   = "same run listed again"
	ReasonSuperseded = "superseded by a later run of the trial"
	ReasonFault      = "fault of harness or provider, not of the agent"
)

// Select keeps one run for each trial: faults of harness and provider never count; of several
// runs of one trial the latest counts. Nothing is chosen by its reward. The
// result does not depend on the order of the rows.
func Select(all []Run) Selection {
	s := Selection{Read: len(all)}
	rows := slices.Clone(all)
	separateSystems(rows)
	chargeFailures(rows)
	shareOrdered(rows)
	slices.SortStableFunc(rows, compareRuns)
	seen := map[string]bool{}
	for i := 0; i < len(rows); {
		end := i + 1
		for end < len(rows) && sameTrial(&rows[i], &rows[end]) {
			end++
		}
		s.choose(rows[i:end], seen)
		i = end
	}
	return s
}

func (s *Selection) choose(trial []Run, seen map[string]bool) {
	var candidates []Run
	for _, r := range trial {
		switch {
		case r.ID != "" && seen[r.ID]:
			s.Dropped = append(s.Dropped, Dropped{r, ReasonRepeated})
		case r.Outcome == Faulted:
			s.Dropped = append(s.Dropped, Dropped{r, ReasonFault})
		default:
			candidates = append(candidates, r)
		}
		seen[r.ID] = true
	}
	for i, r := range candidates {
		if i < len(candidates)-1 {
			s.Dropped = append(s.Dropped, Dropped{r, ReasonSuperseded})
			continue
		}
		s.Runs = append(s.Runs, r)
	}
}

// compareRuns orders by trial and, within one, by time.
func compareRuns(a, b Run) int {
	return cmp.Or(
		cmp.Compare(a.Task, b.Task),
		cmp.Compare(a.Condition, b.Condition),
		cmp.Compare(a.Schema, b.Schema),
		cmp.Compare(a.Model, b.Model),
		cmp.Compare(a.Trial, b.Trial),
		cmp.Compare(a.finished(), b.finished()),
		cmp.Compare(a.ID, b.ID),
	)
}

func sameTrial(a, b *Run) bool { return a.Cell() == b.Cell() && a.Trial == b.Trial }

var stamp = regexp.MustCompile(`_(\d{8}_\d{6})$`)

// finished is the recorded time, or else the time that the published run ids end with.
func (r *Run) finished() string {
	if r.Finished != "" {
		return r.Finished
	}
	if m := stamp.FindStringSubmatch(r.ID); m != nil {
		t := m[1]
		return fmt.Sprintf("%s-%s-%sT%s:%s:%sZ", t[0:4], t[4:6], t[6:8], t[9:11], t[11:13], t[13:15])
	}
	return ""
}

// separateSystems keeps one model under two agents or two reasoning efforts
// apart, by naming them in the model. Rows that do not say stay as they are.
func separateSystems(rows []Run) {
	agents, efforts := map[string]map[string]bool{}, map[string]map[string]bool{}
	note := func(into map[string]map[string]bool, model, value string) {
		if value == "" {
			return
		}
		if into[model] == nil {
			into[model] = map[string]bool{}
		}
		into[model][value] = true
	}
	for _, r := range rows {
		note(agents, r.Model, r.Agent)
		note(efforts, r.Model, r.Effort)
	}
	for i := range rows {
		r := &rows[i]
		model := r.Model
		if len(agents[model]) > 1 && r.Agent != "" {
			r.Model += " via " + r.Agent
		}
		if len(efforts[model]) > 1 && r.Effort != "" {
			r.Model += ", effort " + r.Effort
		}
	}
}

// Distinct returns the sorted values of a field.
func Distinct(all []Run, field func(*Run) string) []string {
	set := map[string]bool{}
	for i := range all {
		if v := field(&all[i]); v != "" {
			set[v] = true
		}
	}
	out := make([]string, 0, len(set))
	for v := range set {
		out = append(out, v)
	}
	slices.Sort(out)
	return out
}

// Filter keeps the runs for which keep is true.
func Filter(all []Run, keep func(*Run) bool) []Run {
	var out []Run
	for i := range all {
		if keep(&all[i]) {
			out = append(out, all[i])
		}
	}
	return out
}
