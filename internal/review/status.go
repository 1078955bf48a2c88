package review

import (
	"fmt"
	"io/fs"
	"strings"

	"m4bench/internal/guide"
	"m4bench/internal/task"
)

// Text is something to be reviewed, as its readers get it.
type Text struct {
	ID      string // instruction:TASK, spec:TASK or skill:NAME
	Family  string
	Content string
}

// SHA256 is what a sign-off of the text is bound to.
func (t Text) SHA256() string { return guide.Hash(t.Content) }

// Texts lists everything to be reviewed: instructions and specifications by task,
// then the skills, each under the family that its front matter names.
func Texts(library fs.FS, tasks *task.Set) ([]Text, error) {
	var texts []Text
	for _, t := range tasks.All() {
		texts = append(texts,
			Text{"instruction:" + t.ID, t.Family, t.Instruction},
			Text{"spec:" + t.ID, t.Family, t.Spec})
	}
	skills, err := guide.ReadSkills(library)
	if err != nil {
		return nil, err
	}
	for _, s := range skills {
		texts = append(texts, Text{"skill:" + s.Name, s.Metadata["family"], s.Content})
	}
	return texts, nil
}

// Find returns one of the texts, or an UnknownError.
func Find(texts []Text, id string) (Text, error) {
	var known []string
	for _, t := range texts {
		if t.ID == id {
			return t, nil
		}
		known = append(known, t.ID)
	}
	return Text{}, &UnknownError{id, known}
}

// UnknownError names a text that does not exist; exit code 2.
type UnknownError struct {
	ID    string
	Known []string
}

func (e *UnknownError) Error() string {
	return fmt.Sprintf("no text %q; there are %s", e.ID, strings.Join(e.Known, ", "))
}

// ExitCode says that the arguments were wrong.
func (e *UnknownError) ExitCode() int { return 2 }

// State says how far a text has been reviewed.
type State string

// The states of a text.
const (
	Unreviewed State = "unreviewed"
	Reviewed   State = "reviewed" // accepted as it is now
	Changed    State = "changed"  // reviewed, but it was another text then
	Refused    State = "rejected" // the last word on it as it is now
)

// Status is where the review of one text stands.
type Status struct {
	Text    string    `json:"text"`
	Family  string    `json:"family"`
	SHA256  string    `json:"sha256"`
	State   State     `json:"state"`
	Reviews []Signoff `json:"reviews"` // of this text, also in other states of it
}

// Statuses compares the texts with the sign-offs. Sign-offs of one text hold in
// their order in the file: the last one on the text as it is now decides.
func Statuses(texts []Text, provenance map[string]*Provenance) []Status {
	var all []Status
	for _, t := range texts {
		s := Status{Text: t.ID, Family: t.Family, SHA256: t.SHA256(), State: Unreviewed, Reviews: []Signoff{}}
		if p := provenance[t.Family]; p != nil {
			for _, signoff := range p.Reviews {
				if signoff.Text == t.ID {
					s.add(signoff)
				}
			}
		}
		all = append(all, s)
	}
	return all
}

func (s *Status) add(signoff Signoff) {
	s.Reviews = append(s.Reviews, signoff)
	switch {
	case signoff.SHA256 != s.SHA256:
		if s.State == Unreviewed {
			s.State = Changed
		}
	case signoff.Verdict == Rejected:
		s.State = Refused
	default:
		s.State = Reviewed
	}
}
