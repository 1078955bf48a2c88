package runs

import (
	"encoding/csv"
	"io"
	"math"
	"strconv"
	"strings"
)

// written are the columns of an index that this program writes, in order.
var written = []struct {
	name string
	of   func(*Run) string
}{
	{"run_id", func(r *Run) string { return r.ID }},
	{"task", func(r *Run) string { return r.Task }},
	{"family", func(r *Run) string { return r.Family }},
	{"mode", func(r *Run) string { return r.Mode }},
	{"condition", func(r *Run) string { return r.Condition }},
	{"schema", func(r *Run) string { return r.Schema }},
	{"agent", func(r *Run) string { return r.Agent }},
	{"model", func(r *Run) string { return r.Model }},
	{"reasoning_effort", func(r *Run) string { return r.Effort }},
	{"trial", func(r *Run) string { return strconv.Itoa(r.Trial) }},
	{"edition", func(r *Run) string { return r.Edition }},
	{"campaign", func(r *Run) string { return r.Campaign }},
	{"finished", func(r *Run) string { return r.Finished }},
	{"outcome", func(r *Run) string { return string(r.Outcome) }},
	{"failure", func(r *Run) string { return r.Failure }},
	{"passed", func(r *Run) string { return strconv.Itoa(r.Passed) }},
	{"failed", func(r *Run) string { return strconv.Itoa(r.Failing) }},
	{"errors", func(r *Run) string { return strconv.Itoa(r.Errors) }},
	{"strict", func(r *Run) string { return strconv.FormatBool(r.Strict) }},
	{"agent_returncode", func(r *Run) string { return knownInt(r.Return, r.Return != NoReturn) }},
	{"reward", func(r *Run) string { return knownNumber(r.Reward) }},
	{"match_rates", func(r *Run) string { return ratesText(r.Rates) }},
	{"key_precision", func(r *Run) string { return knownNumber(r.KeyPrecision) }},
	{"key_recall", func(r *Run) string { return knownNumber(r.KeyRecall) }},
	{"key_f1", func(r *Run) string { return knownNumber(r.KeyF1) }},
	{"nmae", func(r *Run) string { return knownNumber(r.NMAE) }},
	{"nmae_all", func(r *Run) string { return knownNumber(r.NMAEAll) }},
	{"ordered_value_columns", func(r *Run) string { return strconv.Itoa(r.OrderedCols) }},
	{"exact_rows", func(r *Run) string { return knownNumber(r.ExactRows) }},
	{"kappa", func(r *Run) string { return knownNumber(r.Kappa) }},
	{"reference_rows", func(r *Run) string { return knownInt(r.ReferenceRows, r.ReferenceRows >= 0) }},
	{"agent_unique_keys", func(r *Run) string { return knownInt(r.AgentKeys, r.AgentKeys >= 0) }},
	{"extra_keys", func(r *Run) string { return knownInt(r.ExtraKeys, r.ExtraKeys >= 0) }},
	{"correct_cells", func(r *Run) string { return knownNumber(r.CorrectCells) }},
	{"covered", func(r *Run) string { return flagText(r.Covered) }},
	{"publishable", func(r *Run) string { return flagText(r.Publishable) }},
	{"publishable_reason", func(r *Run) string { return r.PublishableReason }},
	{"isolated", func(r *Run) string { return flagText(r.Isolated) }},
	{"filesystem_canary", func(r *Run) string { return flagText(r.Canary) }},
	{"contamination_lint", func(r *Run) string { return flagText(r.Lint) }},
	{"containerized_agent", func(r *Run) string { return flagText(r.Contained) }},
	{"elapsed_seconds", func(r *Run) string { return knownNumber(r.Seconds) }},
	{"input_tokens", func(r *Run) string { return knownNumber(r.InputTokens) }},
	{"cached_input_tokens", func(r *Run) string { return knownNumber(r.CachedTokens) }},
	{"output_tokens", func(r *Run) string { return knownNumber(r.OutputTokens) }},
	{"dollars", func(r *Run) string { return knownNumber(r.Dollars) }},
	{"attempts", func(r *Run) string { return knownInt(r.Attempts, r.Attempts >= 0) }},
	{"cli_version", func(r *Run) string { return r.CLIVersion }},
	{"routing", func(r *Run) string { return r.Routing }},
	{"models", func(r *Run) string { return strings.Join(r.Models, ";") }},
	{"skill_opened", func(r *Run) string { return flagText(r.SkillOpened) }},
	{"skill_hash", func(r *Run) string { return r.SkillHash }},
	{"prompt_hash", func(r *Run) string { return r.PromptHash }},
	{"conventions", func(r *Run) string { return strings.Join(r.Conventions, ";") }},
	{"legacy_condition", func(r *Run) string { return r.LegacyCondition }},
}

// WriteIndex writes runs as a CSV index that ReadIndex reads back. What is not
// known is an empty cell.
func WriteIndex(w io.Writer, all []Run) error {
	out := csv.NewWriter(w)
	record := make([]string, len(written))
	for i, column := range written {
		record[i] = column.name
	}
	if err := out.Write(record); err != nil {
		return err
	}
	for i := range all {
		for k, column := range written {
			record[k] = column.of(&all[i])
		}
		if err := out.Write(record); err != nil {
			return err
		}
	}
	out.Flush()
	return out.Error()
}

func knownNumber(v float64) string {
	if math.IsNaN(v) {
		return ""
	}
	return strconv.FormatFloat(v, 'g', -1, 64)
}

func knownInt(n int, known bool) string {
	if !known {
		return ""
	}
	return strconv.Itoa(n)
}

func flagText(f Flag) string {
	switch f {
	case Yes:
		return "true"
	case No:
		return "false"
	}
	return ""
}

// ratesText writes match rates as a JSON object, in order.
func ratesText(rates []Rate) string {
	if len(rates) == 0 {
		return ""
	}
	var b strings.Builder
	for i, r := range rates {
		b.WriteString([]string{"{", ", "}[min(i, 1)])
		b.WriteString(strconv.Quote(r.Column) + ": ")
		if math.IsNaN(r.Value) {
			b.WriteString("null")
		} else {
			b.WriteString(knownNumber(r.Value))
		}
	}
	return b.String() + "}"
}
