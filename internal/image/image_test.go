package image

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"m4bench/internal/agent"
	"m4bench/internal/progress"
	"m4bench/internal/testdata"
)

// The number of the bindings' module holds DuckDB's: v2.10506.0 is 1.5.6.
func TestPythonGetsTheDuckDBOfTheShell(t *testing.T) {
	text, err := os.ReadFile(filepath.Join(testdata.Root(), "go.mod"))
	if err != nil {
		t.Fatal(err)
	}
	found := regexp.MustCompile(`duckdb-go/v2 v2\.(\d)(\d\d)(\d\d)\.`).FindStringSubmatch(string(text))
	if found == nil {
		t.Fatal("go.mod does not name the bindings")
	}
	var major, minor, patch int
	for i, into := range []*int{&major, &minor, &patch} {
		if _, err := fmt.Sscan(found[i+1], into); err != nil {
			t.Fatal(err)
		}
	}
	if want := fmt.Sprintf("%d.%d.%d", major, minor, patch); want != DuckDB {
		t.Errorf("images get DuckDB %s, the shell has %s", DuckDB, want)
	}
}

func TestTheDaemonsWordsAreReadToTheEnd(t *testing.T) {
	const steps = `{"stream":"Step 1/2 : FROM x\n"}{"stream":"Step 2/2 : RUN y\n"}{"stream":"reading packages\n"}`
	id, err := follow(strings.NewReader(steps+`{"aux":{"ID":"sha256:1"}}`), progress.Silent{})
	if err != nil || id != "sha256:1" {
		t.Errorf("%q, %v", id, err)
	}
	_, err = follow(strings.NewReader(steps+`{"stream":"no such package\n"}{"error":"returned a non-zero code: 100"}`), progress.Silent{})
	if err == nil || !strings.Contains(err.Error(), "non-zero code: 100") || !strings.Contains(err.Error(), "no such package") {
		t.Errorf("the failing step's own words are missing: %v", err)
	}
	for _, broken := range []string{"", steps, steps + `{"aux":`} {
		if _, err := follow(strings.NewReader(broken), progress.Silent{}); err == nil {
			t.Errorf("%q is a complete build", broken)
		}
	}
}

func TestWishesThatCannotBeFulfilledAreNamed(t *testing.T) {
	o := Options{Offline: true, Getenv: func(string) string { return "" }, Progress: progress.Silent{}}
	var wish *OptionError
	if _, err := Build(t.Context(), o); !errors.As(err, &wish) || !strings.Contains(err.Error(), "--library") {
		t.Errorf("offline without the library: %v", err)
	}
	o.Library, o.Agents = "lib.so", []string{"gemini"}
	if _, err := Build(t.Context(), o); !errors.As(err, &wish) || !strings.Contains(err.Error(), "codex, claude") {
		t.Errorf("a program that needs Node: %v", err)
	}
}

// The context is the same bytes for the same files, links stay links, and a
// program's folder comes without what is left out.
func TestTheContextHoldsWhatTheImageGets(t *testing.T) {
	cache := t.TempDir()
	pin := pinOf(t, "codex")
	top := filepath.Join(cache, "codex-"+pin.Version, "vendor", "x86_64-unknown-linux-musl")
	for name, mode := range map[string]os.FileMode{"bin/codex": 0o755, "codex-path/rg": 0o755, "codex-resources/bwrap": 0o755, "codex-resources/voice/big": 0o644} {
		file := filepath.Join(top, name)
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(name), mode); err != nil {
			t.Fatal(err)
		}
	}
	shell := filepath.Join(cache, "duckdb")
	if err := os.WriteFile(shell, []byte("shell"), 0o644); err != nil {
		t.Fatal(err)
	}
	o := Options{Agents: []string{"codex"}, Shell: shell, Library: shell, Cache: cache, Progress: progress.Silent{},
		Getenv: func(name string) string { return map[string]string{agent.ProgramsVariable: cache}[name] }}
	c, err := o.contents(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	var first, second bytes.Buffer
	if err := errors.Join(c.write(&first), c.write(&second)); err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(first.Bytes(), second.Bytes()) {
		t.Error("two contexts of the same files differ")
	}
	got := map[string]string{}
	for r := tar.NewReader(&first); ; {
		h, err := r.Next()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		got[h.Name] = fmt.Sprintf("%o %s", h.Mode, h.Linkname)
	}
	for name, want := range map[string]string{
		"Dockerfile":                                           "644 ",
		"root/usr/local/bin/duckdb":                            "755 ",
		"root/usr/local/bin/codex":                             "644 ../lib/codex/bin/codex",
		"root/usr/local/lib/codex/bin/codex":                   "755 ",
		"root/usr/local/lib/codex/codex-path/rg":               "755 ",
		"root/usr/local/lib/m4bench/libduckdb.so":              "644 ",
		"root/usr/local/lib/codex/codex-resources/voice/big":   "",
		"root/usr/local/lib/m4bench/python/duckdb/__init__.py": "644 ",
	} {
		if got[name] != want {
			t.Errorf("%s: %q, want %q", name, got[name], want)
		}
	}
	if c.versions["codex"] != pin.Version {
		t.Errorf("versions %v", c.versions)
	}
}

func pinOf(t *testing.T, name string) agent.Pin {
	t.Helper()
	for _, p := range agent.Pinned() {
		if p.Name == name {
			return p
		}
	}
	t.Fatalf("%s is not pinned", name)
	return agent.Pin{}
}

// packed is a package as npm makes one.
func packed(t *testing.T, headers ...tar.Header) string {
	t.Helper()
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	w := tar.NewWriter(z)
	for _, h := range headers {
		if err := w.WriteHeader(&h); err != nil {
			t.Fatal(err)
		}
		if _, err := w.Write(bytes.Repeat([]byte("x"), int(h.Size))); err != nil {
			t.Fatal(err)
		}
	}
	if err := errors.Join(w.Close(), z.Close()); err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "package.tgz")
	if err := os.WriteFile(file, b.Bytes(), 0o644); err != nil {
		t.Fatal(err)
	}
	return file
}

func TestAPackageIsUnpackedWithinItsFolder(t *testing.T) {
	regular := func(name string, mode int64) tar.Header {
		return tar.Header{Typeflag: tar.TypeReg, Name: name, Size: 3, Mode: mode}
	}
	dir := filepath.Join(t.TempDir(), "out")
	file := packed(t, regular("package/bin/tool", 0o4755), regular("package/README", 0o600),
		tar.Header{Typeflag: tar.TypeSymlink, Name: "package/link", Linkname: "/etc/passwd"})
	if err := unpack(file, dir); err != nil {
		t.Fatal(err)
	}
	info, err := os.Stat(filepath.Join(dir, "bin", "tool"))
	if err != nil || info.Mode() != 0o755 {
		t.Errorf("%v, %v", info, err)
	}
	if _, err := os.Lstat(filepath.Join(dir, "link")); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("a link was made: %v", err)
	}
	for _, name := range []string{"package/../../escaped", "package//etc/escaped-m4bench"} {
		if err := unpack(packed(t, regular(name, 0o644)), filepath.Join(t.TempDir(), "out")); err == nil {
			t.Errorf("%s was unpacked", name)
		}
	}
}

func TestAPackageOfAnotherSumIsRefused(t *testing.T) {
	file := packed(t)
	if err := checkSum(file, "sha512-AAAA"); err == nil || !strings.Contains(err.Error(), "was expected") {
		t.Errorf("error %v", err)
	}
}
