package ehr

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
	"testing"

	"m4bench/internal/duck"
)

// TestMain also serves as the other process of some tests and benchmarks.
func TestMain(m *testing.M) {
	role := os.Getenv("M4BENCH_TEST_CHILD")
	if role == "" {
		os.Exit(m.Run())
	}
	if err := roles[role](context.Background(), os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// roles of the other process.
var roles = map[string]func(context.Context, []string) error{
	// hold DATABASE keeps a database open until its input ends.
	"hold": func(ctx context.Context, args []string) error {
		db, err := duck.Open(ctx, duck.Options{Path: args[0]})
		if err != nil {
			return err
		}
		fmt.Println("open")
		io.Copy(io.Discard, os.Stdin)
		return db.Close()
	},
	// import FOLDER DATABASE MEMORY loads a folder and prints each step.
	"import": func(ctx context.Context, args []string) error {
		memory, err := ParseMemory(args[2])
		if err != nil {
			return err
		}
		o := optionsFor(MIMICIV, args[0], args[1])
		o.Memory, o.Progress = memory, loud{}
		_, err = Import(ctx, o)
		return err
	},
	// copy FILE DATABASE is DuckDB's own typed COPY of chartevents.
	"copy": func(ctx context.Context, args []string) error {
		db, err := duck.Open(ctx, duck.Options{Path: args[1]})
		if err != nil {
			return err
		}
		defer db.Close()
		t := mustTable(mimicIV, "chartevents")
		return db.Exec(ctx, fmt.Sprintf("CREATE SCHEMA %s; %s; COPY %s FROM %s (HEADER, AUTO_DETECT false); CHECKPOINT",
			t.Schema, t.CreateSQL(), t.QualifiedName(), duck.Literal(args[0])))
	},
}

// loud prints each step on a line of its own.
type loud struct{}

func (loud) Step(what string, done, _ int64, _ string) { fmt.Println(what, done) }
func (loud) Done(string)                               {}

// child is another process running this test binary.
type child struct {
	cmd   *exec.Cmd
	lines *bufio.Scanner
	stop  func()
}

func childCommand(role string, args ...string) *exec.Cmd {
	cmd := exec.Command(os.Args[0], args...)
	cmd.Env = append(os.Environ(), "M4BENCH_TEST_CHILD="+role)
	cmd.Stderr = os.Stderr
	return cmd
}

// startChild starts one and waits for its first line.
func startChild(t *testing.T, role string, args ...string) *child {
	t.Helper()
	cmd := childCommand(role, args...)
	input, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	output, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	c := &child{cmd: cmd, lines: bufio.NewScanner(output)}
	c.stop = func() {
		input.Close()
		cmd.Process.Kill()
		cmd.Wait()
	}
	if !c.lines.Scan() {
		c.stop()
		t.Fatalf("the child said nothing: %v", c.lines.Err())
	}
	return c
}
