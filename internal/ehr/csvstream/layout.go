package csvstream

import "fmt"

// Kind is what the fields of a column must hold. The empty field is always
// allowed: it is the missing value.
type Kind uint8

// The kinds of fields.
const (
	Text       Kind = iota // UTF-8
	Integer                // a whole number of 32 bits; 12.0 and 1e2 are whole
	BigInteger             // a whole number of 64 bits
	Number                 // a finite decimal number
	Time                   // a date, or a date and time without zone
	Skipped                // anything; it is not wanted
)

// Column is one column of a file, in the file's order.
type Column struct {
	Name string
	Kind Kind
}

// FieldError says which field of which line cannot be read.
type FieldError struct {
	Line    int64  // from 1
	Column  int    // from 1; 0 if the whole record is meant
	Name    string // of the column
	Problem string
}

func (e *FieldError) Error() string {
	switch {
	case e.Name != "":
		return fmt.Sprintf("line %d, column %d (%s): %s", e.Line, e.Column, e.Name, e.Problem)
	case e.Column > 0:
		return fmt.Sprintf("line %d, column %d: %s", e.Line, e.Column, e.Problem)
	default:
		return fmt.Sprintf("line %d: %s", e.Line, e.Problem)
	}
}
