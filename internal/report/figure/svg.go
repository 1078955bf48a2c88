package figure

import (
	"fmt"
	"html"
	"io"
	"strings"
)

// SVG writes a file that stands by itself.
func (s *Scene) SVG(w io.Writer) error {
	return s.svg(w, "", `xmlns="http://www.w3.org/2000/svg"`, Color.plain)
}

// largest is how far a figure grows in a wide page.
const largest = 1.25

// Inline writes an element for a page: colors follow the page's theme, marks can
// take the focus. id must be unique in the page.
func (s *Scene) Inline(w io.Writer, id string) error {
	return s.svg(w, id, fmt.Sprintf(`style="max-width:%.0fpx"`, largest*s.Width), Color.themed)
}

func (c Color) plain() string {
	if c == None {
		return "none"
	}
	return c.Hex
}

func (c Color) themed() string {
	if c == None || c.Name == "" {
		return c.plain()
	}
	return "var(--fig-" + c.Name + "," + c.Hex + ")"
}

func (s *Scene) svg(w io.Writer, id, attribute string, color func(Color) string) error {
	title, description := "title", "description"
	if id != "" {
		title, description = id+"-title", id+"-description"
	}
	var b strings.Builder
	fmt.Fprintf(&b, `<svg %s viewBox="0 0 %s %s" width="%s" height="%s" role="group" aria-labelledby="%s" aria-describedby="%s" font-family="Helvetica, Arial, sans-serif">`+"\n",
		attribute, num(s.Width), num(s.Height), num(s.Width), num(s.Height), title, description)
	fmt.Fprintf(&b, "<title id=%q>%s</title>\n<desc id=%q>%s</desc>\n", title, html.EscapeString(s.Title), description, html.EscapeString(s.Description))
	for _, m := range s.Marks {
		if m.Label == "" {
			b.WriteString(`<g aria-hidden="true">`)
		} else {
			fmt.Fprintf(&b, `<g class="mark" role="img" aria-label="%s"><title>%[1]s</title>`, html.EscapeString(m.Label))
		}
		for _, shape := range m.Shapes {
			writeShape(&b, shape, color)
		}
		b.WriteString("</g>\n")
	}
	b.WriteString("</svg>\n")
	_, err := io.WriteString(w, b.String())
	return err
}

func writeShape(b *strings.Builder, shape Shape, color func(Color) string) {
	switch x := shape.(type) {
	case Line:
		dash := ""
		if x.Dashed {
			dash = ` stroke-dasharray="4 3"`
		}
		fmt.Fprintf(b, `<line x1="%s" y1="%s" x2="%s" y2="%s" stroke="%s" stroke-width="%s"%s/>`,
			num(x.X1), num(x.Y1), num(x.X2), num(x.Y2), color(x.Color), num(x.Width), dash)
	case Rect:
		fmt.Fprintf(b, `<rect x="%s" y="%s" width="%s" height="%s" fill="%s" stroke="%s"/>`,
			num(x.X), num(x.Y), num(x.W), num(x.H), color(x.Fill), color(x.Stroke))
	case Circle:
		fmt.Fprintf(b, `<circle cx="%s" cy="%s" r="%s" fill="%s" stroke="%s"/>`,
			num(x.X), num(x.Y), num(x.R), color(x.Fill), color(x.Stroke))
	case Polygon:
		fmt.Fprintf(b, `<polygon points="%s" fill="%s"/>`, points(x.Points), color(x.Fill))
	case Path:
		fmt.Fprintf(b, `<polyline points="%s" fill="none" stroke="%s" stroke-width="%s"/>`, points(x.Points), color(x.Color), num(x.Width))
	case Text:
		weight := ""
		if x.Bold {
			weight = ` font-weight="bold"`
		}
		fmt.Fprintf(b, `<text x="%s" y="%s" font-size="%s" text-anchor="%s" fill="%s"%s>%s</text>`,
			num(x.X), num(x.Y), num(x.Size), x.Anchor, color(x.Color), weight, html.EscapeString(x.Words))
	}
}

func points(list []Point) string {
	out := make([]string, len(list))
	for i, p := range list {
		out[i] = num(p.X) + "," + num(p.Y)
	}
	return strings.Join(out, " ")
}

// num writes a coordinate with at most two decimals.
func num(v float64) string {
	s := fmt.Sprintf("%.2f", v)
	return strings.TrimSuffix(strings.TrimRight(s, "0"), ".")
}
