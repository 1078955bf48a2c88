package cli

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/spf13/cobra"

	"m4bench/internal/agent"
	"m4bench/internal/bench"
	"m4bench/internal/condition"
	"m4bench/internal/progress"
	"m4bench/internal/record"
	"m4bench/internal/run"
	"m4bench/internal/sandbox"
	"m4bench/internal/task"
)

type runOptions struct {
	task, bench, schema, condition string
	agent, script, command         string
	trial                          int
	sandbox, memory, work          string
	cpus                           float64
	pids                           int
	timeout                        time.Duration
	record                         string
	json                           bool
}

func newRunCommand(app *App) *cobra.Command {
	var o runOptions
	limits := sandbox.DefaultLimits()
	cmd := &cobra.Command{
		Use:   "run --task T --bench DIR --agent A",
		Short: "Run an agent on a task in a sandbox, score what it writes, and record everything",
		Long: "The agent finds the task's database as database.duckdb in its working folder and a query shell named\n" +
			"duckdb, and writes output.csv there. It has no network and sees nothing else of this machine.\n\n" +
			"Agents:\n" +
			"  scripted  a fixed program: --script NAME, or --script FILE.sql to write the rows of a query\n" +
			"  command   any program: --command 'PROGRAM ARGS…', with the prompt on standard input and in the\n" +
			"            file that $" + agent.PromptVariable + " names\n\n" +
			"Scripts:\n" + agent.ScriptHelp() + "\n" +
			"The record is a folder below --record; docs/record.md says what is in it. Whether a run can be\n" +
			"published follows from what the sandbox could enforce on this machine.\n\n" +
			"Exit codes: 0 the run is recorded, however well the agent did; 2 wrong arguments; 5 the machine or\n" +
			"the sandbox failed; 130 interrupted.",
		Example: "  m4bench run --task mimic-sofa-24h-raw --bench bench/ --agent scripted --script zeros\n" +
			"  m4bench run --task mimic-sirs-24h-raw --bench bench/ --agent scripted --script my.sql\n" +
			"  m4bench run --task mimic-sirs-24h-raw --bench bench/ --agent command \\\n" +
			"    --command 'sh -c \"duckdb -csv database.duckdb -c \\\"SELECT stay_id FROM mimiciv_icu.icustays\\\" >output.csv\"'",
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error { return runRun(cmd.Context(), app, o) },
	}
	flags := cmd.Flags()
	flags.StringVar(&o.task, "task", "", "task id; m4bench task list shows them")
	flags.StringVar(&o.bench, "bench", "", "prepared bench")
	flags.StringVar(&o.schema, "schema", bench.Native, "schema variant of the database, which the bench must have: "+schemaKinds)
	flags.StringVar(&o.condition, "condition", condition.NoSkill, "what the agent is given: "+strings.Join(condition.All(), ", "))
	flags.StringVar(&o.agent, "agent", "", "scripted or command")
	flags.StringVar(&o.script, "script", "", "script of the scripted agent: a name from above, or a file that ends in .sql")
	flags.StringVar(&o.command, "command", "", "program and arguments of the command agent, quoted as in a shell")
	flags.IntVar(&o.trial, "trial", 1, "number of this repetition, for the record")
	flags.StringVar(&o.sandbox, "sandbox", sandbox.Auto, "isolation: "+strings.Join(append(sandbox.Names(), sandbox.Auto), ", "))
	flags.DurationVar(&o.timeout, "timeout", limits.Wall, "time after which the agent is killed")
	flags.StringVar(&o.memory, "memory", bytesText(limits.Memory), "memory of all the agent's processes together")
	flags.StringVar(&o.work, "work-size", bytesText(limits.Work), "size of the working folder")
	flags.Float64Var(&o.cpus, "cpus", limits.CPUs, "processors")
	flags.IntVar(&o.pids, "pids", limits.PIDs, "processes and threads")
	flags.StringVar(&o.record, "record", "runs", "folder for records")
	flags.BoolVar(&o.json, "json", false, "print JSON")
	requireFlags(cmd, "task", "bench", "agent")
	cmd.MarkFlagsMutuallyExclusive("script", "command")
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
	line := progress.NewLine(app.Err, app.Now)
	order.Progress = line
	done, err := run.One(ctx, order)
	line.Done("")
	if err != nil {
		return err
	}
	if o.json {
		err = printJSON(app.Out, done)
	} else {
		err = printRun(app, done)
	}
	if err != nil {
		return err
	}
	return runExit(done.Status)
}

func runExit(status record.Status) error {
	switch status {
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
	if order.Bench, err = bench.Open(o.bench); err != nil {
		return order, err
	}
	if order.Shell, err = run.FindShell(os.Getenv); err != nil {
		return order, err
	}
	if order.Sandbox, err = sandbox.Choose(ctx, o.sandbox); err != nil {
		return order, err
	}
	order.Schema, order.Condition, order.Trial = o.schema, o.condition, o.trial
	order.Records, order.Version, order.Now = o.record, Version, app.Now
	return order, nil
}

func (o runOptions) chooseAgent() (agent.Agent, error) {
	switch o.agent {
	case "command":
		if o.command == "" {
			return nil, usagef("--agent command needs --command 'PROGRAM ARGS…'")
		}
		return agent.ParseCommand(o.command)
	case "scripted":
		if o.script == "" {
			return nil, usagef("--agent scripted needs --script NAME or FILE.sql; the scripts are\n%s", agent.ScriptHelp())
		}
		return scriptedAgent(o.script)
	default:
		return nil, usagef("no agent %q; there are scripted and command", o.agent)
	}
}

func scriptedAgent(script string) (agent.Agent, error) {
	if !strings.HasSuffix(script, ".sql") {
		return agent.Builtin(script)
	}
	query, err := os.ReadFile(script)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, usagef("--script: there is no file %s", script)
	}
	if err != nil {
		return nil, usagef("--script: %w", err)
	}
	return agent.NewScripted(agent.QueryScript(filepath.Base(script), string(query))), nil
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
	if o.trial < 1 {
		return limits, usagef("--trial counts from 1")
	}
	limits.Wall, limits.CPUs, limits.PIDs = o.timeout, o.cpus, o.pids
	return limits, nil
}

var byteUnits = []struct {
	name  string
	bytes int64
}{{"GB", 1 << 30}, {"MB", 1 << 20}, {"KB", 1 << 10}}

// parseBytes reads sizes such as 4GB, 512MB or 1.5 GiB; units are powers of 1024.
func parseBytes(flag, text string) (int64, error) {
	number, scale := strings.ToUpper(strings.ReplaceAll(text, " ", "")), int64(1)
	number = strings.Replace(number, "IB", "B", 1)
	for _, u := range byteUnits {
		if rest, ok := strings.CutSuffix(number, u.name); ok {
			number, scale = rest, u.bytes
			break
		}
	}
	value, err := strconv.ParseFloat(number, 64)
	if bytes := value * float64(scale); err == nil && bytes >= 1<<20 && bytes < math.MaxInt64 {
		return int64(bytes), nil
	}
	return 0, usagef("%s: %q is no size of at least 1MB; write it as 512MB or 4GB", flag, text)
}

func bytesText(bytes int64) string {
	for _, u := range byteUnits {
		if bytes >= u.bytes && bytes%u.bytes == 0 {
			return fmt.Sprintf("%d%s", bytes/u.bytes, u.name)
		}
	}
	return strconv.FormatInt(bytes, 10)
}

func printRun(app *App, done *run.Done) error {
	w := tabwriter.NewWriter(app.Out, 0, 0, 2, ' ', 0)
	fmt.Fprintf(w, "run\t%s\n", done.RunID)
	fmt.Fprintf(w, "status\t%s\n", withReason(string(done.Status), done.Reason))
	fmt.Fprintf(w, "time\t%.1f s, and %.1f s around it\n", done.Seconds, done.Overhead)
	fmt.Fprintf(w, "sandbox\t%s\n", sandboxText(done.Sandbox.Capabilities))
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
