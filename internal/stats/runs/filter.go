package runs

import (
	"maps"
	"slices"
	"strings"
)

// selectable are the fields that a filter can name.
var selectable = map[string]func(*Run) string{
	"task":      func(r *Run) string { return r.Task },
	"family":    func(r *Run) string { return r.Family },
	"mode":      func(r *Run) string { return r.Mode },
	"condition": func(r *Run) string { return r.Condition },
	"schema":    func(r *Run) string { return r.Schema },
	"agent":     func(r *Run) string { return r.Agent },
	"model":     func(r *Run) string { return r.Model },
	"effort":    func(r *Run) string { return r.Effort },
	"edition":   func(r *Run) string { return r.Edition },
	"campaign":  func(r *Run) string { return r.Campaign },
	"version":   func(r *Run) string { return r.CLIVersion },
	"routing":   func(r *Run) string { return r.Routing },
	"skill":     func(r *Run) string { return r.SkillHash },
}

// ParseFilter reads "field=value,field=value". A run passes if it has all the
// values; a value given twice for a field means either. Skills match by the
// beginning of their hash.
func ParseFilter(text string) (func(*Run) bool, error) {
	wanted := map[string][]string{}
	for _, part := range strings.Split(text, ",") {
		field, value, found := strings.Cut(part, "=")
		field, value = strings.TrimSpace(field), strings.TrimSpace(value)
		if !found || selectable[field] == nil {
			return nil, inputf("filter %q: %q is not field=value with a field of %s", text, part, strings.Join(slices.Sorted(maps.Keys(selectable)), ", "))
		}
		wanted[field] = append(wanted[field], value)
	}
	return func(r *Run) bool {
		for field, values := range wanted {
			have := selectable[field](r)
			if !slices.ContainsFunc(values, func(v string) bool { return matches(field, have, v) }) {
				return false
			}
		}
		return true
	}, nil
}

func matches(field, have, want string) bool {
	if field != "skill" {
		return have == want
	}
	for _, part := range strings.Fields(have) {
		if _, hash, found := strings.Cut(part, ":"); strings.HasPrefix(part, want) || found && strings.HasPrefix(hash, want) {
			return true
		}
	}
	return have == want
}
