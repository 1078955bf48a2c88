package sandbox

import (
	"encoding/json"
	"fmt"
	"slices"

	"github.com/moby/profiles/seccomp"
	"github.com/opencontainers/runtime-spec/specs-go"
)

// dockerFilter is Docker's default system call filter, written out so that it is
// the same with every daemon, which lets through only those families of sockets
// that end in the container, and none of the calls that no agent needs.
func dockerFilter() (string, error) {
	profile := seccomp.DefaultProfile()
	var kept []*seccomp.Syscall
	for _, rule := range profile.Syscalls {
		rule.Names = slices.DeleteFunc(rule.Names, func(name string) bool {
			return name == "socket" || slices.Contains(refusedNames, name)
		})
		if len(rule.Names) > 0 {
			kept = append(kept, rule)
		}
	}
	for _, family := range allowedFamilies {
		kept = append(kept, &seccomp.Syscall{LinuxSyscall: specs.LinuxSyscall{
			Names:  []string{"socket"},
			Action: specs.ActAllow,
			Args:   []specs.LinuxSeccompArg{{Index: 0, Value: uint64(family), Op: specs.OpEqualTo}},
		}})
	}
	profile.Syscalls = kept
	text, err := json.Marshal(profile)
	if err != nil {
		return "", fmt.Errorf("system call filter: %w", err)
	}
	return string(text), nil
}

// refusedNames are the calls of refusedCalls.
var refusedNames = []string{
	"io_uring_setup", "io_uring_enter", "io_uring_register",
	"add_key", "request_key", "keyctl",
	"bpf", "perf_event_open", "userfaultfd",
}
