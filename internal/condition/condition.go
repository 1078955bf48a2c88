// Package condition decides what an agent is given beside the database: the exact
// prompt and the exact files of each experimental condition.
package condition

import (
	"fmt"
	"io/fs"
	"slices"
	"strings"

	"m4bench"
	"m4bench/internal/guide"
	"m4bench/internal/schema"
	"m4bench/internal/task"
)

// The conditions.
const (
	NoSkill         = "no-skill"         // the instruction and nothing else
	WithSkill       = "with-skill"       // the task's own skills
	AllSkills       = "all-skills"       // every skill there is
	DecoySkill      = "decoy-skill"      // a skill of another family, as long and as serious
	RawSQL          = "raw-sql"          // a skill that holds the reference's SQL
	OperationalSpec = "operational-spec" // the rules in the prompt, in clinical words
)

// All lists the conditions in the order in which tables show them.
func All() []string {
	return []string{NoSkill, WithSkill, AllSkills, DecoySkill, RawSQL, OperationalSpec}
}

// Native is the schema variant with the source's own names.
const Native = schema.Native

// SkillFolder is where agents find skills, in their work folder, unless they look
// for them elsewhere (see Given.In).
const SkillFolder = "skills"

// Given is all that an agent gets beside the database and the query shell.
type Given struct {
	Task      string      `json:"task"`
	Condition string      `json:"condition"`
	Schema    string      `json:"schema"`
	Prompt    string      `json:"prompt"`
	SHA256    string      `json:"prompt_sha256"`
	Skills    []SkillFile `json:"skills"`
}

// SkillFile is a skill as it lies in the work folder.
type SkillFile struct {
	Name        string `json:"name"`
	Description string `json:"description"`
	Path        string `json:"path"` // in the work folder, with slashes
	SHA256      string `json:"sha256"`
	Content     string `json:"content"`
}

// Hashes are the skills' hashes by name.
func (g *Given) Hashes() map[string]string {
	hashes := map[string]string{}
	for _, s := range g.Skills {
		hashes[s.Name] = s.SHA256
	}
	return hashes
}

// In is the same for an agent that looks for skills in a folder of its own: the
// files lie there, and the prompt says so. Nothing else of it changes.
func (g *Given) In(folder string) *Given {
	if folder == "" || folder == SkillFolder || len(g.Skills) == 0 {
		return g
	}
	moved := *g
	moved.Skills = nil
	for _, s := range g.Skills {
		s.Path = folder + strings.TrimPrefix(s.Path, SkillFolder)
		moved.Skills = append(moved.Skills, s)
	}
	moved.Prompt = strings.TrimSuffix(g.Prompt, skillList(SkillFolder, g.Skills)) + skillList(folder, moved.Skills)
	moved.SHA256 = guide.Hash(moved.Prompt)
	return &moved
}

// UsageError is a condition or schema variant that does not exist; exit code 2.
type UsageError struct{ Err error }

func (e *UsageError) Error() string { return e.Err.Error() }
func (e *UsageError) Unwrap() error { return e.Err }

// ExitCode says that the arguments were wrong.
func (e *UsageError) ExitCode() int { return 2 }

// Check refuses a condition that does not exist.
func Check(name string) error {
	if slices.Contains(All(), name) {
		return nil
	}
	return &UsageError{fmt.Errorf("no condition %q; the conditions are %s", name, strings.Join(All(), ", "))}
}

// Prompt is exactly what an agent gets for a task of the embedded library in a
// condition, if it sees the native database.
func Prompt(t *task.Task, condition, variant string) (*Given, error) {
	if err := schema.Check(variant); err != nil {
		return nil, err
	}
	if variant != Native {
		return nil, &UsageError{fmt.Errorf("schema variant %q has its names from a bench", variant)}
	}
	return PromptIn(t, condition, nil)
}

// PromptIn is exactly what an agent gets that sees a database in a schema variant.
// The variants' texts differ from the native ones in the dictionary and in names.
func PromptIn(t *task.Task, condition string, seen *schema.Seen) (*Given, error) {
	return prompt(m4bench.Library, t, condition, seen)
}

func prompt(library fs.FS, t *task.Task, condition string, seen *schema.Seen) (*Given, error) {
	if err := Check(condition); err != nil {
		return nil, err
	}
	dictionary, err := seen.Dictionary()
	if err != nil {
		return nil, fmt.Errorf("prompt of task %s: %w", t.ID, err)
	}
	skills, err := skillsOf(library, t, condition, seen)
	if err != nil {
		return nil, err
	}
	text := seen.Instruction(t.Instruction)
	if dictionary != "" {
		text += "\n" + dictionary
	}
	if condition == OperationalSpec {
		if t.Spec == "" {
			return nil, fmt.Errorf("task %s has no operational specification", t.ID)
		}
		text += "\n---\n\n" + seen.Guide(t.Spec, output(t))
	}
	if len(skills) > 0 {
		text += "\n" + skillList(SkillFolder, skills)
	}
	return &Given{Task: t.ID, Condition: condition, Schema: seen.Kind(), Prompt: text, SHA256: guide.Hash(text), Skills: skills}, nil
}

// output names the columns that the agent is to write.
func output(t *task.Task) []string {
	var names []string
	for _, c := range t.Columns {
		names = append(names, c.Name)
	}
	return names
}

func skillsOf(library fs.FS, t *task.Task, condition string, seen *schema.Seen) ([]SkillFile, error) {
	names := []string{}
	switch condition {
	case WithSkill:
		names = t.Skills
	case DecoySkill:
		names = []string{t.Decoy}
	case AllSkills:
		all, err := guide.SkillNames(library)
		if err != nil {
			return nil, err
		}
		names = all
	case RawSQL:
		s, err := rawSQL(t, seen)
		return []SkillFile{s}, err
	}
	files := []SkillFile{}
	for _, name := range names {
		s, err := guide.ReadSkill(library, name)
		if err != nil {
			return nil, err
		}
		files = append(files, fileOf(s.Name, seen.Guide(s.Description, output(t)), seen.Guide(s.Content, output(t))))
	}
	return files, nil
}

func fileOf(name, description, content string) SkillFile {
	return SkillFile{
		Name: name, Description: description, Content: content, SHA256: guide.Hash(content),
		Path: SkillFolder + "/" + name + "/" + guide.SkillFile,
	}
}

// skillList tells an agent which skills it has, in the same words in every
// condition, so that an agent without a reader of skills knows as much as one with.
func skillList(folder string, skills []SkillFile) string {
	var b strings.Builder
	b.WriteString("Skills are at hand in `./" + folder + "`. Open those that fit before you begin.\n\n")
	for _, s := range skills {
		fmt.Fprintf(&b, "- `./%s`: %s\n", s.Path, s.Description)
	}
	return b.String()
}
