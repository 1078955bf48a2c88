package sqlshell

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"m4bench/internal/duck"
)

// shell is a session: a database, where its results go and how.
type shell struct {
	db       *duck.DB
	out      *bufio.Writer // standard output
	file     *os.File      // of .output, nil if results go to out
	fileOut  *bufio.Writer
	settings Settings
}

// results is where the next result goes.
func (s *shell) results() *bufio.Writer {
	if s.file != nil {
		return s.fileOut
	}
	return s.out
}

func (s *shell) input(ctx context.Context, in Input) error {
	if !in.File {
		return s.script(ctx, "-c", strings.NewReader(in.Text))
	}
	file, err := os.Open(in.Text)
	if err != nil {
		return &UsageError{err}
	}
	defer file.Close()
	return s.script(ctx, in.Text, file)
}

// script runs a source's statements and dot commands and stops at the first
// error.
func (s *shell) script(ctx context.Context, source string, r io.Reader) error {
	split := newSplitter()
	err := eachLine(ctx, r, func(line string) error {
		if !split.open() && isDotCommand(line) {
			split.line++
			return s.command(ctx, source, split.line, line)
		}
		return s.all(ctx, source, split.feed(line))
	})
	if err != nil {
		return err
	}
	return s.all(ctx, source, split.rest())
}

func (s *shell) all(ctx context.Context, source string, statements []statement) error {
	for _, st := range statements {
		if err := s.execute(ctx, source, st); err != nil {
			return err
		}
	}
	return nil
}

// eachLine calls f with every line and its line end. Reading may wait for
// somebody at a keyboard, and ends all the same when ctx does.
func eachLine(ctx context.Context, r io.Reader, f func(line string) error) error {
	type read struct {
		line string
		err  error
	}
	lines, done := make(chan read), make(chan struct{})
	defer close(done)
	go func() {
		reader := bufio.NewReader(r)
		for {
			line, err := reader.ReadString('\n')
			select {
			case lines <- read{line, err}:
			case <-done:
				return
			}
			if err != nil {
				return
			}
		}
	}()
	for {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case next := <-lines:
			if next.line != "" {
				if err := f(next.line); err != nil {
					return err
				}
			}
			switch {
			case errors.Is(next.err, io.EOF):
				return nil
			case next.err != nil:
				return fmt.Errorf("read statements: %w", next.err)
			}
		}
	}
}

// converse is a session at a terminal: a prompt, and errors that do not end it.
func (s *shell) converse(ctx context.Context, streams IO) error {
	split := newSplitter()
	prompt := func() {
		text := "m4bench> "
		if split.open() {
			text = "     ...> "
		}
		_, _ = s.out.WriteString(text)
		_ = s.out.Flush()
	}
	_, _ = s.out.WriteString("Statements end with a semicolon. \".help\" lists commands, \".quit\" leaves.\n")
	prompt()
	err := eachLine(ctx, streams.In, func(line string) error {
		var err error
		if !split.open() && isDotCommand(line) {
			err = s.command(ctx, "line", split.line+1, line)
		} else {
			err = s.all(ctx, "line", split.feed(line))
		}
		switch {
		case errors.Is(err, errQuit), ctx.Err() != nil:
			return err
		case err != nil:
			_ = s.out.Flush()
			fmt.Fprintln(streams.Err, err)
		}
		prompt()
		return nil
	})
	_, _ = s.out.WriteString("\n")
	return stopped(err)
}

// setOutput sends the following results to a file, or back to standard output.
func (s *shell) setOutput(name string) error {
	if err := s.closeOutput(); err != nil || name == "" || name == "stdout" {
		return err
	}
	file, err := os.Create(name)
	if err != nil {
		return err
	}
	s.file, s.fileOut = file, bufio.NewWriterSize(file, 1<<16)
	return nil
}

func (s *shell) closeOutput() error {
	if s.file == nil {
		return nil
	}
	err := errors.Join(s.fileOut.Flush(), s.file.Close())
	s.file, s.fileOut = nil, nil
	return err
}
