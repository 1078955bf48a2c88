package sandbox

import (
	"archive/tar"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/containerd/errdefs"
	"github.com/moby/moby/client"
)

// put writes the run's files into the work folder, by way of the keeper.
func (b *dockerBox) put(ctx context.Context, files []File) error {
	if len(files) == 0 {
		return nil
	}
	archive, err := packFiles(files)
	if err != nil {
		return fmt.Errorf("put files into the work folder: %w", err)
	}
	_, err = b.engine.client.CopyToContainer(ctx, keeperName(b.name), client.CopyToContainerOptions{DestinationPath: WorkDir, Content: archive})
	if err != nil {
		return fmt.Errorf("put files into the work folder: %w", err)
	}
	return nil
}

// packFiles is an archive of files that belong to the agent, and of the folders
// they lie in.
func packFiles(files []File) (io.Reader, error) {
	owner, err := strconv.Atoi(insideID)
	if err != nil {
		return nil, err
	}
	var archive bytes.Buffer
	w := tar.NewWriter(&archive)
	made := map[string]bool{".": true}
	var folder func(name string) error
	folder = func(name string) error {
		if made[name] {
			return nil
		}
		made[name] = true
		if err := folder(path.Dir(name)); err != nil {
			return err
		}
		return w.WriteHeader(&tar.Header{Typeflag: tar.TypeDir, Name: name + "/", Mode: 0o755, Uid: owner, Gid: owner})
	}
	for _, f := range files {
		name, mode := path.Clean(f.Path), int64(0o644)
		if f.Exec {
			mode = 0o755
		}
		err := errors.Join(folder(path.Dir(name)),
			w.WriteHeader(&tar.Header{Typeflag: tar.TypeReg, Name: name, Size: int64(len(f.Content)), Mode: mode, Uid: owner, Gid: owner}))
		if err == nil {
			_, err = w.Write(f.Content)
		}
		if err != nil {
			return nil, err
		}
	}
	return &archive, w.Close()
}

// Collect implements Box. Nothing of the agent runs any more, so what a name
// means does not change between looking and reading.
func (b *dockerBox) Collect(ctx context.Context, name string, dst io.Writer, limit int64) (int64, error) {
	n, err := b.collect(ctx, name, dst, limit)
	if err != nil {
		if _, _, gone := b.keeper.space(); gone != nil {
			return n, fmt.Errorf("collect %s: %w", name, gone) // the work folder is gone, whatever it looked like
		}
	}
	return n, err
}

func (b *dockerBox) collect(ctx context.Context, name string, dst io.Writer, limit int64) (int64, error) {
	if !filepath.IsLocal(name) {
		return 0, &CollectError{Name: name, Err: ErrNotRegular, Detail: "it leads out of the work folder"}
	}
	name = path.Clean(name)
	for i, c := range name {
		if c != '/' {
			continue
		}
		answer, err := b.engine.client.ContainerStatPath(ctx, keeperName(b.name), client.ContainerStatPathOptions{Path: path.Join(WorkDir, name[:i])})
		if err != nil {
			return 0, collectFailure(name, err)
		}
		if !answer.Stat.Mode.IsDir() {
			return 0, &CollectError{Name: name, Err: ErrNotRegular, Detail: name[:i] + " is no folder"}
		}
	}
	answer, err := b.engine.client.CopyFromContainer(ctx, keeperName(b.name), client.CopyFromContainerOptions{SourcePath: path.Join(WorkDir, name)})
	if err != nil {
		return 0, collectFailure(name, err)
	}
	defer answer.Content.Close()
	if err := acceptable(name, answer.Stat.Mode, answer.Stat.Size, limit); err != nil {
		return 0, err
	}
	return unpackOne(name, answer.Content, dst, limit)
}

func collectFailure(name string, err error) error {
	if errdefs.IsNotFound(err) {
		return &CollectError{Name: name, Err: ErrMissing}
	}
	if strings.Contains(err.Error(), "too many links") { // no kind of error has this name
		return &CollectError{Name: name, Err: ErrNotRegular, Detail: kindOf(os.ModeSymlink)}
	}
	return fmt.Errorf("collect %s: %w", name, err)
}

func acceptable(name string, mode os.FileMode, size, limit int64) error {
	if !mode.IsRegular() {
		return &CollectError{Name: name, Err: ErrNotRegular, Detail: kindOf(mode)}
	}
	if size > limit {
		return &CollectError{Name: name, Err: ErrTooLarge, Detail: fmt.Sprintf("%d bytes of at most %d", size, limit)}
	}
	return nil
}

// unpackOne copies the one regular file that an archive must consist of.
func unpackOne(name string, archive io.Reader, dst io.Writer, limit int64) (int64, error) {
	r := tar.NewReader(archive)
	header, err := r.Next()
	if err != nil {
		return 0, fmt.Errorf("collect %s: read the daemon's archive: %w", name, err)
	}
	if header.Typeflag != tar.TypeReg || strings.TrimPrefix(header.Name, "./") != path.Base(name) {
		return 0, &CollectError{Name: name, Err: ErrNotRegular, Detail: fmt.Sprintf("the daemon's archive begins with %q of kind %q", header.Name, header.Typeflag)}
	}
	if err := acceptable(name, header.FileInfo().Mode(), header.Size, limit); err != nil {
		return 0, err
	}
	n, err := io.Copy(dst, io.LimitReader(r, limit))
	if err != nil {
		return n, fmt.Errorf("collect %s: %w", name, err)
	}
	return n, nil
}
