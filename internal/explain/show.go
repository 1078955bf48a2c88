package explain

import (
	"fmt"
	"io"
	"strings"
)

// Keep drops all but the first explanations.
func (r *Report) Keep(n int) {
	r.Explanations = r.Explanations[:min(n, len(r.Explanations))]
}

// Print writes a report for a terminal. What comes from the user's file is
// escaped.
func (r *Report) Print(w io.Writer) error {
	var b strings.Builder
	switch {
	case r.Wrong == 0:
		fmt.Fprintf(&b, "%s: every scored cell of the %d rows agrees with the reference (edition %s).\n", r.Task, r.Rows, r.Edition)
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
		for _, f := range e.Same {
			fmt.Fprintf(&b, "   this database cannot tell it from %s\n", f)
		}
		for _, x := range e.Examples {
			fmt.Fprintf(&b, "   e.g. %s\n", x.text())
			for _, event := range x.Events {
				fmt.Fprintf(&b, "        %s\n", event)
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
	return fmt.Sprintf("%s: %s is %q in the file, %q in the reference", strings.Join(parts, ", "), x.Column, x.Output, x.Reference)
}
