package doc

import (
	_ "embed" // the page, its style and its script
	"html/template"
	"io"
	"strings"
	"unicode/utf8"
)

var (
	//go:embed page.html.tmpl
	pageSource string
	//go:embed page.css
	pageStyle string
	//go:embed page.js
	pageScript string
)

var page = template.Must(template.New("page").Funcs(template.FuncMap{
	"table":   func(b Block) *Table { t, _ := b.(*Table); return t },
	"figure":  func(b Block) *Figure { f, _ := b.(*Figure); return f },
	"text":    func(b Block) string { p, _ := b.(Paragraph); return p.Text },
	"drawing": drawing,
	"typeset": Cell.Typeset,
	"class":   htmlClass,
	"right":   numericColumn,
	"sort":    func(c Cell) string { return exact(c.Value) },
	"style":   func() template.CSS { return template.CSS(pageStyle) },
	"script":  func() template.JS { return template.JS(pageScript) },
}).Parse(pageSource))

type pageData struct {
	*Document
	Options
}

// writeHTML writes one file that needs nothing else: no network, no font, no image.
func writeHTML(d *Document, w io.Writer, options Options) error {
	return page.Execute(w, pageData{d, options})
}

// drawing is the figure as an element; the SVG writer has escaped every text.
func drawing(f *Figure) (template.HTML, error) {
	var b strings.Builder
	err := f.Scene.Inline(&b, f.ID)
	return template.HTML(b.String()), err
}

// longText is from where on a text may be broken into lines.
const longText = 40

func htmlClass(c Cell) string {
	class := map[Tone]string{Good: "good", Bad: "bad", Quiet: "quiet"}[c.Tone]
	switch {
	case c.numeric:
		class += " num"
	case utf8.RuneCountInString(c.Text) > longText:
		class += " long"
	}
	return strings.TrimSpace(class)
}
