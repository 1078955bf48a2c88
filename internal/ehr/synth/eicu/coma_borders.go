package eicu

import "strconv"

// comaRow is one time of the coma scale in a script; empty texts are left out.
type comaRow struct {
	offset              int
	total, value        string // under the two labels of a total
	motor, verbal, eyes string
	category            string // empty: scores
	examined            string // total found at a physical examination
	exact               string // path of the examination, if it is not the usual one
	second              string // another total at the same time
}

func parts(offset, eyes, verbal, motor int) comaRow {
	text := func(v int) string {
		if v == 0 {
			return ""
		}
		return strconv.Itoa(v)
	}
	return comaRow{offset: offset, eyes: text(eyes), verbal: text(verbal), motor: text(motor)}
}

func total(offset int, text string) comaRow { return comaRow{offset: offset, total: text} }

func value(offset int, text string) comaRow { return comaRow{offset: offset, value: text} }

func whole(offset int, text string, eyes, verbal, motor int) comaRow {
	row := parts(offset, eyes, verbal, motor)
	row.total = text
	return row
}

var comaScripts = [][]comaRow{
	// which totals are believed, and which texts are numbers
	{total(usual, "3")}, {total(usual, "15")}, {total(usual, "2")}, {total(usual, "16")}, {total(usual, "7")}, {total(usual, "8")}, {total(usual, "13")}, {total(usual, "14")},
	{value(usual, "9")}, {value(usual, "2")}, {value(usual, "3")}, {total(usual, "12a")}, {total(usual, "-")}, {total(usual, "")}, {total(usual, "11.")}, {total(usual, " 10 ")}, {total(usual, "1e1")}, {total(usual, "12.5")}, {total(usual, ".")}, {total(usual, "T")},
	{total(usual, "0"), whole(900, "14", 4, 4, 6)},
	// edges of the windows
	{total(-361, "5"), whole(200, "15", 4, 5, 6)}, {total(-360, "5"), whole(200, "15", 4, 5, 6)}, {total(0, "5"), whole(200, "15", 4, 5, 6)}, {total(1, "5"), whole(200, "15", 4, 5, 6)},
	{total(1440, "5"), whole(200, "15", 4, 5, 6)}, {total(1441, "5"), whole(200, "15", 4, 5, 6)}, {total(-1, "6"), whole(200, "15", 4, 5, 6)},
	// parts alone, and missing ones
	{parts(usual, 2, 3, 4)}, {parts(usual, 0, 0, 1)}, {parts(usual, 2, 0, 0)}, {parts(usual, 0, 2, 0)}, {parts(usual, 3, 4, 0)}, {parts(usual, 0, 9, 7)},
	// total and parts that do not agree, or one of them invalid
	{whole(usual, "9", 4, 4, 6)}, {whole(usual, "14", 1, 1, 4)}, {whole(usual, "2", 2, 2, 4)}, {whole(usual, "99", 3, 3, 5)}, {whole(usual, "x", 3, 3, 5)},
	// ties
	{whole(100, "12", 3, 4, 5), whole(600, "12", 4, 3, 5)}, {whole(100, "13", 4, 3, 6), whole(600, "13", 3, 4, 6), whole(900, "15", 4, 5, 6)},
	// several at one time
	{{offset: usual, total: "12", second: "9"}, whole(900, "14", 4, 4, 6)}, {{offset: usual, total: "8", value: "11"}}, {{offset: usual, total: "2", value: "11"}},
	{parts(usual, 4, 4, 6), parts(usual, 2, 5, 5)},
	// categories
	{{offset: usual, total: "6", category: otherVital}}, {{offset: usual, value: "6", category: scores}}, {{offset: usual, total: "6", category: vitalSigns}, whole(900, "14", 4, 4, 6)},
	{{offset: usual, motor: "3", verbal: "2", eyes: "2", category: otherVital}},
	// the physical examination, where nothing was charted and where something was
	{{offset: usual, examined: "8"}}, {{offset: usual, examined: "7"}}, {{offset: 0, examined: "7"}}, {{offset: 1440, examined: "7"}}, {{offset: 1441, examined: "7"}}, {{offset: usual, examined: "14"}},
	{{offset: usual, examined: "6"}, total(600, "14")}, {{offset: usual, examined: "12"}, {offset: 700, examined: "9"}}, {{offset: usual, examined: "5"}, total(-100, "14")},
	{{offset: usual, examined: "8", exact: scorePath}}, {{offset: usual, examined: "8", exact: comaPath + "8/more"}}, {{offset: usual, examined: "scored", exact: comaPath + "sc"}},
	{parts(usual, 1, 1, 2), {offset: 600, examined: "10"}},
	// nothing
	{},
}

func (n *notes) comaRow(r comaRow) {
	category := r.category
	put := func(e entry, text string) {
		if text == "" {
			return
		}
		if category != "" {
			e.category = category
		}
		n.chart(e, r.offset, text)
	}
	put(comaTotal, r.total)
	put(comaTotal, r.second)
	put(comaValue, r.value)
	put(comaMotor, r.motor)
	put(comaVerbal, r.verbal)
	put(comaEyes, r.eyes)
	if r.examined != "" {
		path := comaPath + r.examined
		if r.exact != "" {
			path = r.exact
		}
		n.exam(r.offset, path, r.examined)
	}
}
