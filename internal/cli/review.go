package cli

import (
	"fmt"
	"os"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/spf13/cobra"

	"m4bench"
	"m4bench/internal/review"
	"m4bench/internal/task"
)

func newReviewCommand(app *App) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "review",
		Short: "See which texts have been reviewed, read them, and sign them",
		Long: "Instructions, specifications and skills can be signed by whoever is able to judge them. A sign-off is\n" +
			"bound to the SHA-256 of the text that was read; a later change makes it void. The sign-offs are kept\n" +
			"in tasks/<family>/provenance.toml. This version ships with none.",
	}
	cmd.AddCommand(newReviewStatusCommand(app), newReviewShowCommand(app), newReviewSignCommand(app))
	return cmd
}

// reviewable are the texts to be reviewed, and the sign-offs that there are.
func reviewable(tree string) ([]review.Text, map[string]*review.Provenance, error) {
	tasks, err := task.Embedded()
	if err != nil {
		return nil, nil, err
	}
	texts, err := review.Texts(m4bench.Library, tasks)
	if err != nil {
		return nil, nil, err
	}
	if tree == "" {
		provenance, err := review.Load(m4bench.Library)
		return texts, provenance, err
	}
	provenance, err := review.Load(os.DirFS(tree))
	if err == nil && len(provenance) == 0 {
		err = usagef("%s has no tasks/*/%s", tree, review.ProvenanceFile)
	}
	return texts, provenance, err
}

type reviewStatusOptions struct {
	tree, family string
	strict, json bool
}

func newReviewStatusCommand(app *App) *cobra.Command {
	var o reviewStatusOptions
	cmd := &cobra.Command{
		Use:     "status",
		Short:   "Show what is unreviewed, reviewed, rejected, or changed since its review",
		Example: "  m4bench review status\n  m4bench review status --tree . --family kdigo --strict",
		Args:    cobra.NoArgs,
		RunE:    func(*cobra.Command, []string) error { return runReviewStatus(app, o) },
	}
	flags := cmd.Flags()
	flags.StringVar(&o.tree, "tree", "", "source tree whose sign-offs count (default: those this program was built with)")
	flags.StringVar(&o.family, "family", "", "only this family")
	flags.BoolVar(&o.strict, "strict", false, "exit code 3 unless every text is reviewed as it is")
	flags.BoolVar(&o.json, "json", false, "print JSON")
	return cmd
}

func runReviewStatus(app *App, o reviewStatusOptions) error {
	texts, provenance, err := reviewable(o.tree)
	if err != nil {
		return err
	}
	if o.family != "" && provenance[o.family] == nil {
		return usagef("no family %q", o.family)
	}
	list := []review.Status{}
	for _, s := range review.Statuses(texts, provenance) {
		if o.family == "" || s.Family == o.family {
			list = append(list, s)
		}
	}
	if o.json {
		err = printJSON(app.Out, list)
	} else {
		err = printReviews(app, list)
	}
	if err != nil {
		return err
	}
	for _, s := range list {
		if o.strict && s.State != review.Reviewed {
			return silentError{ExitNegative}
		}
	}
	return nil
}

func printReviews(app *App, list []review.Status) error {
	table := tabwriter.NewWriter(app.Out, 0, 0, 2, ' ', 0)
	fmt.Fprintln(table, "TEXT\tSHA-256\tSTATE\tBY")
	counts := map[review.State]int{}
	for _, s := range list {
		counts[s.State]++
		var by []string
		for _, r := range s.Reviews {
			by = append(by, fmt.Sprintf("%s, %s, %s: %s", r.Reviewer, r.Role, r.Date, r.Verdict))
		}
		fmt.Fprintf(table, "%s\t%.12s\t%s\t%s\n", s.Text, s.SHA256, s.State, strings.Join(by, "; "))
	}
	if err := table.Flush(); err != nil {
		return err
	}
	_, err := fmt.Fprintf(app.Out, "%d texts: %d reviewed, %d changed since, %d rejected, %d unreviewed\n",
		len(list), counts[review.Reviewed], counts[review.Changed], counts[review.Refused], counts[review.Unreviewed])
	return err
}

func newReviewShowCommand(app *App) *cobra.Command {
	return &cobra.Command{
		Use:     "show TEXT",
		Short:   "Print a text as its readers get it, under its SHA-256",
		Example: "  m4bench review show spec:mimic-kdigo-48h",
		Args:    cobra.ExactArgs(1),
		RunE: func(_ *cobra.Command, args []string) error {
			texts, _, err := reviewable("")
			if err != nil {
				return err
			}
			text, err := review.Find(texts, args[0])
			if err != nil {
				return err
			}
			_, err = fmt.Fprintf(app.Out, "sha256 %s\n\n%s", text.SHA256(), text.Content)
			return err
		},
	}
}

type reviewSignOptions struct {
	file    string
	verdict string
	signoff review.Signoff
}

func newReviewSignCommand(app *App) *cobra.Command {
	var o reviewSignOptions
	cmd := &cobra.Command{
		Use:   "sign TEXT",
		Short: "Add your sign-off of a text to a provenance file",
		Long: "Adds who you are, the date and your verdict to the file, bound to the hash of the text. --sha256 is the\n" +
			"hash shown above the text that you have read (m4bench review show); if the text is another one, nothing\n" +
			"is written.",
		Example: "  m4bench review sign spec:mimic-kdigo-48h --sha256 0123456789ab --file tasks/kdigo/provenance.toml \\\n" +
			"    --reviewer 'A. Name' --role nephrologist --verdict accepted",
		Args: cobra.ExactArgs(1),
		RunE: func(_ *cobra.Command, args []string) error { return runReviewSign(app, args[0], o) },
	}
	flags := cmd.Flags()
	flags.StringVar(&o.file, "file", "", "the family's provenance.toml")
	flags.StringVar(&o.signoff.SHA256, "sha256", "", "hash of the text that you have read, or its first 12 digits")
	flags.StringVar(&o.signoff.Reviewer, "reviewer", "", "your name, or the name under which you review")
	flags.StringVar(&o.signoff.Role, "role", "", "what makes you able to judge, such as intensivist")
	flags.StringVar(&o.verdict, "verdict", "", "accepted, accepted-with-remarks or rejected")
	flags.StringVar(&o.signoff.Remarks, "remarks", "", "what should be changed, or was")
	for _, name := range []string{"file", "sha256", "reviewer", "role", "verdict"} {
		cmd.MarkFlagRequired(name)
	}
	return cmd
}

func runReviewSign(app *App, id string, o reviewSignOptions) error {
	texts, _, err := reviewable("")
	if err != nil {
		return err
	}
	text, err := review.Find(texts, id)
	if err != nil {
		return err
	}
	o.signoff.Date, o.signoff.Verdict = app.Now().Format(time.DateOnly), review.Verdict(o.verdict)
	if err := review.Sign(o.file, text, o.signoff); err != nil {
		return err
	}
	_, err = fmt.Fprintf(app.Out, "%s signed in %s: %s\n", text.ID, o.file, o.verdict)
	return err
}
