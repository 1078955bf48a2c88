package guide

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// FrontMatter is the block between two lines of --- at the head of a skill, in the
// part of YAML that every agent's reader agrees on: one "key: value" a line, and
// metadata as an indented block of the same.
type FrontMatter struct {
	Name        string
	Description string
	Other       map[string]string // license, compatibility, allowed-tools
	Metadata    map[string]string
}

var optionalFields = []string{"license", "compatibility", "allowed-tools"}

// ParseFrontMatter splits a skill's text into its front matter and the rest.
// Errors name the line.
func ParseFrontMatter(text string) (*FrontMatter, string, error) {
	lines := strings.Split(text, "\n")
	if strings.TrimSpace(lines[0]) != "---" {
		return nil, "", fmt.Errorf("line 1: front matter must begin with ---")
	}
	end := slices.IndexFunc(lines[1:], func(line string) bool { return strings.TrimSpace(line) == "---" }) + 1
	if end == 0 {
		return nil, "", fmt.Errorf("line 1: front matter has no closing ---")
	}
	m := &FrontMatter{Other: map[string]string{}, Metadata: map[string]string{}}
	section := ""
	for i := 1; i < end; i++ {
		var err error
		if section, err = m.line(lines[i], section); err != nil {
			return nil, "", fmt.Errorf("line %d: %w", i+1, err)
		}
	}
	return m, strings.Join(lines[end+1:], "\n"), nil
}

// line reads one line and returns the block that the next one may belong to.
func (m *FrontMatter) line(line, section string) (string, error) {
	if strings.TrimSpace(line) == "" {
		return section, nil
	}
	key, value, err := entry(strings.TrimSpace(line))
	if err != nil {
		return "", err
	}
	if indented := line[0] == ' '; indented {
		if section != "metadata" {
			return "", fmt.Errorf("%q is indented, but only metadata has lines of its own", key)
		}
		return section, once(m.Metadata, key, value)
	}
	switch {
	case key == "metadata" && value == "":
		return "metadata", nil
	case value == "":
		return "", fmt.Errorf("%s has no value", key)
	case key == "name" && m.Name == "":
		m.Name = value
	case key == "description" && m.Description == "":
		m.Description = value
	case slices.Contains(optionalFields, key):
		return "", once(m.Other, key, value)
	default:
		return "", fmt.Errorf("unknown or repeated field %q", key)
	}
	return "", nil
}

func once(fields map[string]string, key, value string) error {
	if _, twice := fields[key]; twice {
		return fmt.Errorf("%s is given twice", key)
	}
	if value == "" {
		return fmt.Errorf("%s has no value", key)
	}
	fields[key] = value
	return nil
}

var fieldName = regexp.MustCompile(`^[a-z][a-z0-9-]*$`)

func entry(line string) (key, value string, err error) {
	key, value, found := strings.Cut(line, ":")
	if !found || !fieldName.MatchString(key) || value != "" && value[0] != ' ' {
		return "", "", fmt.Errorf("%q is not \"key: value\"", line)
	}
	value, err = scalar(strings.TrimSpace(value))
	return key, value, err
}

// scalar reads a plain or double-quoted value. What other readers would take for
// YAML's syntax is refused.
func scalar(value string) (string, error) {
	if strings.HasPrefix(value, `"`) {
		text, err := strconv.Unquote(value)
		if err != nil {
			return "", fmt.Errorf("%s is not closed, or has an unknown escape", value)
		}
		return text, nil
	}
	if strings.ContainsAny(value, "'{}[]&*!|>%@`\"") || strings.Contains(value, ": ") || strings.Contains(value, " #") || strings.HasPrefix(value, "#") {
		return "", fmt.Errorf("%q must be put into double quotes", value)
	}
	return value, nil
}
