package sqlshell

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
)

// Error is a statement that failed, and where in its source.
type Error struct {
	Source    string // what the user gave: a file's name, -c or standard input
	Line, Col int    // from 1; Col is 0 if only the line is known
	Err       error
	text      string
}

func (e *Error) Error() string {
	at := fmt.Sprintf("%s:%d", e.Source, e.Line)
	if e.Col > 0 {
		at += ":" + strconv.Itoa(e.Col)
	}
	return at + ": " + e.text
}

func (e *Error) Unwrap() error { return e.Err }

// excerpt is what DuckDB adds to a message where it knows the place: the line
// of the statement and a mark under the column.
var excerpt = regexp.MustCompile(`(?s)\n\nLINE (\d+): ([^\n]*)\n( *)\^\s*$`)

// locate turns an error of one statement into one of its source. DuckDB counts
// lines from the statement's first; shift lines stood before that one in what
// DuckDB was given.
func locate(source string, st statement, shift int, err error) *Error {
	e := &Error{Source: source, Line: st.line, Col: st.col, Err: err, text: strings.TrimSpace(err.Error())}
	found := excerpt.FindStringSubmatch(err.Error())
	if found == nil {
		return e
	}
	line, convErr := strconv.Atoi(found[1])
	if convErr != nil || line <= shift {
		return e
	}
	line -= shift
	code, mark := found[2], len(found[3])-len("LINE : ")-len(found[1])
	message := strings.TrimSpace(strings.TrimSuffix(err.Error(), found[0]))
	e.Line, e.Col = st.line+line-1, mark+1
	indent := 0
	if line == 1 {
		indent = st.col - 1 // the statement began further right in its source
		e.Col += indent
	}
	if strings.HasPrefix(code, "...") || mark < 0 { // a long line of which DuckDB shows a part
		e.Col = 0
	}
	label := fmt.Sprintf("LINE %d: ", e.Line)
	e.text = fmt.Sprintf("%s\n\n%s%s\n%s^", message, label, code, strings.Repeat(" ", len(label)+max(mark, 0)))
	return e
}

const readOnlyHint = "\nThe database is open read-only: CREATE TEMP TABLE and COPY ... TO a file work, and -readwrite opens it for writing."

// withHint says what to do where a read-only database refuses a change.
func withHint(e *Error) *Error {
	if strings.Contains(e.text, "read-only mode") {
		e.text += readOnlyHint
	}
	return e
}
