package figure

import "fmt"

// Bars shows how wholes split into the same parts: one bar a row.
type Bars struct {
	Title, Description string
	Unit               string // what is counted
	Parts              []string
	Rows               []BarRow
}

// BarRow is one bar.
type BarRow struct {
	Label  string
	Counts []int
}

// Scene draws the bars, each to its full width, with counts inside.
func (b Bars) Scene() *Scene {
	const height = 26.0
	width := plotWidth + noteWidth - 50
	top := 34.0
	s := &Scene{Width: labelWidth + width + 60, Height: top + height*float64(len(b.Rows)) + 10, Title: b.Title, Description: b.Description}
	at := labelWidth
	for i, part := range b.Parts {
		s.Decorate(Rect{at, 8, 10, 10, partColor(i), None}, Text{at + 14, 17, part, textSize - 1, Start, Muted, false})
		at += room(part, textSize-1) + 30
	}
	s.Width = max(s.Width, at)
	for i, row := range b.Rows {
		b.row(s, row, top+height*float64(i), height, width)
	}
	return s
}

func (b Bars) row(s *Scene, r BarRow, y, height, width float64) {
	total := 0
	for _, n := range r.Counts {
		total += n
	}
	s.Decorate(Text{labelWidth - 8, y + 16, shorten(r.Label, textSize, labelWidth-12), textSize, End, Ink, false})
	if total == 0 {
		return
	}
	x := labelWidth
	for i, n := range r.Counts {
		w := width * float64(n) / float64(total)
		if n > 0 {
			shapes := []Shape{Rect{x, y + 2, w, height - 6, partColor(i), Surface}}
			if words := fmt.Sprint(n); w > TextWidth(words, textSize-1)+6 {
				shapes = append(shapes, Text{x + w/2, y + 16, words, textSize - 1, Middle, Color{Hex: "#ffffff"}, true})
			}
			s.Mark(fmt.Sprintf("%s, %s: %d of %d %s", r.Label, b.Parts[i], n, total, b.Unit), shapes...)
		}
		x += w
	}
	s.Decorate(Text{x + 8, y + 16, fmt.Sprintf("%d", total), textSize - 1, Start, Muted, false})
}

// partColor runs from good to bad.
func partColor(i int) Color {
	return []Color{{Hex: "#0f766e"}, {Hex: "#a16207"}, {Hex: "#c2410c"}, {Hex: "#6b7280"}, {Hex: "#374151"}}[i%5]
}
