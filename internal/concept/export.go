package concept

import (
	"context"
	"fmt"
	"os"
	"path/filepath"

	"m4bench/internal/atomicfile"
	"m4bench/internal/duck"
)

// WriteCSV writes a built table as csv: header, NULL as the empty field,
// timestamps as YYYY-MM-DD HH:MM:SS, rows in the order of their values, so that
// equal tables give equal files.
func WriteCSV(ctx context.Context, db *duck.DB, table, path string) error {
	part := filepath.Join(filepath.Dir(path), "."+filepath.Base(path)+".part")
	defer os.Remove(part)
	query := fmt.Sprintf("COPY (SELECT * FROM %s ORDER BY ALL) TO %s (FORMAT csv, HEADER, TIMESTAMPFORMAT '%%Y-%%m-%%d %%H:%%M:%%S')",
		table, duck.Literal(part))
	if err := db.Exec(ctx, query); err != nil {
		return fmt.Errorf("write %s: %w", path, err)
	}
	return atomicfile.Publish(part, path)
}
