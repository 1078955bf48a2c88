package bench

import (
	"context"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"sort"
	"strings"

	"m4bench/internal/concept"
	"m4bench/internal/task"
)

// export writes the source tables of the databases that tasks run on.
func (r *run) export(ctx context.Context) error {
	r.tables = map[string][]Table{}
	for _, s := range r.w.sources {
		if len(r.of(s.Name)) == 0 {
			continue
		}
		for i, t := range s.tables {
			r.Progress.Step("exporting "+t.Qualified(), int64(i), int64(len(s.tables)), "tables")
			exported, err := r.w.exportSource(ctx, t, r.scratch)
			if err != nil {
				return err
			}
			r.tables[s.Name] = append(r.tables[s.Name], exported)
		}
	}
	return nil
}

// derive builds the references and the derived tables that standard tasks show,
// and exports the latter.
func (r *run) derive(ctx context.Context) error {
	for _, database := range r.databases() {
		d := r.derivations[database]
		shown := r.derived(database)
		wanted := slices.Clone(shown)
		for _, t := range r.of(database) {
			if !slices.Contains(wanted, t.Reference) {
				wanted = append(wanted, t.Reference)
			}
		}
		built, err := r.w.Build(ctx, d, r.Progress, r.Now, wanted...)
		if err != nil {
			return err
		}
		warnOfBuilt(r.Warn, built)
		for i, name := range shown {
			r.Progress.Step("exporting "+name, int64(i), int64(len(shown)), "tables")
			c, err := d.Library.Get(name)
			if err != nil {
				return err
			}
			exported, err := r.w.exportDerived(ctx, c, r.scratch)
			if err != nil {
				return err
			}
			r.tables[database] = append(r.tables[database], exported)
		}
	}
	return nil
}

func warnOfBuilt(warn func(string), built []concept.Built) {
	for _, b := range built {
		for _, v := range b.Broken {
			warn(fmt.Sprintf("%s: %s", b.Concept, v))
		}
	}
	for _, drift := range concept.DriftWarnings(built) {
		warn(drift)
	}
}

// references writes the reference rows of every task and their manifests.
func (r *run) references(ctx context.Context) error {
	done := map[string]bool{}
	for i, t := range r.tasks {
		if done[t.Reference] {
			continue
		}
		done[t.Reference] = true
		r.Progress.Step("writing reference "+t.GoldenName(), int64(i), int64(len(r.tasks)), "tasks")
		if err := r.reference(ctx, t); err != nil {
			return err
		}
	}
	return nil
}

func (r *run) reference(ctx context.Context, t *task.Task) error {
	d := r.derivations[t.Database]
	at := slices.IndexFunc(r.manifest.Sources, func(s SourceID) bool { return s.Database == t.Database })
	ref := Reference{
		Format: Format, Name: t.GoldenName(), Concept: t.Reference, Edition: r.Edition, Source: r.manifest.Sources[at],
		DuckDB: r.manifest.DuckDB, Version: r.Version, Key: keyNames(t),
	}
	path := r.dir.reference(ref.Name)
	var err error
	if ref.Rows, err = r.w.WriteReference(ctx, t, path); err != nil {
		return err
	}
	if ref.SQLHash, err = d.sqlHash(t.Reference); err != nil {
		return err
	}
	if ref.Columns, err = describeColumns(ctx, r.w.db, targetTable(t)); err != nil {
		return err
	}
	if faults := t.CompareColumns(ref.Columns); len(faults) > 0 {
		return fmt.Errorf("reference of %s does not fit the task: %s", t.ID, faults[0].Message)
	}
	if ref.ContentHash, err = r.handIn(ctx, t, path, ref.Rows); err != nil {
		return explain(fmt.Errorf("reference of %s: %w", t.ID, err))
	}
	if err := os.Chmod(path, 0o444); err != nil {
		return err
	}
	return writeJSON(r.dir.referenceManifest(ref.Name), ref)
}

// handIn writes the reference rows as an agent would, has them verified if
// there are any, and returns the file's hash.
func (r *run) handIn(ctx context.Context, t *task.Task, reference string, rows int64) (string, error) {
	output := filepath.Join(r.scratch, t.GoldenName()+".csv")
	defer os.Remove(output)
	if err := r.w.copyScratch(ctx, sorted(targetTable(t), keyNames(t)), output); err != nil {
		return "", err
	}
	switch {
	case rows == 0:
		r.Warn(fmt.Sprintf("%s has no reference row in these data, so no output can be scored", t.ID))
	case r.Verify != nil:
		if err := r.Verify(ctx, t, output, reference); err != nil {
			return "", err
		}
	}
	hash, _, err := hashFile(output)
	return hash, err
}

// folders makes what each task's agent can see: links to the exported files and
// a database of views. Tasks that see the same share the database too.
func (r *run) folders(ctx context.Context) error {
	for _, database := range r.databases() {
		r.manifest.Native = append(r.manifest.Native, r.tables[database]...)
	}
	for _, kind := range r.Schemas {
		variant, err := r.variant(ctx, kind)
		if err != nil {
			return err
		}
		r.manifest.Variants = append(r.manifest.Variants, variant)
	}
	return openFolders(filepath.Join(string(r.dir), "visible"))
}

// variant makes the folders of one schema variant.
func (r *run) variant(ctx context.Context, kind string) (Variant, error) {
	variant := Variant{Schema: kind}
	tables := map[string][]Table{}
	for _, database := range r.databases() {
		var err error
		if tables[database], err = r.variantTables(ctx, kind, database); err != nil {
			return variant, err
		}
		variant.Tables = append(variant.Tables, tables[database]...)
	}
	databases := map[string]string{} // by content hash
	for i, t := range r.tasks {
		r.Progress.Step("linking "+t.ID, int64(i), int64(len(r.tasks)), "tasks")
		f := variant.folder(t.ID, t.Database, r.visibleTables(t, tables[t.Database]))
		if err := r.fill(ctx, kind, f, databases); err != nil {
			return variant, explain(fmt.Errorf("folder of %s: %w", t.ID, err))
		}
		variant.Tasks = append(variant.Tasks, f)
	}
	sort.Slice(variant.Tasks, func(i, j int) bool { return variant.Tasks[i].Task < variant.Tasks[j].Task })
	return variant, nil
}

// visibleTables picks the tables of a variant that hold rows of no native table
// but those that the task's agent may see.
func (r *run) visibleTables(t *task.Task, all []Table) []Table {
	var visible []Table
	for _, table := range all {
		if !slices.ContainsFunc(table.native(), func(name string) bool { return !maySee(t, name) }) {
			visible = append(visible, table)
		}
	}
	return visible
}

// maySee is the rule of what a task's agent may see.
func maySee(t *task.Task, native string) bool {
	name, derived := strings.CutPrefix(native, concept.DerivedSchema+".")
	return !derived || t.Mode == task.Standard && !slices.Contains(t.Removed, name)
}

func (r *run) fill(ctx context.Context, kind string, f Folder, databases map[string]string) error {
	folder := r.dir.visible(kind, f.Task)
	for _, t := range f.tables {
		if err := link(t.file, filepath.Join(folder, t.path())); err != nil {
			return err
		}
	}
	file := filepath.Join(folder, DatabaseFile)
	if same, ok := databases[f.SHA256]; ok {
		return link(same, file)
	}
	databases[f.SHA256] = file
	return writeDatabase(ctx, file, folder, mounted, f.tables)
}

func link(from, to string) error {
	if err := os.MkdirAll(filepath.Dir(to), 0o755); err != nil {
		return err
	}
	if err := os.Link(from, to); err != nil {
		return failf(environment, "%w: tasks share data by hard links, so choose a folder on a file system that has them", err)
	}
	return nil
}

// openFolders lets every user list the folders that agents see, whatever the
// umask: a sandbox may run as another user.
func openFolders(dir string) error {
	return filepath.WalkDir(dir, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || !entry.IsDir() {
			return err
		}
		return os.Chmod(path, 0o755)
	})
}

// writeManifest records the bench, with the tables that no agent sees.
func (r *run) writeManifest(ctx context.Context) error {
	var own string
	if err := r.w.db.Conn().QueryRowContext(ctx, "SELECT current_database()").Scan(&own); err != nil {
		return err
	}
	built, err := r.w.columnsOf(ctx, own)
	if err != nil {
		return err
	}
	for name := range r.libraryTables() {
		if _, there := built[name]; !there {
			built[name] = nil
		}
	}
	for name, columns := range built {
		if r.manifest.shows(name) {
			continue
		}
		schema, table, _ := strings.Cut(name, ".")
		r.manifest.Unseen = append(r.manifest.Unseen, Table{Schema: schema, Name: table, Columns: columns})
	}
	sort.Slice(r.manifest.Unseen, func(i, j int) bool { return r.manifest.Unseen[i].Qualified() < r.manifest.Unseen[j].Qualified() })
	if r.manifest.SaltHash != "" {
		if err := writeJSON(r.dir.names(), r.names); err != nil {
			return err
		}
	}
	return writeJSON(r.dir.manifest(), r.manifest)
}

// libraryTables names what the libraries could build, built or not.
func (r *run) libraryTables() map[string]bool {
	names := map[string]bool{}
	for _, d := range r.derivations {
		for _, c := range d.Library.Concepts() {
			if c.Header.Layer != concept.Step {
				names[where().Table(c)] = true
			}
		}
	}
	return names
}
