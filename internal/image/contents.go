package image

import (
	"archive/tar"
	"context"
	"embed"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"
)

//go:embed all:files
var embedded embed.FS

// Places in the image.
const (
	programFolder = "usr/local/bin"
	libraryFolder = "usr/local/lib"
	ourFolder     = libraryFolder + "/m4bench"
)

// contents is what the daemon builds from.
type contents struct {
	files    []source
	versions map[string]string // of the agents' programs
}

// source is one file, or symbolic link, of the build context.
type source struct {
	name string // in the context
	host string // file on this machine
	data []byte // content, if there is no such file
	link string // target, if it is a link
	exec bool
}

// contents collects the Dockerfile, the query shell, Python's DuckDB and the
// agents' programs.
func (o Options) contents(ctx context.Context) (*contents, error) {
	c := &contents{versions: map[string]string{}}
	if err := c.embed("Dockerfile", "Dockerfile"); err != nil {
		return nil, err
	}
	c.host(programFolder+"/duckdb", o.Shell, true)
	if o.Library != "" {
		c.host(ourFolder+"/libduckdb.so", o.Library, false)
		if err := c.embed("python", "root/"+ourFolder+"/python"); err != nil {
			return nil, err
		}
	}
	for _, agent := range o.Agents {
		if err := o.addProgram(ctx, c, agent); err != nil {
			return nil, err
		}
	}
	return c, nil
}

func (c *contents) host(inside, file string, exec bool) {
	c.files = append(c.files, source{name: "root/" + inside, host: file, exec: exec})
}

// embed adds an embedded file or folder.
func (c *contents) embed(name, as string) error {
	top := "files/" + name
	return fs.WalkDir(embedded, top, func(file string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		data, err := embedded.ReadFile(file)
		c.files = append(c.files, source{name: as + strings.TrimPrefix(file, top), data: data})
		return err
	})
}

// folder adds a folder of this machine, without what skip names.
func (c *contents) folder(inside, dir string, skip func(name string) bool) error {
	return filepath.WalkDir(dir, func(file string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		name, err := filepath.Rel(dir, file)
		if err != nil {
			return err
		}
		if skip(filepath.ToSlash(name)) {
			if entry.IsDir() {
				return fs.SkipDir
			}
			return nil
		}
		if entry.Type().IsRegular() {
			info, err := entry.Info()
			if err != nil {
				return err
			}
			c.host(path.Join(inside, filepath.ToSlash(name)), file, info.Mode()&0o111 != 0)
		}
		return nil
	})
}

// write sends the context: the same bytes for the same files.
func (c *contents) write(w io.Writer) error {
	archive := tar.NewWriter(w)
	for _, f := range c.files {
		if err := f.write(archive); err != nil {
			return fmt.Errorf("send %s to the daemon: %w", f.name, err)
		}
	}
	return archive.Close()
}

func (s source) write(w *tar.Writer) error {
	mode := int64(0o644)
	if s.exec {
		mode = 0o755
	}
	header := &tar.Header{Typeflag: tar.TypeReg, Name: s.name, Mode: mode, Size: int64(len(s.data))}
	switch {
	case s.link != "":
		header.Typeflag, header.Linkname = tar.TypeSymlink, s.link
		return w.WriteHeader(header)
	case s.host == "":
		if err := w.WriteHeader(header); err != nil {
			return err
		}
		_, err := w.Write(s.data)
		return err
	}
	file, err := os.Open(s.host)
	if err != nil {
		return err
	}
	defer file.Close()
	info, err := file.Stat()
	if err != nil {
		return err
	}
	header.Size = info.Size()
	if err := w.WriteHeader(header); err != nil {
		return err
	}
	_, err = io.Copy(w, file)
	return err
}
