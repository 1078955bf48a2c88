package sandbox

import (
	"context"
	"fmt"
	"strings"
)

// Auto asks for the best driver that works on this machine.
const Auto = "auto"

// UnknownDriverError names a driver that does not exist; exit code 2.
type UnknownDriverError struct{ Name string }

func (e *UnknownDriverError) Error() string {
	return fmt.Sprintf("no sandbox driver %q; there are %s and %s", e.Name, strings.Join(Names(), ", "), Auto)
}

// ExitCode says that the arguments were wrong.
func (e *UnknownDriverError) ExitCode() int { return 2 }

// Names lists the drivers of this system, best first.
func Names() []string {
	var names []string
	for _, d := range drivers() {
		names = append(names, d.Name())
	}
	return names
}

// Choose returns the named driver if it works here, or for Auto the best that
// does. notes says in plain words which better drivers could not be used.
func Choose(ctx context.Context, name string) (driver Driver, notes []string, err error) {
	for _, d := range drivers() {
		if name != Auto && name != d.Name() {
			continue
		}
		_, err := d.Check(ctx)
		if err == nil {
			return d, notes, nil
		}
		if name != Auto {
			return nil, nil, err
		}
		notes = append(notes, err.Error())
	}
	if name != Auto {
		return nil, nil, &UnknownDriverError{Name: name}
	}
	return nil, nil, &UnavailableError{Driver: Auto, Reason: "this system has no driver that works: " + strings.Join(notes, "; ")}
}
