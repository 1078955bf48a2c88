package cli

import (
	"fmt"
	"math"
	"strings"
	"text/tabwriter"
	"unicode"

	"m4bench/internal/gateway"
	"m4bench/internal/record"
	"m4bench/internal/run"
	"m4bench/internal/sandbox"
)

// runSummary is what several trials came to.
type runSummary struct {
	Asked      int                   `json:"trials_asked"`
	Statuses   map[record.Status]int `json:"statuses"`
	Results    int                   `json:"results"`     // runs that are results of their agent
	MeanReward *float64              `json:"mean_reward"` // of those; null if there is none
	SD         *float64              `json:"sd_reward"`   // of the sample; null below two
	Tokens     gateway.Tokens        `json:"tokens"`
	Dollars    *float64              `json:"dollars"` // null if any part is unknown
	Seconds    float64               `json:"seconds"`
}

func summarise(asked int, runs []*run.Done) runSummary {
	s := runSummary{Asked: asked, Statuses: map[record.Status]int{}}
	dollars, known := 0.0, true
	var rewards []float64
	for _, r := range runs {
		s.Statuses[r.Status]++
		s.Tokens = s.Tokens.Plus(r.Model.Tokens)
		s.Seconds += r.Seconds
		if r.Model.Dollars == nil {
			known = false
		} else {
			dollars += *r.Model.Dollars
		}
		if r.Status.AgentsResult() {
			rewards = append(rewards, r.Reward())
		}
	}
	if known {
		s.Dollars = &dollars
	}
	if s.Results = len(rewards); s.Results > 0 {
		mean := meanOf(rewards)
		s.MeanReward = &mean
	}
	if s.Results > 1 {
		squares := 0.0
		for _, r := range rewards {
			squares += (r - *s.MeanReward) * (r - *s.MeanReward)
		}
		sd := math.Sqrt(squares / float64(s.Results-1))
		s.SD = &sd
	}
	return s
}

func meanOf(values []float64) float64 {
	sum := 0.0
	for _, v := range values {
		sum += v
	}
	return sum / float64(len(values))
}

func (o runOptions) printRuns(app *App, runs []*run.Done) error {
	switch {
	case o.trials == 1 && o.json:
		return printJSON(app.Out, runs[0])
	case o.trials == 1:
		return printRun(app, runs[0])
	}
	summary := summarise(o.trials, runs)
	if o.json {
		return printJSON(app.Out, map[string]any{"runs": runs, "summary": summary})
	}
	return printSummary(app, runs, summary)
}

func printSummary(app *App, runs []*run.Done, s runSummary) error {
	w := tabwriter.NewWriter(app.Out, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "trial\treward\ttime (s)\ttokens\tprice (USD)\tpublishable\tstatus")
	for _, r := range runs {
		fmt.Fprintf(w, "%d\t%.4f\t%.1f\t%d\t%s\t%s\t%s\n", r.Trial, r.Reward(), r.Seconds, r.Model.Tokens.Total(), dollarsText(r.Model.Dollars), yesNo(r.Publishable), r.Status)
	}
	if err := w.Flush(); err != nil {
		return err
	}
	mean := "no run is a result of its agent"
	if s.MeanReward != nil {
		mean = fmt.Sprintf("mean reward %.4f over %d", *s.MeanReward, s.Results)
		if s.SD != nil {
			mean += fmt.Sprintf(" (SD %.4f)", *s.SD)
		}
	}
	_, err := fmt.Fprintf(app.Out, "\n%d of %d trials; %s; %d tokens, price %s\n", len(runs), s.Asked, mean, s.Tokens.Total(), dollarsText(s.Dollars))
	return err
}

func dollarsText(dollars *float64) string {
	if dollars == nil {
		return "unknown"
	}
	return fmt.Sprintf("%.4f", *dollars)
}

func yesNo(b bool) string {
	if b {
		return "yes"
	}
	return "no"
}

// runLine is a run in one line.
func runLine(r *run.Done) string {
	line := fmt.Sprintf("%s, reward %.4f, %.1f s", r.Status, r.Reward(), r.Seconds)
	if r.Model.Requests > 0 {
		line += ", " + run.Spent(r.Model)
	}
	return line
}

// printSkills says which of the given skills the agent opened, as its trace tells.
func printSkills(w *tabwriter.Writer, done *run.Done) {
	given, opened := len(done.Inputs.Skills), []string(nil)
	if done.Trace != nil {
		opened = done.Trace.SkillsOpened
	}
	switch {
	case given == 0:
	case len(opened) == 0:
		fmt.Fprintf(w, "skills\t%d given, none seen to be opened\n", given)
	default:
		fmt.Fprintf(w, "skills\t%d given, opened %s\n", given, printable(strings.Join(opened, ", ")))
	}
}

func printRun(app *App, done *run.Done) error {
	w := tabwriter.NewWriter(app.Out, 0, 0, 2, ' ', 0)
	fmt.Fprintf(w, "run\t%s\n", done.RunID)
	fmt.Fprintf(w, "status\t%s\n", withReason(string(done.Status), done.Reason))
	fmt.Fprintf(w, "time\t%.1f s, and %.1f s around it\n", done.Seconds, done.Overhead)
	fmt.Fprintf(w, "sandbox\t%s\n", sandboxText(done.Sandbox.Capabilities))
	printModel(w, done)
	printSkills(w, done)
	if done.Publishable {
		fmt.Fprintf(w, "publishable\tyes\n")
	} else {
		fmt.Fprintf(w, "publishable\tno: %s\n", strings.Join(done.Unpublishable, "\n\t    "))
	}
	fmt.Fprintf(w, "record\t%s\n", done.Dir)
	switch {
	case done.ScoreError != "":
		fmt.Fprintf(w, "score\tnot scored: %s\n", done.ScoreError)
	case done.Score == nil:
		fmt.Fprintf(w, "score\t0: there is no output to score\n")
	}
	if err := w.Flush(); err != nil || done.Score == nil {
		return err
	}
	fmt.Fprintln(app.Out)
	return done.Score.WriteText(app.Out, isColourTerminal(app))
}

// printModel says what the agent's model did, if it called one.
func printModel(w *tabwriter.Writer, done *run.Done) {
	u := done.Model
	if u.Requests > 0 {
		fmt.Fprintf(w, "model calls\t%d, of which %d answered; %s\n", u.Requests, u.Succeeded, run.Spent(u))
	}
	for _, m := range u.Models {
		kind := ""
		if !m.Asked {
			kind = " (ancillary)"
		}
		fmt.Fprintf(w, "model\t%s%s: %d calls, tokens %d in, %d from cache, %d to cache, %d out\n", printable(m.Model), kind, m.Requests, m.Tokens.Input, m.Tokens.CachedInput, m.Tokens.CacheWrite, m.Tokens.Output)
	}
}

// printable is a stranger's text without what a terminal would act on.
func printable(text string) string {
	return strings.Map(func(r rune) rune {
		if !unicode.IsPrint(r) {
			return '?'
		}
		return r
	}, text)
}

func withReason(text, reason string) string {
	if reason == "" {
		return text
	}
	return text + ": " + reason
}

func sandboxText(c sandbox.Capabilities) string {
	if c.Version == "" {
		return c.Driver
	}
	return c.Driver + " (" + c.Version + ")"
}
