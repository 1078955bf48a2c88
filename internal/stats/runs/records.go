package runs

import (
	"cmp"
	"io/fs"
	"maps"
	"math"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"golang.org/x/sync/errgroup"

	"m4bench/internal/record"
	"m4bench/internal/score"
)

// Bounds on a folder of records.
const (
	maxRecords = 200_000
	maxDepth   = 4
)

// ReadRecords reads every finished run record below a folder. Links are not
// followed. Runs that are not over are left out; unfinished says how many.
func ReadRecords(dir string, catalog *Catalog) (rows []Run, unfinished int, err error) {
	folders, unfinished, err := recordFolders(dir)
	if err != nil {
		return nil, 0, err
	}
	rows = make([]Run, len(folders))
	var group errgroup.Group
	group.SetLimit(runtime.GOMAXPROCS(0))
	for i, folder := range folders {
		group.Go(func() error {
			result, err := record.Load(folder)
			if err != nil {
				return err
			}
			rows[i] = fromRecord(result)
			rows[i].Source = dir
			catalog.complete(&rows[i])
			return nil
		})
	}
	if err := group.Wait(); err != nil {
		return nil, 0, err
	}
	return rows, unfinished, nil
}

// recordFolders finds the folders with a result, and counts those that look like
// a run but have none yet.
func recordFolders(root string) (found []string, unfinished int, err error) {
	results, begun := map[string]bool{}, map[string]bool{}
	err = filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
		if err != nil {
			return inputf("read %s: %w", path, err)
		}
		if entry.IsDir() {
			relative, _ := filepath.Rel(root, path)
			if strings.Count(relative, string(filepath.Separator)) >= maxDepth || entry.Name() == record.PromptDir {
				return fs.SkipDir
			}
			return nil
		}
		switch entry.Name() {
		case record.ResultFile:
			results[filepath.Dir(path)] = true
		case record.TraceFile:
			begun[filepath.Dir(path)] = true
		}
		if len(results) > maxRecords {
			return inputf("%s holds more than %d records", root, maxRecords)
		}
		return nil
	})
	for dir := range begun {
		if !results[dir] {
			unfinished++
		}
	}
	return slices.Sorted(maps.Keys(results)), unfinished, err
}

func fromRecord(r *record.Result) Run {
	out := New()
	out.ID = r.RunID
	out.Task, out.Condition, out.Schema, out.Trial = r.Task, r.Condition, r.Schema, r.Trial
	out.Agent = r.Agent.String()
	out.Model = cmp.Or(r.Agent.Model, out.Agent)
	if r.Agent.Variant == "" { // a variant's version is the hash of its script
		out.CLIVersion = r.Agent.Version
	}
	out.Edition = r.Inputs.Bench.Edition
	out.Finished = r.Ended.UTC().Format("2006-01-02T15:04:05.000000000Z")
	out.Seconds, out.Return, out.Attempts = r.Seconds, r.Exit, r.Attempt
	out.Publishable, out.Isolated = FlagOf(r.Publishable), FlagOf(r.Sandbox.Isolated)
	out.PublishableReason = Printable(strings.Join(r.Unpublishable, "; "))
	out.PromptHash, out.SkillHash = r.Inputs.Prompt, skillHash(r.Inputs.Skills)
	out.Reward = r.Reward()
	out.Outcome, out.Failure = outcomeOf(r)
	out.spend(r)
	if r.Score != nil {
		out.take(r.Score)
	}
	return out
}

// skillHash is one text for all skills that an agent could see, with as much of
// each hash as tells versions apart.
func skillHash(skills map[string]string) string {
	const digits = 12
	var parts []string
	for _, name := range slices.Sorted(maps.Keys(skills)) {
		hash := skills[name]
		parts = append(parts, name+":"+hash[:min(digits, len(hash))])
	}
	return strings.Join(parts, " ")
}

// outcomeOf a record. That an output could not be evaluated is a fault of the
// harness until scoring is repeated; that it is not worth evaluating is the agent's.
func outcomeOf(r *record.Result) (Outcome, string) {
	switch {
	case !r.Status.AgentsResult():
		return Faulted, string(r.Status)
	case r.ScoreError != "":
		return Faulted, "scoring failed"
	case r.Score == nil:
		return Failed, string(r.Status)
	case r.Score.Failure != "":
		return Failed, Printable("output not scorable: " + r.Score.Failure)
	}
	return Scored, ""
}

// spend copies what the model's calls took, as the gateway counted them, and what
// the trace says of skills. Input includes what was read from and written to a
// cache, as in the published indexes.
func (r *Run) spend(from *record.Result) {
	m := from.Model
	if m.Succeeded == 0 {
		return
	}
	if m.Uncounted == 0 {
		t := m.Tokens
		r.InputTokens, r.CachedTokens = float64(t.Input+t.CachedInput+t.CacheWrite), float64(t.CachedInput)
		r.OutputTokens, r.Dollars = float64(t.Output), orNaN(m.Dollars)
	}
	for _, one := range m.Models {
		r.Models = append(r.Models, Printable(one.Model))
	}
	if from.Trace != nil && len(from.Inputs.Skills) > 0 {
		r.SkillOpened = FlagOf(len(from.Trace.SkillsOpened) > 0)
	}
}

// take copies what was scored.
func (r *Run) take(s *score.Result) {
	r.Strict = s.Strict.Passed
	r.Failing = len(s.Strict.FailedChecks)
	r.KeyPrecision, r.KeyRecall, r.KeyF1 = s.Keys.Precision, s.Keys.Recall, s.Keys.F1
	r.NMAE, r.NMAEAll = orNaN(s.NMAE), orNaN(s.NMAEAll)
	r.ExactRows = s.ExactRows.Rate
	r.ReferenceRows, r.ExtraKeys, r.AgentKeys = s.Rows.Reference, s.Keys.Extra, s.Rows.Matched+s.Rows.Unknown
	cells, kappa, known := 0, 0.0, 0
	for _, c := range s.Columns {
		r.Rates = append(r.Rates, Rate{c.Name, c.MatchRate})
		cells += c.Matched
		if c.NMAE != nil {
			r.OrderedCols++
		}
		if c.ChanceCorrected != nil {
			kappa += *c.ChanceCorrected
			known++
		}
	}
	r.CorrectCells = float64(cells)
	if known > 0 {
		r.Kappa = kappa / float64(known)
	}
}

func orNaN(v *float64) float64 {
	if v == nil {
		return math.NaN()
	}
	return *v
}
