package run_test

import (
	"bufio"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"runtime/debug"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"m4bench/internal/run"
	"m4bench/internal/sandbox"
	"m4bench/internal/sandbox/sandboxtest"
)

// harnessVariable makes this program a harness of its own, so that what it takes
// can be measured and it can be killed: driver, script and number of runs at once.
const harnessVariable = "M4BENCH_TEST_RUNS"

// TestAsHarness is that harness. It says "ready" when the bench is made, runs, and
// says what it took.
func TestAsHarness(t *testing.T) {
	order, ok := os.LookupEnv(harnessVariable)
	if !ok {
		return
	}
	parts := strings.SplitN(order, " ", 3)
	n, err := strconv.Atoi(parts[1])
	if err != nil {
		t.Fatal(err)
	}
	o := orderFor(t, parts[0], parts[2])
	debug.FreeOSMemory()
	if err := os.WriteFile("/proc/self/clear_refs", []byte("5"), 0); err != nil {
		t.Logf("the peak of memory holds the making of the bench: %v", err)
	}
	fmt.Println("ready")
	var all sync.WaitGroup
	var mu sync.Mutex
	longest := 0.0
	for i := range n {
		o.Trial = i + 1
		all.Go(func() {
			done, err := run.One(t.Context(), o)
			mu.Lock()
			defer mu.Unlock()
			if err != nil || !done.Status.AgentsResult() {
				t.Errorf("%v, %+v", err, done)
				return
			}
			longest = max(longest, done.Overhead)
		})
	}
	all.Wait()
	fmt.Printf("took %d %.3f %d\n", peakMemory(t), longest, bytesBelow(t, o.Records))
}

func orderFor(t *testing.T, driver, script string) run.Order {
	t.Helper()
	o := order(t, driver, sirs, shellAgent(script))
	if script == "solve" {
		o.Agent = solution(t, sirs)
	}
	if dir := os.Getenv("M4BENCH_TEST_RECORDS"); dir != "" {
		o.Records = dir
	}
	return o
}

// peakMemory of this process, in bytes.
func peakMemory(t testing.TB) int64 {
	t.Helper()
	f, err := os.Open("/proc/self/status")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	for in := bufio.NewScanner(f); in.Scan(); {
		var kilobytes int64
		if n, _ := fmt.Sscanf(in.Text(), "VmHWM: %d kB", &kilobytes); n == 1 {
			return kilobytes << 10
		}
	}
	t.Fatal("no peak of memory")
	return 0
}

func bytesBelow(t testing.TB, dir string) (sum int64) {
	t.Helper()
	err := filepath.WalkDir(dir, func(_ string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		info, err := entry.Info()
		if err == nil {
			sum += info.Size()
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return sum
}

// harness starts this program as a harness; its output ends with the harness.
func harness(t testing.TB, driver string, n int, script string) (*exec.Cmd, *bufio.Reader) {
	t.Helper()
	cmd := exec.Command(os.Args[0], "-test.run=^TestAsHarness$", "-test.timeout=20m")
	cmd.Env = append(os.Environ(), fmt.Sprintf("%s=%s %d %s", harnessVariable, driver, n, script))
	cmd.Stderr = os.Stderr
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	lines := bufio.NewReader(out)
	if line, err := lines.ReadString('\n'); err != nil || line != "ready\n" {
		_ = cmd.Process.Kill()
		t.Fatalf("the harness said %q, %v", line, err)
	}
	return cmd, lines
}

// measure lets a harness do n runs at once.
func measure(t testing.TB, driver string, n int, script string) (memory int64, overhead float64, disk int64) {
	t.Helper()
	cmd, lines := harness(t, driver, n, script)
	line, err := lines.ReadString('\n')
	if _, scanErr := fmt.Sscanf(line, "took %d %f %d", &memory, &overhead, &disk); err != nil || scanErr != nil {
		rest := make([]byte, 4096)
		k, _ := lines.Read(rest)
		_ = cmd.Wait()
		t.Fatalf("the harness said %q %s", line, rest[:k])
	}
	if err := cmd.Wait(); err != nil {
		t.Fatal(err)
	}
	return memory, overhead, disk
}

// drivers that isolate and work here.
func isolating(t testing.TB) []string {
	names := []string{sandbox.BwrapName}
	if os.Getenv(sandboxtest.ImageVariable) != "" {
		names = append(names, sandbox.DockerName, sandbox.DockerRunscName)
	}
	return names
}

const quick = "duckdb -csv database.duckdb -c 'SELECT stay_id, 0 AS sirs FROM mimiciv_icu.icustays' >output.csv"

// BenchmarkFiftyAtOnce is the memory of a harness with fifty runs at once.
func BenchmarkFiftyAtOnce(b *testing.B) {
	for _, driver := range isolating(b) {
		b.Run(driver, func(b *testing.B) {
			for b.Loop() {
				memory, overhead, disk := measure(b, driver, 50, quick)
				b.ReportMetric(float64(memory)/1e6, "MB-harness-peak")
				b.ReportMetric(overhead, "s-around-agent-worst")
				b.ReportMetric(float64(disk)/50/1e6, "MB-disk/run")
			}
		})
	}
}

// BenchmarkTraceOfAGigabyte is the memory of a harness whose agent prints 1 GB.
func BenchmarkTraceOfAGigabyte(b *testing.B) {
	for driver, script := range map[string]string{
		"nothing": quick,
		"1GB":     quick + "; head -c 1000000000 /dev/zero | tr '\\0' a | fold -w 200",
	} {
		b.Run(driver, func(b *testing.B) {
			for b.Loop() {
				memory, _, disk := measure(b, sandbox.BwrapName, 1, script)
				b.ReportMetric(float64(memory)/1e6, "MB-harness-peak")
				b.ReportMetric(float64(disk)/1e6, "MB-disk/run")
			}
		})
	}
}

// Whatever moment a harness is killed at, the next one finds or makes everything
// as it was: no process, folder or control group is left.
func TestKilledHarnessesLeaveNothing(t *testing.T) {
	kills := 6
	if text := os.Getenv(sandboxtest.KillsVariable); text != "" {
		var err error
		if kills, err = strconv.Atoi(text); err != nil {
			t.Fatal(err)
		}
	}
	sandboxtest.RequireBwrap(t)
	tmp := t.TempDir()
	t.Setenv("TMPDIR", tmp)
	t.Setenv("M4BENCH_TEST_RECORDS", t.TempDir())
	seed := uint64(time.Now().UnixNano())
	t.Logf("seed %d", seed)
	random := rand.New(rand.NewPCG(seed, 0))
	const at = 10 // runs of one harness, killed together
	for left := kills; left > 0; left -= at {
		cmd, _ := harness(t, sandbox.BwrapName, min(left, at), "setsid sleep 98764 & sleep 98764 & "+quick+"; sleep 98764")
		time.Sleep(time.Duration(random.IntN(1500)) * time.Millisecond)
		_ = cmd.Process.Kill()
		_ = cmd.Wait()
	}
	for start := time.Now(); ; time.Sleep(50 * time.Millisecond) {
		cmd, lines := harness(t, sandbox.BwrapName, 1, quick)
		_, _ = lines.ReadString('\n')
		if err := cmd.Wait(); err != nil {
			t.Fatal(err)
		}
		left := leftovers(tmp)
		if len(left) == 0 {
			return
		}
		if time.Since(start) > 10*time.Second {
			t.Fatalf("left behind: %q", left)
		}
	}
}

// leftovers of harnesses that are gone: processes of their agents, folders and
// control groups. The harness of the tests itself and its bench are none.
func leftovers(tmp string) (left []string) {
	commands, _ := filepath.Glob("/proc/[0-9]*/cmdline")
	for _, f := range commands {
		if text, _ := os.ReadFile(f); strings.HasPrefix(string(text), "sleep\x0098764") {
			left = append(left, f)
		}
	}
	alive := func(group string) bool { // m4bench-<process>-…
		_, err := os.Stat("/proc/" + strings.Split(group+"--", "-")[1])
		return err == nil
	}
	entries, _ := os.ReadDir(tmp)
	for _, e := range entries {
		if !strings.HasPrefix(e.Name(), "m4bench-run-test-") && !strings.HasPrefix(e.Name(), "Test") {
			left = append(left, e.Name())
		}
	}
	_ = filepath.WalkDir("/sys/fs/cgroup", func(path string, entry os.DirEntry, err error) error {
		if err == nil && strings.Contains(entry.Name(), "_scripted-hostile_") && !alive(entry.Name()) {
			left = append(left, path)
		}
		return nil
	})
	return left
}
