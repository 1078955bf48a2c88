//go:build linux

package sandbox

import (
	"archive/tar"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"testing"

	"github.com/moby/moby/api/types/system"
)

// archiveOf is what a daemon would send.
func archiveOf(t *testing.T, header tar.Header, content string) io.Reader {
	t.Helper()
	var b bytes.Buffer
	w := tar.NewWriter(&b)
	if err := w.WriteHeader(&header); err != nil {
		t.Fatal(err)
	}
	if _, err := io.WriteString(w, content); err != nil {
		t.Fatal(err)
	}
	if err := w.Flush(); err != nil {
		t.Fatal(err)
	}
	return &b
}

// An archive is taken for a file only if it begins with a regular one of that
// name and of allowed size, whatever the daemon said before.
func TestOnlyTheOneRegularFileIsTakenFromAnArchive(t *testing.T) {
	regular := func(name string, size int64) tar.Header {
		return tar.Header{Typeflag: tar.TypeReg, Name: name, Size: size, Mode: 0o644}
	}
	for _, c := range []struct {
		name    string
		header  tar.Header
		content string
		want    error
	}{
		{"the file", regular("output.csv", 4), "rows", nil},
		{"at the limit", regular("output.csv", 10), "0123456789", nil},
		{"above the limit", regular("output.csv", 11), "0123456789x", ErrTooLarge},
		{"another name", regular("other.csv", 4), "rows", ErrNotRegular},
		{"a name elsewhere", regular("../output.csv", 4), "rows", ErrNotRegular},
		{"a link", tar.Header{Typeflag: tar.TypeSymlink, Name: "output.csv", Linkname: "/etc/passwd"}, "", ErrNotRegular},
		{"a hard link", tar.Header{Typeflag: tar.TypeLink, Name: "output.csv", Linkname: "/etc/passwd"}, "", ErrNotRegular},
		{"a named pipe", tar.Header{Typeflag: tar.TypeFifo, Name: "output.csv"}, "", ErrNotRegular},
		{"a device", tar.Header{Typeflag: tar.TypeChar, Name: "output.csv"}, "", ErrNotRegular},
		{"a folder", tar.Header{Typeflag: tar.TypeDir, Name: "output.csv/"}, "", ErrNotRegular},
	} {
		var out bytes.Buffer
		_, err := unpackOne("folder/output.csv", archiveOf(t, c.header, c.content), &out, 10)
		if !errors.Is(err, c.want) {
			t.Errorf("%s: %v, want %v", c.name, err, c.want)
		}
		if want := map[bool]string{true: c.content}[c.want == nil]; out.String() != want {
			t.Errorf("%s: %q came out", c.name, out.String())
		}
	}
	short := io.LimitReader(archiveOf(t, regular("output.csv", 4), "rows"), 514)
	var refusal *CollectError
	if _, err := unpackOne("output.csv", short, io.Discard, 10); err == nil || errors.As(err, &refusal) {
		t.Errorf("a broken transfer is no fault of the agent: %v", err)
	}
}

func TestFilesBelongToTheAgentWithTheirFolders(t *testing.T) {
	archive, err := packFiles([]File{{Path: "skills/sofa/SKILL.md", Content: []byte("x")}, {Path: "skills/run", Exec: true}})
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for r := tar.NewReader(archive); ; {
		h, err := r.Next()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		got = append(got, fmt.Sprintf("%s %o %d:%d", h.Name, h.Mode, h.Uid, h.Gid))
	}
	want := "skills/ 755 10001:10001, skills/sofa/ 755 10001:10001, skills/sofa/SKILL.md 644 10001:10001, skills/run 755 10001:10001"
	if strings.Join(got, ", ") != want {
		t.Errorf("archive of %v", got)
	}
}

// What a harness left may be removed only when it is certainly gone.
func TestOnlyADeadHarnessesThingsAreOrphaned(t *testing.T) {
	boot, space, _ := strings.Cut(ownKernel(), " ")
	own := fmt.Sprintf("m4bench-%d-%d-1-x", os.Getpid(), startTime(os.Getpid()))
	dead := fmt.Sprintf("m4bench-%d-%d-1-x", os.Getpid(), startTime(os.Getpid())+1)
	for _, c := range []struct {
		what, name, kernel string
		want               bool
	}{
		{"a living harness's", own, boot + " " + space, false},
		{"a dead one's", dead, boot + " " + space, true},
		{"a dead one's, as Docker writes names", "/" + dead + "-keeper", boot + " " + space, true},
		{"of another process space", dead, boot + " pid:[1]", false},
		{"of an earlier start of the machine", own, "other " + space, true},
		{"without a mark", dead, "", false},
		{"of another name", "web-1", boot + " " + space, false},
	} {
		if got := orphaned(c.name, map[string]string{kernelLabel: c.kernel}); got != c.want {
			t.Errorf("%s: %v", c.what, got)
		}
	}
}

func TestTheFilterLetsThroughNoSocketThatLeadsOut(t *testing.T) {
	text, err := dockerFilter()
	if err != nil {
		t.Fatal(err)
	}
	var profile struct {
		DefaultAction string
		Syscalls      []struct {
			Names  []string
			Action string
			Args   []struct {
				Index uint
				Value uint64
				Op    string
			}
		}
	}
	if err := json.Unmarshal([]byte(text), &profile); err != nil {
		t.Fatal(err)
	}
	if profile.DefaultAction != "SCMP_ACT_ERRNO" {
		t.Errorf("by default: %s", profile.DefaultAction)
	}
	families := map[uint64]bool{}
	for _, rule := range profile.Syscalls {
		for _, name := range rule.Names {
			if name == "io_uring_setup" || name == "bpf" || name == "keyctl" {
				t.Errorf("%s: %s", name, rule.Action)
			}
			if name != "socket" {
				continue
			}
			if len(rule.Args) != 1 || rule.Args[0].Op != "SCMP_CMP_EQ" {
				t.Fatalf("a rule for socket that is no single family: %+v", rule)
			}
			families[rule.Args[0].Value] = true
		}
	}
	if len(families) != len(allowedFamilies) {
		t.Errorf("families %v", families)
	}
}

func TestADaemonThatHoldsNoLimitIsSaidSo(t *testing.T) {
	caps := dockerCapabilities("docker", false, system.Info{CgroupVersion: "2", PidsLimit: true, SecurityOptions: []string{"name=apparmor", "name=seccomp,profile=builtin"}})
	if caps.Filter != "seccomp" || caps.Holds("memory") || caps.Holds("cpu") || !caps.Holds("pids") || !caps.Holds("work") {
		t.Errorf("%+v", caps)
	}
	if reasons := strings.Join(Evidence{Capabilities: caps, Asked: DefaultLimits()}.Unpublishable(), "; "); !strings.Contains(reasons, "memory") {
		t.Errorf("reasons %q", reasons)
	}
}

func TestDriversThatLackTheSameThingShareALine(t *testing.T) {
	var r refusals
	r = r.and("docker", &UnavailableError{"docker", "no daemon"}).and("docker-runsc", &UnavailableError{"docker-runsc", "no daemon"}).and("bwrap", errors.New("broken"))
	want := "sandbox docker and docker-runsc cannot be used here: no daemon; sandbox bwrap cannot be used here: broken"
	if got := strings.Join(r.lines(), "; "); got != want {
		t.Errorf("%q", got)
	}
}
