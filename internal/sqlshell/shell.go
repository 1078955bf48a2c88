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
	err := eachLine(r, func(line string) error {
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

// eachLine calls f with every line and its line end.
func eachLine(r io.Reader, f func(line string) error) error {
	reader := bufio.NewReader(r)
	for {
		line, err := reader.ReadString('\n')
		if line != "" {
			if err := f(line); err != nil {
				return err
			}
		}
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return fmt.Errorf("read statements: %w", err)
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
	err := eachLine(streams.In, func(line string) error {
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
