package review

import (
	"bytes"
	"fmt"
	"os"
	"strings"

	"github.com/BurntSushi/toml"

	"m4bench/internal/atomicfile"
)

// shortestHash is how much of a text's hash a signer has to give.
const shortestHash = 12

// SignError is a sign-off that cannot be written; exit code 2.
type SignError struct{ Err error }

func (e *SignError) Error() string { return e.Err.Error() }
func (e *SignError) Unwrap() error { return e.Err }

// ExitCode says that the arguments were wrong.
func (e *SignError) ExitCode() int { return 2 }

// Sign adds a sign-off of a text to a provenance file. The signoff's SHA256 is the
// hash, or at least its beginning, of the text that the reviewer has read: if the
// text is another one by now, nothing is written. What the file holds stays as it
// is, letter by letter.
func Sign(file string, text Text, signoff Signoff) error {
	if len(signoff.SHA256) < shortestHash || !strings.HasPrefix(text.SHA256(), signoff.SHA256) {
		return &SignError{fmt.Errorf("%s has the hash %s, and not %s: what was read is another text (give at least %d digits)",
			text.ID, text.SHA256(), signoff.SHA256, shortestHash)}
	}
	signoff.Text, signoff.SHA256 = text.ID, text.SHA256()
	if err := signoff.check(); err != nil {
		return &SignError{err}
	}
	old, err := os.ReadFile(file)
	if err != nil {
		return &SignError{fmt.Errorf("provenance: %w", err)}
	}
	p, err := Parse(old)
	if err != nil {
		return &SignError{fmt.Errorf("%s: %w", file, err)}
	}
	if p.Family != text.Family {
		return &SignError{fmt.Errorf("%s is of family %s, but %s is of %s", file, p.Family, text.ID, text.Family)}
	}
	signed, err := appended(old, signoff)
	if err != nil {
		return err
	}
	if now, err := Parse(signed); err != nil || len(now.Reviews) != len(p.Reviews)+1 {
		return fmt.Errorf("%s could not be read back with the sign-off: %w", file, err)
	}
	return atomicfile.WriteBytes(file, 0o644, signed)
}

func appended(old []byte, signoff Signoff) ([]byte, error) {
	var out bytes.Buffer
	out.Write(bytes.TrimRight(old, "\n"))
	out.WriteString("\n\n")
	encoder := toml.NewEncoder(&out)
	encoder.Indent = ""
	if err := encoder.Encode(struct {
		Reviews []Signoff `toml:"review"`
	}{[]Signoff{signoff}}); err != nil {
		return nil, fmt.Errorf("write sign-off: %w", err)
	}
	return out.Bytes(), nil
}
