package image

import (
	"context"
	"sort"
	"strings"
	"time"

	"github.com/moby/moby/client"

	"m4bench/internal/sandbox"
)

// Listed is one of the images that this program made.
type Listed struct {
	Tags     []string          `json:"tags"`
	Digest   string            `json:"digest"`
	Created  time.Time         `json:"created"`
	Size     int64             `json:"size_bytes"`
	System   string            `json:"system"`
	Programs map[string]string `json:"programs"`
}

// List asks the daemon for the images that this program made, newest first.
func List(ctx context.Context) ([]Listed, error) {
	c, err := client.New(client.FromEnv)
	if err != nil {
		return nil, &DaemonError{"docker's settings in the environment", err}
	}
	defer c.Close()
	found, err := c.ImageList(ctx, client.ImageListOptions{Filters: client.Filters{}.Add("label", sandbox.SystemLabel)})
	if err != nil {
		return nil, &DaemonError{"list images", err}
	}
	images := []Listed{}
	for _, i := range found.Items {
		one := Listed{Tags: i.RepoTags, Digest: i.ID, Created: time.Unix(i.Created, 0).UTC(), Size: i.Size,
			System: i.Labels[sandbox.SystemLabel], Programs: map[string]string{}}
		for label, value := range i.Labels {
			if program, ok := strings.CutPrefix(label, sandbox.ProgramLabel); ok {
				one.Programs[program] = value
			}
		}
		images = append(images, one)
	}
	sort.Slice(images, func(i, j int) bool { return images[i].Created.After(images[j].Created) })
	return images, nil
}
