package report

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"m4bench/internal/report/doc"
	"m4bench/internal/stats/runs"
)

// The LaTeX report must compile with the base packages, hostile names included.
func TestLaTeXCompiles(t *testing.T) {
	if _, err := exec.LookPath("latexmk"); err != nil {
		if os.Getenv("CI") == "true" {
			t.Fatal("latexmk is required in CI; scripts/setup test installs it")
		}
		t.Skip("left out: latexmk is not installed (Debian: latexmk, texlive-latex-base)")
	}
	rows := invented("chat", bothArms, []string{"m_1 & co", "n#2"}, 2)
	rows[0].Outcome, rows[0].Failure = runs.Failed, `50% of $HOME\{x}^2 ~ _unclear_ 語`
	d := Build([][]runs.Run{rows, replication()}, Options{Title: "A report on R&D"})
	dir := t.TempDir()
	if err := d.WriteFigures(filepath.Join(dir, "figures")); err != nil {
		t.Fatal(err)
	}
	file, err := os.Create(filepath.Join(dir, "report.tex"))
	if err != nil {
		t.Fatal(err)
	}
	if err := d.Write(file, "latex", doc.Options{FigureDir: "figures"}); err != nil {
		t.Fatal(err)
	}
	if err := file.Close(); err != nil {
		t.Fatal(err)
	}
	cmd := exec.CommandContext(t.Context(), "latexmk", "-pdf", "-interaction=nonstopmode", "-halt-on-error", "report.tex")
	cmd.Dir = dir
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, last(out, 3000))
	}
	if info, err := os.Stat(filepath.Join(dir, "report.pdf")); err != nil || info.Size() < 10_000 {
		t.Errorf("no report.pdf of any size: %v", err)
	}
}

func last(out []byte, n int) []byte { return out[max(0, len(out)-n):] }
