package shim

import (
	"fmt"
	"math"
	"os"
	"sync"
	"time"

	"golang.org/x/sys/unix"
)

// maxFindings of one check; more are counted.
const maxFindings = 20

func (c *Check) find(format string, args ...any) {
	if len(c.Findings) < maxFindings {
		c.Findings = append(c.Findings, clip(fmt.Sprintf(format, args...)))
	}
}

func clip(text string) string {
	const most = 300
	if len(text) <= most {
		return text
	}
	return text[:most] + "…"
}

// look makes all checks at once.
func (s *inside) look(when string) *Report {
	start := time.Now()
	checks := []func() Check{
		s.checkNetwork,
		func() Check { return s.checkNames(when) },
		func() Check { return s.checkHostPaths(when) },
		s.checkMounts,
		func() Check { return s.checkProcesses(when) },
		s.checkHidden,
		func() Check { return s.checkKeys(when) },
		s.checkCapabilities,
		s.checkWritable,
	}
	report := &Report{When: when, Checks: make([]Check, len(checks))}
	var all sync.WaitGroup
	for i, check := range checks {
		all.Go(func() {
			began := time.Now()
			report.Checks[i] = check()
			report.Checks[i].Seconds = seconds(time.Since(began))
			if report.Checks[i].Findings == nil {
				report.Checks[i].Findings = []string{}
			}
		})
	}
	all.Wait()
	report.Seconds = seconds(time.Since(start))
	return report
}

func seconds(d time.Duration) float64 { return math.Round(d.Seconds()*1000) / 1000 }

// checkCapabilities: the agent has no privilege and can get none.
func (s *inside) checkCapabilities() Check {
	c := Check{Name: Capabilities, Tried: 3}
	if os.Geteuid() == 0 {
		c.find("the user is root")
	}
	bounded, err := unix.PrctlRetInt(unix.PR_GET_NO_NEW_PRIVS, 0, 0, 0, 0)
	if err != nil || bounded != 1 {
		c.find("programs that raise privileges would work (no_new_privs is off)")
	}
	header := unix.CapUserHeader{Version: unix.LINUX_CAPABILITY_VERSION_3}
	var data [2]unix.CapUserData
	if err := unix.Capget(&header, &data[0]); err != nil {
		c.find("capabilities cannot be told: %v", err)
		return c
	}
	for _, d := range data {
		if d.Effective|d.Permitted|d.Inheritable != 0 {
			c.find("capabilities are left: effective %#x, permitted %#x, inheritable %#x", d.Effective, d.Permitted, d.Inheritable)
		}
	}
	return c
}
