package ehr

import (
	"bufio"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"os"
	"path"
	"path/filepath"
	"strings"
)

// Verify is what to do about the checksums that a publisher gives.
type Verify string

// The ways to verify.
const (
	VerifyOff    Verify = "off"    // do not look at them
	VerifyWarn   Verify = "warn"   // report what differs, and load it
	VerifyStrict Verify = "strict" // refuse what differs, is not listed, or is listed and absent
)

// checksumFile is the name under which PhysioNet lists the SHA-256 of all files.
const checksumFile = "SHA256SUMS.txt"

// Checksum states of a table's file.
const (
	checksumMatch    = "match"
	checksumDiffers  = "differs"
	checksumUnlisted = "not listed"
)

// checksums are the listed sums by file name, in lower case. Nil means that the
// folder lists none.
type checksums map[string]string

// readChecksums reads the folder's list, if there is one.
func readChecksums(folder string) (checksums, error) {
	file, err := os.Open(filepath.Join(folder, checksumFile))
	if errors.Is(err, os.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, &SourceError{File: checksumFile, Problem: firstLine(err), Advice: "or leave it unread with --verify off"}
	}
	defer file.Close()
	sums := checksums{}
	lines := bufio.NewScanner(io.LimitReader(file, 1<<20))
	for n := int64(1); lines.Scan(); n++ {
		sum, name, _ := strings.Cut(strings.TrimSpace(lines.Text()), " ")
		if sum == "" {
			continue
		}
		name = strings.TrimPrefix(strings.TrimSpace(name), "*")
		if _, err := hex.DecodeString(sum); err != nil || len(sum) != 2*sha256.Size || name == "" {
			return nil, &SourceError{File: checksumFile, Line: n, Problem: "this is no line of checksum and file name", Advice: "or leave it unread with --verify off"}
		}
		sums[strings.ToLower(path.Clean(name))] = strings.ToLower(sum)
	}
	if err := lines.Err(); err != nil {
		return nil, &SourceError{File: checksumFile, Problem: err.Error(), Advice: "or leave it unread with --verify off"}
	}
	return sums, nil
}

// of finds a file's listed sum: under its own name, or in a flat folder under
// the name it had below hosp/ or icu/.
func (c checksums) of(t Table, f File) string {
	name := strings.ToLower(f.Name)
	if sum, listed := c[name]; listed {
		return sum
	}
	return c[t.Group()+"/"+path.Base(name)]
}

// absent lists the files of tables that have a sum but are not in the folder.
func (c checksums) absent(d Database, f Folder) []string {
	var names []string
	for _, t := range d.Tables {
		if _, there := f.Files[t.Name]; there {
			continue
		}
		for _, format := range []string{gzipCSV, plainCSV, parquet} {
			for _, name := range []string{t.Name + format, t.Group() + "/" + t.Name + format} {
				if _, listed := c[name]; listed {
					names = append(names, name)
				}
			}
		}
	}
	return names
}

// judge compares the sum of a table's file with the listed one. The state is
// empty if there is nothing to compare with.
func (c checksums) judge(v Verify, t Table, f File, sum string) (state string, err error) {
	if c == nil {
		return "", nil
	}
	listed := c.of(t, f)
	switch {
	case listed == sum && sum != "":
		return checksumMatch, nil
	case listed == "":
		state, err = checksumUnlisted, &SourceError{
			File: f.Name, Problem: checksumFile + " does not list this file", Advice: "use --verify warn to load it all the same",
		}
	default:
		state, err = checksumDiffers, &SourceError{
			File:    f.Name,
			Problem: fmt.Sprintf("the SHA-256 is %s, but %s says %s", sum, checksumFile, listed),
			Advice:  "download the file again, or use --verify warn to load it all the same",
		}
	}
	if v == VerifyStrict {
		return state, err
	}
	return state, nil
}
