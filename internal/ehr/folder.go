package ehr

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// Endings of the files that are read.
const (
	plainCSV = ".csv"
	gzipCSV  = ".csv.gz"
	parquet  = ".parquet"
)

// File is one file of a source folder.
type File struct {
	Name   string // with forward slashes, from the source folder
	Path   string
	Format string // plainCSV, gzipCSV or parquet
	Size   int64
	Mtime  int64 // nanoseconds since 1970
}

// Folder is what a source folder holds.
type Folder struct {
	Path    string
	Files   map[string]File // by table name
	Unknown []string        // data files that belong to no table
}

// ReadFolder finds the files of a source's tables: in the folder itself, or
// below it in a folder named as the schema is for short (hosp, icu). Letter
// case does not matter.
func ReadFolder(d Database, path string) (Folder, error) {
	folder := Folder{Path: path, Files: map[string]File{}}
	places := []string{""}
	for _, schema := range d.Schemas {
		places = append(places, Table{Schema: schema}.Group())
	}
	subfolders, err := listFolder(path)
	if err != nil {
		return folder, &InputError{fmt.Sprintf("the source folder cannot be read: %v", err)}
	}
	for _, entry := range subfolders {
		place := strings.ToLower(entry.Name())
		if slices.Contains(places[1:], place) && isFolder(filepath.Join(path, entry.Name())) {
			if err := folder.add(d, entry.Name()); err != nil {
				return folder, err
			}
		}
	}
	if err := folder.add(d, ""); err != nil {
		return folder, err
	}
	slices.Sort(folder.Unknown)
	return folder, folder.complete(d)
}

func listFolder(path string) ([]os.DirEntry, error) {
	if !isFolder(path) {
		if _, err := os.Stat(path); err != nil {
			return nil, err
		}
		return nil, fmt.Errorf("%s is not a folder", path)
	}
	return os.ReadDir(path)
}

func isFolder(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.IsDir()
}

// add takes in the files of one place below the folder.
func (f *Folder) add(d Database, place string) error {
	entries, err := os.ReadDir(filepath.Join(f.Path, place))
	if err != nil {
		return &InputError{fmt.Sprintf("the source folder cannot be read: %v", err)}
	}
	for _, entry := range entries {
		name := filepath.ToSlash(filepath.Join(place, entry.Name()))
		base, format := splitFormat(entry.Name())
		table, known := d.Table(base)
		switch {
		case strings.HasPrefix(entry.Name(), "."):
		case format == "":
			if strings.Contains(strings.ToLower(entry.Name()), ".csv.") { // compressed in another way
				f.Unknown = append(f.Unknown, name)
			}
		case !known || table.Name != base:
			if !slices.Contains(bystanders, base) {
				f.Unknown = append(f.Unknown, name)
			}
		default:
			if err := f.addFile(table, name, format); err != nil {
				return err
			}
		}
	}
	return nil
}

// bystanders are files that the publishers put beside the tables.
var bystanders = []string{"demo_subject_id"}

func (f *Folder) addFile(t Table, name, format string) error {
	if other, twice := f.Files[t.Name]; twice {
		return &SourceError{
			File:    name,
			Problem: fmt.Sprintf("table %s is there twice, also as %s", t.ShortName(), other.Name),
			Advice:  "remove one of the two files, or move it out of the folder",
		}
	}
	path := filepath.Join(f.Path, filepath.FromSlash(name))
	info, err := os.Stat(path)
	if err != nil {
		return &SourceError{File: name, Problem: "the file cannot be read: " + firstLine(err)}
	}
	if !info.Mode().IsRegular() {
		return &SourceError{File: name, Problem: "this is not a file", Advice: "give " + t.Name + " as csv, csv.gz or parquet file"}
	}
	f.Files[t.Name] = File{Name: name, Path: path, Format: format, Size: info.Size(), Mtime: info.ModTime().UnixNano()}
	return nil
}

// splitFormat cuts a file name into a table's name and the format, which is
// empty for files that hold no table.
func splitFormat(name string) (table, format string) {
	name = strings.ToLower(name)
	for _, format := range []string{gzipCSV, plainCSV, parquet} {
		if base, ok := strings.CutSuffix(name, format); ok {
			return base, format
		}
	}
	return "", ""
}

// complete says which required tables are missing.
func (f *Folder) complete(d Database) error {
	var missing []string
	for _, t := range d.Tables {
		if _, there := f.Files[t.Name]; !there && t.Required {
			missing = append(missing, t.ShortName())
		}
	}
	if len(missing) == 0 {
		return nil
	}
	return &SourceError{
		File:    f.Path,
		Problem: fmt.Sprintf("these required tables of %s are missing: %s", d.Title, strings.Join(missing, ", ")),
		Advice:  f.adviceOnMissing(d),
	}
}

func (f *Folder) adviceOnMissing(d Database) string {
	for _, other := range Databases() {
		for _, name := range f.Unknown {
			base, _ := splitFormat(filepath.Base(name))
			if _, known := other.Table(base); known && other.Name != d.Name && len(f.Files) == 0 {
				return "the folder looks like " + other.Title + ": import it as " + other.Name
			}
		}
	}
	if len(f.Files) == 0 {
		return "--from must name the folder as it was downloaded; its tables are looked for in it" + inSubfolders(d)
	}
	return "download them (for example " + missingExample(d, f.Files) + ") and start again"
}

func inSubfolders(d Database) string {
	if d.Name == MIMICIV {
		return ", in hosp/ and in icu/"
	}
	return ""
}

func missingExample(d Database, files map[string]File) string {
	for _, t := range d.Tables {
		if _, there := files[t.Name]; !there && t.Required {
			return t.Name + gzipCSV
		}
	}
	return ""
}
