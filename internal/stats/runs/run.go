// Package runs is the index of runs: one row a run, read from published CSV
// indexes or from folders of run records, and the choice of the one run that
// counts for each trial.
package runs

import (
	"fmt"
	"math"
)

// Conditions, by the names of this project.
const (
	NoSkill   = "no-skill"
	WithSkill = "with-skill"
	AllSkills = "all-skills"
	Decoy     = "decoy-skill"
	RawSQL    = "raw-sql"
	Spec      = "operational-spec"
)

// Conditions in the order in which reports show them.
var Conditions = []string{NoSkill, WithSkill, AllSkills, Decoy, RawSQL, Spec}

// Schema variants.
const (
	Native       = "native"
	Obfuscated   = "obfuscated"
	Restructured = "restructured"
)

// Flag is a fact that may not have been recorded.
type Flag int8

// The values of a Flag.
const (
	Unknown Flag = iota
	No
	Yes
)

func (f Flag) String() string { return [...]string{"unknown", "no", "yes"}[f] }

// FlagOf turns a bool into a Flag.
func FlagOf(b bool) Flag {
	if b {
		return Yes
	}
	return No
}

// Outcome is how a run ended, as far as counting goes.
type Outcome string

// Outcomes. A fault of the harness, its machine or the model provider (payment,
// quota, outage) says nothing about the agent: the run is left out of every mean
// and listed. Every other failure counts as reward 0.
const (
	Scored  Outcome = "scored" // there is an output and it was evaluated
	Failed  Outcome = "failed" // no score: timeout, crash, no output, disallowed act
	Faulted Outcome = "fault"
)

// Rate is the share of cells of one output column that agree with the reference.
type Rate struct {
	Column string
	Value  float64
}

// Run is one row of the index. Numbers that were not recorded are NaN, counts -1.
type Run struct {
	ID     string
	Source string // file it was read from
	Row    int    // line in the file, or 0

	Task, Family, Mode   string
	Condition, Schema    string
	Agent, Model, Effort string
	Trial                int
	Edition, Campaign    string
	Finished             string // sorts by time; empty if unknown

	Outcome Outcome
	Failure string // kind of failure, empty if none is known
	Strict  bool
	judged  Flag // strict as an index says it; else it follows from the checks
	Passed  int  // checks
	Failing int
	Errors  int
	Return  int // exit status of the agent, or NoReturn

	Reward       float64
	Rates        []Rate
	KeyPrecision float64
	KeyRecall    float64 // also the coverage of reference rows
	KeyF1        float64
	NMAE         float64 // over joined rows, as published
	NMAEAll      float64 // missing, extra and duplicate rows count as 1
	OrderedCols  int
	ExactRows    float64 // share of reference rows with every scored cell right
	Kappa        float64 // agreement beyond the column's majority, mean over columns
	Covered      Flag    // coverage reached the task's threshold

	ReferenceRows, AgentKeys, ExtraKeys int
	CorrectCells                        float64

	Publishable, Isolated, Canary, Lint, Contained Flag
	PublishableReason                              string

	Seconds                                 float64
	InputTokens, CachedTokens, OutputTokens float64
	Dollars                                 float64
	Attempts                                int

	CLIVersion, Routing string
	Models              []string // every model that answered, the requested one included
	SkillOpened         Flag
	SkillHash           string
	PromptHash          string
	Conventions         []string // rules named by explain as not followed
	LegacyCondition     string
}

// NoReturn is the exit status of an agent that left none.
const NoReturn = math.MinInt

// New returns a run in which nothing is known yet.
func New() Run {
	nan := math.NaN()
	return Run{
		Schema: Native, Return: NoReturn, Outcome: Scored,
		Reward: nan, KeyPrecision: nan, KeyRecall: nan, KeyF1: nan, NMAE: nan, NMAEAll: nan, ExactRows: nan, Kappa: nan,
		ReferenceRows: -1, AgentKeys: -1, ExtraKeys: -1, CorrectCells: nan,
		Seconds: nan, InputTokens: nan, CachedTokens: nan, OutputTokens: nan, Dollars: nan, Attempts: -1,
	}
}

// Cell is what trials repeat.
type Cell struct{ Task, Condition, Schema, Model string }

// Cell of the run.
func (r *Run) Cell() Cell { return Cell{r.Task, r.Condition, r.Schema, r.Model} }

func (r *Run) where() string {
	if r.Row > 0 {
		return fmt.Sprintf("%s:%d", r.Source, r.Row)
	}
	return r.Source
}

// InputError is an index or record that cannot be used; exit code 2.
type InputError struct{ Err error }

func (e *InputError) Error() string { return e.Err.Error() }
func (e *InputError) Unwrap() error { return e.Err }

// ExitCode says that the input cannot be used.
func (e *InputError) ExitCode() int { return 2 }

func inputf(format string, args ...any) error { return &InputError{fmt.Errorf(format, args...)} }
