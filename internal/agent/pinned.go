package agent

import (
	_ "embed"
	"strings"
)

//go:embed pinned.txt
var pinnedText string

// Pin is an agent's program at the version that this m4bench is tested with.
type Pin struct {
	Name      string
	Version   string
	Package   string // of npm, with its version
	Integrity string // of the package, as npm writes it
}

// Pinned lists the pinned programs.
func Pinned() []Pin {
	var pins []Pin
	for line := range strings.Lines(pinnedText) {
		if f := strings.Fields(line); len(f) == 4 && !strings.HasPrefix(line, "#") {
			pins = append(pins, Pin{f[0], f[1], f[2], f[3]})
		}
	}
	return pins
}

// pinOf is the pin of a program, or an empty one.
func pinOf(name string) Pin {
	for _, p := range Pinned() {
		if p.Name == name {
			return p
		}
	}
	return Pin{Name: name}
}
