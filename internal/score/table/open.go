package table

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"syscall"

	"github.com/klauspost/compress/gzip"
)

// Open opens a csv, gzipped csv or Parquet file; which it is, its first bytes say.
// progress, if not nil, hears how many bytes have been read, from one goroutine
// at a time.
func Open(ctx context.Context, path string, columns []Column, texts *Dictionary, limits Limits, progress func(read int64)) (Source, error) {
	if progress == nil {
		progress = func(int64) {}
	}
	file, err := OpenRegular(path)
	if err != nil {
		return nil, err
	}
	info, err := file.Stat()
	if err != nil {
		file.Close()
		return nil, err
	}
	var magic [4]byte
	if n, _ := file.ReadAt(magic[:], 0); string(magic[:n]) == "PAR1" {
		return openParquet(ctx, path, file, info.Size(), columns, texts, progress)
	}
	return OpenStream(ctx, path, file, columns, texts, limits, progress)
}

// OpenRegular opens a file for reading, and refuses folders, pipes and devices.
// It does not wait for the writer of a pipe.
func OpenRegular(path string) (*os.File, error) {
	file, err := os.OpenFile(path, os.O_RDONLY|syscall.O_NONBLOCK, 0)
	if err != nil {
		return nil, err
	}
	info, err := file.Stat()
	if err == nil && !info.Mode().IsRegular() {
		err = fmt.Errorf("%s is not a regular file", path)
	}
	if err != nil {
		file.Close()
		return nil, err
	}
	return file, nil
}

// OpenStream reads csv or gzipped csv from a file that is already open, and
// closes it with the Source. name stands for it in messages.
func OpenStream(ctx context.Context, name string, file io.ReadCloser, columns []Column, texts *Dictionary, limits Limits, progress func(read int64)) (Source, error) {
	if progress == nil {
		progress = func(int64) {}
	}
	counted := &countingReader{in: file, report: progress}
	buffered := bufio.NewReaderSize(counted, 256<<10)
	var in io.Reader = buffered
	if magic, _ := buffered.Peek(2); string(magic) == "\x1f\x8b" {
		unzipped, err := gzip.NewReader(buffered)
		if err != nil {
			file.Close()
			return nil, readFault(name, 0, &damagedError{err})
		}
		in = gunzip{unzipped}
	}
	return OpenCSV(ctx, name, struct {
		io.Reader
		io.Closer
	}{in, file}, columns, texts, limits)
}

type countingReader struct {
	in     io.Reader
	read   int64
	report func(read int64)
}

func (c *countingReader) Read(b []byte) (int, error) {
	n, err := c.in.Read(b)
	c.read += int64(n)
	c.report(c.read)
	return n, err
}

// gunzip marks errors of the format, as opposed to those of the disk.
type gunzip struct{ in *gzip.Reader }

func (g gunzip) Read(b []byte) (int, error) {
	n, err := g.in.Read(b)
	var disk *fs.PathError
	if err != nil && !errors.Is(err, io.EOF) && !errors.As(err, &disk) {
		err = &damagedError{err}
	}
	return n, err
}

type damagedError struct{ err error }

func (e *damagedError) Error() string {
	return "the gzip data are damaged or cut short: " + e.err.Error()
}
func (e *damagedError) Unwrap() error { return e.err }
