package doc

import (
	"fmt"
	"os"
	"path/filepath"

	"m4bench/internal/atomicfile"
)

// WriteFigures writes every figure as <id>.svg and <id>.pdf into a folder, which
// is made if it is not there.
func (d *Document) WriteFigures(dir string) error {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return fmt.Errorf("make folder for figures: %w", err)
	}
	for _, f := range d.Figures() {
		name := filepath.Join(dir, f.ID)
		if err := atomicfile.Write(name+".svg", 0o644, f.Scene.SVG); err != nil {
			return err
		}
		if err := atomicfile.Write(name+".pdf", 0o644, f.Scene.PDF); err != nil {
			return err
		}
	}
	return nil
}
