package image

import (
	"archive/tar"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/moby/moby/client"

	"m4bench/internal/progress"
)

// message is one line of what a daemon says while it builds.
type message struct {
	Stream string `json:"stream"`
	Error  string `json:"error"`
	Status string `json:"status"`
	Aux    struct {
		ID string `json:"ID"`
	} `json:"aux"`
}

// keptLines of a failed step's output are shown.
const keptLines = 12

// follow reports a build's steps and returns the image's digest, or the daemon's
// error with the last that the failing step printed.
func follow(r io.Reader, report progress.Reporter) (string, error) {
	var id string
	var last []string
	step, steps := int64(0), int64(0)
	for dec := json.NewDecoder(r); ; {
		var m message
		err := dec.Decode(&m)
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return "", fmt.Errorf("the daemon broke off: %w", err)
		}
		if m.Error != "" {
			return "", fmt.Errorf("%s\n%s", m.Error, strings.Join(last, "\n"))
		}
		if m.Aux.ID != "" {
			id = m.Aux.ID
		}
		text := strings.TrimSpace(m.Stream)
		if _, err := fmt.Sscanf(text, "Step %d/%d", &step, &steps); err == nil {
			report.Step("image", step, steps, "steps")
			last = nil
		}
		if text != "" {
			last = append(last, text)
			last = last[max(0, len(last)-keptLines):]
		}
	}
	if id == "" {
		return "", errors.New("the daemon did not say what it built")
	}
	return id, nil
}

const maxSmallFile = 1 << 20

// readFile reads a small regular file of a container.
func readFile(ctx context.Context, c *client.Client, container, name string) ([]byte, error) {
	answer, err := c.CopyFromContainer(ctx, container, client.CopyFromContainerOptions{SourcePath: name})
	if err != nil {
		return nil, err
	}
	defer answer.Content.Close()
	archive := tar.NewReader(answer.Content)
	header, err := archive.Next()
	if err != nil {
		return nil, err
	}
	if header.Typeflag != tar.TypeReg || header.Size > maxSmallFile {
		return nil, fmt.Errorf("%s is no small file", name)
	}
	return io.ReadAll(archive)
}
