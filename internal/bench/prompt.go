package bench

import (
	"context"
	"slices"

	"m4bench/internal/schema"
	"m4bench/internal/task"
)

// Sees is what a task's agent sees in a schema variant, for the texts that it is
// given; nil for the native one.
func (b *Bench) Sees(kind string, t *task.Task) (*schema.Seen, error) {
	_, f, err := b.Visible(kind, t.ID)
	if err != nil || kind == Native {
		return nil, err
	}
	v, err := b.variant(kind, t.Database)
	if err != nil {
		return nil, err
	}
	return schema.See(v, shapes(b.behind(f))), nil
}

// variant reads the codes of this bench.
func (b *Bench) variant(kind, database string) (*schema.Variant, error) {
	var names Names
	if err := readJSON(b.dir.names(), &names); err != nil {
		return nil, failf(unusable, "bench %s lacks the names of schema %s: %w", b.dir, kind, err)
	}
	return schema.NewVariant(kind, database, names.Codes)
}

// behind lists the native tables whose rows a folder holds.
func (b *Bench) behind(f Folder) []Table {
	var native []Table
	for _, n := range b.Native {
		if f.holds(n.Qualified()) {
			native = append(native, n)
		}
	}
	return native
}

// WouldSee is what a task's agent would see of a complete database, with codes
// that are an example and belong to no bench.
func WouldSee(ctx context.Context, kind string, t *task.Task, edition string) (*schema.Seen, error) {
	if kind == Native {
		return nil, nil
	}
	codes, err := schema.NewCodes([]byte("example"))
	if err != nil {
		return nil, err
	}
	v, err := schema.NewVariant(kind, t.Database, codes)
	if err != nil {
		return nil, err
	}
	tables, err := schema.Shapes(ctx, t.Database, edition)
	if err != nil {
		return nil, err
	}
	return schema.See(v, slices.DeleteFunc(tables, func(table schema.Table) bool { return !maySee(t, table.Qualified()) })), nil
}
