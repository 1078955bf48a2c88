package explain

import (
	"fmt"
	"io"
	"strconv"
	"strings"
)

// Keep drops all but the first explanations, and all further ones if the first
// leaves nothing to explain.
func (r *Report) Keep(n int) {
	if len(r.Explanations) > 0 && r.Explanations[0].Fit.Exact() {
		n = 1
	}
	r.Explanations = r.Explanations[:min(n, len(r.Explanations))]
}

// Print writes a report for a terminal. What comes from the user's file is
// escaped.
func (r *Report) Print(w io.Writer) error {
	var b strings.Builder
	for _, note := range r.File.Notes {
		fmt.Fprintf(&b, "note: %s\n", note)
	}
	switch {
	case r.Wrong == 0:
		fmt.Fprintf(&b, "%s: every compared cell of the %d rows agrees with the reference (edition %s).\n", r.Task, r.File.Rows, r.Edition)
	case len(r.Explanations) == 0:
		fmt.Fprintf(&b, "%s: %d scored cells differ from the reference (edition %s), and no declared rule explains any of them.\n", r.Task, r.Wrong, r.Edition)
	default:
		fmt.Fprintf(&b, "%s: %d scored cells differ from the reference (edition %s). What accounts for them:\n", r.Task, r.Wrong, r.Edition)
	}
	for i, e := range r.Explanations {
		fmt.Fprintf(&b, "\n%d. explains %.1f %% of the wrong cells; %.1f %% of what it changes is in the file\n",
			i+1, 100*e.Fit.Share(), 100*e.Fit.Precision())
		for _, f := range e.Flips {
			fmt.Fprintf(&b, "   %s\n     %s\n     taken as: %s (%s)\n", f, f.Question, f.Reason, f.Kind)
		}
		for _, same := range e.Same {
			fmt.Fprintf(&b, "   this database cannot tell it from %s\n", joined(same))
		}
		for _, x := range e.Examples {
			fmt.Fprintf(&b, "   e.g. %s\n", x.text())
			for _, event := range x.Events {
				fmt.Fprintf(&b, "        %s\n", event.text())
			}
		}
	}
	_, err := io.WriteString(w, b.String())
	return err
}

func (x ExampleRow) text() string {
	var parts []string
	for _, k := range x.Key {
		parts = append(parts, fmt.Sprintf("%s %s", k.Name, k.Value))
	}
	key := strings.Join(parts, ", ")
	switch {
	case x.Extra:
		return key + ": the reference has no such row"
	case x.Lacking:
		return key + ": the file has no such row"
	}
	return fmt.Sprintf("%s: %s is %s in the file, %s in the reference", key, x.Column, cellText(x.Output), cellText(x.Reference))
}

func cellText(value *string) string {
	if value == nil {
		return "empty"
	}
	return fmt.Sprintf("%.80q", *value)
}

// printable escapes what a terminal could take for a command.
func printable(text string) string { return strings.Trim(strconv.Quote(text), `"`) }

// text is one line: table, time, item, and what was recorded.
func (e Event) text() string {
	parts := []string{e.Table}
	if _, err := strconv.Atoi(e.Time); err == nil {
		parts = append(parts, e.Time+" min")
	} else if e.Time != "" {
		parts = append(parts, e.Time)
	}
	switch {
	case e.Label != "":
		parts = append(parts, fmt.Sprintf("%.60s (%s)", printable(e.Label), e.Item))
	case e.Item != "":
		parts = append(parts, fmt.Sprintf("%.60s", printable(e.Item)))
	}
	var values []string
	for _, v := range e.Values {
		values = append(values, fmt.Sprintf("%s %.60q", v.Name, v.Value))
	}
	return strings.Join(parts, "  ") + ": " + strings.Join(values, ", ")
}

func joined(flips []Flip) string {
	var names []string
	for _, f := range flips {
		names = append(names, f.String())
	}
	return strings.Join(names, " with ")
}
