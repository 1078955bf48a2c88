package guide

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"strings"
)

// SkillFile is the name that every agent looks for in a skill's folder.
const SkillFile = "SKILL.md"

// Skill is one skill in the format that agents load: front matter and Markdown,
// complete in itself.
type Skill struct {
	FrontMatter
	Text
}

// Hash is the SHA-256 of a text, in hexadecimal.
func Hash(text string) string {
	sum := sha256.Sum256([]byte(text))
	return hex.EncodeToString(sum[:])
}

// SkillNames lists the skills of a library, sorted.
func SkillNames(library fs.FS) ([]string, error) {
	files, err := fs.Glob(library, "skills/*/"+SkillFile)
	if err != nil {
		return nil, fmt.Errorf("list skills: %w", err)
	}
	var names []string
	for _, file := range files {
		names = append(names, path.Base(path.Dir(file)))
	}
	return names, nil
}

// ReadSkill reads one skill, or returns an UnknownError.
func ReadSkill(library fs.FS, name string) (*Skill, error) {
	file := "skills/" + name + "/" + SkillFile
	text, err := Read(library, file)
	if errors.Is(err, fs.ErrNotExist) || errors.Is(err, fs.ErrInvalid) {
		known, listErr := SkillNames(library)
		if _, statErr := fs.Stat(library, file); statErr == nil || listErr != nil {
			return nil, errors.Join(err, listErr)
		}
		return nil, &UnknownError{Name: name, Known: known}
	}
	if err != nil {
		return nil, err
	}
	matter, _, err := ParseFrontMatter(text.Content)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	return &Skill{FrontMatter: *matter, Text: *text}, nil
}

// ReadSkills reads all skills of a library by name.
func ReadSkills(library fs.FS) ([]*Skill, error) {
	names, err := SkillNames(library)
	if err != nil {
		return nil, err
	}
	var skills []*Skill
	for _, name := range names {
		s, err := ReadSkill(library, name)
		if err != nil {
			return nil, err
		}
		skills = append(skills, s)
	}
	return skills, nil
}

// UnknownError names a skill that does not exist; exit code 2.
type UnknownError struct {
	Name  string
	Known []string
}

func (e *UnknownError) Error() string {
	return fmt.Sprintf("no skill %q; the skills are %s", e.Name, strings.Join(e.Known, ", "))
}

// ExitCode says that the arguments were wrong.
func (e *UnknownError) ExitCode() int { return 2 }
