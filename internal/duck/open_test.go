package duck

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// A file that cannot be used is named in our words, with the same exit code
// whether it is opened or attached.
func TestAFileThatIsNoDatabase(t *testing.T) {
	dir := t.TempDir()
	text, table, empty := filepath.Join(dir, "text"), filepath.Join(dir, "vitals.csv"), filepath.Join(dir, "empty")
	for path, content := range map[string]string{text: "stay_id,hr\n1,80\n", table: "stay_id,hr\n1,80\n", empty: ""} {
		if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	session := open(t, Options{})
	for path, says := range map[string]string{
		filepath.Join(dir, "missing"): "is no file",
		dir:                           "is a folder",
		text:                          "is not a DuckDB database file",
		table:                         "is not a DuckDB database file",
		empty:                         "is not a DuckDB database file",
	} {
		_, opened := Open(t.Context(), Options{Path: path, ReadOnly: true})
		attached := session.AttachReadOnly(t.Context(), path, "ehr")
		for how, err := range map[string]error{"open": opened, "attach": attached} {
			var bad *OpenError
			if !errors.As(err, &bad) || bad.ExitCode() != 2 || !strings.HasPrefix(err.Error(), path+" "+says) {
				t.Errorf("%s: %v", how, err)
			}
		}
	}
}
