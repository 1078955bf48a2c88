// Command m4chat is the agent chat: a loop around a model with a shell for a tool.
// It runs inside the sandbox and prints its trace, one JSON object a line. The
// prompt comes on standard input, the key in $M4CHAT_KEY.
package main

import (
	"context"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"syscall"

	"m4bench/internal/agent/chat"
)

const maxPrompt = 16 << 20

func main() {
	o := chat.Options{Key: chat.Key()}
	flag.StringVar(&o.API, "api", "openai", "protocol of the model's server: openai (Chat Completions) or anthropic (Messages)")
	flag.StringVar(&o.BaseURL, "base-url", "", "of the server, with its version: http://127.0.0.1:8080/openai/v1")
	flag.StringVar(&o.Model, "model", "", "name of the model")
	flag.StringVar(&o.Effort, "effort", "", "of reasoning, for openai")
	flag.IntVar(&o.Steps, "steps", chat.DefaultSteps, "answers at most")
	flag.Int64Var(&o.Tokens, "tokens", chat.DefaultTokens, "tokens read and written at most")
	flag.IntVar(&o.Answer, "answer-tokens", chat.DefaultAnswer, "tokens of one answer at most, for anthropic")
	flag.DurationVar(&o.Command, "command-time", chat.DefaultCommand, "time that one command may take")
	flag.Parse()
	os.Exit(run(o))
}

func run(o chat.Options) int {
	if err := o.Check(); err != nil {
		fmt.Fprintln(os.Stderr, "m4chat:", err)
		return 2
	}
	prompt, err := io.ReadAll(io.LimitReader(os.Stdin, maxPrompt))
	if err != nil {
		fmt.Fprintln(os.Stderr, "m4chat: read the prompt:", err)
		return 2
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	if err := chat.Run(ctx, o, string(prompt), os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "m4chat:", err)
		return 1
	}
	return 0
}
