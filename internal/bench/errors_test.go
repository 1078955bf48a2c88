package bench

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"syscall"
	"testing"

	"m4bench/internal/duck"
)

// What the environment caused ends with code 5 and a hint; what the user did by
// stopping the program keeps its own cause.
func TestExplain(t *testing.T) {
	for name, c := range map[string]struct {
		err  error
		code int
		says string
	}{
		"disk full, from Go":     {fmt.Errorf("write: %w", syscall.ENOSPC), environment, "no space left"},
		"disk full, from DuckDB": {&duck.Error{Kind: duck.DiskFull, Err: errors.New("IO Error")}, environment, "no space left"},
		"out of memory":          {&duck.Error{Kind: duck.OutOfMemory, Err: errors.New("failed to pin block")}, environment, "--memory"},
		"locked":                 {&duck.Error{Kind: duck.Locked, Err: errors.New("Could not set lock")}, environment, "close the program"},
		"read-only file system":  {fmt.Errorf("mkdir: %w", syscall.EROFS), environment, "read-only"},
		"already explained":      {failf(damaged, "no table"), damaged, "no table"},
	} {
		err := explain(fmt.Errorf("step: %w", c.err))
		var failure *Error
		if !errors.As(err, &failure) || failure.ExitCode() != c.code || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%s: %v", name, err)
		}
	}
	stopped := explain(&duck.Error{Kind: duck.Interrupted, Err: context.Canceled})
	if !errors.Is(stopped, context.Canceled) {
		t.Errorf("a stopped build must stay one: %v", stopped)
	}
	if explain(nil) != nil {
		t.Error("no error must stay none")
	}
}
