//go:build !linux

package shim

import (
	"fmt"
	"io"
)

// Main says that sandboxes are Linux's.
func Main(_ []string, stderr io.Writer) int {
	fmt.Fprintln(stderr, "m4shim: there are sandboxes on Linux only")
	return 125
}
