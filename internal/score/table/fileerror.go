package table

import (
	"fmt"
	"strings"
)

// FileError says why a file as a whole cannot be read as a table.
type FileError struct {
	File   string
	Line   int   // 0 if the fault has no line
	Offset int64 // of the first wrong byte, after decompression; -1 if the fault has none
	Reason string
	Remedy string // what to do about it
}

func (e *FileError) Error() string {
	var s strings.Builder
	s.WriteString(e.File)
	if e.Line > 0 {
		fmt.Fprintf(&s, ", line %d", e.Line)
	}
	if e.Offset >= 0 {
		fmt.Fprintf(&s, ", byte %d", e.Offset)
	}
	s.WriteString(": " + e.Reason)
	if e.Remedy != "" {
		s.WriteString("; " + e.Remedy)
	}
	return s.String()
}
