package concept

import (
	"fmt"
	"strings"
)

// Header is the comment block that opens a concept's file: lines "-- name: value".
// A line that starts with "--   " continues the value above it.
type Header struct {
	Title string
	Layer Layer
	Grain string   // what one row is
	Key   []string // columns that are unique together; empty if rows may repeat
	// Partition is an id column: each row depends only on source rows with the same
	// id. It is one of the ICU stays', or "specimen_id of hosp.labevents"; empty if not so.
	Partition  string
	Invariants []string // SQL conditions that no row may break (NULL does not break)
	Notes      []string // what a clinician should know: units, sources, departures
	Papers     []string // primary sources
}

// parseHeader splits a file into its header and the SQL below it.
func parseHeader(file, text string) (Header, string, error) {
	h := Header{Layer: Derived}
	var name, value string
	flush := func(line int) error {
		if name == "" {
			return nil
		}
		err := h.set(name, strings.TrimSpace(value))
		name, value = "", ""
		if err != nil {
			return fmt.Errorf("%s:%d: %w", file, line, err)
		}
		return nil
	}
	lines := strings.SplitAfter(text, "\n")
	for i, line := range lines {
		content, isComment := strings.CutPrefix(line, "--")
		switch {
		case isComment && strings.HasPrefix(content, "   ") && name != "":
			value += " " + strings.TrimSpace(content)
			continue
		case isComment:
			if err := flush(i); err != nil {
				return h, "", err
			}
			var ok bool
			if name, value, ok = strings.Cut(strings.TrimSpace(content), ":"); !ok {
				return h, "", fmt.Errorf("%s:%d: header line has no %q", file, i+1, "name: value")
			}
			continue
		}
		if err := flush(i); err != nil {
			return h, "", err
		}
		if h.Title == "" || h.Grain == "" {
			return h, "", fmt.Errorf("%s: the header needs a title and a grain", file)
		}
		body := strings.TrimSpace(strings.Join(lines[i:], ""))
		if body == "" {
			break
		}
		return h, body + "\n", nil
	}
	return h, "", fmt.Errorf("%s: no SQL below the header", file)
}

func (h *Header) set(name, value string) error {
	switch name {
	case "title":
		h.Title = value
	case "layer":
		h.Layer = Layer(value)
		if h.Layer != Derived && h.Layer != Target && h.Layer != Step {
			return fmt.Errorf("layer %q is not derived, target or step", value)
		}
	case "grain":
		h.Grain = value
	case "key":
		for _, column := range strings.Split(value, ",") {
			h.Key = append(h.Key, strings.TrimSpace(column))
		}
	case "partition":
		h.Partition = value
	case "invariant":
		h.Invariants = append(h.Invariants, value)
	case "note":
		h.Notes = append(h.Notes, value)
	case "paper":
		h.Papers = append(h.Papers, value)
	default:
		return fmt.Errorf("unknown header field %q", name)
	}
	return nil
}
