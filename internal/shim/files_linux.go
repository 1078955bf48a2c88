package shim

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"

	"golang.org/x/sys/unix"
)

// writablePlaces are the agent's.
var writablePlaces = []string{"/work", "/tmp", "/home/agent", "/dev/shm"}

func below(name string, dirs ...string) bool {
	return slices.ContainsFunc(dirs, func(dir string) bool { return name == dir || strings.HasPrefix(name, dir+"/") })
}

// hostPaths are where other machines keep what leads out of a sandbox.
var hostPaths = []string{"/var/run/docker.sock", "/run/docker.sock", "/run/containerd/containerd.sock", "/run/podman/podman.sock", "/var/lib/docker", "/run/secrets", "/var/run/secrets", "/host", "/host-auth"}

// checkHostPaths: what belongs to the harness is not there.
func (s *inside) checkHostPaths(when string) Check {
	c := Check{Name: HostPaths}
	for _, name := range append(slices.Clone(hostPaths), s.order.Absent...) {
		if when == After && below(name, writablePlaces...) {
			continue // an agent may call its own folders what it likes
		}
		c.Tried++
		if _, err := os.Lstat(name); err == nil {
			c.find("%s of the host is there", name)
		}
	}
	return c
}

// systemPlaces may be mounted in a sandbox: the system's own, and the agent's.
var systemPlaces = regexp.MustCompile(`^(/|/usr|/bin|/sbin|/lib(32|x32|64)?|/usr/local|/usr/local/lib/python3[^/]*|/(proc|sys|dev)(/.*)?|/tmp|/run|/home/agent|/work|/etc/(passwd|group|hosts|hostname|nsswitch\.conf|resolv\.conf|mime\.types|alternatives|ld\.so\.(cache|conf|conf\.d)))$`)

// checkMounts: nothing is shown but the system and what the harness shows on purpose.
func (s *inside) checkMounts() Check {
	c := Check{Name: Mounts}
	text, err := os.ReadFile("/proc/self/mountinfo")
	if err != nil {
		c.find("mounts cannot be listed: %v", err)
		return c
	}
	for line := range strings.Lines(string(text)) {
		fields := strings.Fields(line)
		if len(fields) < 5 {
			continue
		}
		c.Tried++
		place := unescape(fields[4])
		if !systemPlaces.MatchString(place) && !slices.Contains(s.order.Mounts, place) {
			c.find("something is mounted at %s", place)
		}
	}
	return c
}

// unescape undoes what the kernel does to blanks in names.
func unescape(name string) string {
	return strings.NewReplacer(`\040`, " ", `\011`, "\t", `\012`, "\n", `\134`, `\`).Replace(name)
}

// checkWritable: only the agent's own places can be written.
func (s *inside) checkWritable() Check {
	c := Check{Name: Writable}
	places := slices.Concat([]string{"/", path.Join("/work", "database.duckdb")}, s.order.Mounts, filepath.SplitList(os.Getenv("PATH")))
	for _, dir := range []string{"/", "/usr", "/var", "/run", "/etc", "/opt", "/bench", "/usr/local", "/home"} {
		entries, err := os.ReadDir(dir)
		if err != nil {
			continue
		}
		for _, entry := range entries {
			places = append(places, path.Join(dir, entry.Name()))
		}
	}
	for _, place := range places {
		info, err := os.Lstat(place)
		if err != nil || slices.Contains(writablePlaces, place) || !info.IsDir() && !info.Mode().IsRegular() {
			continue
		}
		if below(place, "/proc", "/dev") {
			continue
		}
		c.Tried++
		if unix.Faccessat(unix.AT_FDCWD, place, unix.W_OK, unix.AT_EACCESS) == nil {
			c.find("%s can be written", place)
		}
	}
	return c
}

// searched are the folders in which files are looked into: all but the system's.
func (s *inside) searched() []string {
	entries, err := os.ReadDir("/")
	if err != nil {
		return nil
	}
	var dirs []string
	for _, entry := range entries {
		switch name := entry.Name(); name {
		case "usr", "bin", "sbin", "lib", "lib32", "lib64", "libx32", "proc", "sys", "dev", "boot", "etc", "var":
		default:
			dirs = append(dirs, "/"+name)
		}
	}
	return append(dirs, "/dev/shm", "/var")
}

// Bounds of a search: an agent may leave any number of files.
const (
	maxSearched = 20_000
	searchTime  = 400 * time.Millisecond
)

var errEnough = errors.New("enough")

// packages is what a system keeps of its packages: many small files, the same in
// every run.
var packages = []string{"/var/lib/dpkg", "/var/lib/apt", "/var/cache", "/etc/ssl"}

// search calls look for every regular file below the folders; no link is followed.
func (s *inside) search(c *Check, dirs []string, look func(name string, size int64)) {
	if !s.order.Alone {
		return // this would be the host itself
	}
	deadline := time.Now().Add(searchTime)
	for _, dir := range dirs {
		err := filepath.WalkDir(dir, func(name string, entry fs.DirEntry, err error) error {
			if slices.Contains(packages, name) {
				return fs.SkipDir
			}
			if err != nil || !entry.Type().IsRegular() {
				return nil // what cannot be read tells nothing
			}
			if c.Tried++; c.Tried > maxSearched || time.Now().After(deadline) {
				return errEnough
			}
			if info, err := entry.Info(); err == nil {
				look(name, info.Size())
			}
			return nil
		})
		if errors.Is(err, errEnough) {
			c.Note = "there are more files than were looked at"
			return
		}
	}
}

// checkHidden: the reference rows are not there, whatever they are called.
func (s *inside) checkHidden() Check {
	c := Check{Name: Hidden}
	s.search(&c, s.searched(), func(name string, size int64) {
		for _, f := range s.order.Hidden {
			if f.Size == size && sumOf(name) == f.SHA256 {
				c.find("%s is a file that must stay hidden", name)
			}
		}
	})
	return c
}

func sumOf(name string) string {
	f, err := openRegular(name)
	if err != nil {
		return ""
	}
	defer f.Close()
	sum := sha256.New()
	if _, err := io.Copy(sum, f); err != nil {
		return ""
	}
	return hex.EncodeToString(sum.Sum(nil))
}

func openRegular(name string) (*os.File, error) {
	return os.OpenFile(name, os.O_RDONLY|unix.O_NOFOLLOW|unix.O_NONBLOCK, 0)
}

var (
	keyLike     = regexp.MustCompile(`sk-[A-Za-z0-9_-]{20,}|AIza[A-Za-z0-9_-]{30,}|gh[pousr]_[A-Za-z0-9]{30,}|-----BEGIN [A-Z ]*PRIVATE KEY-----`)
	keyVariable = regexp.MustCompile(`(?i)(KEY|TOKEN|SECRET|PASSWORD|CREDENTIALS)$`)
)

// dummyPrefix begins what stands for a key inside.
const dummyPrefix = "m4bench-run-"

const maxKeyFile = 1 << 20

// keyPlaces are where a key could get to: the agent's places, and those of
// settings. Programs and data are the same in every run.
var keyPlaces = []string{"/work", "/home", "/tmp", "/dev/shm", "/run", "/root", "/etc"}

// checkKeys: no provider's key is in the environment or a file. After the agent,
// only the keys themselves count: an agent may write what merely looks like one.
func (s *inside) checkKeys(when string) Check {
	c := Check{Name: Keys}
	for _, variable := range os.Environ() {
		c.Tried++
		name, value, _ := strings.Cut(variable, "=")
		switch {
		case s.holdsKey([]byte(value)) || looksLikeKey([]byte(value)):
			c.find("environment variable %s holds a key", name)
		case keyVariable.MatchString(name) && value != "" && !strings.HasPrefix(value, dummyPrefix):
			c.find("environment variable %s holds what is no run's token", name)
		}
	}
	s.search(&c, keyPlaces, func(name string, size int64) {
		if size == 0 || size > maxKeyFile {
			return
		}
		f, err := openRegular(name)
		if err != nil {
			return
		}
		defer f.Close()
		text, err := io.ReadAll(io.LimitReader(f, maxKeyFile))
		if err != nil {
			return
		}
		if s.holdsKey(text) || when == Before && looksLikeKey(text) {
			c.find("%s holds a key", name)
		}
	})
	return c
}

// holdsKey looks for the keys whose sums are known.
func (s *inside) holdsKey(text []byte) bool {
	if len(s.order.Keys) == 0 {
		return false
	}
	for start := 0; start < len(text); start++ {
		end := start
		for end < len(text) && isKeyLetter(text[end]) {
			end++
		}
		if word := text[start:end]; len(word) >= 16 && len(word) <= 512 {
			sum := sha256.Sum256(word)
			if slices.Contains(s.order.Keys, hex.EncodeToString(sum[:])) {
				return true
			}
		}
		start = end
	}
	return false
}

func isKeyLetter(c byte) bool {
	return c >= '0' && c <= '9' || c >= 'A' && c <= 'Z' || c >= 'a' && c <= 'z' || c == '-' || c == '_' || c == '.'
}

// looksLikeKey finds the usual forms of keys.
func looksLikeKey(text []byte) bool {
	for _, start := range []string{"sk-", "AIza", "ghp_", "gho_", "ghu_", "ghs_", "ghr_", "PRIVATE KEY"} {
		if bytes.Contains(text, []byte(start)) { // much faster than the expression
			return keyLike.Match(text)
		}
	}
	return false
}
