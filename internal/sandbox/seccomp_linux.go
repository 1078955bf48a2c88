package sandbox

import (
	"bytes"
	"encoding/binary"
	"runtime"

	"golang.org/x/sys/unix"
)

// A network namespace does not close everything off: sockets of family VSOCK
// reach the host of a virtual machine from any namespace. The filter lets only
// the families through that end in the sandbox's own namespace, and refuses
// calls that no agent needs and that have been ways out of sandboxes.

// Constants of the kernel's classic BPF and seccomp interfaces.
const (
	bpfLoad        = 0x20 // A = word at offset
	bpfJumpEqual   = 0x15
	bpfJumpAtLeast = 0x35
	bpfReturn      = 0x06

	offsetNumber = 0 // of the fields of struct seccomp_data
	offsetArch   = 4
	offsetArg0   = 16 // low half, little endian

	returnAllow = 0x7fff0000
	returnErrno = 0x00050000

	x32Bit = 0x40000000 // calls of the x32 interface on amd64
)

type bpfInstruction struct {
	Code          uint16
	IfTrue, Other uint8
	K             uint32
}

var auditArch = map[string]uint32{"amd64": 0xc000003e, "arm64": 0xc00000b7}

var allowedFamilies = []uint32{unix.AF_UNIX, unix.AF_INET, unix.AF_INET6, unix.AF_NETLINK}

var refusedCalls = []uint32{
	unix.SYS_IO_URING_SETUP, unix.SYS_IO_URING_ENTER, unix.SYS_IO_URING_REGISTER, // opens sockets past the filter
	unix.SYS_ADD_KEY, unix.SYS_REQUEST_KEY, unix.SYS_KEYCTL, // key rings are not namespaced
	unix.SYS_BPF, unix.SYS_PERF_EVENT_OPEN, unix.SYS_USERFAULTFD,
}

// callFilter is the program for bubblewrap's --seccomp, or nil where this
// processor's numbers are not known.
func callFilter() []byte {
	arch, ok := auditArch[runtime.GOARCH]
	if !ok {
		return nil
	}
	refuse := func(errno uint32) bpfInstruction { return bpfInstruction{Code: bpfReturn, K: returnErrno | errno} }
	load := func(offset uint32) bpfInstruction { return bpfInstruction{Code: bpfLoad, K: offset} }
	unless := func(k uint32) bpfInstruction { return bpfInstruction{Code: bpfJumpEqual, IfTrue: 1, K: k} }

	program := []bpfInstruction{
		load(offsetArch), unless(arch), refuse(uint32(unix.EPERM)),
		load(offsetNumber),
		{Code: bpfJumpAtLeast, Other: 1, K: x32Bit}, refuse(uint32(unix.ENOSYS)),
	}
	for _, number := range refusedCalls {
		program = append(program,
			bpfInstruction{Code: bpfJumpEqual, Other: 1, K: number}, refuse(uint32(unix.ENOSYS)))
	}
	for _, number := range []uint32{unix.SYS_SOCKET, unix.SYS_SOCKETPAIR} {
		block := []bpfInstruction{load(offsetArg0)}
		for i, family := range allowedFamilies {
			toAllow := uint8(len(allowedFamilies) - i)
			block = append(block, bpfInstruction{Code: bpfJumpEqual, IfTrue: toAllow, K: family})
		}
		block = append(block, refuse(uint32(unix.EAFNOSUPPORT)), bpfInstruction{Code: bpfReturn, K: returnAllow})
		program = append(program, bpfInstruction{Code: bpfJumpEqual, Other: uint8(len(block)), K: number})
		program = append(program, block...)
	}
	program = append(program, bpfInstruction{Code: bpfReturn, K: returnAllow})

	var out bytes.Buffer
	_ = binary.Write(&out, binary.LittleEndian, program) // a bytes.Buffer takes everything
	return out.Bytes()
}
