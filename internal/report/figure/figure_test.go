package figure

import (
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"math"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

var nan = math.NaN()

// scenes holds one of each kind, with gaps, negative values and hostile texts.
func scenes() map[string]*Scene {
	return map[string]*Scene{
		"forest": Forest{Title: "a <b> & \"c\"", Description: "d", Axis: "x", Series: []string{"m", "n"}, Rows: []ForestRow{
			{Label: "family", Value: nan},
			{Label: "up", Value: 0.2, Lower: 0.1, Upper: 0.3, Dots: []float64{0.1, nan}},
			{Label: "down (worse)", Value: -0.2, Lower: nan, Upper: nan},
			{Label: "all", Value: 0, Lower: -0.1, Upper: 0.1, Summary: true, Note: "0 [−0.1, 0.1]"},
		}}.Scene(),
		"heatmap": Heatmap{Title: "h", Description: "d", Groups: []string{"none", "none", "skill"}, Columns: []HeatColumn{{"m", ""}, {"n", ""}, {"m", "obfuscated"}},
			Rows: []HeatRow{{"task", []float64{0, 1, nan}}}}.Scene(),
		"slopes": Slopes{Title: "s", Description: "d", Axis: "y", States: []string{"a", "b", "c"}, Lines: []Slope{
			{Label: "t", Values: []float64{0.5, nan, 0.2}}, {Label: "none", Values: []float64{nan, nan, nan}}, {Label: "mean", Values: []float64{0.4, 0.4, 0.4}, Mean: true},
		}}.Scene(),
		"bars":  Bars{Title: "b", Description: "d", Unit: "runs", Parts: []string{"good", "bad"}, Rows: []BarRow{{"x", []int{3, 1}}, {"empty", []int{0, 0}}}}.Scene(),
		"curve": Curve{Title: "c", Description: "d", Horizontal: "trials", Vertical: "width", Lines: []CurveLine{{"15 families", []float64{0.3, 0.2}, 0.1}}}.Scene(),
	}
}

func TestSVGIsWellFormedAndReadable(t *testing.T) {
	for name, scene := range scenes() {
		for _, write := range []func(io.Writer) error{scene.SVG, func(w io.Writer) error { return scene.Inline(w, "id") }} {
			var out bytes.Buffer
			if err := write(&out); err != nil {
				t.Fatal(err)
			}
			decoder := xml.NewDecoder(bytes.NewReader(out.Bytes()))
			for {
				_, err := decoder.Token()
				if errors.Is(err, io.EOF) {
					break
				}
				if err != nil {
					t.Fatalf("%s: %v", name, err)
				}
			}
			for _, want := range []string{"<title ", "<desc ", `role="group"`, `role="img" aria-label="`} {
				if !strings.Contains(out.String(), want) {
					t.Errorf("%s: no %s", name, want)
				}
			}
			if strings.Contains(out.String(), "NaN") {
				t.Errorf("%s draws at NaN", name)
			}
		}
	}
}

// Every offset of a PDF must point at its object, and every stream be as long as
// it says; a reader that must repair a file may refuse it.
func TestPDFIsConsistent(t *testing.T) {
	for name, scene := range scenes() {
		var out bytes.Buffer
		if err := scene.PDF(&out); err != nil {
			t.Fatal(err)
		}
		text := out.String()
		xref := text[strings.LastIndex(text, "xref\n0"):]
		for i, line := range strings.Split(xref, "\n")[3:10] {
			offset, err := strconv.Atoi(line[:10])
			if err != nil || !strings.HasPrefix(text[offset:], fmt.Sprintf("%d 0 obj", i+1)) {
				t.Errorf("%s: entry %q does not point at object %d", name, line, i+1)
			}
		}
		length := regexp.MustCompile(`/Length (\d+) >>\nstream\n`).FindStringSubmatchIndex(text)
		n, _ := strconv.Atoi(text[length[2]:length[3]])
		if !strings.HasPrefix(text[length[1]+n:], "\nendstream") {
			t.Errorf("%s: the stream is not %d bytes long", name, n)
		}
		if strings.Contains(text, "NaN") {
			t.Errorf("%s draws at NaN", name)
		}
	}
}

func TestPDFIsTheSameEveryTime(t *testing.T) {
	var a, b bytes.Buffer
	_ = scenes()["forest"].PDF(&a)
	_ = scenes()["forest"].PDF(&b)
	if !bytes.Equal(a.Bytes(), b.Bytes()) {
		t.Error("two writings differ")
	}
}

func TestPDFTextIsEscaped(t *testing.T) {
	if got := pdfString(`a(b)\ – ± 語`); got != "(a\\(b\\)\\\\ \x96 \xb1 ?)" {
		t.Errorf("%q", got)
	}
}

func TestAxisCoversValuesWithRoundTicks(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		values := rapid.SliceOfN(rapid.Float64Range(-10, 10), 1, 20).Draw(t, "values")
		a := newAxis(values, 100, 500)
		for _, v := range values {
			if at := a.at(v); at < 99.99 || at > 500.01 {
				t.Fatalf("%v is drawn at %v", v, at)
			}
		}
		ticks, labels := a.ticks()
		if len(ticks) < 2 || len(ticks) > 12 || len(ticks) != len(labels) {
			t.Fatalf("%d ticks, %d labels", len(ticks), len(labels))
		}
		for i, label := range labels {
			if back, err := strconv.ParseFloat(label, 64); err != nil || math.Abs(back-ticks[i]) > 1e-9 {
				t.Fatalf("tick %v is labelled %s", ticks[i], label)
			}
		}
	})
}

func TestShortenFits(t *testing.T) {
	if got := shorten("vasopressor-equivalents", 11, 60); TextWidth(got, 11) > 60 || !strings.HasSuffix(got, "…") {
		t.Errorf("%q is %v wide", got, TextWidth(got, 11))
	}
	if got := shorten("short", 11, 60); got != "short" {
		t.Errorf("%q", got)
	}
}
