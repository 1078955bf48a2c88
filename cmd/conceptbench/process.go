package main

import (
	"bytes"
	"fmt"
	"os"
	"syscall"
)

// cpuSeconds is the user and system time of this process so far.
func cpuSeconds() float64 {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		panic(err)
	}
	seconds := func(t syscall.Timeval) float64 { return float64(t.Sec) + float64(t.Usec)/1e6 }
	return seconds(u.Utime) + seconds(u.Stime)
}

// resetPeak makes the kernel forget the highest resident size so far.
func resetPeak() {
	// Where the kernel refuses, the peak is that of the whole run: an upper bound.
	_ = os.WriteFile("/proc/self/clear_refs", []byte("5"), 0)
}

// peakBytes is the highest resident size since the last reset.
func peakBytes() int64 {
	status, err := os.ReadFile("/proc/self/status")
	if err != nil {
		return 0
	}
	var kb int64
	for _, line := range bytes.Split(status, []byte("\n")) {
		if rest, ok := bytes.CutPrefix(line, []byte("VmHWM:")); ok {
			fmt.Sscan(string(rest), &kb)
		}
	}
	return kb << 10
}
