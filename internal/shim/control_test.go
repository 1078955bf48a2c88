package shim

import (
	"encoding/json"
	"errors"
	"io"
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

func clean(when string) *Report {
	r := &Report{When: when}
	for _, name := range checkNames {
		r.Checks = append(r.Checks, Check{Name: name})
	}
	return r
}

// listen starts the harness's end, which refuses what has a finding.
func listen(t *testing.T) (c *Control, path string) {
	t.Helper()
	dir := t.TempDir()
	c, err := Listen(dir, Order{Alone: true, Listen: "127.0.0.1:1"})
	if err != nil {
		t.Fatal(err)
	}
	c.Judge = func(r *Report) error {
		if f := r.Findings(); len(f) > 0 {
			return errors.New(f[0])
		}
		return nil
	}
	c.Serve()
	return c, filepath.Join(dir, ProbeSocket)
}

// inner is a shim played by the test.
type inner struct {
	t    *testing.T
	conn net.Conn
	dec  *json.Decoder
}

func call(t *testing.T, path string) *inner {
	t.Helper()
	conn, err := net.Dial("unix", path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { conn.Close() })
	return &inner{t, conn, json.NewDecoder(conn)}
}

func (i *inner) hear() (m toShim) {
	i.t.Helper()
	if err := i.dec.Decode(&m); err != nil {
		i.t.Fatal(err)
	}
	return m
}

func (i *inner) say(m any) {
	i.t.Helper()
	if err := send(i.conn, m); err != nil {
		i.t.Fatal(err)
	}
}

func TestAShimIsHeardFromBeginningToEnd(t *testing.T) {
	c, path := listen(t)
	var names []string
	c.Looked = func(name string) { names = append(names, name) }
	i := call(t, path)
	if m := i.hear(); m.Order == nil || !m.Order.Alone {
		t.Fatalf("%+v", m)
	}
	i.say(fromShim{Report: clean(Before)})
	if m := i.hear(); m.Go == nil || !*m.Go {
		t.Fatalf("%+v", m)
	}
	if _, err := net.Dial("unix", path); err == nil {
		t.Error("a second one was heard: the agent could tell what it likes")
	}
	code := 7
	i.say(fromShim{Name: "a.example"})
	i.say(fromShim{Ended: &code})
	i.say(fromShim{Report: clean(After)})
	i.conn.Close()
	h := c.Close()
	if h.Err != nil || h.Before == nil || h.After == nil || h.Started.IsZero() || h.Ended.Before(h.Started) || h.TimedOut || len(names) != 1 {
		t.Errorf("%+v, names %q", h, names)
	}
}

// What is not a clean report of the first to call does not let an agent start.
func TestNoAgentStartsWithoutACleanReport(t *testing.T) {
	found, partial := clean(Before), clean(Before)
	found.Checks[0].Findings = []string{"interface eth0 is up"}
	partial.Checks = partial.Checks[1:]
	for name, message := range map[string]any{
		"a finding":          fromShim{Report: found},
		"a check left out":   fromShim{Report: partial},
		"no report":          fromShim{Name: "x"},
		"one of the end":     fromShim{Report: clean(After)},
		"nonsense":           "nonsense",
		"an endless message": fromShim{Name: strings.Repeat("x", maxMessage+1)},
	} {
		c, path := listen(t)
		i := call(t, path)
		i.hear()
		_ = send(i.conn, message) // an endless one is not read to its end
		var m toShim
		if err := i.dec.Decode(&m); err == nil && (m.Go == nil || *m.Go) {
			t.Errorf("%s: the agent may start: %+v", name, m)
		}
		i.conn.Close()
		if h := c.Close(); !h.Started.IsZero() || h.Refused == nil && h.Err == nil {
			t.Errorf("%s: %+v", name, h)
		}
	}
}

func TestAShimThatDoesNotCall(t *testing.T) {
	c, _ := listen(t)
	if h := c.Close(); h.Err == nil || h.Before != nil {
		t.Errorf("%+v", h)
	}
	c, path := listen(t)
	call(t, path) // and says nothing
	time.Sleep(10 * time.Millisecond)
	if h := c.Close(); h.Err == nil || !h.Started.IsZero() {
		t.Errorf("%+v", h)
	}
}

func TestTheLimitOfTimeIsTold(t *testing.T) {
	c, path := listen(t)
	c.Wall = 20 * time.Millisecond
	i := call(t, path)
	i.hear()
	i.say(fromShim{Report: clean(Before)})
	i.hear()
	if m := i.hear(); !m.Stop {
		t.Fatalf("%+v", m)
	}
	code := 137
	i.say(fromShim{Ended: &code})
	i.conn.Close()
	if h := c.Close(); !h.TimedOut || h.After != nil {
		t.Errorf("%+v", h)
	}
}

func TestConnectionsAreRelayedByteForByte(t *testing.T) {
	socket := filepath.Join(t.TempDir(), "gw.sock")
	outer, err := net.Listen("unix", socket)
	if err != nil {
		t.Fatal(err)
	}
	defer outer.Close()
	go func() {
		for {
			conn, err := outer.Accept()
			if err != nil {
				return
			}
			go func() { // answers when all of the question has come
				defer conn.Close()
				question, _ := io.ReadAll(conn)
				_, _ = conn.Write(append([]byte("answer to "), question...))
			}()
		}
	}()
	free, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	address := free.Addr().String()
	free.Close()
	if err := relay(address, socket); err != nil {
		t.Fatal(err)
	}
	for range 3 * maxRelayed {
		conn, err := net.Dial("tcp", address)
		if err != nil {
			t.Fatal(err)
		}
		_, _ = conn.Write([]byte("\x00 question"))
		_ = conn.(*net.TCPConn).CloseWrite()
		if got, err := io.ReadAll(conn); err != nil || string(got) != "answer to \x00 question" {
			t.Fatalf("%q, %v", got, err)
		}
		conn.Close()
	}
	os.Remove(socket)
	conn, err := net.Dial("tcp", address)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	if got, _ := io.ReadAll(conn); len(got) != 0 {
		t.Errorf("without a gateway there came %q", got)
	}
}
