package ehr

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"testing"
)

// listed writes a folder with a list of checksums, which a change may spoil.
func listed(t *testing.T, files map[string]string, change func(list string) string) string {
	t.Helper()
	dir := minimal(t, mimicIV, nil)
	var list strings.Builder
	for _, table := range mimicIV.Tables {
		if table.Required {
			// As in the publisher's list: below hosp/ or icu/, though this folder is flat.
			sum := sha256.Sum256([]byte(header(table) + "\n"))
			fmt.Fprintf(&list, "%x %s/%s.csv\n", sum, table.Group(), table.Name)
		}
	}
	for name, text := range files {
		writeFile(t, filepath.Join(dir, name), text)
	}
	writeFile(t, filepath.Join(dir, checksumFile), change(list.String()))
	return dir
}

func TestChecksums(t *testing.T) {
	same := func(list string) string { return list }
	wrong := func(list string) string { return strings.Replace(list, list[:8], "01234567", 1) } // of admissions
	without := func(list string) string { return list[strings.IndexByte(list, '\n')+1:] }
	absent := func(list string) string { return list + strings.Repeat("0", 64) + "  icu/d_items.csv.gz\n" }
	other := func(list string) string { return list + strings.Repeat("0", 64) + " *demo_subject_id.csv\n\n" }
	noList := func(list string) string { return list + "hello\n" }
	for _, test := range []struct {
		name    string
		change  func(string) string
		off     string // what is said, or nothing
		warn    string
		strict  string
		refused bool // also by warn
	}{
		{"all match", same, "", "", "", false},
		{"one differs", wrong, "", "admissions.csv differs from the file in SHA256SUMS.txt", "admissions.csv: the SHA-256 is", false},
		{"one is not listed", without, "", "SHA256SUMS.txt does not list admissions.csv", "admissions.csv: SHA256SUMS.txt does not list this file", false},
		{"a table is listed and absent", absent, "", "", "icu/d_items.csv.gz: SHA256SUMS.txt lists this file", false},
		{"another file is listed and absent", other, "", "", "", false},
		{"no list at all", noList, "", "SHA256SUMS.txt, line 13: this is no line of checksum and file name", "SHA256SUMS.txt, line 13", true},
	} {
		from := listed(t, nil, test.change)
		for verify, want := range map[Verify]string{VerifyOff: test.off, VerifyWarn: test.warn, VerifyStrict: test.strict} {
			o := options(t, MIMICIV, from)
			o.Verify = verify
			result, err := Import(t.Context(), o)
			said := checksumWarnings(result)
			if err != nil {
				said = err.Error()
			}
			if !strings.Contains(said, want) || want == "" && said != "" {
				t.Errorf("%s, %s: %q, want %q", test.name, verify, said, want)
			}
			var bad *SourceError
			if mustFail := want != "" && (verify == VerifyStrict || test.refused); errors.As(err, &bad) != mustFail {
				t.Errorf("%s, %s: %v", test.name, verify, err)
			}
		}
	}
}

func checksumWarnings(r Result) string {
	var said []string
	for _, w := range r.Warnings {
		if strings.Contains(w, checksumFile) {
			said = append(said, w)
		}
	}
	return strings.Join(said, "\n")
}

func TestStrictNeedsAList(t *testing.T) {
	o := options(t, MIMICIV, minimal(t, mimicIV, nil))
	o.Verify = VerifyStrict
	if _, err := Import(t.Context(), o); err == nil || !strings.Contains(err.Error(), "the folder has no list of checksums") {
		t.Errorf("got %v", err)
	}
	o.Verify = "maybe"
	if _, err := Import(t.Context(), o); err == nil || !strings.Contains(err.Error(), "use off, warn or strict") {
		t.Errorf("got %v", err)
	}
}

// What was loaded unverified is read again when it is to be verified.
func TestVerifyingLaterReadsAgain(t *testing.T) {
	o := options(t, MIMICIV, listed(t, nil, func(list string) string { return list }))
	o.Verify = VerifyOff
	mustImport(t, o)
	o.Verify = VerifyWarn
	if _, err := Import(t.Context(), o); err == nil {
		t.Error("an unverified database was called up to date")
	}
	o.Replace = true
	for _, table := range mustImport(t, o).Tables {
		if table.File != "" && (table.Checksum != checksumMatch || len(table.SHA256) != 64) {
			t.Errorf("%s: %q, sum %q", table.Table, table.Checksum, table.SHA256)
		}
	}
}
