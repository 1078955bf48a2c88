package task

import (
	"bytes"
	"io/fs"
	"path"
	"regexp"
	"slices"
	"strings"

	"m4bench/internal/guide"
)

// lintSpec finds what a specification must leave out: it gives the rules, not the
// way to the data.
func (t *Task) lintSpec(library fs.FS, fault func(string, ...any)) {
	if t.Spec == "" {
		fault("is missing or empty")
		return
	}
	for _, g := range givesAway {
		if found := g.pattern.FindString(t.Spec); found != "" {
			fault("%s: %q", g.what, found)
		}
	}
	for _, name := range t.named(t.Spec, concepts(library)) {
		fault("names table %s", name)
	}
}

// concepts lists the derived tables and targets. Steps are in no database.
func concepts(library fs.FS) []string {
	files, _ := fs.Glob(library, "concepts/*/*/*.sql")
	var names []string
	for _, file := range files {
		sql, _ := fs.ReadFile(library, file)
		if !bytes.Contains(sql, []byte("\n-- layer: step\n")) {
			names = append(names, strings.TrimSuffix(path.Base(file), ".sql"))
		}
	}
	return names
}

// answers finds what would hand a skill's reader the result.
var answers = []struct {
	pattern *regexp.Regexp
	what    string
}{
	{regexp.MustCompile("(?i)```\\s*sql"), "holds a SQL block"},
	{regexp.MustCompile(`(?i)\bselect\b[^.]*\bfrom\b|\b(from|join)\s+\w+\.\w+`), "holds SQL"},
	{regexp.MustCompile(`(?i)\btarget_\w+`), "names a reference"},
	{regexp.MustCompile(`(?i)mimic-code|eicu-code|mit-lcp`), "names a code repository"},
}

var skillName = regexp.MustCompile(`^[a-z0-9]+(-[a-z0-9]+)*$`)

// The limits of the agents' skill format, in characters.
const (
	longestSkillName        = 64
	longestSkillDescription = 1024
)

// lintSkill checks one skill of a task in the form in which agents get it.
func (t *Task) lintSkill(skill *guide.Skill, folder string, fault func(string, ...any)) {
	file := "skills/" + folder + "/" + guide.SkillFile
	if skill.Name != folder {
		fault("%s: the name in its front matter is %q", file, skill.Name)
	}
	if len(skill.Name) > longestSkillName || !skillName.MatchString(skill.Name) {
		fault("%s: the name must be lower case letters, digits and single hyphens, at most %d", file, longestSkillName)
	}
	if n := len([]rune(skill.Description)); n == 0 || n > longestSkillDescription {
		fault("%s: the description has %d characters; agents read 1 to %d", file, n, longestSkillDescription)
	}
	for _, a := range answers {
		if found := a.pattern.FindString(skill.Content); found != "" {
			fault("%s %s: %q", file, a.what, found)
		}
	}
	if !slices.Contains(t.Skills, folder) {
		return // a decoy may name what it does not decide
	}
	for _, name := range t.named(skill.Content, nil) {
		if slices.Contains(t.Removed, name) {
			fault("%s names %s, which is removed from this task's database", file, name)
		}
	}
}
