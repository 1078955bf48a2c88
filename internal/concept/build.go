package concept

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"time"

	"m4bench/internal/duck"
	"m4bench/internal/progress"
)

// Where a build reads and writes.
type Where struct {
	Source  string // catalog prefix of the EHR schemas, such as "ehr."; empty for the session's own
	Catalog string // catalog prefix of the derived schema; empty for the session's own
	Schema  string // schema of the derived tables
	Steps   string // prefix of the shared intermediates; empty for the session's temporary tables
}

// DerivedSchema is the schema that derived MIMIC-IV tables live in.
const DerivedSchema = "mimiciv_derived"

// temporary is the prefix of a session's temporary tables.
const temporary = "temp.main."

// TargetSchema is where task references are built; never part of what an agent sees.
const TargetSchema = "m4bench_target"

var schemaOf = map[string]string{"hosp": "mimiciv_hosp", "icu": "mimiciv_icu", "eicu": "eicu_crd"}

// SourceName turns a template's table name, such as icu.chartevents, into its
// qualified name in the database.
func SourceName(table string) string {
	for short, schema := range schemaOf {
		if rest, ok := cutPrefix(table, short+"."); ok {
			return schema + "." + rest
		}
	}
	return table
}

func cutPrefix(s, prefix string) (string, bool) {
	if len(s) > len(prefix) && s[:len(prefix)] == prefix {
		return s[len(prefix):], true
	}
	return s, false
}

// Names spells refs and sources for this place.
func (w Where) Names() Names {
	return Names{
		Ref:    w.Table,
		Source: func(table string) string { return w.Source + SourceName(table) },
	}
}

// Table is the name that a concept is built under.
func (w Where) Table(c *Concept) string {
	switch c.Header.Layer {
	case Step:
		return cmp.Or(w.Steps, temporary) + "step_" + c.Name
	case Target:
		return w.Catalog + TargetSchema + "." + c.Name
	default:
		return w.Catalog + w.Schema + "." + c.Name
	}
}

func (w Where) stepKind() string {
	if w.Steps == "" {
		return "TEMP TABLE"
	}
	return "TABLE"
}

// Built is what one concept's build gave.
type Built struct {
	Concept   string        `json:"concept"`
	Layer     Layer         `json:"layer"`
	Rows      int64         `json:"rows"`
	SQLHash   string        `json:"sql_sha256"`
	Took      time.Duration `json:"took_ns"`
	Broken    []Violation   `json:"violations,omitempty"`
	Drift     []ItemDrift   `json:"item_drift,omitempty"`
	Qualified string        `json:"-"`
}

// Build materialises concepts of one edition in a database session.
type Build struct {
	Library  *Library
	Edition  *Edition
	DB       *duck.DB
	Where    Where
	Progress progress.Reporter
	Now      func() time.Time
	// Check verifies the declared invariants of every table that is kept, and the
	// labels of the items that each concept reads.
	Check bool
	// ChunkStays is how many ICU stays a partitioned concept is built for at once;
	// 0 for the default.
	ChunkStays int
	// KeepSteps leaves the shared intermediates until the session ends; mutants need them.
	KeepSteps bool

	installed labels // of the item dictionaries, while Run lasts and Check is asked for
}

// Run builds the wanted concepts and what they need, in the graph's order. Each
// table is replaced in one transaction with its entry in the build record.
func (b *Build) Run(ctx context.Context, wanted ...string) ([]Built, error) {
	order, err := b.Library.Order(b.Edition, wanted...)
	if err != nil {
		return nil, err
	}
	if err := b.prepare(ctx); err != nil {
		return nil, err
	}
	if b.Check {
		if b.installed, err = installedLabels(ctx, b.DB, b.Where); err != nil {
			return nil, err
		}
	}
	if !b.KeepSteps {
		defer b.dropSteps(order)
	}
	var all []Built
	for i, c := range order {
		b.Progress.Step("building "+c.Name, int64(i), int64(len(order)), "tables")
		built, err := b.one(ctx, c)
		if err != nil {
			return all, fmt.Errorf("build %s (edition %s): %w", c.Name, b.Edition.ID, err)
		}
		all = append(all, built)
	}
	return all, nil
}

func (b *Build) prepare(ctx context.Context) error {
	for _, schema := range []string{b.Where.Schema, TargetSchema, "m4bench_meta"} {
		if err := b.DB.Exec(ctx, "CREATE SCHEMA IF NOT EXISTS "+b.Where.Catalog+schema); err != nil {
			return fmt.Errorf("prepare schema %s: %w", schema, err)
		}
	}
	return b.DB.Exec(ctx, "CREATE TABLE IF NOT EXISTS "+b.record()+
		" (concept VARCHAR PRIMARY KEY, edition VARCHAR, sql_sha256 VARCHAR, row_count BIGINT)")
}

func (b *Build) record() string { return b.Where.Catalog + "m4bench_meta.concepts" }

func (b *Build) one(ctx context.Context, c *Concept) (Built, error) {
	rendered, err := b.Library.Render(c.Name, b.Edition, b.Where.Names())
	if err != nil {
		return Built{}, err
	}
	start := b.Now()
	table := b.Where.Table(c)
	hash := sha256.Sum256([]byte(rendered.SQL))
	built := Built{Concept: c.Name, Layer: c.Header.Layer, SQLHash: hex.EncodeToString(hash[:]), Qualified: table}
	if err := b.replace(ctx, c, table, rendered.SQL, &built); err != nil {
		return Built{}, err
	}
	built.Drift = b.Library.drift(b.installed, rendered.SQL)
	if b.Check && c.Header.Layer != Step {
		if built.Broken, err = CheckInvariants(ctx, b.DB, c, table); err != nil {
			return Built{}, err
		}
	}
	built.Took = b.Now().Sub(start)
	return built, nil
}

func (b *Build) replace(ctx context.Context, c *Concept, table, sql string, built *Built) (err error) {
	if c.Header.Layer == Step {
		return b.DB.Exec(ctx, "CREATE OR REPLACE "+b.Where.stepKind()+" "+table+" AS\n"+sql)
	}
	if err := b.DB.Exec(ctx, "BEGIN"); err != nil {
		return err
	}
	defer func() {
		if err != nil {
			// The context may be gone; the transaction must end all the same.
			b.DB.Exec(context.WithoutCancel(ctx), "ROLLBACK")
		}
	}()
	if err := b.create(ctx, c, table, sql); err != nil {
		return err
	}
	if built.Rows, err = b.DB.QueryInt(ctx, "SELECT count(*) FROM "+table); err != nil {
		return err
	}
	if err := b.DB.Exec(ctx, "INSERT OR REPLACE INTO "+b.record()+" VALUES (?, ?, ?, ?)",
		c.Name, b.Edition.ID, built.SQLHash, built.Rows); err != nil {
		return err
	}
	return b.DB.Exec(ctx, "COMMIT")
}

// dropSteps frees the shared intermediates at the end of a build.
func (b *Build) dropSteps(order []*Concept) {
	for _, c := range order {
		if c.Header.Layer == Step {
			b.DB.Exec(context.Background(), "DROP TABLE IF EXISTS "+b.Where.Table(c))
		}
	}
}
