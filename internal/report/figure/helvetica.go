package figure

import "strings"

// helvetica is the advance width of the printable ASCII characters, in
// thousandths of the size, from the font's metrics.
var helvetica = [95]int{
	278, 278, 355, 556, 556, 889, 667, 191, 333, 333, 389, 584, 278, 333, 278, 278,
	556, 556, 556, 556, 556, 556, 556, 556, 556, 556, 278, 278, 584, 584, 584, 556,
	1015, 667, 667, 722, 722, 667, 611, 778, 722, 278, 500, 667, 556, 833, 722, 778,
	667, 778, 722, 667, 611, 722, 667, 944, 667, 667, 611, 278, 278, 278, 469, 556,
	333, 556, 556, 500, 556, 556, 278, 556, 556, 222, 222, 500, 222, 833, 556, 556,
	556, 556, 333, 500, 278, 556, 500, 722, 500, 500, 500, 334, 260, 334, 584,
}

// winAnsi maps the characters beyond ASCII that figures use to their codes.
var winAnsi = map[rune]byte{'–': 0x96, '−': 0x96, '—': 0x97, '±': 0xb1, '×': 0xd7, '·': 0xb7, '²': 0xb2, '…': 0x85, '’': 0x92}

// TextWidth is the width of words in Helvetica of a size.
func TextWidth(words string, size float64) float64 {
	sum := 0
	for _, r := range words {
		if r >= ' ' && r <= '~' {
			sum += helvetica[r-' ']
		} else {
			sum += 556
		}
	}
	return float64(float64(sum)*size) / 1000
}

// pdfString writes a literal string in the encoding of the fonts; characters
// they do not have become question marks.
func pdfString(words string) string {
	var b strings.Builder
	b.WriteByte('(')
	for _, r := range words {
		switch code, known := winAnsi[r]; {
		case r == '(' || r == ')' || r == '\\':
			b.WriteByte('\\')
			b.WriteByte(byte(r))
		case r >= ' ' && r <= '~':
			b.WriteByte(byte(r))
		case known:
			b.WriteByte(code)
		default:
			b.WriteByte('?')
		}
	}
	b.WriteByte(')')
	return b.String()
}

// room is the width to leave for words, since a page may lack Helvetica and use
// a wider face.
func room(words string, size float64) float64 { return 1.12 * TextWidth(words, size) }

// shorten cuts words to a width.
func shorten(words string, size, width float64) string {
	if room(words, size) <= width {
		return words
	}
	runes := []rune(words)
	for len(runes) > 1 && room(string(runes)+"…", size) > width {
		runes = runes[:len(runes)-1]
	}
	return string(runes) + "…"
}
