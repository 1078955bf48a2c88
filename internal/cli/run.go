package cli

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"m4bench"
	"m4bench/internal/agent"
	"m4bench/internal/bench"
	"m4bench/internal/condition"
	"m4bench/internal/gateway"
	"m4bench/internal/progress"
	"m4bench/internal/record"
	"m4bench/internal/run"
	"m4bench/internal/sandbox"
	"m4bench/internal/task"
)

type runOptions struct {
	task, bench, schema, condition string
	agent, script, command         string
	bring                          []string
	model, effort, api             string
	baseURL, keyFile, prices       string
	trial, trials                  int
	sandbox, memory, work          string
	cpus                           float64
	pids                           int
	timeout                        time.Duration
	record                         string
	json                           bool
}

const runLong = `The agent finds the task's database as database.duckdb in its working folder and a query shell named
duckdb, and writes output.csv there. It has no network and sees nothing else of this machine.

Agents:
  codex, claude, gemini, pi   the programs of that name; --model says with which model
  chat      a small loop of our own: one tool, which runs commands; speaks to OpenAI-compatible
            servers and to Anthropic's (--api)
  command   any program: --command 'PROGRAM ARGS…', with the prompt on standard input and in the
            file that $` + agent.PromptVariable + ` names; --bring puts files of yours beside it
  scripted  a fixed program: --script NAME, or --script FILE.sql to write the rows of a query

Model calls go through a gateway outside the sandbox, which alone knows the key: that of
OPENAI_API_KEY, ANTHROPIC_API_KEY or GEMINI_API_KEY here, or of --key-file. docs/gateway.md says
what leaves this machine. Dollars are reported where --prices knows them.

Scripts:
`

const runAfter = `
The record is a folder below --record; docs/record.md says what is in it. Whether a run can be
published follows from what the sandbox could enforce on this machine, and from what was found in it.

Ctrl-C ends the run, and keeps and records what there is; a second one leaves at once.

Exit codes: 0 the runs are recorded, however well the agent did; 2 wrong arguments; 5 the machine,
the sandbox or the model's provider failed; 130 interrupted.`

func newRunCommand(app *App) *cobra.Command {
	var o runOptions
	limits := sandbox.DefaultLimits()
	cmd := &cobra.Command{
		Use:   "run --task T --bench DIR --agent A",
		Short: "Run an agent on a task in a sandbox, score what it writes, and record everything",
		Long:  runLong + agent.ScriptHelp() + runAfter,
		Example: "  m4bench run --task mimic-sofa-24h-raw --bench bench/ --agent codex --model MODEL --trials 3\n" +
			"  m4bench run --task mimic-sofa-24h-raw --bench bench/ --agent chat --model MODEL --api ollama\n" +
			"  m4bench run --task mimic-sofa-24h-raw --bench bench/ --agent scripted --script zeros\n" +
			"  m4bench run --task mimic-sirs-24h-raw --bench bench/ --agent scripted --script my.sql\n" +
			"  m4bench run --task mimic-sirs-24h-raw --bench bench/ --agent command --command ./solve.py --bring solve.py",
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error { return runRun(cmd.Context(), app, o) },
	}
	flags := cmd.Flags()
	flags.StringVar(&o.task, "task", "", "task id; m4bench task list shows them")
	flags.StringVar(&o.bench, "bench", "", "prepared bench")
	flags.StringVar(&o.schema, "schema", bench.Native, "schema variant of the database, which the bench must have: "+schemaKinds)
	flags.StringVar(&o.condition, "condition", condition.NoSkill, "what the agent is given: "+strings.Join(condition.All(), ", "))
	flags.StringVar(&o.agent, "agent", "", agentNames())
	flags.StringVar(&o.model, "model", "", "model of the agents that call one, exactly as its provider names it")
	flags.StringVar(&o.effort, "effort", "", "how hard the model is to think, in the agent's own words")
	flags.StringVar(&o.api, "api", "", "what agent chat speaks: openai, anthropic or ollama (default: by the model's name)")
	flags.StringVar(&o.baseURL, "base-url", "", "address of the model's provider, if it is not the usual one")
	flags.StringVar(&o.keyFile, "key-file", "", "file with the provider's key and nothing else")
	flags.StringVar(&o.prices, "prices", "", "price table in place of the shipped one, which is empty (docs/gateway.md)")
	flags.StringVar(&o.script, "script", "", "script of the scripted agent: a name from above, or a file that ends in .sql")
	flags.StringVar(&o.command, "command", "", "program and arguments of the command agent, quoted as in a shell")
	flags.StringArrayVar(&o.bring, "bring", nil, "file of this machine to put into the agent's working folder, may be given again")
	flags.IntVar(&o.trials, "trials", 1, "how many runs, one after the other")
	flags.IntVar(&o.trial, "trial", 1, "number of the first of them, for the record")
	flags.StringVar(&o.sandbox, "sandbox", sandbox.Auto, "isolation: "+strings.Join(append(sandbox.Names(), sandbox.Auto), ", "))
	flags.DurationVar(&o.timeout, "timeout", limits.Wall, "time after which the agent is killed")
	flags.StringVar(&o.memory, "memory", bytesText(limits.Memory), "memory of all the agent's processes together")
	flags.StringVar(&o.work, "work-size", bytesText(limits.Work), "size of the working folder")
	flags.Float64Var(&o.cpus, "cpus", limits.CPUs, "processors")
	flags.IntVar(&o.pids, "pids", limits.PIDs, "processes and threads")
	flags.StringVar(&o.record, "record", "runs", "folder for records")
	flags.BoolVar(&o.json, "json", false, "print JSON")
	requireFlags(cmd, "task", "bench", "agent")
	cmd.MarkFlagsMutuallyExclusive("script", "command", "model")
	return cmd
}

func runRun(ctx context.Context, app *App, o runOptions) error {
	order, err := o.order(ctx, app)
	if err != nil {
		return err
	}
	for _, why := range order.Sandbox.Passed {
		fmt.Fprintf(app.Err, "m4bench: warning: %s\n", why)
	}
	if !order.Sandbox.Capabilities.Isolated {
		fmt.Fprintln(app.Err, "m4bench: warning: the agent is NOT isolated: it can read this machine's files and use its network")
	}
	runs, err := o.trialsOf(ctx, app, order)
	if len(runs) > 0 {
		err = errors.Join(o.printRuns(app, runs), err)
	}
	if err != nil {
		return o.explainMissing(err)
	}
	return runExit(runs)
}

// trialsOf runs one trial after the other, until all are done, or somebody stops
// them, or the machine fails: then the next would fail as well.
func (o runOptions) trialsOf(ctx context.Context, app *App, order run.Order) (runs []*run.Done, err error) {
	for range o.trials {
		line := progress.NewLine(app.Err, app.Now)
		order.Progress = line
		done, err := run.One(ctx, order)
		line.Done("")
		if err != nil {
			return runs, err
		}
		runs = append(runs, done)
		if o.trials > 1 {
			fmt.Fprintf(app.Err, "trial %d of %d: %s\n", len(runs), o.trials, runLine(done))
		}
		if !done.Status.AgentsResult() {
			break
		}
		order.Trial++
	}
	return runs, nil
}

// runExit is the exit code of the last run: no other can have failed.
func runExit(runs []*run.Done) error {
	switch runs[len(runs)-1].Status {
	case record.Infrastructure:
		return silentError{ExitEnvironment}
	case record.Interrupted:
		return silentError{ExitInterrupted}
	default:
		return nil
	}
}

func (o runOptions) order(ctx context.Context, app *App) (order run.Order, err error) {
	tasks, err := task.Embedded()
	if err != nil {
		return order, err
	}
	if order.Task, err = tasks.Get(o.task); err != nil {
		return order, err
	}
	if order.Agent, err = o.chooseAgent(); err != nil {
		return order, err
	}
	if order.Limits, err = o.limits(); err != nil {
		return order, err
	}
	if order.Bring, err = bring(o.bring); err != nil {
		return order, err
	}
	if order.Upstream, err = o.upstream(); err != nil {
		return order, err
	}
	if order.Bench, err = bench.Open(o.bench); err != nil {
		return order, err
	}
	if order.Shell, err = run.FindShell(os.Getenv); err != nil {
		return order, err
	}
	if order.Shim, err = run.FindShim(os.Getenv); err != nil {
		return order, err
	}
	if order.Sandbox, err = sandbox.Choose(ctx, o.sandbox); err != nil {
		return order, err
	}
	order.Schema, order.Condition, order.Trial = o.schema, o.condition, o.trial
	order.Records, order.Version, order.Now = o.record, Version, app.Now
	return order, nil
}

// upstream is who answers model calls. A key is never an argument: those show in
// the list of processes.
func (o runOptions) upstream() (u run.Upstream, err error) {
	u = run.Upstream{BaseURL: o.baseURL, Getenv: os.Getenv}
	if o.keyFile != "" {
		if u.Key, err = run.ReadKey(o.keyFile); err != nil {
			return u, err
		}
	}
	name, table := "prices.toml", m4bench.Prices
	if o.prices != "" {
		name = o.prices
		if table, err = os.ReadFile(name); err != nil {
			return u, usagef("--prices: %w", err)
		}
	}
	u.Prices, err = gateway.ParsePrices(name, table)
	return u, err
}

func (o runOptions) limits() (sandbox.Limits, error) {
	limits := sandbox.DefaultLimits()
	var err error
	if limits.Memory, err = parseBytes("--memory", o.memory); err != nil {
		return limits, err
	}
	if limits.Work, err = parseBytes("--work-size", o.work); err != nil {
		return limits, err
	}
	if o.timeout <= 0 || o.cpus <= 0 || o.pids <= 0 {
		return limits, usagef("--timeout, --cpus and --pids must be above 0")
	}
	if o.trial < 1 || o.trials < 1 {
		return limits, usagef("--trial and --trials count from 1")
	}
	limits.Wall, limits.CPUs, limits.PIDs = o.timeout, o.cpus, o.pids
	return limits, nil
}
