package agent

import "slices"

// Summary is what a trace says of a run, all of it in the agent's own words.
type Summary struct {
	Version       string            `json:"version,omitempty"` // of the agent's program
	Messages      int               `json:"messages"`
	Commands      int               `json:"commands"`
	ToolErrors    int               `json:"tool_errors"`
	Tools         []string          `json:"tools,omitempty"`          // offered to the model, if the trace says so
	SkillsOffered []string          `json:"skills_offered,omitempty"` // if the trace says so
	SkillsOpened  []string          `json:"skills_opened,omitempty"`
	Models        []string          `json:"models,omitempty"` // that answered, if the trace says so
	Tokens        Tokens            `json:"tokens"`
	TokensByModel map[string]Tokens `json:"tokens_by_model,omitempty"`
	Errors        int               `json:"errors"`               // around the model
	LastError     string            `json:"last_error,omitempty"` // of them
	// End is how the agent says it ended: ok, failed, or nothing at all.
	End string `json:"end,omitempty"`
	Cut bool   `json:"cut,omitempty"` // the events are not all of the trace
}

func (s *Summary) add(e Event) {
	switch e.Kind {
	case Started:
		s.Version, s.Tools, s.SkillsOffered = e.Version, e.Tools, e.Skills
	case Message:
		s.Messages++
	case CommandRun:
		s.Commands++
	case ToolError:
		s.ToolErrors++
	case SkillOpened:
		s.SkillsOpened = withName(s.SkillsOpened, e.Skill)
	case ModelSeen:
		s.Models = withName(s.Models, e.Model)
	case Spent:
		s.spend(e)
	case Failure:
		s.Errors++
		s.LastError = clip(e.Text, 1024)
	case Done:
		s.End = e.Status
	case Cut:
		s.Cut = true
	}
}

func (s *Summary) spend(e Event) {
	if e.Tokens == nil {
		return
	}
	s.Tokens = s.Tokens.plus(*e.Tokens)
	if e.Model == "" {
		return
	}
	known, ok := s.TokensByModel[e.Model]
	if !ok && len(s.TokensByModel) >= maxParts {
		return
	}
	if s.TokensByModel == nil {
		s.TokensByModel = map[string]Tokens{}
	}
	s.TokensByModel[e.Model] = known.plus(*e.Tokens)
}

// withName adds a name to a bounded set.
func withName(names []string, name string) []string {
	if name == "" || len(names) >= maxParts || slices.Contains(names, name) {
		return names
	}
	return append(names, name)
}
