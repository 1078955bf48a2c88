//go:build !linux

package sandbox

// Namespaces, control groups and the safe opening of an agent's files are
// Linux's.
func drivers() []Driver { return nil }
