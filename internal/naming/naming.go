// Package naming tells identifiers of a database from words that a clinical text
// or a data value may hold: chartevents and stay_id give a table away, age and
// weight do not.
package naming

import "strings"

// Coined says that a table or column name is no plain word. Whoever reads it has
// seen the schema.
func Coined(name string) bool {
	name = strings.ToLower(name)
	return strings.ContainsAny(name, "_0123456789") || !plain[name]
}

// IsWordByte says whether a byte can be part of an identifier.
func IsWordByte(b byte) bool {
	return b >= 'a' && b <= 'z' || b >= 'A' && b <= 'Z' || b >= '0' && b <= '9' || b == '_'
}

// Words calls yield with every whole identifier of a text, in lower case.
func Words(text string, yield func(word string)) {
	start := -1
	for i := 0; i <= len(text); i++ {
		inside := i < len(text) && IsWordByte(text[i])
		switch {
		case inside && start < 0:
			start = i
		case !inside && start >= 0:
			yield(strings.ToLower(text[start:i]))
			start = -1
		}
	}
}
