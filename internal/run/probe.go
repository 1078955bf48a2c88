package run

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"m4bench/internal/gateway"
	"m4bench/internal/record"
	"m4bench/internal/sandbox"
	"m4bench/internal/shim"
)

// probeOrder tells the shim what must not be in the box.
func (a *attempt) probeOrder(g *gate, mounts []sandbox.Mount) (shim.Order, error) {
	o := shim.Order{
		Alone: a.isolated(), Listen: a.listen, Gateway: filepath.Join(g.inside, gateway.SocketFile),
		Absent: []string{a.folder.Dir, g.folder, filepath.Dir(a.reference.Path)},
	}
	if own, err := os.Executable(); err == nil && !a.order.Shell.Whole {
		o.Absent = append(o.Absent, own)
	}
	for _, m := range mounts {
		o.Mounts = append(o.Mounts, m.Inside)
	}
	for i, path := range o.Absent {
		full, err := filepath.Abs(path)
		if err != nil {
			return o, fmt.Errorf("what the sandbox must not show: %w", err)
		}
		o.Absent[i] = full
	}
	if a.provider != nil && a.provider.Key != "" {
		sum := sha256.Sum256([]byte(a.provider.Key))
		o.Keys = []string{hex.EncodeToString(sum[:])}
	}
	reference, err := fileSum(a.reference.Path)
	if err != nil {
		return o, err
	}
	o.Hidden = []shim.FileSum{reference}
	return o, nil
}

// fileSum names a file by its content.
func fileSum(path string) (shim.FileSum, error) {
	f, err := os.Open(path)
	if err != nil {
		return shim.FileSum{}, fmt.Errorf("read the reference: %w", err)
	}
	defer f.Close()
	sum := sha256.New()
	n, err := io.Copy(sum, f)
	if err != nil {
		return shim.FileSum{}, fmt.Errorf("read the reference: %w", err)
	}
	return shim.FileSum{Size: n, SHA256: hex.EncodeToString(sum.Sum(nil))}, nil
}

// heard takes what the shim told into the result, and returns the fault that kept
// the agent from starting, if there was one.
func (a *attempt) heard(h shim.Heard, outcome *sandbox.Outcome) error {
	r := a.result
	r.Probes = &record.Probes{Before: record.Summarise(h.Before), After: record.Summarise(h.After)}
	for name, report := range map[string]*shim.Report{record.ProbesBeforeFile: h.Before, record.ProbesAfterFile: h.After} {
		if report == nil {
			continue
		}
		if err := a.folder.PutJSON(name, report); err != nil {
			return err
		}
	}
	if h.Refused != nil {
		return h.Refused
	}
	if h.Started.IsZero() {
		if outcome.Cause == sandbox.Exited {
			return fmt.Errorf("the sandbox was not looked at: %w", h.Err)
		}
		return nil
	}
	outcome.Started = h.Started
	if !h.Ended.IsZero() {
		outcome.Ended = h.Ended
	}
	if h.TimedOut && outcome.Cause == sandbox.Exited {
		outcome.Cause, outcome.Exit.Killed = sandbox.TimedOut, true
	}
	return nil
}
