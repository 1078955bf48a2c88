package agent

import (
	"errors"
	"strings"
)

// SplitWords cuts a command line as a shell does: blanks separate words, single
// quotes keep everything, double quotes keep all but a backslash before " \ $ `,
// and a backslash elsewhere keeps the next character. Nothing is expanded.
func SplitWords(line string) ([]string, error) {
	var words []string
	var word strings.Builder
	started := false
	for i := 0; i < len(line); i++ {
		switch c := line[i]; c {
		case ' ', '\t', '\n', '\r':
			if started {
				words = append(words, word.String())
				word.Reset()
				started = false
			}
		case '\'':
			end := strings.IndexByte(line[i+1:], '\'')
			if end < 0 {
				return nil, errors.New("a single quote is not closed")
			}
			word.WriteString(line[i+1 : i+1+end])
			i += end + 1
			started = true
		case '"':
			n, err := doubleQuoted(line[i+1:], &word)
			if err != nil {
				return nil, err
			}
			i += n
			started = true
		case '\\':
			if i+1 == len(line) {
				return nil, errors.New("a backslash stands at the end")
			}
			i++
			word.WriteByte(line[i])
			started = true
		default:
			word.WriteByte(c)
			started = true
		}
	}
	if started {
		words = append(words, word.String())
	}
	return words, nil
}

// doubleQuoted reads up to the closing quote and returns how much it took.
func doubleQuoted(rest string, word *strings.Builder) (int, error) {
	for i := 0; i < len(rest); i++ {
		switch c := rest[i]; {
		case c == '"':
			return i + 1, nil
		case c == '\\' && i+1 < len(rest) && strings.IndexByte("\"\\$`", rest[i+1]) >= 0:
			i++
			word.WriteByte(rest[i])
		default:
			word.WriteByte(c)
		}
	}
	return 0, errors.New("a double quote is not closed")
}
