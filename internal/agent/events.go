package agent

import (
	"strings"
	"unicode/utf8"
)

// Kind of an event.
type Kind string

// The kinds of events. Every agent's trace is told in these.
const (
	Started     Kind = "started"     // what the agent says of itself: Version, Model, Tools, Skills
	Message     Kind = "message"     // Text that the model says
	Reasoning   Kind = "reasoning"   // Text that it thinks
	CommandRun  Kind = "command"     // Text is the command, as the agent asks for it
	Tool        Kind = "tool"        // a call of another tool: Tool, Text are its arguments
	Output      Kind = "output"      // Text that a command, a tool or the program itself printed; Exit, Status
	FileChange  Kind = "file-change" // Path, Status says how
	SkillOpened Kind = "skill"       // Skill is opened for the first time
	ModelSeen   Kind = "model"       // Model answers for the first time
	Spent       Kind = "usage"       // Tokens, of Model if the trace says so; they add up
	ToolError   Kind = "tool-error"  // a tool other than the shell failed
	Failure     Kind = "error"       // Text says what went wrong around the model
	Done        Kind = "done"        // the agent says that it ended: Status ok or error
	Cut         Kind = "cut"         // the stream of events ends here because it is too long
)

// Statuses of outputs, file changes and ends.
const (
	StatusOK     = "ok"
	StatusFailed = "failed"
)

// Event is one step of an agent, whatever agent it is. Everything in it is what
// the agent printed, so nothing in it is proven.
type Event struct {
	At        int64    `json:"at_ms"` // since the start of the run
	Kind      Kind     `json:"kind"`
	ID        string   `json:"id,omitempty"` // that a command and its output share
	Text      string   `json:"text,omitempty"`
	Truncated bool     `json:"truncated,omitempty"` // the trace has more of it
	Tool      string   `json:"tool,omitempty"`
	Exit      *int     `json:"exit,omitempty"` // of a command
	Status    string   `json:"status,omitempty"`
	Path      string   `json:"path,omitempty"`
	Skill     string   `json:"skill,omitempty"`
	Model     string   `json:"model,omitempty"`
	Version   string   `json:"version,omitempty"` // of the agent's program
	Tools     []string `json:"tools,omitempty"`
	Skills    []string `json:"skills,omitempty"` // that the agent offers its model
	Tokens    *Tokens  `json:"tokens,omitempty"`
}

// Tokens that a model read and wrote. Input includes Cached and CacheWrite, and
// Output includes Reasoning, whatever the provider adds up.
type Tokens struct {
	Input      int64 `json:"input"`
	Cached     int64 `json:"cached"`
	CacheWrite int64 `json:"cache_write"`
	Output     int64 `json:"output"`
	Reasoning  int64 `json:"reasoning"`
}

func (t Tokens) plus(u Tokens) Tokens {
	return Tokens{t.Input + u.Input, t.Cached + u.Cached, t.CacheWrite + u.CacheWrite, t.Output + u.Output, t.Reasoning + u.Reasoning}
}

// Normaliser turns one agent's trace, line by line, into events. It is made anew
// for every run, keeps bounded state, and has an answer to every line.
type Normaliser interface {
	// Line reads a line without its end. truncated means that the line went on.
	Line(line []byte, truncated bool) []Event
}

// plainText is the trace of a program that knows nothing of this harness.
type plainText struct{}

func (plainText) Line(line []byte, truncated bool) []Event {
	return []Event{{Kind: Output, Text: valid(line), Truncated: truncated}}
}

func valid(text []byte) string { return strings.ToValidUTF8(string(text), "\uFFFD") }

// Bounds of what one line of a hostile trace becomes.
const (
	maxText  = 64 << 10 // bytes of an event's text
	maxName  = 256      // bytes of an id, a path or a name
	maxParts = 64       // events of one line, names in a list
)

// bounded cuts an event down to what is kept of it.
func (e Event) bounded() Event {
	if len(e.Text) > maxText {
		e.Text, e.Truncated = clip(e.Text, maxText), true
	}
	for _, name := range []*string{&e.ID, &e.Tool, &e.Status, &e.Skill, &e.Model, &e.Version} {
		*name = clip(*name, maxName)
	}
	e.Path = clip(e.Path, 4096)
	e.Tools, e.Skills = clipNames(e.Tools), clipNames(e.Skills)
	return e
}

func clipNames(names []string) []string {
	var clipped []string
	for _, name := range names[:min(len(names), maxParts)] {
		clipped = append(clipped, clip(name, maxName))
	}
	return clipped
}

// clip shortens a text to at most so many bytes, at the border of a letter.
func clip(text string, most int) string {
	if len(text) <= most {
		return text
	}
	for most > 0 && !utf8.RuneStart(text[most]) {
		most--
	}
	return text[:most]
}
