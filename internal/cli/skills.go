package cli

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"m4bench"
	"m4bench/internal/atomicfile"
	"m4bench/internal/guide"
)

func newSkillsCommand(app *App) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "skills",
		Short: "List, show and install the skills: how clinical variables are derived",
	}
	cmd.AddCommand(newSkillsListCommand(app), newSkillsShowCommand(app), newSkillsExportCommand(app))
	return cmd
}

// skillSummary is what a list shows of a skill.
type skillSummary struct {
	Name        string `json:"name"`
	Description string `json:"description"`
	Rules       int    `json:"rules"` // choice points that it states
	Bytes       int    `json:"bytes"`
	SHA256      string `json:"sha256"`
}

func newSkillsListCommand(app *App) *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use:     "list",
		Short:   "List the skills",
		Example: "  m4bench skills list\n  m4bench skills list --json",
		Args:    cobra.NoArgs,
		RunE:    func(*cobra.Command, []string) error { return runSkillsList(app, asJSON) },
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "print JSON")
	return cmd
}

func runSkillsList(app *App, asJSON bool) error {
	skills, err := guide.ReadSkills(m4bench.Library)
	if err != nil {
		return err
	}
	var list []skillSummary
	for _, s := range skills {
		list = append(list, skillSummary{s.Name, s.Description, len(s.Rules), len(s.Content), guide.Hash(s.Content)})
	}
	if asJSON {
		return printJSON(app.Out, list)
	}
	table := tabwriter.NewWriter(app.Out, 0, 0, 2, ' ', 0)
	fmt.Fprintln(table, "SKILL\tRULES\tBYTES\tSHA-256\tWHAT FOR")
	for _, s := range list {
		fmt.Fprintf(table, "%s\t%d\t%d\t%.12s\t%s\n", s.Name, s.Rules, s.Bytes, s.SHA256, s.Description)
	}
	return table.Flush()
}

func newSkillsShowCommand(app *App) *cobra.Command {
	return &cobra.Command{
		Use:     "show SKILL",
		Short:   "Print a skill as an agent reads it",
		Example: "  m4bench skills show kdigo-aki-staging",
		Args:    cobra.ExactArgs(1),
		RunE: func(_ *cobra.Command, args []string) error {
			s, err := guide.ReadSkill(m4bench.Library, args[0])
			if err != nil {
				return err
			}
			_, err = fmt.Fprint(app.Out, s.Content)
			return err
		},
	}
}

// skillHomes are the folders, below a project or a home folder, in which agents
// look for skills.
var skillHomes = map[string]string{"claude": ".claude/skills", "codex": ".codex/skills"}

type skillsExportOptions struct {
	agent, to string
	force     bool
}

func newSkillsExportCommand(app *App) *cobra.Command {
	var o skillsExportOptions
	cmd := &cobra.Command{
		Use:   "export [SKILL…] --agent A --to DIR",
		Short: "Install skills where an agent finds them",
		Long: "Writes the named skills, or all, below DIR: into .claude/skills for Claude Code, into .codex/skills for\n" +
			"Codex. DIR is a project, or your home folder. A skill that is there with another text is left as it\n" +
			"is, and nothing is written, unless --force is given.",
		Example: "  m4bench skills export --agent claude --to .\n  m4bench skills export kdigo-aki-staging urine-output-rate --agent codex --to ~",
		RunE:    func(_ *cobra.Command, args []string) error { return runSkillsExport(app, args, o) },
	}
	flags := cmd.Flags()
	flags.StringVar(&o.agent, "agent", "", "claude or codex")
	flags.StringVar(&o.to, "to", "", "project or home folder")
	flags.BoolVar(&o.force, "force", false, "write over skills of the same name")
	cmd.MarkFlagRequired("agent")
	cmd.MarkFlagRequired("to")
	return cmd
}

func runSkillsExport(app *App, names []string, o skillsExportOptions) error {
	home, known := skillHomes[o.agent]
	if !known {
		return usagef("--agent %q: use claude or codex", o.agent)
	}
	if info, err := os.Stat(o.to); err != nil || !info.IsDir() {
		return usagef("--to %s is no folder", o.to)
	}
	skills, err := chooseSkills(names)
	if err != nil {
		return err
	}
	file := func(s *guide.Skill) string {
		return filepath.Join(o.to, filepath.FromSlash(home), s.Name, guide.SkillFile)
	}
	if !o.force {
		if err := refuseOthers(skills, file); err != nil {
			return err
		}
	}
	for _, s := range skills {
		if err := os.MkdirAll(filepath.Dir(file(s)), 0o755); err != nil {
			return fmt.Errorf("install skill: %w", err)
		}
		if err := atomicfile.WriteBytes(file(s), 0o644, []byte(s.Content)); err != nil {
			return fmt.Errorf("install skill: %w", err)
		}
	}
	fmt.Fprintf(app.Out, "%d skills in %s\n", len(skills), filepath.Join(o.to, filepath.FromSlash(home)))
	return nil
}

// chooseSkills returns the named skills, or all.
func chooseSkills(names []string) ([]*guide.Skill, error) {
	if len(names) == 0 {
		return guide.ReadSkills(m4bench.Library)
	}
	var skills []*guide.Skill
	for _, name := range names {
		s, err := guide.ReadSkill(m4bench.Library, name)
		if err != nil {
			return nil, err
		}
		skills = append(skills, s)
	}
	return skills, nil
}

// refuseOthers finds skills that are installed with another text.
func refuseOthers(skills []*guide.Skill, file func(*guide.Skill) string) error {
	var others []string
	for _, s := range skills {
		have, err := os.ReadFile(file(s))
		switch {
		case err == nil && string(have) != s.Content:
			others = append(others, file(s))
		case err != nil && !errors.Is(err, fs.ErrNotExist):
			return fmt.Errorf("install skill: %w", err)
		}
	}
	if len(others) > 0 {
		return usagef("already there with another text: %s; --force writes over them", strings.Join(others, ", "))
	}
	return nil
}
