package doc

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"flag"
	"html"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"m4bench/internal/report/figure"
)

var update = flag.Bool("update", false, "rewrite the golden files")

func example() *Document {
	t := &Table{ID: "effects", Title: "Effects & more", Note: "A note, 5 % of it <important>.", Columns: Columns("Task", "Difference", "Time|s", "Remark")}
	t.Add(Text("sofa_24h"), Interval(0.1357518, 0.05, 0.22, 3).ByGain(false), Number(12.345, 1), Text("as expected"))
	t.Add(Text("meld|24h"), Interval(-0.02, -0.05, 0.01, 3).ByGain(false), Missing(), Text("a remark so long that it cannot stay in one line of a terminal and is broken into lines"))
	s := Section{ID: "effects-section", Title: "Effect of a skill"}
	s.Say("The mean is +0.136 over 2 tasks.")
	s.Say("")
	s.Add(t, &Figure{ID: "forest", Caption: "Squares: tasks.", Scene: figure.Forest{
		Title: "Difference by task", Description: "Two tasks.", Axis: "Difference",
		Rows: []figure.ForestRow{{Label: "sofa_24h", Value: 0.13, Lower: 0.05, Upper: 0.2}},
	}.Scene()})
	return &Document{
		Title: "Report on <x> & y", Subtitle: "2 runs",
		Facts:    []Fact{{Label: "Runs", Value: Count(1234), Note: "all of them"}},
		Sections: []Section{s},
	}
}

func TestFormatsAreAsTheGoldenFilesShow(t *testing.T) {
	for _, format := range []string{"text", "md", "latex", "csv", "json"} {
		t.Run(format, func(t *testing.T) {
			var out bytes.Buffer
			if err := example().Write(&out, format, Options{FigureDir: "figures", Generated: "Written by a test."}); err != nil {
				t.Fatal(err)
			}
			path := filepath.Join("testdata", "example."+format)
			if *update {
				if err := os.WriteFile(path, out.Bytes(), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			want, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			if !bytes.Equal(out.Bytes(), want) {
				t.Errorf("differs from %s (-update rewrites it):\n%s", path, out.String())
			}
		})
	}
}

func TestCSVAndJSONCanBeReadBack(t *testing.T) {
	var asCSV, asJSON bytes.Buffer
	if err := example().Write(&asCSV, "csv", Options{}); err != nil {
		t.Fatal(err)
	}
	rows, err := csv.NewReader(&asCSV).ReadAll()
	if err != nil || len(rows) != 7 || rows[1][6] != "0.1357518" || rows[1][7] != "0.05" {
		t.Errorf("%v (%v)", rows, err)
	}
	if err := example().Write(&asJSON, "json", Options{}); err != nil {
		t.Fatal(err)
	}
	var back struct {
		Sections []struct {
			Tables []struct {
				Rows [][]struct {
					Text         string
					Value, Lower *float64
				}
			}
		}
	}
	if err := json.Unmarshal(asJSON.Bytes(), &back); err != nil {
		t.Fatal(err)
	}
	cell := back.Sections[0].Tables[0].Rows[0][1]
	if cell.Value == nil || *cell.Value != 0.1357518 || back.Sections[0].Tables[0].Rows[1][2].Value != nil {
		t.Errorf("%+v", back)
	}
}

func TestHTMLStandsAlone(t *testing.T) {
	var out bytes.Buffer
	if err := example().Write(&out, "html", Options{Generated: "Written by a test."}); err != nil {
		t.Fatal(err)
	}
	page := html.UnescapeString(out.String())
	for _, foreign := range []string{"http://", "https://", "src=", "@import", "url("} {
		if strings.Contains(page, foreign) {
			t.Errorf("the page refers to something outside: %q", foreign)
		}
	}
	for _, want := range []string{
		"<title>Report on <x> & y</title>", `<html lang="en">`, `default-src 'none'`, `scope="col"`, `scope="row"`, "<caption>Effects & more</caption>",
		`aria-labelledby="forest-title"`, `<title id="forest-title">Difference by task</title>`, `<desc id="forest-description">Two tasks.</desc>`,
		`aria-label="sofa_24h: +0.130, interval +0.050 to +0.200"`, "+0.136 [0.050, 0.220]", "−0.020 [−0.050, 0.010]", `class="good num"`, "@media print",
	} {
		if !strings.Contains(page, want) {
			t.Errorf("the page lacks %q", want)
		}
	}
	if strings.Contains(out.String(), "<x>") || strings.Contains(out.String(), "<important>") {
		t.Error("a text was not escaped")
	}
	if strings.Contains(page, "ZgotmplZ") {
		t.Error("the template refused a value")
	}
}

func TestUnknownFormat(t *testing.T) {
	if err := example().Write(&bytes.Buffer{}, "docx", Options{}); err == nil || !strings.Contains(err.Error(), "html, json") {
		t.Errorf("got %v", err)
	}
}

func TestCells(t *testing.T) {
	for _, c := range []struct {
		cell Cell
		want string
	}{
		{Number(-0.00001, 3), "0.000"},
		{Signed(0.00001, 3), "0.000"},
		{Signed(-0.5, 2), "-0.50"},
		{Number(math.NaN(), 3), "–"},
		{Count(-1234567), "-1,234,567"},
		{Count(999), "999"},
		{Whole(1e6 + 0.4), "1,000,000"},
		{Percent(0.8649, 0), "86 %"},
		{Of(26, 28), "26/28"},
		{Of(0, 0), "–"},
		{PValue(0.0002345), "2.3e-04"},
		{PValue(0.0123), "0.012"},
		{PValue(0.5), "0.50"},
		{PValue(1), "1.00"},
		{PValue(0), "< 1e-15"},
		{Interval(0.1, math.NaN(), 0.2, 2), "+0.10"},
		{Bounds(-0.1, 0.2, 2), "[-0.10, 0.20]"},
	} {
		if c.cell.Text != c.want {
			t.Errorf("%q, want %q", c.cell.Text, c.want)
		}
	}
	if Number(0.1, 2).ByGain(true).Tone != Bad || Number(0.1, 2).ByGain(false).Tone != Good || Interval(0.1, -0.1, 0.3, 2).ByGain(false).Tone != Plain {
		t.Error("tone: more error is bad, more reward is good, an interval over zero is neither")
	}
}
