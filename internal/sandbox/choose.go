package sandbox

import (
	"context"
	"errors"
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

// Choice is a driver that works on this machine.
type Choice struct {
	Driver       Driver
	Capabilities Capabilities
	Passed       []string // why each better driver could not be used
}

// Choose returns the named driver if it works here, or for Auto the best that
// does.
func Choose(ctx context.Context, name string) (Choice, error) {
	var passed refusals
	for _, d := range drivers() {
		if name != Auto && name != d.Name() {
			continue
		}
		caps, err := d.Check(ctx)
		if err == nil {
			return Choice{d, caps, passed.lines()}, nil
		}
		if name != Auto {
			return Choice{}, err
		}
		passed = passed.and(d.Name(), err)
	}
	if name != Auto {
		return Choice{}, &UnknownDriverError{Name: name}
	}
	return Choice{}, &UnavailableError{Driver: Auto, Reason: "this system has no driver that works: " + strings.Join(passed.lines(), "; ")}
}

// refusals are reasons why drivers cannot be used, each with those that it
// keeps from working: without a daemon there is neither kind of docker.
type refusals []refusal

type refusal struct {
	drivers []string
	reason  string
}

func (r refusals) and(driver string, err error) refusals {
	reason := err.Error()
	var unavailable *UnavailableError
	if errors.As(err, &unavailable) {
		reason = unavailable.Reason
	}
	for i := range r {
		if r[i].reason == reason {
			r[i].drivers = append(r[i].drivers, driver)
			return r
		}
	}
	return append(r, refusal{[]string{driver}, reason})
}

func (r refusals) lines() []string {
	var lines []string
	for _, one := range r {
		e := UnavailableError{Driver: strings.Join(one.drivers, " and "), Reason: one.reason}
		lines = append(lines, e.Error())
	}
	return lines
}
