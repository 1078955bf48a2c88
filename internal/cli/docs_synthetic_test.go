package cli

import (
	"context"
	"io"
	"testing"
	"time"

	"m4bench/internal/ehr"
	"m4bench/internal/ehr/synth/sheet"
)

// What docs/synthetic.md shows of a large database must hold in a small one too,
// derived tables included: a distribution that drifts out of its band fails here.
func TestSyntheticFiguresStayInTheirBands(t *testing.T) {
	app := &App{Out: io.Discard, Err: io.Discard, Now: time.Now}
	o := docsSyntheticOptions{stays: 800, seed: 21}
	for _, d := range []*sheet.Database{
		{Source: ehr.MIMICIV, Sections: sheet.MIMIC()},
		{Source: ehr.EICU, Sections: sheet.EICU()},
	} {
		if err := measureSynthetic(context.Background(), app, o, d, t.TempDir()); err != nil {
			t.Fatal(err)
		}
		for _, results := range d.Results {
			for _, r := range results {
				if r.Slack == 0 {
					t.Errorf("%s: %s has no band", d.Source, r.Name)
				}
				if r.Wide() {
					t.Errorf("%s: %s: %s, full data %s, demo %s: %s %% off, %s %% allowed",
						d.Source, r.Name, r.Synthetic(), r.Published(), r.OpenDemo(), r.Distance(), r.Allowed())
				}
			}
		}
	}
}
