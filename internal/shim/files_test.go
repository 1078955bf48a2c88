//go:build linux

package shim

import (
	"crypto/sha256"
	"encoding/hex"
	"os"
	"path/filepath"
	"testing"
)

func TestPlacesOfTheSystem(t *testing.T) {
	for place, want := range map[string]bool{
		"/": true, "/usr": true, "/usr/local/lib/python3.11": true, "/proc/kcore": true, "/dev/pts": true, "/sys/fs/cgroup": true, "/etc/resolv.conf": true,
		"/usr/share": false, "/usr/local/lib/python3.11/x": false, "/mnt": false, "/etc": false, "/etc/secret": false, "/bench/data": false, "/home": false, "/run/docker.sock": false, "/procx": false,
	} {
		if systemPlaces.MatchString(place) != want {
			t.Errorf("%s: want %v", place, want)
		}
	}
	if got := unescape(`/mnt/a\040b`); got != "/mnt/a b" {
		t.Error(got)
	}
}

// Keys are found by their sums, so that none has to be told to the shim.
func TestKeysAreFoundByTheirSums(t *testing.T) {
	sum := sha256.Sum256([]byte("Zq9vX2mN8pL4kR7tW3yB6cF1"))
	s := &inside{order: Order{Keys: []string{hex.EncodeToString(sum[:])}}}
	for text, want := range map[string]bool{
		`{"key":"Zq9vX2mN8pL4kR7tW3yB6cF1"}`:        true,
		"KEY=Zq9vX2mN8pL4kR7tW3yB6cF1\n":            true,
		"Bearer Zq9vX2mN8pL4kR7tW3yB6cF1":           true,
		"Zq9vX2mN8pL4kR7tW3yB6cF2":                  false,
		"":                                          false,
		"\x00binary Zq9vX2mN8pL4kR7tW3yB6cF1\x00xx": true,
	} {
		if got := s.holdsKey([]byte(text)); got != want {
			t.Errorf("%q: %v", text, got)
		}
	}
}

// Reading a file follows no link and waits for no writer.
func TestNoLinkIsFollowed(t *testing.T) {
	dir := t.TempDir()
	link := filepath.Join(dir, "link")
	if err := os.Symlink("/etc/passwd", link); err != nil {
		t.Fatal(err)
	}
	if got := sumOf(link); got != "" {
		t.Errorf("a link was read: %s", got)
	}
}
