package eicu

// pin makes one charted value the decisive one of the first day; the ordinary
// ones stay between low and high.
type pin struct {
	entry     entry
	text      string
	offset    int
	low, high float64
}

// sign is a vital sign that pins exist for.
type sign struct {
	entries   []entry // any of which may carry the pin
	low, high float64 // ordinary values
	lowest    []string
	highest   []string
	strong    string // a bad value, for the edges of the window
}

var signs = []sign{
	{
		entries: []entry{heartRate, {scores, heartRate.label, heartRate.name}, {otherVital, heartRate.label, heartRate.name}, {"Nursing", heartRate.label, heartRate.name}},
		low:     70, high: 86,
		lowest:  []string{"32", "33", "32.5", "25", "24", "0", "28"},
		highest: []string{"88", "88.5", "89", "106", "106.5", "107", "125", "125.5", "126", "225", "226", "fast", "150 bpm", "1e2", " 130 ", "131."},
		strong:  "140",
	},
	{
		entries: append([]entry{cuffMean}, lineMeans...), low: 78, high: 95,
		lowest:  []string{"20", "20.65", "21", "50.99", "50.995", "51", "61.32", "61.33", "62", "1", "0.9", "0", "-4"},
		highest: []string{"143", "143.44", "143.45", "144", "250", "251", "160/80"},
		strong:  "40",
	},
	{
		entries: []entry{breathRate}, low: 14, high: 19,
		lowest:  []string{"0", "1", "5", "6", "12", "12.5", "13", "3"},
		highest: []string{"22", "22.5", "23", "30", "30.5", "31", "44", "44.5", "45", "60", "61"},
		strong:  "46",
	},
	{
		entries: []entry{celsius}, low: 36.5, high: 36.8,
		lowest:  []string{"33.2", "33.22", "33.21", "35.9", "35.93", "35.935", "35.94", "36.3", "36.39", "36.395", "36.4", "25", "24.9", "30"},
		highest: []string{"36.88", "36.885", "36.89", "36.9", "39.8", "39.88", "39.89", "39.9", "46", "46.1", "98.6", "41"},
		strong:  "40.2",
	},
}

// edges are the ends of the windows, in minutes.
var edges = []int{-361, -360, -1, 0, 1, 1439, 1440, 1441, -100, 800}

const usual = 313

// pins lists the pins of a sign: each value once under its everyday name, and
// now and then under another.
func (s *sign) pins() []pin {
	var list []pin
	add := func(text string, offset int) {
		for i, e := range s.entries {
			if len(s.entries) == 4 && e == s.entries[3] && offset != usual {
				continue
			}
			if i == 0 || len(list)%3 == i%3 {
				list = append(list, pin{e, text, offset, s.low, s.high})
			}
		}
	}
	for _, text := range append(append([]string{}, s.lowest...), s.highest...) {
		add(text, usual)
	}
	for _, offset := range edges {
		add(s.strong, offset)
	}
	return list
}

var pinLists = func() [][]pin {
	lists := make([][]pin, len(signs))
	for i := range signs {
		lists[i] = signs[i].pins()
	}
	return lists
}()

const pinEvery = 4

// onBorder gives a stay on the borders its pins.
func (n *notes) onBorder() {
	if !n.s.Border {
		return
	}
	for i, list := range pinLists {
		turn := n.p.Index + i
		if turn%pinEvery == 0 {
			n.pins = append(n.pins, list[turn/pinEvery%len(list)])
		}
	}
}

// limited keeps an ordinary value of the first day inside what a pin allows.
func (n *notes) limited(label string, v float64) float64 {
	for i := range n.pins {
		if p := &n.pins[i]; p.entry.label == label || pressure(p.entry.label) && pressure(label) {
			return max(p.low, min(p.high, v))
		}
	}
	return v
}

func pressure(label string) bool {
	return label == cuffMean.label || label == lineMeans[0].label || label == lineMeans[1].label || label == lineMeans[2].label
}

// noLine says that no pressure from an arterial line is charted, because one
// from the cuff is to decide.
func (n *notes) noLine() bool {
	for i := range n.pins {
		if n.pins[i].entry == cuffMean {
			return true
		}
	}
	return false
}

func (n *notes) chartPins() {
	for i := range n.pins {
		p := &n.pins[i]
		n.chart(p.entry, p.offset, p.text)
	}
}

// scripted says whether a stay follows a script of a kind that one patient in so
// many does, and which.
func (n *notes) scripted(every, turn, scripts int) (which int, ok bool) {
	if !n.s.Border || n.p.Index%every != turn {
		return 0, false
	}
	return n.p.Index / every % scripts, true
}

// ages are texts of the age column.
var ages = []string{"17", "18", "23", "24", "53", "54", "77", "78", "89", "90", "> 89", "", "unknown", "0", "53.6"}

// waits are minutes from the hospital's admission to the unit's.
var waits = []int{0, -10, -11, -9, -296, -297, -298, -1439, -1440, -1441, -18_707, -18_708, -18_709, 5, 300, 2000, -5000}

// electives are the values of the mark for elective surgery, and where the
// patient came from.
var electives = []struct {
	mark   int
	absent bool
	source string
}{
	{1, false, "Operating Room"}, {1, false, "Emergency Department"}, {0, false, "Operating Room"}, {-1, false, "Operating Room"}, {-1, false, "Emergency Department"},
	{0, true, "Recovery Room"}, {1, false, "emergency department"}, {1, false, ""}, {1, false, "Floor"},
}
