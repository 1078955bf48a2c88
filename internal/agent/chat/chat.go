// Package chat is an agent of our own: a loop around a model that has one tool, a
// shell. It runs inside the sandbox, so it knows nothing of the benchmark.
package chat

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"time"
)

// KeyVariable carries the key of the model's API.
const KeyVariable = "M4CHAT_KEY"

// Options of a conversation.
type Options struct {
	API     string // openai or anthropic: how to speak
	BaseURL string // up to and including the version, such as http://host/v1
	Key     string
	Model   string
	Effort  string // of reasoning, for openai; "" says nothing of it

	Steps   int           // answers at most
	Tokens  int64         // read and written at most, all answers together
	Answer  int           // tokens of one answer at most, for anthropic
	Command time.Duration // that one command may take
}

// Defaults of the limits.
const (
	DefaultSteps   = 200
	DefaultTokens  = 20_000_000
	DefaultAnswer  = 16_384
	DefaultCommand = 10 * time.Minute
)

// system tells the model where it is. The task is in the prompt.
const system = "You work alone on a task in the current folder of a Linux machine without a network. " +
	"Use the bash tool to look, compute and write files; every command runs in a new shell in that folder. " +
	"Nobody answers questions: decide yourself, and check what you have written before you end. " +
	"When the task is done, answer with a short summary and no tool call."

// turn is one part of the conversation: the prompt, an answer, or results.
type turn struct {
	text    string
	calls   []call
	results []result
	raw     any // of an answer, as the endpoint wants it back; nil if it needs no more than the above
}

// call of the shell that the model asks for.
type call struct {
	id      string
	command string
	wrong   string // why it cannot be run, for the model to read
	raw     string // arguments as they came
	tool    string
}

// result of a call.
type result struct {
	id, text string
	failed   bool
}

// answer of the model.
type answer struct {
	turn
	model     string
	reasoning string
	spent     tokens
	cutOff    bool // at the limit of one answer
}

// endpoint speaks a protocol.
type endpoint interface {
	ask(ctx context.Context, talk []turn) (answer, error)
}

// Run holds the conversation and prints what happens, one JSON object a line. An
// error means that no answer could be had from the model.
func Run(ctx context.Context, o Options, prompt string, out io.Writer) error {
	model, err := o.endpoint()
	if err != nil {
		return err
	}
	l := loop{options: o, model: model, trace: trace{w: out}}
	l.trace.put(event{Kind: "started", Model: o.Model, Tools: []string{toolName}})
	status, err := l.run(ctx, prompt)
	if err != nil {
		l.trace.put(event{Kind: "error", Text: err.Error()})
		l.trace.put(event{Kind: "done", Status: "failed"})
		return err
	}
	l.trace.put(event{Kind: "done", Status: status})
	return l.trace.err
}

func (o Options) endpoint() (endpoint, error) {
	switch o.API {
	case "openai":
		return openAI{o}, nil
	case "anthropic":
		return anthropic{o}, nil
	default:
		return nil, fmt.Errorf("no API %q; there are openai and anthropic", o.API)
	}
}

type loop struct {
	options Options
	model   endpoint
	trace   trace
	seen    string // last model that answered
	spent   int64
}

// Ways in which a conversation ends.
const (
	ended   = "ok"    // the model is done
	limited = "limit" // it was stopped at a limit; what it wrote stands
)

func (l *loop) run(ctx context.Context, prompt string) (status string, err error) {
	talk := []turn{{text: prompt}}
	for range l.options.Steps {
		a, err := l.ask(ctx, talk)
		if err != nil {
			return "", err
		}
		talk = append(talk, a.turn)
		switch {
		case len(a.calls) > 0:
			talk = append(talk, turn{results: l.runAll(ctx, a.calls)})
		case a.cutOff:
			talk = append(talk, turn{text: "Your answer was cut off. Go on."})
		default:
			return ended, nil
		}
		if ctx.Err() != nil {
			return "", ctx.Err()
		}
		if l.spent >= l.options.Tokens {
			l.trace.put(event{Kind: "error", Text: fmt.Sprintf("stopped at the limit of %d tokens", l.options.Tokens)})
			return limited, nil
		}
	}
	l.trace.put(event{Kind: "error", Text: fmt.Sprintf("stopped at the limit of %d answers", l.options.Steps)})
	return limited, nil
}

func (l *loop) ask(ctx context.Context, talk []turn) (answer, error) {
	a, err := l.model.ask(ctx, talk)
	if err != nil {
		return a, err
	}
	if a.model != "" && a.model != l.seen {
		l.seen = a.model
		l.trace.put(event{Kind: "model", Model: a.model})
	}
	if a.reasoning != "" {
		l.trace.put(event{Kind: "reasoning", Text: a.reasoning})
	}
	if a.text != "" {
		l.trace.put(event{Kind: "message", Text: a.text})
	}
	l.spent += a.spent.Input + a.spent.Output
	l.trace.put(event{Kind: "usage", Model: l.seen, Tokens: &a.spent})
	return a, nil
}

func (l *loop) runAll(ctx context.Context, calls []call) []result {
	var results []result
	for _, c := range calls {
		if c.wrong != "" {
			l.trace.put(event{Kind: "tool-error", ID: c.id, Text: c.wrong})
			results = append(results, result{c.id, c.wrong, true})
			continue
		}
		l.trace.put(event{Kind: "command", ID: c.id, Text: c.command})
		ran := runCommand(ctx, c.command, l.options.Command)
		l.trace.put(event{Kind: "output", ID: c.id, Text: ran.text, Exit: &ran.exit, Status: ran.status(), Truncated: ran.cut})
		results = append(results, result{c.id, ran.forModel(), ran.exit != 0})
	}
	return results
}

// Check finds options that make no conversation.
func (o Options) Check() error {
	switch {
	case o.BaseURL == "" || o.Model == "":
		return errors.New("--base-url and --model must be given")
	case o.Steps < 1 || o.Tokens < 1 || o.Answer < 1 || o.Command <= 0:
		return errors.New("limits must be above 0")
	}
	_, err := o.endpoint()
	return err
}

// Key of the API from the environment.
func Key() string { return os.Getenv(KeyVariable) }
