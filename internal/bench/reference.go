package bench

import (
	"compress/gzip"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"m4bench/internal/atomicfile"
	"m4bench/internal/concept"
	"m4bench/internal/duck"
	"m4bench/internal/task"
)

// Reference says where a task's reference rows come from. It is the same for
// every build from the same source, edition and program.
type Reference struct {
	Format      int                    `json:"format"`
	Name        string                 `json:"reference"` // golden name, such as sofa-24h
	Concept     string                 `json:"concept"`
	Edition     string                 `json:"edition"`
	SQLHash     string                 `json:"sql_sha256"` // of the SQL of the concept and all that it reads
	Source      SourceID               `json:"source"`
	DuckDB      string                 `json:"duckdb"`
	Version     string                 `json:"m4bench"`
	Rows        int64                  `json:"rows"`
	Key         []string               `json:"key"` // rows are sorted by it
	Columns     []task.ReferenceColumn `json:"columns"`
	ContentHash string                 `json:"content_sha256"` // of the csv that m4bench reference writes

	Path string `json:"-"` // of the parquet file, once opened
}

// SourceID names a source database by its content.
type SourceID struct {
	Database    string `json:"database"`
	Fingerprint string `json:"fingerprint"` // see Workshop.fingerprint
}

// sqlHash is the hash of everything that decides a concept's rows, spelled
// without the place it is built in.
func (d Derivation) sqlHash(name string) (string, error) {
	sql, err := d.Library.Standalone(name, d.Edition, concept.SourceName)
	if err != nil {
		return "", err
	}
	return hashText(sql), nil
}

func hashText(text string) string {
	hash := sha256.Sum256([]byte(text))
	return hex.EncodeToString(hash[:])
}

// targetTable is where a task's reference rows are built.
func targetTable(t *task.Task) string { return concept.TargetSchema + "." + t.Reference }

func keyNames(t *task.Task) []string {
	var names []string
	for _, c := range t.Keys() {
		names = append(names, c.Name)
	}
	return names
}

// sorted selects a table's rows in the order of columns, the rest deciding ties.
func sorted(table string, by []string) string {
	return "SELECT * FROM " + table + " " + ordering(by)
}

func ordering(by []string) string {
	if len(by) == 0 {
		return "ORDER BY ALL"
	}
	return "ORDER BY " + strings.Join(by, ", ")
}

// WriteReference writes a task's built reference rows, sorted by its key: as
// csv, csv.gz or parquet, by the file's name. It returns the number of rows.
func (w *Workshop) WriteReference(ctx context.Context, t *task.Task, path string) (int64, error) {
	if err := w.checkKey(ctx, t); err != nil {
		return 0, err
	}
	write, err := formatOf(path)
	if err != nil {
		return 0, err
	}
	err = write(w, ctx, sorted(targetTable(t), keyNames(t)), path)
	if err != nil {
		return 0, explain(fmt.Errorf("write %s: %w", path, err))
	}
	return w.db.QueryInt(ctx, "SELECT count(*) FROM "+targetTable(t))
}

// formatOf says how a file of this name is written.
func formatOf(path string) (func(*Workshop, context.Context, string, string) error, error) {
	switch {
	case strings.HasSuffix(path, ".parquet"):
		return (*Workshop).copyParquet, nil
	case strings.HasSuffix(path, ".csv.gz"):
		return (*Workshop).copyGzip, nil
	case strings.HasSuffix(path, ".csv"):
		return (*Workshop).copyCSV, nil
	default:
		return nil, failf(unusable, "%s: the name must end in .csv, .csv.gz or .parquet", path)
	}
}

// checkKey refuses reference rows that the evaluator could not tell apart.
func (w *Workshop) checkKey(ctx context.Context, t *task.Task) error {
	key := strings.Join(keyNames(t), ", ")
	twice, err := w.db.QueryInt(ctx, fmt.Sprintf("SELECT count(*) FROM (SELECT 1 FROM %s GROUP BY %s HAVING count(*) > 1)", targetTable(t), key))
	if err != nil {
		return explain(err)
	}
	if twice > 0 {
		return failf(damaged, "reference of %s: %d values of its key (%s) have more than one row; look for duplicated rows in the source", t.ID, twice, key)
	}
	return nil
}

// beside is the unfinished file next to a final one.
func beside(path string) string {
	return filepath.Join(filepath.Dir(path), "."+filepath.Base(path)+".part")
}

func (w *Workshop) copyTo(ctx context.Context, query, path, options string) error {
	part := beside(path)
	defer os.Remove(part)
	if err := w.db.Exec(ctx, fmt.Sprintf("COPY (%s) TO %s (%s)", query, duck.Literal(part), options)); err != nil {
		return err
	}
	return atomicfile.Publish(part, path)
}

func (w *Workshop) copyCSV(ctx context.Context, query, path string) error {
	return w.copyTo(ctx, query, path, "FORMAT csv, HEADER")
}

// copyParquet packs well: references are kept and handed on.
func (w *Workshop) copyParquet(ctx context.Context, query, path string) error {
	return w.copyTo(ctx, query, path, "FORMAT parquet, COMPRESSION zstd")
}

// copyGzip packs the csv itself, so that the same rows give the same bytes.
func (w *Workshop) copyGzip(ctx context.Context, query, path string) error {
	plain := strings.TrimSuffix(beside(path), ".part") + ".plain"
	defer os.Remove(plain)
	if err := w.copyCSV(ctx, query, plain); err != nil {
		return err
	}
	return atomicfile.Write(path, 0o644, func(out io.Writer) error {
		in, err := os.Open(plain)
		if err != nil {
			return err
		}
		defer in.Close()
		gz := gzip.NewWriter(out)
		if _, err := io.Copy(gz, in); err != nil {
			return err
		}
		return gz.Close()
	})
}

// copyScratch writes a csv that only this run reads.
func (w *Workshop) copyScratch(ctx context.Context, query, path string) error {
	return w.db.Exec(ctx, fmt.Sprintf("COPY (%s) TO %s (FORMAT csv, HEADER)", query, duck.Literal(path)))
}

// hashFile returns a file's SHA-256 and size.
func hashFile(path string) (string, int64, error) {
	f, err := os.Open(path)
	if err != nil {
		return "", 0, err
	}
	defer f.Close()
	hash := sha256.New()
	n, err := io.Copy(hash, f)
	if err != nil {
		return "", 0, err
	}
	return hex.EncodeToString(hash.Sum(nil)), n, nil
}
