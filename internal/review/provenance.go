// Package review keeps where a family's texts come from and who has read them. A
// sign-off holds for one text by its hash, and for no later one.
package review

import (
	"bytes"
	"fmt"
	"io/fs"
	"path"
	"slices"

	"github.com/BurntSushi/toml"
)

// ProvenanceFile lies in every family's folder.
const ProvenanceFile = "provenance.toml"

// Provenance is a family's provenance.toml.
type Provenance struct {
	Family   string    `toml:"family" json:"family"`
	Sources  []Source  `toml:"source" json:"sources"`
	Licences []Licence `toml:"licence" json:"licences"`
	Changes  []Change  `toml:"change" json:"changes"`
	Reviews  []Signoff `toml:"review" json:"reviews"`
}

// Source is a paper or another text that the family's rules follow.
type Source struct {
	Citation string `toml:"citation" json:"citation"`
	UsedFor  string `toml:"used_for" json:"used_for"`
	Checked  bool   `toml:"checked" json:"checked"` // volume and pages compared with the paper itself
}

// Licence says under which terms something of the family may be used.
type Licence struct {
	What    string `toml:"what" json:"what"`
	Licence string `toml:"licence" json:"licence"`
}

// Change is a line of the changelog.
type Change struct {
	Date string `toml:"date" json:"date"` // YYYY-MM-DD
	By   string `toml:"by" json:"by"`
	What string `toml:"what" json:"what"`
}

// Verdict of a review.
type Verdict string

// The verdicts.
const (
	Accepted Verdict = "accepted"
	Remarks  Verdict = "accepted-with-remarks"
	Rejected Verdict = "rejected"
)

// Verdicts lists them.
func Verdicts() []Verdict { return []Verdict{Accepted, Remarks, Rejected} }

// Signoff is one person's word on one text.
type Signoff struct {
	Text     string  `toml:"text" json:"text"`     // instruction:TASK, spec:TASK or skill:NAME
	SHA256   string  `toml:"sha256" json:"sha256"` // of the text as its readers get it
	Reviewer string  `toml:"reviewer" json:"reviewer"`
	Role     string  `toml:"role" json:"role"` // what makes the person able to judge, such as intensivist
	Date     string  `toml:"date" json:"date"` // YYYY-MM-DD
	Verdict  Verdict `toml:"verdict" json:"verdict"`
	Remarks  string  `toml:"remarks,omitempty" json:"remarks,omitempty"`
}

// Parse reads a provenance.toml; unknown fields are faults, and so is a sign-off
// that does not say who, what and when.
func Parse(text []byte) (*Provenance, error) {
	var p Provenance
	meta, err := toml.NewDecoder(bytes.NewReader(text)).Decode(&p)
	if err != nil {
		return nil, err
	}
	if extra := meta.Undecoded(); len(extra) > 0 {
		return nil, fmt.Errorf("unknown field %s", extra[0])
	}
	for i, s := range p.Reviews {
		if err := s.check(); err != nil {
			return nil, fmt.Errorf("review %d: %w", i+1, err)
		}
	}
	return &p, nil
}

func (s Signoff) check() error {
	if !slices.Contains(Verdicts(), s.Verdict) {
		return fmt.Errorf("verdict %q is none of %v", s.Verdict, Verdicts())
	}
	for name, value := range map[string]string{"text": s.Text, "sha256": s.SHA256, "reviewer": s.Reviewer, "role": s.Role, "date": s.Date} {
		if value == "" {
			return fmt.Errorf("%s is missing", name)
		}
	}
	if s.Verdict == Remarks && s.Remarks == "" {
		return fmt.Errorf("verdict %s without remarks", Remarks)
	}
	return nil
}

// Load reads the provenance of all families, by family.
func Load(library fs.FS) (map[string]*Provenance, error) {
	files, err := fs.Glob(library, "tasks/*/"+ProvenanceFile)
	if err != nil {
		return nil, fmt.Errorf("list provenance: %w", err)
	}
	all := map[string]*Provenance{}
	for _, file := range files {
		text, err := fs.ReadFile(library, file)
		if err != nil {
			return nil, fmt.Errorf("read %s: %w", file, err)
		}
		p, err := Parse(text)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", file, err)
		}
		if family := path.Base(path.Dir(file)); p.Family != family {
			return nil, fmt.Errorf("%s: family is %q, but the folder is %s", file, p.Family, family)
		}
		all[p.Family] = p
	}
	return all, nil
}
