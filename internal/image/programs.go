package image

import (
	"archive/tar"
	"compress/gzip"
	"context"
	"crypto/sha512"
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"m4bench/internal/agent"
)

// Agents are the programs that an image can hold: native ones. Others need an
// interpreter of their own, and chat comes with m4bench.
func Agents() []string { return []string{"codex", "claude"} }

// addProgram adds an agent's program at its pinned version.
func (o Options) addProgram(ctx context.Context, c *contents, name string) error {
	if !slices.Contains(Agents(), name) {
		return &OptionError{fmt.Sprintf("an image cannot hold the program of %q; it can hold %s", name, strings.Join(Agents(), ", "))}
	}
	program, err := o.program(ctx, name)
	if err != nil {
		return err
	}
	c.versions[name] = program.Version
	if name != "codex" {
		c.host(programFolder+"/"+name, program.Path, true)
		return nil
	}
	// Codex looks for its helpers beside itself; that for voice is of no use here.
	top := filepath.Dir(filepath.Dir(program.Path))
	c.files = append(c.files, source{name: "root/" + programFolder + "/codex", link: "../lib/codex/bin/" + filepath.Base(program.Path)})
	return c.folder(libraryFolder+"/codex", top, func(file string) bool { return file == "codex-resources/voice" })
}

// program finds the pinned program on this machine or fetches it.
func (o Options) program(ctx context.Context, name string) (agent.Program, error) {
	pins := agent.Pinned()
	i := slices.IndexFunc(pins, func(p agent.Pin) bool { return p.Name == name })
	if i < 0 {
		return agent.Program{}, &OptionError{fmt.Sprintf("there is no pinned version of %s", name)}
	}
	pin := pins[i]
	withoutPath := func(variable string) string {
		if variable == "PATH" {
			return "" // what is installed may be another version
		}
		return o.Getenv(variable)
	}
	if found, err := agent.FindProgram(name, withoutPath); err == nil && found.Version == pin.Version {
		return found, nil
	}
	dir := filepath.Join(o.Cache, name+"-"+pin.Version)
	if _, err := os.Stat(dir); errors.Is(err, os.ErrNotExist) {
		o.Progress.Step("fetch "+pin.Package, 0, 0, "")
		if err := fetch(ctx, pin, dir); err != nil {
			return agent.Program{}, err
		}
	}
	return agent.FindProgram(name, func(variable string) string {
		if variable == agent.ProgramsVariable {
			return o.Cache
		}
		return ""
	})
}

// FetchError is a program that could not be had; exit code 5.
type FetchError struct {
	Package string
	Err     error
}

func (e *FetchError) Error() string { return fmt.Sprintf("fetch %s: %v", e.Package, e.Err) }
func (e *FetchError) Unwrap() error { return e.Err }

// ExitCode says that the environment lacks something.
func (e *FetchError) ExitCode() int { return 5 }

// fetch gets a package with npm, checks its sum and unpacks it to dir. No script
// of the package is run.
func fetch(ctx context.Context, pin agent.Pin, dir string) (err error) {
	defer func() {
		if err != nil {
			err = &FetchError{pin.Package, err}
		}
	}()
	npm, err := exec.LookPath("npm")
	if err != nil {
		return errors.New("npm, which fetches it, is not installed (apt-get install npm)")
	}
	if err := os.MkdirAll(filepath.Dir(dir), 0o755); err != nil {
		return err
	}
	temporary, err := os.MkdirTemp(filepath.Dir(dir), ".fetch-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(temporary)
	cmd := exec.CommandContext(ctx, npm, "pack", "--silent", pin.Package)
	cmd.Dir = temporary
	if text, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("npm pack: %w: %s", err, strings.TrimSpace(string(text)))
	}
	packed, err := filepath.Glob(filepath.Join(temporary, "*.tgz"))
	if err != nil || len(packed) != 1 {
		return fmt.Errorf("npm pack left %d files", len(packed))
	}
	if err := checkSum(packed[0], pin.Integrity); err != nil {
		return err
	}
	unpacked := filepath.Join(temporary, "unpacked")
	if err := unpack(packed[0], unpacked); err != nil {
		return err
	}
	return os.Rename(unpacked, dir)
}

// checkSum compares a file with npm's integrity word.
func checkSum(file, integrity string) error {
	f, err := os.Open(file)
	if err != nil {
		return err
	}
	defer f.Close()
	sum := sha512.New()
	if _, err := io.Copy(sum, f); err != nil {
		return err
	}
	if got := "sha512-" + base64.StdEncoding.EncodeToString(sum.Sum(nil)); got != integrity {
		return fmt.Errorf("its sum is %s, and %s was expected", got, integrity)
	}
	return nil
}

const maxPackage = 4 << 30

// unpack writes the regular files of a package, without its first folder.
func unpack(file, dir string) error {
	f, err := os.Open(file)
	if err != nil {
		return err
	}
	defer f.Close()
	plain, err := gzip.NewReader(f)
	if err != nil {
		return err
	}
	if err := os.Mkdir(dir, 0o755); err != nil {
		return err
	}
	root, err := os.OpenRoot(dir)
	if err != nil {
		return err
	}
	defer root.Close()
	left := int64(maxPackage)
	for archive := tar.NewReader(plain); ; {
		header, err := archive.Next()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		_, name, _ := strings.Cut(header.Name, "/")
		if header.Typeflag != tar.TypeReg || name == "" {
			continue
		}
		if left -= header.Size; left < 0 {
			return fmt.Errorf("it unpacks to more than %d bytes", int64(maxPackage))
		}
		if err := unpackFile(root, filepath.FromSlash(name), header, archive); err != nil {
			return err
		}
	}
}

func unpackFile(root *os.Root, name string, header *tar.Header, content io.Reader) error {
	if err := root.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		return err
	}
	f, err := root.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644|header.FileInfo().Mode()&0o111)
	if err != nil {
		return err
	}
	_, err = io.Copy(f, content)
	return errors.Join(err, f.Close())
}
