// Package guide reads the texts that say how a variable is derived: skills and
// operational specifications. A text is put together of parts that are stored
// once, and carries anchors that say which rule a passage states. Both are
// written as comments, and nobody who is given the text sees them:
//
//	<!-- include: tasks/_shared/age.md -->   on a line of its own: the part's text
//	<!-- rule: stay.age, sirs.heart_rate --> behind a passage: the choice points it states
package guide

import (
	"fmt"
	"io/fs"
	"regexp"
	"slices"
	"strings"
)

// Text is a text as its reader gets it, and what it states.
type Text struct {
	Content string   // without anchors, every part in its place
	Rules   []string // ids of the choice points that it states, sorted
	Files   []string // the file itself and its parts, in order of first use
}

// Read puts a text together. Paths of parts count from the library's root.
func Read(library fs.FS, file string) (*Text, error) {
	a := &assembly{library: library}
	if err := a.add(file); err != nil {
		return nil, err
	}
	slices.Sort(a.text.Rules)
	a.text.Rules = slices.Compact(a.text.Rules)
	a.text.Content = tidy(a.out.String())
	return &a.text, nil
}

// States says whether the text states a choice point.
func (t *Text) States(choice string) bool {
	_, found := slices.BinarySearch(t.Rules, choice)
	return found
}

type assembly struct {
	library fs.FS
	text    Text
	out     strings.Builder
	open    []string // files that are being read, to find a circle
}

func (a *assembly) add(file string) error {
	if slices.Contains(a.open, file) {
		return fmt.Errorf("%s includes itself: %s", file, strings.Join(append(a.open, file), " → "))
	}
	content, err := fs.ReadFile(a.library, file)
	if err != nil {
		return fmt.Errorf("read %s: %w", file, err)
	}
	if !slices.Contains(a.text.Files, file) {
		a.text.Files = append(a.text.Files, file)
	}
	a.open = append(a.open, file)
	defer func() { a.open = a.open[:len(a.open)-1] }()
	for i, line := range strings.SplitAfter(string(content), "\n") {
		if err := a.line(line); err != nil {
			return fmt.Errorf("%s:%d: %w", file, i+1, err)
		}
	}
	return nil
}

var comment = regexp.MustCompile(`[ \t]*<!--\s*(\w*)\s*:?\s*(.*?)\s*-->`)

// line adds one line without its comments, or the part that it asks for.
func (a *assembly) line(line string) error {
	found := comment.FindAllStringSubmatch(line, -1)
	rest := comment.ReplaceAllString(line, "")
	if strings.Contains(rest, "<!--") || strings.Contains(rest, "-->") {
		return fmt.Errorf("a comment must begin and end on one line")
	}
	for _, c := range found {
		switch kind, argument := c[1], c[2]; kind {
		case "include":
			if len(found) > 1 || strings.TrimSpace(rest) != "" {
				return fmt.Errorf("an include stands on a line of its own")
			}
			return a.add(argument)
		case "rule":
			if err := a.rules(argument); err != nil {
				return err
			}
		default:
			return fmt.Errorf("comment %q is neither \"include: FILE\" nor \"rule: ID, …\"", strings.TrimSpace(c[0]))
		}
	}
	if len(found) > 0 && strings.TrimSpace(rest) == "" {
		return nil // a line of anchors alone
	}
	a.out.WriteString(rest)
	return nil
}

var choiceID = regexp.MustCompile(`^[a-z0-9_]+\.[a-z0-9_]+$`)

func (a *assembly) rules(list string) error {
	for _, id := range strings.Split(list, ",") {
		id = strings.TrimSpace(id)
		if !choiceID.MatchString(id) {
			return fmt.Errorf("rule %q is no choice point's id, such as renal.first_gap", id)
		}
		a.text.Rules = append(a.text.Rules, id)
	}
	return nil
}

// tidy leaves single blank lines where parts meet, and one line end at the end.
func tidy(text string) string {
	var out []string
	for _, line := range strings.Split(text, "\n") {
		line = strings.TrimRight(line, " \t\r")
		if line == "" && (len(out) == 0 || out[len(out)-1] == "") {
			continue
		}
		out = append(out, line)
	}
	return strings.TrimRight(strings.Join(out, "\n"), "\n") + "\n"
}
