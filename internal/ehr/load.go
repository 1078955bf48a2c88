package ehr

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"strings"

	"m4bench/internal/duck"
	"m4bench/internal/ehr/csvstream"
	"m4bench/internal/progress"
)

// loader puts files into tables.
type loader struct {
	db       *duck.DB
	verify   Verify
	sums     checksums
	threads  int
	windows  int    // bytes for bringing rows of one item together
	folder   string // for rows that do not fit into them
	progress progress.Reporter
	feeding  *feedSource // what is being loaded
}

// newLoader makes a loader ready for a database.
func newLoader(ctx context.Context, db *duck.DB, l loader) (*loader, error) {
	l.db = db
	if l.threads == 0 {
		l.threads = runtime.GOMAXPROCS(0)
	}
	// Threads that need not keep the order of a file store rows at the same time.
	if err := db.Exec(ctx, "SET preserve_insertion_order = false"); err != nil {
		return nil, err
	}
	return &l, l.registerFeed()
}

// load fills a new table from its file and notes it, both or neither.
func (l *loader) load(ctx context.Context, t Table, f File, what string) (info TableInfo, err error) {
	if err := l.db.Exec(ctx, "BEGIN"); err != nil {
		return info, err
	}
	defer func() {
		if err != nil { // also when ctx has ended
			err = errors.Join(err, l.db.Exec(context.WithoutCancel(ctx), "ROLLBACK"))
		}
	}()
	if err := l.db.Exec(ctx, "DROP TABLE IF EXISTS "+t.QualifiedName()+"; "+t.CreateSQL()); err != nil {
		return info, err
	}
	info = TableInfo{Schema: t.Schema, Table: t.Name, Required: t.Required, File: f.Name, Bytes: f.Size, mtime: f.Mtime}
	read := l.readCSV
	if f.Format == parquet {
		read = l.readParquet
	}
	if err := read(ctx, t, f, what, &info); err != nil {
		return info, err
	}
	stored, err := l.db.QueryInt(ctx, "SELECT count(*) FROM "+t.QualifiedName())
	if err != nil {
		return info, err
	}
	if stored != info.Rows {
		return info, fmt.Errorf("%s has %d rows, but %d of them arrived in %s", f.Name, info.Rows, stored, t.QualifiedName())
	}
	if err := writeTable(ctx, l.db, info); err != nil {
		return info, err
	}
	return info, l.db.Exec(ctx, "COMMIT")
}

// wantsSum tells whether the file's bytes are summed up.
func (l *loader) wantsSum(t Table, f File) bool { return l.sums.of(t, f) != "" }

// readCSV streams a csv file through the checks into DuckDB, and sets what it
// learns of it in info.
func (l *loader) readCSV(ctx context.Context, t Table, f File, what string, info *TableInfo) error {
	s, err := openStream(f, l.wantsSum(t, f))
	if err != nil {
		return err
	}
	defer s.close()
	header, err := s.header()
	if err != nil {
		return err
	}
	fit, err := fitColumns(t, f, header)
	if err != nil {
		return err
	}
	info.MissingColumns, info.UnknownColumns = fit.missing, fit.unknown
	if info.Rows, err = l.pour(ctx, s, fit, what); err != nil {
		return err
	}
	if info.SHA256, err = s.sum(); err != nil {
		return err
	}
	info.Checksum, err = l.sums.judge(l.verify, t, f, info.SHA256)
	return err
}

// pour sends the records of a stream into the table.
func (l *loader) pour(ctx context.Context, s *stream, c fit, what string) (int64, error) {
	feed := csvstream.NewFeed(ctx, s.scanner, csvstream.Options{
		Columns: c.fields(), Key: c.clusterField(), Memory: l.windows, Folder: l.folder,
		Progress: func(n int64) {
			l.progress.Step(what, s.read.Load(), s.file.Size, "bytes, "+progress.Count(n)+" rows")
		},
	})
	l.feeding = &feedSource{feed: feed, columns: c.fields(), threads: l.threads}
	stored := l.db.Exec(ctx, fmt.Sprintf("INSERT INTO %s SELECT %s FROM %s()", c.table.QualifiedName(), c.feedList(), feedFunction))
	records, err := feed.Stop()
	switch {
	case stored != nil && strings.Contains(stored.Error(), csvstream.ErrBadRecord.Error()):
		return records, l.firstBad(ctx, c, s.file, what)
	case stored != nil:
		return records, stored
	case err != nil:
		return records, s.damage(err)
	default:
		return records, nil
	}
}

// refused explains what DuckDB says of a file that it reads itself.
func refused(err error, f File) error {
	if err == nil || duck.KindOf(err) != duck.Other {
		return err
	}
	return &SourceError{File: f.Name, Problem: "DuckDB cannot read it: " + firstLine(err), Advice: "download the file again"}
}
