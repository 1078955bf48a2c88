package sandbox

import (
	"fmt"
	"os"
	"path/filepath"
)

// NewBwrapWithoutGroups is bubblewrap as on a machine whose control groups
// cannot be written.
func NewBwrapWithoutGroups() *Bwrap { return &Bwrap{withoutGroups: true} }

// ProcessorShare is the quota of a docker box's control group, in processors.
func ProcessorShare(b Box) float64 {
	at := b.(*dockerBox).counts.group.places[cpuController]
	read := func(file string) string {
		text, _ := os.ReadFile(filepath.Join(at.parent, file))
		return string(text)
	}
	var quota, period float64
	if at.version == 1 {
		_, _ = fmt.Sscan(read("cpu.cfs_quota_us")+" "+read("cpu.cfs_period_us"), &quota, &period)
	} else {
		_, _ = fmt.Sscan(read("cpu.max"), &quota, &period)
	}
	return quota / period
}
