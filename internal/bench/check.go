package bench

import (
	"context"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"sort"
	"syscall"

	"m4bench/internal/duck"
	"m4bench/internal/progress"
)

// Finding is something in a task's folder that should not be there.
type Finding struct {
	Schema  string `json:"schema"`
	Task    string `json:"task"`
	File    string `json:"file"` // in the task's folder
	Problem string `json:"problem"`
	Name    string `json:"name,omitempty"` // hidden identifier
	Offset  *int64 `json:"offset,omitempty"`
}

func (f Finding) String() string {
	text := fmt.Sprintf("%s/%s/%s: %s", f.Schema, f.Task, f.File, f.Problem)
	if f.Name != "" {
		text += " " + f.Name
	}
	if f.Offset != nil {
		text += fmt.Sprintf(" at byte %d", *f.Offset)
	}
	return text
}

// Check searches every task's folder for files that do not belong there, files
// that have changed, and the names that only hidden tables have: in the catalog,
// in the parquet footers and in the bytes of every file.
func (b *Bench) Check(ctx context.Context, report progress.Reporter) ([]Finding, error) {
	return b.inspect(ctx, report, true)
}

// check is what a build looks at before it gives the bench its name: catalogs,
// footers and lists of files. The bytes come from nowhere else.
func (r *run) check(ctx context.Context) error {
	b := &Bench{Manifest: r.manifest, dir: r.dir}
	findings, err := b.inspect(ctx, r.Progress, false)
	if err != nil {
		return err
	}
	if len(findings) > 0 {
		return failf(negative, "the bench would show what it must hide: %s (%d findings); it stays unfinished in %s", findings[0], len(findings), r.dir)
	}
	return nil
}

func (b *Bench) inspect(ctx context.Context, report progress.Reporter, bytes bool) ([]Finding, error) {
	db, err := duck.Open(ctx, duck.Options{})
	if err != nil {
		return nil, err
	}
	defer db.Close()
	known, err := b.known()
	if err != nil {
		return nil, err
	}
	i := &inspection{db: db, known: known, bytes: bytes, files: map[inode]contents{}}
	findings := []Finding{}
	for _, v := range b.Variants {
		for n, f := range v.Tasks {
			report.Step("checking "+f.Task, int64(n), int64(len(v.Tasks)), "tasks")
			found, err := i.folder(ctx, b.dir.visible(v.Schema, f.Task), f)
			if err != nil {
				return nil, fmt.Errorf("check %s: %w", f.Task, err)
			}
			for _, finding := range found {
				finding.Schema, finding.Task = v.Schema, f.Task
				findings = append(findings, finding)
			}
		}
	}
	return findings, nil
}

// inspection remembers what it has read: tasks share files.
type inspection struct {
	db    *duck.DB
	known nameSet
	bytes bool
	files map[inode]contents
}

// inode names a file whatever its paths; it is zero where that is not known.
type inode struct{ device, number uint64 }

func inodeOf(info fs.FileInfo) inode {
	if stat, ok := info.Sys().(*syscall.Stat_t); ok {
		return inode{uint64(stat.Dev), stat.Ino}
	}
	return inode{}
}

// contents is what is in a file, whoever may see it.
type contents struct {
	hash    string           // empty if the bytes were not read
	bytes   map[string]int64 // known names in the bytes, where
	words   nameSet          // words of its catalog or footer
	objects []string         // tables and views, or whatever else a catalog holds
}

func (i *inspection) folder(ctx context.Context, dir string, f Folder) ([]Finding, error) {
	expected := map[string]string{DatabaseFile: ""}
	for _, t := range f.tables {
		expected[t.path()] = t.SHA256
	}
	hidden := i.known.hiddenFrom(f)
	var findings []Finding
	err := filepath.WalkDir(dir, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		name, err := filepath.Rel(dir, path)
		if err != nil {
			return err
		}
		hash, belongs := expected[name]
		delete(expected, name)
		if !belongs || !entry.Type().IsRegular() {
			findings = append(findings, Finding{File: name, Problem: "does not belong here"})
			return nil
		}
		c, err := i.read(ctx, path, dir)
		if err != nil {
			return err
		}
		findings = append(findings, c.against(name, hash, hidden, f)...)
		return nil
	})
	for name := range expected {
		findings = append(findings, Finding{File: name, Problem: "is missing"})
	}
	sort.SliceStable(findings, func(i, j int) bool { return findings[i].String() < findings[j].String() })
	return findings, err
}

// read looks into a file once, however many folders have it.
func (i *inspection) read(ctx context.Context, path, dir string) (contents, error) {
	info, err := os.Stat(path)
	if err != nil {
		return contents{}, err
	}
	id := inodeOf(info)
	if c, done := i.files[id]; done {
		return c, nil
	}
	var c contents
	if filepath.Base(path) == DatabaseFile {
		c, err = i.readCatalog(ctx, path, dir)
	} else {
		c, err = i.readFooter(ctx, path)
	}
	if err == nil && i.bytes {
		c.bytes, c.hash, err = Search(path, i.known)
	}
	if err == nil && id != (inode{}) {
		i.files[id] = c
	}
	return c, err
}

// against compares a file's contents with what the folder may hold.
func (c contents) against(name, hash string, hidden nameSet, f Folder) []Finding {
	var findings []Finding
	if hash != "" && c.hash != "" && hash != c.hash {
		findings = append(findings, Finding{File: name, Problem: "has changed since the bench was built"})
	}
	allowed := map[string]bool{}
	for _, table := range f.Tables {
		allowed["view "+table] = true
	}
	for _, object := range c.objects {
		if !allowed[object] {
			findings = append(findings, Finding{File: name, Problem: "holds something else than its views: " + object})
		}
	}
	for word := range c.words {
		if hidden[word] {
			findings = append(findings, Finding{File: name, Problem: "names, in its catalog or footer, the hidden", Name: word})
		}
	}
	for word, offset := range c.bytes {
		if hidden[word] {
			findings = append(findings, Finding{File: name, Problem: "has among its bytes the hidden", Name: word, Offset: &offset})
		}
	}
	return findings
}
