package modeltest

import (
	"encoding/json"
	"net/http"
	"slices"
	"strconv"
	"time"
)

// Step is one answer of the scripted model, whatever protocol it is asked in. A
// step that calls a tool is followed by the next one as soon as the tool's result
// comes back; a step that calls none ends the conversation.
type Step struct {
	Think string // reasoning shown before the answer
	Say   string // text
	Run   string // command for whichever shell tool the agent offers
	Skill string // skill to open by the agent's own tool, or else by reading SkillFile
	Call  *Call  // any other tool, whether the agent offers it or not
	// Fault is what goes wrong with this step's answer.
	Fault *Fault
	// Usage is what the answer costs; nil means DefaultUsage.
	Usage *Usage
	// SkillFile is the path of the skill for agents without a tool of their own.
	SkillFile string
}

// Call of a tool by its own name.
type Call struct {
	Tool      string
	Arguments map[string]any
	Code      string // in place of arguments, for a tool that takes a program
}

// Usage of one answer, in tokens. Input includes Cached and CacheWrite, Output
// includes Reasoning, whatever the protocol adds up.
type Usage struct{ Input, Cached, CacheWrite, Output, Reasoning int64 }

// DefaultUsage is the cost of an answer that says nothing else.
var DefaultUsage = Usage{Input: 1000, Cached: 300, CacheWrite: 200, Output: 50, Reasoning: 7}

// plus adds up usage.
func (u Usage) plus(v Usage) Usage {
	return Usage{u.Input + v.Input, u.Cached + v.Cached, u.CacheWrite + v.CacheWrite, u.Output + v.Output, u.Reasoning + v.Reasoning}
}

// Fault is something that goes wrong, the first Times that a step is asked for.
type Fault struct {
	Times      int           // 0 means every time
	Status     int           // answer with this HTTP status and an error body
	RetryAfter time.Duration // sent with Status, in whole seconds
	Malformed  bool          // half of the answer, then, in a stream, a chunk that is no JSON
	Cut        bool          // half of the answer, then the connection ends
	Pause      time.Duration // before every event of the stream
}

func (f *Fault) header(h http.Header) {
	if f.RetryAfter > 0 {
		h.Set("Retry-After", strconv.Itoa(int(f.RetryAfter.Seconds())))
	}
}

// shells are the tools by which agents run commands: their names and how the
// command is passed.
var shells = []struct {
	tool      string
	arguments func(command string) map[string]any
}{
	{"exec_command", func(c string) map[string]any { return map[string]any{"cmd": c} }},
	{"shell_command", func(c string) map[string]any { return map[string]any{"command": c} }},
	{"shell", func(c string) map[string]any { return map[string]any{"command": []string{"bash", "-lc", c}} }},
	{"Bash", described},
	{"run_shell_command", described},
	{"bash", func(c string) map[string]any { return map[string]any{"command": c} }},
}

func described(c string) map[string]any {
	return map[string]any{"command": c, "description": "Run a command"}
}

// skillTools are the tools by which agents open skills.
var skillTools = map[string]string{"Skill": "skill", "activate_skill": "name"}

// call turns a step into a call of one of the tools that were offered.
func (s Step) call(offered []string) *Call {
	switch {
	case s.Call != nil:
		return s.Call
	case s.Skill != "":
		for _, name := range offered {
			if argument, ok := skillTools[name]; ok {
				return &Call{Tool: name, Arguments: map[string]any{argument: s.Skill}}
			}
		}
		return shellCall(offered, "cat "+s.SkillFile)
	case s.Run != "":
		return shellCall(offered, s.Run)
	default:
		return nil
	}
}

func shellCall(offered []string, command string) *Call {
	for _, shell := range shells {
		for _, name := range offered {
			if name == shell.tool {
				return &Call{Tool: name, Arguments: shell.arguments(command)}
			}
		}
	}
	if slices.Contains(offered, codeTool) {
		return &Call{Tool: codeTool, Code: codeFor(command)}
	}
	return nil
}

// codeTool is how Codex lets newer models act: they write a program in JavaScript
// that calls the other tools.
const codeTool = "exec"

func codeFor(command string) string {
	quoted, err := json.Marshal(command)
	if err != nil {
		panic(err) // a string
	}
	return "const r = await tools.exec_command({cmd: " + string(quoted) + "});\ntext(r.output);"
}
