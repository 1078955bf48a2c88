package figure

import (
	"bytes"
	"fmt"
	"io"
	"strconv"
	"strings"
)

// PDF writes the scene as a page of its own size. It uses the two Helvetica
// faces that every reader has, so that nothing need be embedded, and holds no
// date: the same scene gives the same bytes.
func (s *Scene) PDF(w io.Writer) error {
	var content strings.Builder
	p := &page{b: &content, height: s.Height}
	for _, m := range s.Marks {
		for _, shape := range m.Shapes {
			p.draw(shape)
		}
	}
	font := func(name string) string {
		return "<< /Type /Font /Subtype /Type1 /BaseFont /" + name + " /Encoding /WinAnsiEncoding >>"
	}
	return writeObjects(w, []string{
		"<< /Type /Catalog /Pages 2 0 R >>",
		"<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
		fmt.Sprintf("<< /Type /Page /Parent 2 0 R /MediaBox [0 0 %s %s] /Contents 4 0 R /Resources << /Font << /F1 5 0 R /F2 6 0 R >> >> >>", num(s.Width), num(s.Height)),
		fmt.Sprintf("<< /Length %d >>\nstream\n%s\nendstream", content.Len(), content.String()),
		font("Helvetica"),
		font("Helvetica-Bold"),
		"<< /Title " + pdfString(s.Title) + " >>",
	})
}

// writeObjects writes a file of numbered objects; the first is the catalog, the
// last the information dictionary.
func writeObjects(w io.Writer, objects []string) error {
	var out bytes.Buffer
	out.WriteString("%PDF-1.4\n%\xe2\xe3\xcf\xd3\n")
	offsets := make([]int, len(objects))
	for i, object := range objects {
		offsets[i] = out.Len()
		fmt.Fprintf(&out, "%d 0 obj\n%s\nendobj\n", i+1, object)
	}
	start := out.Len()
	fmt.Fprintf(&out, "xref\n0 %d\n0000000000 65535 f \n", len(objects)+1)
	for _, offset := range offsets {
		fmt.Fprintf(&out, "%010d 00000 n \n", offset)
	}
	fmt.Fprintf(&out, "trailer\n<< /Size %d /Root 1 0 R /Info %d 0 R >>\nstartxref\n%d\n%%%%EOF\n", len(objects)+1, len(objects), start)
	_, err := w.Write(out.Bytes())
	return err
}

// page turns shapes into operators. PDF counts y from the bottom.
type page struct {
	b      *strings.Builder
	height float64
}

func (p *page) op(format string, args ...any) { fmt.Fprintf(p.b, format+"\n", args...) }

func (p *page) at(x, y float64) string { return num(x) + " " + num(p.height-y) }

func (p *page) draw(shape Shape) {
	switch x := shape.(type) {
	case Line:
		p.stroke(x.Color, x.Width, x.Dashed)
		p.op("%s m %s l S", p.at(x.X1, x.Y1), p.at(x.X2, x.Y2))
	case Rect:
		p.paint(x.Fill, x.Stroke, func() { p.op("%s %s %s re", p.at(x.X, x.Y+x.H), num(x.W), num(x.H)) })
	case Circle:
		p.circle(x)
	case Polygon:
		p.paint(x.Fill, None, func() { p.trace(x.Points) })
	case Path:
		p.stroke(x.Color, x.Width, false)
		p.trace(x.Points)
		p.op("S")
	case Text:
		p.text(x)
	}
}

func (p *page) trace(list []Point) {
	for i, pt := range list {
		verb := "l"
		if i == 0 {
			verb = "m"
		}
		p.op("%s %s", p.at(pt.X, pt.Y), verb)
	}
}

func (p *page) stroke(c Color, width float64, dashed bool) {
	dash := "[] 0 d"
	if dashed {
		dash = "[4 3] 0 d"
	}
	p.op("%s RG %s w %s", rgb(c), num(width), dash)
}

// paint fills and strokes a path. Colors come first: they must not be set once
// a path is begun.
func (p *page) paint(fill, stroke Color, path func()) {
	verb := "n"
	if fill != None {
		verb = "f"
		p.op("%s rg", rgb(fill))
	}
	if stroke != None {
		verb = map[string]string{"n": "S", "f": "B"}[verb]
		p.stroke(stroke, 1, false)
	}
	path()
	p.op("%s", verb)
}

// circle is four curves; 0.5523 of the radius makes them round.
func (p *page) circle(c Circle) {
	k := 0.5523 * c.R
	curve := func(x1, y1, x2, y2, x3, y3 float64) {
		p.op("%s %s %s c", p.at(c.X+x1, c.Y+y1), p.at(c.X+x2, c.Y+y2), p.at(c.X+x3, c.Y+y3))
	}
	p.paint(c.Fill, c.Stroke, func() {
		p.op("%s m", p.at(c.X+c.R, c.Y))
		curve(c.R, k, k, c.R, 0, c.R)
		curve(-k, c.R, -c.R, k, -c.R, 0)
		curve(-c.R, -k, -k, -c.R, 0, -c.R)
		curve(k, -c.R, c.R, -k, c.R, 0)
	})
}

func (p *page) text(t Text) {
	x := t.X
	switch t.Anchor {
	case Middle:
		x -= TextWidth(t.Words, t.Size) / 2
	case End:
		x -= TextWidth(t.Words, t.Size)
	}
	face := "F1"
	if t.Bold {
		face = "F2"
	}
	p.op("BT %s rg /%s %s Tf %s Td %s Tj ET", rgb(t.Color), face, num(t.Size), p.at(x, t.Y), pdfString(t.Words))
}

func rgb(c Color) string {
	value, err := strconv.ParseUint(strings.TrimPrefix(c.Hex, "#"), 16, 32)
	if err != nil {
		return "0 0 0"
	}
	part := func(shift uint) string {
		return strconv.FormatFloat(float64(value>>shift&0xff)/255, 'f', 3, 64)
	}
	return part(16) + " " + part(8) + " " + part(0)
}
