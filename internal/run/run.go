package run

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"path/filepath"

	"m4bench/internal/agent"
	"m4bench/internal/bench"
	"m4bench/internal/condition"
	"m4bench/internal/gateway"
	"m4bench/internal/guide"
	"m4bench/internal/record"
	"m4bench/internal/score"
	"m4bench/internal/task"
)

// Done is a recorded run.
type Done struct {
	*record.Result
	Dir string `json:"folder"` // the run's folder
}

// One carries out an order. An error means that no run was recorded; whatever
// else goes wrong is in the result, whose status then is infrastructure.
func One(ctx context.Context, o Order) (*Done, error) {
	if err := o.complete(); err != nil {
		return nil, err
	}
	reference, err := o.Bench.Reference(o.Task)
	if err != nil {
		return nil, err
	}
	a := &attempt{order: &o, reference: reference, token: gateway.NewToken()}
	if err := a.askAgent(); err != nil {
		return nil, err
	}
	folder, err := record.Create(o.Records, o.identity(), o.Now())
	if err != nil {
		return nil, err
	}
	if err := o.putGiven(folder); err != nil {
		return nil, err
	}
	r := &record.Result{
		Identity: o.identity(),
		Command:  a.command.Argv,
		Version:  o.Version,
		Inputs:   o.inputs(reference),

		Unpublishable: []string{},
	}
	a.folder, a.result = folder, r
	if err := a.run(ctx); err != nil {
		return nil, errors.Join(err, folder.Discard())
	}
	if r.Status != record.Interrupted {
		r.ScoreOutput(ctx, folder.Dir, Scorer(o.Bench, o.Task, score.Options{Progress: o.Progress}))
	}
	r.Unpublishable = append(r.Unpublishable, a.unpublishable()...)
	r.Publishable = len(r.Unpublishable) == 0
	if err := folder.Finish(r); err != nil {
		return nil, err
	}
	return &Done{Result: r, Dir: folder.Dir}, nil
}

// Scorer scores outputs of a task against its reference in a bench.
func Scorer(b *bench.Bench, t *task.Task, options score.Options) record.Evaluate {
	return func(ctx context.Context, output string) (*score.Result, error) {
		reference, err := b.Reference(t)
		if err != nil {
			return nil, err
		}
		result, err := score.Evaluate(ctx, t, output, reference.Path, options)
		if err != nil {
			return nil, err
		}
		result.Reference = reference.Name
		return result, nil
	}
}

// inputs names by content what the agent gets and what it is scored against.
func (o *Order) inputs(reference bench.Reference) record.Inputs {
	_, visible, _ := o.Bench.Visible(o.Schema, o.Task.ID) // complete has looked already
	in := record.Inputs{
		Prompt:    o.given.SHA256,
		Skills:    o.given.Hashes(),
		QueryTool: "duckdb",
		Bench: record.BenchInputs{
			Edition:   o.Bench.Edition,
			Visible:   visible.SHA256,
			Reference: reference.ContentHash,
		},
	}
	if o.Shell.Whole {
		in.QueryTool = "m4bench"
	}
	if o.Upstream.Prices != nil {
		in.Prices = o.Upstream.Prices.SHA256
	}
	for _, f := range o.Bring {
		if in.Brought == nil {
			in.Brought = map[string]string{}
		}
		sum := sha256.Sum256(f.Content)
		in.Brought[f.Path] = hex.EncodeToString(sum[:])
	}
	return in
}

// putGiven records what the agent is told and the skills it can see.
func (o *Order) putGiven(folder *record.Folder) error {
	if err := folder.Put(filepath.Join(record.PromptDir, agent.PromptFile), []byte(o.given.Prompt)); err != nil {
		return err
	}
	for _, s := range o.given.Skills {
		if err := folder.Put(filepath.Join(record.PromptDir, condition.SkillFolder, s.Name, guide.SkillFile), []byte(s.Content)); err != nil {
			return err
		}
	}
	return nil
}

// askAgent has the agent say what it runs, and finds what that takes.
func (a *attempt) askAgent() (err error) {
	o := a.order
	if a.listen, err = a.listenAddress(); err != nil {
		return err
	}
	job := agent.Job{Task: o.Task, Prompt: o.given.Prompt, Token: a.token, BaseURL: "http://" + a.listen}
	if a.command, err = o.Agent.Command(job); err != nil {
		return err
	}
	if a.provider, err = o.Upstream.provider(a.command.API); err != nil {
		return err
	}
	if a.provider == nil {
		a.listen = ""
	} else if o.Shim == "" {
		return &NoShimError{}
	}
	if a.programs, err = o.findPrograms(a.command); err != nil {
		return err
	}
	o.Agent = agent.AtVersion(o.Agent, o.versionOf(a.command, a.programs))
	return nil
}

// versionOf is the version of the agent's program: the image's, this machine's,
// or, of programs of ours, this one's.
func (o *Order) versionOf(command agent.Command, found []agent.Program) string {
	if len(command.Programs) == 0 {
		return ""
	}
	name := command.Programs[0]
	switch {
	case name == agent.ChatProgram:
		return o.Version
	case o.Sandbox.Capabilities.Image != "":
		return o.Sandbox.Capabilities.Programs[name]
	default:
		return found[0].Version
	}
}

// NoShimError means that an agent cannot reach its model; exit code 5.
type NoShimError struct{}

func (*NoShimError) Error() string {
	return "agents that call a model need the program m4shim beside m4bench, or where $" + ShimVariable + " says; make build makes it"
}

// ExitCode says that the environment lacks something.
func (*NoShimError) ExitCode() int { return 5 }
