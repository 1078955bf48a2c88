package runs

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"m4bench/internal/record"
)

// fields are the columns of an index and what they set. Empty cells leave a
// field unknown.
var fields = map[string]func(*Run, string) error{
	"run_id":              text(func(r *Run) *string { return &r.ID }),
	"task":                text(func(r *Run) *string { return &r.Task }),
	"family":              text(func(r *Run) *string { return &r.Family }),
	"mode":                text(func(r *Run) *string { return &r.Mode }),
	"agent":               text(func(r *Run) *string { return &r.Agent }),
	"model":               text(func(r *Run) *string { return &r.Model }),
	"reasoning_effort":    text(func(r *Run) *string { return &r.Effort }),
	"edition":             text(func(r *Run) *string { return &r.Edition }),
	"campaign":            text(func(r *Run) *string { return &r.Campaign }),
	"finished":            text(func(r *Run) *string { return &r.Finished }),
	"failure":             text(func(r *Run) *string { return &r.Failure }),
	"failure_reason":      text(func(r *Run) *string { return &r.Failure }),
	"publishable_reason":  text(func(r *Run) *string { return &r.PublishableReason }),
	"skill_hash":          text(func(r *Run) *string { return &r.SkillHash }),
	"prompt_hash":         text(func(r *Run) *string { return &r.PromptHash }),
	"legacy_condition":    text(func(r *Run) *string { return &r.LegacyCondition }),
	"cli_version":         text(func(r *Run) *string { return &r.CLIVersion }),
	"claude_code_version": text(func(r *Run) *string { return &r.CLIVersion }),
	"agent_version":       text(func(r *Run) *string { return &r.CLIVersion }),
	"routing":             text(func(r *Run) *string { return &r.Routing }),
	"routing_profile":     text(func(r *Run) *string { return &r.Routing }),

	"trial":                 count(func(r *Run) *int { return &r.Trial }),
	"passed":                count(func(r *Run) *int { return &r.Passed }),
	"failed":                count(func(r *Run) *int { return &r.Failing }),
	"errors":                count(func(r *Run) *int { return &r.Errors }),
	"truth_rows":            count(func(r *Run) *int { return &r.ReferenceRows }),
	"reference_rows":        count(func(r *Run) *int { return &r.ReferenceRows }),
	"agent_unique_keys":     count(func(r *Run) *int { return &r.AgentKeys }),
	"extra_keys":            count(func(r *Run) *int { return &r.ExtraKeys }),
	"attempts":              count(func(r *Run) *int { return &r.Attempts }),
	"ordered_value_columns": count(func(r *Run) *int { return &r.OrderedCols }),
	"agent_returncode":      status,

	"reward":             share(func(r *Run) *float64 { return &r.Reward }),
	"key_precision":      share(func(r *Run) *float64 { return &r.KeyPrecision }),
	"key_recall":         share(func(r *Run) *float64 { return &r.KeyRecall }),
	"key_f1":             share(func(r *Run) *float64 { return &r.KeyF1 }),
	"ordered_value_nmae": share(func(r *Run) *float64 { return &r.NMAE }),
	"nmae_all":           share(func(r *Run) *float64 { return &r.NMAEAll }),
	"nmae":               share(func(r *Run) *float64 { return &r.NMAE }),
	"exact_rows":         share(func(r *Run) *float64 { return &r.ExactRows }),

	"kappa":               number(func(r *Run) *float64 { return &r.Kappa }, -1, 1),
	"correct_cells":       number(func(r *Run) *float64 { return &r.CorrectCells }, 0, math.MaxFloat64),
	"elapsed_seconds":     number(func(r *Run) *float64 { return &r.Seconds }, 0, math.MaxFloat64),
	"input_tokens":        number(func(r *Run) *float64 { return &r.InputTokens }, 0, math.MaxFloat64),
	"cached_input_tokens": number(func(r *Run) *float64 { return &r.CachedTokens }, 0, math.MaxFloat64),
	"output_tokens":       number(func(r *Run) *float64 { return &r.OutputTokens }, 0, math.MaxFloat64),
	"dollars":             number(func(r *Run) *float64 { return &r.Dollars }, 0, math.MaxFloat64),

	"publishable":         flag(func(r *Run) *Flag { return &r.Publishable }),
	"isolated":            flag(func(r *Run) *Flag { return &r.Isolated }),
	"filesystem_canary":   flag(func(r *Run) *Flag { return &r.Canary }),
	"contamination_lint":  flag(func(r *Run) *Flag { return &r.Lint }),
	"containerized_agent": flag(func(r *Run) *Flag { return &r.Contained }),
	"covered":             flag(func(r *Run) *Flag { return &r.Covered }),
	"strict":              flag(func(r *Run) *Flag { return &r.judged }),
	"skill_opened":        flag(func(r *Run) *Flag { return &r.SkillOpened }),

	"condition":     condition,
	"schema":        schema,
	"status":        outcome,
	"outcome":       outcome,
	"match_rates":   rates,
	"model_strings": models,
	"models":        models,
	"model_usage":   models,
	"conventions":   conventions,
}

func text(field func(*Run) *string) func(*Run, string) error {
	return func(r *Run, v string) error {
		if v = Printable(strings.TrimSpace(v)); v != "" {
			*field(r) = v
		}
		return nil
	}
}

// longestText is how much of a text of a run is kept.
const longestText = 1000

// Printable makes a text from a run safe to show: an agent may have written it.
// Control characters become question marks, and long texts are cut.
func Printable(s string) string {
	if runes := []rune(s); len(runes) > longestText {
		s = string(runes[:longestText]) + "…"
	}
	return strings.Map(func(r rune) rune {
		if unicode.IsPrint(r) {
			return r
		}
		return '?'
	}, s)
}

func count(field func(*Run) *int) func(*Run, string) error {
	return func(r *Run, v string) error {
		if v == "" {
			return nil
		}
		n, err := strconv.Atoi(strings.TrimSuffix(v, ".0"))
		if err != nil || n < 0 {
			return fmt.Errorf("%q is not a count", v)
		}
		*field(r) = n
		return nil
	}
}

func status(r *Run, v string) error {
	if v == "" {
		return nil
	}
	n, err := strconv.Atoi(strings.TrimSuffix(v, ".0"))
	if err != nil {
		return fmt.Errorf("%q is not an exit status", v)
	}
	r.Return = n
	return nil
}

func share(field func(*Run) *float64) func(*Run, string) error { return number(field, 0, 1) }

func number(field func(*Run) *float64, least, most float64) func(*Run, string) error {
	return func(r *Run, v string) error {
		if v == "" {
			return nil
		}
		x, err := strconv.ParseFloat(v, 64)
		if err != nil || math.IsNaN(x) {
			return fmt.Errorf("%q is not a number", v)
		}
		if x < least || x > most {
			return fmt.Errorf("%s is not in %g to %g", v, least, most)
		}
		*field(r) = x
		return nil
	}
}

func flag(field func(*Run) *Flag) func(*Run, string) error {
	return func(r *Run, v string) error {
		switch strings.ToLower(v) {
		case "":
		case "true", "1", "yes":
			*field(r) = Yes
		case "false", "0", "no":
			*field(r) = No
		default:
			return fmt.Errorf("%q is not true or false", v)
		}
		return nil
	}
}

// published maps the names of the published conditions to ours.
var published = map[string]string{
	"with-skill-all":    AllSkills,
	"with-skill-decoy":  Decoy,
	"with-skill-rawsql": RawSQL,
	"with-skill-nosql":  WithSkill,
}

func condition(r *Run, v string) error {
	r.Condition = Printable(v)
	if ours, ok := published[v]; ok {
		r.Condition = ours
	}
	return nil
}

func schema(r *Run, v string) error {
	if v != "" {
		r.Schema = Printable(v)
	}
	return nil
}

func outcome(r *Run, v string) error {
	switch o := Outcome(v); o {
	case "":
		return nil
	case Scored, Failed, Faulted:
		r.Outcome = o
		return nil
	case "provider":
		r.Outcome, r.Failure = Faulted, v
		return nil
	}
	switch status := record.Status(v); status {
	case record.OK:
		r.Outcome = Scored
	case record.Infrastructure, record.Interrupted:
		r.Outcome, r.Failure = Faulted, v
	case record.AgentError, record.Timeout, record.OutOfMemory, record.TooManyProcesses, record.DiskFull, record.NoOutput:
		r.Outcome, r.Failure = Failed, v
	default:
		return fmt.Errorf("%q is neither %s, %s, %s or provider nor the status of a run record", v, Scored, Failed, Faulted)
	}
	return nil
}

func rates(r *Run, v string) error {
	if v == "" {
		return nil
	}
	parsed, err := ParseRates(v)
	r.Rates = parsed
	return err
}

// models reads a list in any of the forms in use: a JSON or Python list, an
// object keyed by model, or names with semicolons between them.
func models(r *Run, v string) error {
	names := strings.Split(v, ";")
	if v == "" {
		return nil
	}
	if v[0] == '[' || v[0] == '{' {
		var err error
		if names, err = namesIn(v); err != nil {
			return err
		}
	}
	for _, name := range names {
		if name = Printable(strings.TrimSpace(name)); name != "" {
			r.Models = append(r.Models, name)
		}
	}
	slices.Sort(r.Models)
	r.Models = slices.Compact(r.Models)
	return nil
}

// asJSON turns the literals of Python that such a cell can have into JSON.
var asJSON = strings.NewReplacer("'", `"`, "None", "null", "True", "true", "False", "false")

func namesIn(v string) ([]string, error) {
	var list []string
	if json.Unmarshal([]byte(asJSON.Replace(v)), &list) == nil {
		return list, nil
	}
	var object map[string]any
	if json.Unmarshal([]byte(asJSON.Replace(v)), &object) == nil {
		return slices.Collect(maps.Keys(object)), nil
	}
	return nil, errors.New("neither a list of model names nor an object keyed by them")
}

func conventions(r *Run, v string) error {
	for _, name := range strings.Split(v, ";") {
		if name = Printable(strings.TrimSpace(name)); name != "" {
			r.Conventions = append(r.Conventions, name)
		}
	}
	return nil
}
