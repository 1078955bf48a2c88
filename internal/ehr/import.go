package ehr

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"time"

	"m4bench/internal/duck"
	"m4bench/internal/progress"
)

// ImportOptions say what to load, and where to.
type ImportOptions struct {
	Source      string // MIMICIV or EICU
	From        string // folder
	To          string // database file
	Verify      Verify
	Memory      int64 // bytes for the whole process
	Threads     int   // 0 for all
	Replace     bool  // an existing file
	ToolVersion string
	Now         func() time.Time
	Progress    progress.Reporter
}

// Result is what an import came to.
type Result struct {
	Info
	// UpToDate says that the file held exactly this already.
	UpToDate bool `json:"up_to_date"`
	// Resumed is how many tables an earlier, interrupted import had loaded.
	Resumed  int      `json:"resumed_tables"`
	Warnings []string `json:"warnings"`
}

// Import loads a source folder into a database file. The file appears under its
// name when it is whole. Until then the tables are in a file beside it, from
// which the next import of the same folder goes on.
func Import(ctx context.Context, o ImportOptions) (Result, error) {
	d, err := Lookup(o.Source)
	if err != nil {
		return Result{}, &InputError{err.Error()}
	}
	if !slices.Contains([]Verify{VerifyOff, VerifyWarn, VerifyStrict}, o.Verify) {
		return Result{}, &InputError{fmt.Sprintf("verify %q: use %s, %s or %s", o.Verify, VerifyOff, VerifyWarn, VerifyStrict)}
	}
	if o.Progress == nil {
		o.Progress = progress.Silent{}
	}
	plan, err := makePlan(ctx, d, o)
	if err != nil {
		return Result{}, err
	}
	if same, result, err := upToDate(ctx, plan, o); same || err != nil {
		return result, err
	}
	budget := divide(o.Memory)
	defer budget.limitGo()()
	part, err := openPart(ctx, plan, o, budget)
	if err != nil {
		return Result{}, shortage(err, partName(o.To))
	}
	result, err := part.fill(ctx, plan, o, budget)
	if err = errors.Join(err, part.close()); err != nil {
		return Result{}, shortage(part.explain(err), part.path)
	}
	return result, shortage(part.publish(o.To), o.To)
}

// plan is what an import is going to do.
type plan struct {
	database Database
	folder   Folder
	verify   Verify
	sums     checksums // nil if there is no list, or it is not to be read
}

// makePlan looks at everything that can be known before the loading, which may
// take hours: tables, headers and the list of checksums.
func makePlan(ctx context.Context, d Database, o ImportOptions) (plan, error) {
	folder, err := ReadFolder(d, o.From)
	if err != nil {
		return plan{}, err
	}
	p := plan{database: d, folder: folder, verify: o.Verify}
	if o.Verify != VerifyOff {
		if p.sums, err = readChecksums(o.From); err != nil {
			return p, err
		}
	}
	if o.Verify == VerifyStrict {
		if err := p.checkListed(); err != nil {
			return p, err
		}
	}
	for _, t := range d.Tables {
		if f, there := folder.Files[t.Name]; there && f.Format != parquet {
			if err := checkHeader(t, f); err != nil {
				return p, err
			}
		}
		if ctx.Err() != nil {
			return p, ctx.Err()
		}
	}
	return p, nil
}

// checkListed refuses a folder that does not hold what its list says.
func (p plan) checkListed() error {
	if p.sums == nil {
		return &SourceError{File: checksumFile, Problem: "the folder has no list of checksums", Advice: "use --verify warn to load it all the same"}
	}
	if absent := p.sums.absent(p.database, p.folder); absent != nil {
		return &SourceError{File: absent[0], Problem: checksumFile + " lists this file, but the folder does not have it", Advice: "download it, or use --verify warn"}
	}
	return nil
}

func checkHeader(t Table, f File) error {
	s, err := openStream(f, false)
	if err != nil {
		return err
	}
	defer s.close()
	header, err := s.header()
	if err != nil {
		return err
	}
	_, err = fitColumns(t, f, header)
	return err
}

// expected is what the plan knows of a table's file without reading it.
func (p plan) expected(t Table) TableInfo {
	f := p.folder.Files[t.Name]
	return TableInfo{Schema: t.Schema, Table: t.Name, Required: t.Required, File: f.Name, Bytes: f.Size, mtime: f.Mtime}
}

// loadedFrom tells whether a table was loaded from the very file of the plan,
// and verified if that is wanted.
func (p plan) loadedFrom(t Table, known TableInfo) bool {
	want := p.expected(t)
	if known.File != want.File || known.Bytes != want.Bytes || known.mtime != want.mtime {
		return false
	}
	f := p.folder.Files[t.Name]
	if listed := p.sums.of(t, f); listed != "" && known.SHA256 == "" {
		return false
	}
	_, err := p.sums.judge(p.verify, t, f, known.SHA256)
	return known.File == "" || err == nil
}

// upToDate tells whether the target already holds what the plan would load. A
// target that holds anything else is only replaced when asked to.
func upToDate(ctx context.Context, p plan, o ImportOptions) (bool, Result, error) {
	target, err := os.Lstat(o.To)
	if err != nil { // not there, or nothing can be; the making of the file will tell
		return false, Result{}, checkNoWAL(o.To)
	}
	if target.IsDir() {
		return false, Result{}, &InputError{o.To + " is a folder; name the database file to make"}
	}
	result, err := p.readTarget(ctx, o.To)
	if kind := duck.KindOf(err); kind == duck.Interrupted || kind == duck.Locked {
		return false, Result{}, shortage(err, o.To)
	}
	if err == nil && result.UpToDate && !o.Replace {
		return true, result, nil
	}
	if !o.Replace {
		return false, Result{}, &InputError{o.To + " exists and holds something else\n  choose another name, or replace it with --replace"}
	}
	return false, Result{}, checkNoWAL(o.To)
}

// checkNoWAL refuses a target beside which DuckDB keeps unwritten changes: they
// would be applied to the new file.
func checkNoWAL(path string) error {
	if _, err := os.Lstat(path + ".wal"); err == nil {
		return &EnvironmentError{
			Problem: path + ".wal is there: another program is writing to " + filepath.Base(path) + ", or was killed while it did",
			Advice:  "wait for it, or remove that file",
		}
	}
	return nil
}

// readTarget reads what an existing file holds.
func (p plan) readTarget(ctx context.Context, path string) (r Result, err error) {
	db, err := duck.Open(ctx, duck.Options{Path: path, ReadOnly: true})
	if err != nil {
		return Result{}, err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	if r.Info, err = ReadInfo(ctx, db); err != nil {
		return Result{}, err
	}
	if r.UpToDate = p.describes(r.Info); r.UpToDate {
		r.Warnings, err = p.allWarnings(ctx, db, r.Info)
	}
	return r, err
}

// describes tells whether a database was loaded from exactly the plan's files.
func (p plan) describes(info Info) bool {
	if info.Source != p.database.Name || info.declared != p.database.declared() || !slices.Equal(info.Skipped, p.folder.Unknown) {
		return false
	}
	return !slices.ContainsFunc(info.Tables, func(known TableInfo) bool {
		t, ok := p.database.Table(known.Table)
		return !ok || known.Absent || !p.loadedFrom(t, known)
	})
}

// partName is the file that an unfinished import keeps its tables in.
func partName(target string) string { return target + ".part" }
