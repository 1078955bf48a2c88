// Package report turns runs into a document: integrity, effects with their
// uncertainty, controls, schemas, tasks, failures, cost. Every sentence is made
// from computed values and says how many runs stand behind it.
package report

import (
	"fmt"
	"strings"

	"m4bench/internal/report/doc"
	"m4bench/internal/report/published"
	"m4bench/internal/stats"
	"m4bench/internal/stats/estimand"
	"m4bench/internal/stats/runs"
)

// Options of a report.
type Options struct {
	Title      string
	Resampling stats.Resampling
	Margin     float64 // differences within it count as equivalent
	Catalog    *runs.Catalog
}

// Defaults fills what was left open.
func (o Options) Defaults() Options {
	if o.Title == "" {
		o.Title = "Benchmark report"
	}
	if o.Resampling.Draws == 0 {
		o.Resampling = stats.DefaultResampling
	}
	if o.Margin == 0 {
		o.Margin = 0.05
	}
	if o.Catalog == nil {
		o.Catalog = runs.NewCatalog(nil)
	}
	return o
}

// level of every interval in a report.
const level = 0.95

// Build writes the report of one or more sources (index files or record folders).
func Build(sources [][]runs.Run, options Options) *doc.Document {
	options = options.Defaults()
	campaigns := runs.Campaigns(sources)
	d := &doc.Document{Title: options.Title, Subtitle: subtitle(campaigns)}
	for i, c := range campaigns {
		b := newBuilder(c, options)
		if len(campaigns) > 1 {
			b.prefix, b.suffix = fmt.Sprintf("c%d-", i+1), " · "+c.Name
		}
		d.Facts = append(d.Facts, b.facts()...)
		d.Sections = append(d.Sections, b.sections()...)
	}
	if in := published.Recognise(sources); in.Any() {
		d.Sections = append(d.Sections, againstPublication(in))
	}
	d.Sections = append(d.Sections, methods(options))
	return d
}

func subtitle(campaigns []runs.Campaign) string {
	counted, read := 0, 0
	var names []string
	for _, c := range campaigns {
		counted += len(c.Runs)
		read += c.Read
		names = append(names, c.Name)
	}
	return fmt.Sprintf("%d runs counted of %d read; %s", counted, read, strings.Join(names, " | "))
}

// againstPublication puts ours beside the published numbers of the indexes at hand.
func againstPublication(in *published.Indexes) doc.Section {
	results := published.Found(in.Compare())
	s := doc.Section{ID: "publication", Title: "Against the publication"}
	n := map[published.Verdict]int{}
	for _, r := range results {
		n[r.Verdict]++
	}
	s.Say(fmt.Sprintf("Of %d published numbers on these indexes %d come out equal to the last printed digit, with the published procedures and seeds; %d differ for a stated reason, %d without one, and %d cannot be computed from published runs.",
		len(results), n[published.Equal], n[published.Explained], n[published.Unequal], n[published.NotComputable]))
	for _, t := range published.Tables(results) {
		s.Add(t)
	}
	return s
}

// builder makes the sections of one campaign.
type builder struct {
	campaign runs.Campaign
	table    *estimand.Table
	options  Options
	skill    estimand.Effect // with skill minus no skill, native schema, reward
	prefix   string          // of ids, where a report has several campaigns
	suffix   string          // of titles
}

func newBuilder(c runs.Campaign, options Options) *builder {
	b := &builder{campaign: c, table: estimand.NewTable(c.Runs), options: options}
	b.skill = b.effect(runs.NoSkill, runs.WithSkill, estimand.Reward)
	return b
}

func (b *builder) effect(base, treated string, m estimand.Measure) estimand.Effect {
	c := estimand.Contrast{
		Name: ConditionName(treated) + " − " + lower(ConditionName(base)),
		Base: estimand.NativeArm(base), Treated: estimand.NativeArm(treated),
	}
	return b.table.Estimate(c, m, nil, nil)
}

// sections that have something to say.
func (b *builder) sections() []doc.Section {
	var out []doc.Section
	for _, write := range []func() *doc.Section{
		b.integrity, b.levels, b.effects, b.families, b.tasks, b.conditions, b.specification, b.schemas,
		b.diagnostics, b.strict, b.columns, b.conventions, b.exposure, b.harness, b.cost, b.infrastructure, b.variation, b.inventory,
	} {
		if s := write(); s != nil && len(s.Blocks) > 0 {
			out = append(out, *s)
		}
	}
	return out
}

func (b *builder) section(id, title string) *doc.Section {
	return &doc.Section{ID: b.prefix + id, Title: title + b.suffix}
}

func (b *builder) newTable(id, title, note string, columns ...string) *doc.Table {
	return &doc.Table{ID: b.prefix + id, Title: title, Note: note, Columns: doc.Columns(columns...)}
}

// conditionNames for people.
var conditionNames = map[string]string{
	runs.NoSkill: "No skill", runs.WithSkill: "With skill", runs.AllSkills: "All skills",
	runs.Decoy: "Decoy skill", runs.RawSQL: "Raw SQL", runs.Spec: "Operational specification",
}

// ConditionName is how a condition is written in a table.
func ConditionName(condition string) string {
	if name, known := conditionNames[condition]; known {
		return name
	}
	return condition
}

// shortName is a condition's name where there is little room.
func shortName(condition string) string {
	if condition == runs.Spec {
		return "Specification"
	}
	return ConditionName(condition)
}

// lower makes the first letter small, but for abbreviations.
func lower(s string) string {
	if len(s) < 2 || strings.ToUpper(s[:2]) == s[:2] || strings.HasPrefix(s, "Raw SQL") {
		return s
	}
	return strings.ToLower(s[:1]) + s[1:]
}
