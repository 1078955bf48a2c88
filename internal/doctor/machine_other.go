//go:build !linux

package doctor

import "runtime"

func system() []Finding {
	return []Finding{{Area: "system", Name: "kernel", State: Lacking, Found: runtime.GOOS, How: "sandboxes need Linux; everything else works here"}}
}

func (Machine) space() []Finding { return nil }
