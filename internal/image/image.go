// Package image builds the container image in which agents run: a base system
// with Python, pandas, DuckDB and the agents' programs at their pinned versions.
//
// The image is built from the embedded Dockerfile through the Docker daemon's own
// builder. Programs of npm are fetched by the host and checked by their sums, so
// that nothing is installed in the image by a script of theirs.
package image

import (
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"strings"

	"github.com/moby/moby/api/types/build"
	"github.com/moby/moby/client"

	"m4bench/internal/progress"
	"m4bench/internal/sandbox"
)

// DefaultBase is a registry's image for machines that reach one.
const DefaultBase = "debian:bookworm-slim"

// DuckDB is the version of the query shell, and of Python's DuckDB.
const DuckDB = "1.5.6"

// Options say what goes into an image.
type Options struct {
	Base    string   // image that it starts from
	Tag     string   // name that it gets
	Agents  []string // programs: codex, claude
	Offline bool     // the base has Python and pandas, and nothing is fetched inside
	Shell   string   // the query shell's file
	Library string   // DuckDB's C library, for Python; "" takes PyPI's package instead

	Getenv   func(string) string
	Cache    string // folder for the programs that are fetched
	Progress progress.Reporter
}

// Built is an image that can be used.
type Built struct {
	Tag      string            `json:"tag"`
	Digest   string            `json:"digest"`
	Base     string            `json:"base"`
	System   string            `json:"system"`
	Size     int64             `json:"size_bytes"`
	Programs map[string]string `json:"programs"` // name: version
	DuckDB   string            `json:"duckdb"`
	Python   string            `json:"python_duckdb"` // package or library
}

// OptionError is a wish that cannot be fulfilled; exit code 2.
type OptionError struct{ Reason string }

func (e *OptionError) Error() string { return e.Reason }

// ExitCode says that the arguments were wrong.
func (e *OptionError) ExitCode() int { return 2 }

// DaemonError is a fault of Docker or of what it was asked to build; exit code 5.
type DaemonError struct {
	Doing string
	Err   error
}

func (e *DaemonError) Error() string { return e.Doing + ": " + e.Err.Error() }
func (e *DaemonError) Unwrap() error { return e.Err }

// ExitCode says that the environment lacks something.
func (e *DaemonError) ExitCode() int { return 5 }

// Build makes the image and gives it its name once it is complete.
func Build(ctx context.Context, o Options) (Built, error) {
	built := Built{Tag: o.Tag, Base: o.Base, Programs: map[string]string{}, DuckDB: DuckDB, Python: "library"}
	if o.Library == "" {
		if o.Offline {
			return built, &OptionError{"without a network Python needs DuckDB's C library: scripts/duckdb-library FILE makes it, --library FILE names it"}
		}
		built.Python = "package"
	}
	contents, err := o.contents(ctx)
	if err != nil {
		return built, err
	}
	maps.Copy(built.Programs, contents.versions)
	c, err := client.New(client.FromEnv)
	if err != nil {
		return built, &DaemonError{"docker's settings in the environment", err}
	}
	defer c.Close()
	id, err := o.build(ctx, c, contents)
	if err != nil {
		return built, err
	}
	if built.System, err = systemOf(ctx, c, id); err != nil {
		return built, err
	}
	if built.Digest, err = name(ctx, c, id, built); err != nil {
		return built, err
	}
	found, err := c.ImageInspect(ctx, built.Digest)
	if err != nil {
		return built, &DaemonError{"look at the image", err}
	}
	built.Size = found.Size
	return built, nil
}

// build sends the context and follows the building; it returns the nameless
// image's digest.
func (o Options) build(ctx context.Context, c *client.Client, contents *contents) (string, error) {
	r, w := io.Pipe()
	go func() { w.CloseWithError(contents.write(w)) }()
	defer r.Close()
	wheel := ""
	if o.Library == "" {
		wheel = DuckDB
	}
	options := client.ImageBuildOptions{
		Version:   build.BuilderV1,
		BuildArgs: map[string]*string{"BASE": &o.Base, "WHEEL": &wheel},
		Remove:    true, ForceRemove: true,
	}
	if o.Offline {
		options.NetworkMode = "none"
	}
	answer, err := c.ImageBuild(ctx, r, options)
	if err != nil {
		return "", &DaemonError{"build the image", err}
	}
	defer answer.Body.Close()
	id, err := follow(answer.Body, o.Progress)
	if err != nil {
		return "", &DaemonError{"build the image", err}
	}
	return id, nil
}

// name gives an image its labels and its name.
func name(ctx context.Context, c *client.Client, id string, built Built) (string, error) {
	labels := map[string]string{sandbox.SystemLabel: built.System}
	for program, version := range built.Programs {
		labels[sandbox.ProgramLabel+program] = version
	}
	var changes []string
	for label, value := range labels {
		changes = append(changes, fmt.Sprintf("LABEL %s=%q", label, value))
	}
	var digest string
	err := withContainer(ctx, c, id, func(container string) error {
		answer, err := c.ContainerCommit(ctx, container, client.ContainerCommitOptions{Reference: built.Tag, Changes: changes})
		digest = answer.ID
		return err
	})
	if err != nil {
		return "", &DaemonError{"name the image", err}
	}
	return digest, nil
}

// withContainer makes a container that never runs, for looking into an image.
func withContainer(ctx context.Context, c *client.Client, image string, use func(id string) error) error {
	made, err := c.ContainerCreate(ctx, client.ContainerCreateOptions{Image: image})
	if err != nil {
		return err
	}
	err = use(made.ID)
	_, removeErr := c.ContainerRemove(context.WithoutCancel(ctx), made.ID, client.ContainerRemoveOptions{Force: true})
	return errors.Join(err, removeErr)
}

// systemOf reads the name that the distribution inside gives itself.
func systemOf(ctx context.Context, c *client.Client, id string) (string, error) {
	system := "Linux of an unknown distribution"
	err := withContainer(ctx, c, id, func(container string) error {
		for _, file := range []string{"/usr/lib/os-release", "/etc/os-release"} {
			text, err := readFile(ctx, c, container, file)
			if err != nil {
				continue
			}
			for line := range strings.Lines(string(text)) {
				if value, ok := strings.CutPrefix(line, "PRETTY_NAME="); ok {
					system = strings.Trim(strings.TrimSpace(value), `"`)
					return nil
				}
			}
		}
		return nil
	})
	if err != nil {
		return "", &DaemonError{"look into the image", err}
	}
	return system, nil
}
