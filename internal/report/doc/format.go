package doc

import (
	"fmt"
	"io"
	"slices"
	"strings"
)

// Options of a rendering.
type Options struct {
	FigureDir string // where figures lie, as seen from the document; LaTeX shows them only with it
	Generated string // what made the document, for its foot
}

// Formats by name.
var formats = map[string]func(*Document, io.Writer, Options) error{
	"text":  writeText,
	"md":    writeMarkdown,
	"html":  writeHTML,
	"latex": writeLaTeX,
	"csv":   writeCSV,
	"json":  writeJSON,
}

// Formats lists the names of the formats.
func Formats() []string {
	names := make([]string, 0, len(formats))
	for name := range formats {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}

// KnownFormat says whether there is such a format.
func KnownFormat(name string) bool { return formats[name] != nil }

// Write renders the document.
func (d *Document) Write(w io.Writer, format string, options Options) error {
	write := formats[format]
	if write == nil {
		return fmt.Errorf("no format %q; there are %s", format, strings.Join(Formats(), ", "))
	}
	if err := write(d, w, options); err != nil {
		return fmt.Errorf("write %s: %w", format, err)
	}
	return nil
}
