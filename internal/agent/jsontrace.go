package agent

import (
	"bytes"
	"encoding/json"
	"maps"
	"slices"
)

// jsonTrace reads traces that are one JSON object a line. What is no such object,
// or too long to be read whole, is output of the program.
type jsonTrace struct {
	object func(line []byte) ([]Event, error)
}

func (j jsonTrace) Line(line []byte, truncated bool) []Event {
	line = bytes.TrimSpace(line)
	if len(line) == 0 {
		return nil
	}
	var events []Event
	if truncated || line[0] != '{' {
		events = plainText{}.Line(line, truncated)
	} else if read, err := j.object(line); err == nil {
		events = read
	} else {
		events = plainText{}.Line(line, false)
	}
	events = events[:min(len(events), maxParts)]
	for i, e := range events {
		events[i] = e.bounded()
	}
	return events
}

// tokens bounds a count that a trace claims.
func tokens(n int64) int64 { return min(max(n, 0), 1<<40) }

// fewKeys are the first keys of an object in the order of their letters.
func fewKeys[V any](object map[string]V) []string {
	keys := slices.Sorted(maps.Keys(object))
	return keys[:min(len(keys), maxParts/4)]
}

// textOf reads a JSON string, and takes anything else as it is written.
func textOf(raw json.RawMessage) string {
	var text string
	if len(raw) == 0 || json.Unmarshal(raw, &text) == nil {
		return text
	}
	return string(raw)
}

// partsText joins the texts of a list of content parts; a plain string is one.
func partsText(raw json.RawMessage) string {
	var parts []struct {
		Text string `json:"text"`
	}
	if json.Unmarshal(raw, &parts) != nil {
		return textOf(raw)
	}
	var all []byte
	for _, p := range parts {
		all = append(all, p.Text...)
	}
	return string(all)
}

// namesOf reads a list of names, or of objects that have one.
func namesOf(raw json.RawMessage) []string {
	var items []json.RawMessage
	_ = json.Unmarshal(raw, &items) // anything else holds no names
	var names []string
	for _, item := range items[:min(len(items), maxParts)] {
		var named struct {
			Name string `json:"name"`
		}
		if json.Unmarshal(item, &named) != nil {
			named.Name = textOf(item)
		}
		names = append(names, named.Name)
	}
	return names
}
