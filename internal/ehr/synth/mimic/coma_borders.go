package mimic

// comaRow is one assessment of the coma scale; 0 leaves a part out.
type comaRow struct {
	after               int64 // seconds since arrival
	eyes, verbal, motor int
}

// Answers of the verbal part that are no step of the scale.
const (
	onTube   = -1 // cannot speak because of a tube
	silent   = -2 // the text says no response, without a tube
	wordless = -3 // a text without a number that the scale does not know
)

// coma rows make a script.
func comaRows(rows ...comaRow) script {
	return func(c *charter) {
		for _, row := range rows {
			c.after(row.after)
			c.comaParts(row)
		}
	}
}

func (c *charter) comaParts(row comaRow) {
	if row.eyes > 0 {
		c.word(eyeOpening, row.eyes-1)
	}
	switch {
	case row.verbal == onTube:
		c.word(verbalResponse, noResponseTube)
	case row.verbal == silent:
		c.word(verbalResponse, 1)
	case row.verbal == wordless:
		c.put(verbalResponse, 0, 0, emptyKind, false)
	case row.verbal > 0:
		c.word(verbalResponse, row.verbal)
	}
	if row.motor > 0 {
		c.word(motorResponse, row.motor-1)
	}
}

// awake is a normal answer.
func awake(after int64) comaRow { return comaRow{after, 4, 5, 6} }

// lowest is a script in which one assessment decides.
func lowest(eyes, verbal, motor int) script {
	return comaRows(awake(hour), comaRow{5 * hour, eyes, verbal, motor}, awake(13*hour))
}

// impossible is a score of 2, from an answer that the scale does not have.
func impossible(c *charter) {
	c.after(3 * hour)
	c.put(eyeOpening, 0, 0, numberKind, false)
	c.word(verbalResponse, 1)
	c.word(motorResponse, 0)
}

var comaBorders = family{every: 3, turn: 1, hours: 10, scripts: []script{
	// one total each, and each place of the table of points
	lowest(1, 1, 1), lowest(1, 1, 3), lowest(1, 1, 5), lowest(1, 1, 6), lowest(1, 2, 1), lowest(1, 2, 3), lowest(1, 3, 4), lowest(1, 4, 6),
	lowest(2, 1, 1), lowest(2, 1, 3), lowest(2, 1, 5), lowest(3, 1, 6), lowest(2, 2, 2), lowest(3, 3, 3), lowest(3, 3, 5), lowest(3, 2, 6),
	lowest(4, 4, 1), lowest(4, 4, 3), lowest(4, 4, 5), lowest(4, 4, 6), lowest(4, 5, 2), lowest(4, 5, 4), lowest(4, 5, 5), lowest(3, 5, 6),
	lowest(1, 1, 2), lowest(1, 2, 5), lowest(2, 3, 2), lowest(4, 3, 4), lowest(4, 2, 6), lowest(3, 4, 4),
	// ties of the total with different parts
	comaRows(comaRow{2 * hour, 4, 3, 6}, comaRow{6 * hour, 3, 4, 6}, awake(9*hour)),
	comaRows(comaRow{2 * hour, 3, 4, 6}, comaRow{6 * hour, 4, 3, 6}, awake(9*hour)),
	comaRows(comaRow{2 * hour, 1, 1, 6}, comaRow{6 * hour, 3, 1, 4}, comaRow{9 * hour, 2, 2, 4}),
	// edges of the window
	comaRows(comaRow{-6 * hour, 2, 2, 4}, awake(hour)),
	comaRows(comaRow{-6*hour - minute, 2, 2, 4}, awake(hour)),
	comaRows(awake(hour), comaRow{24 * hour, 2, 2, 4}),
	comaRows(awake(hour), comaRow{24*hour + minute, 2, 2, 4}),
	comaRows(comaRow{0, 2, 2, 4}, awake(hour)),
	comaRows(comaRow{minute, 2, 2, 4}, awake(hour)),
	comaRows(comaRow{-5 * hour, 2, 2, 4}, awake(hour)),
	comaRows(comaRow{13 * hour, 2, 2, 4}, awake(hour)),
	// what is carried over from the assessment before
	comaRows(comaRow{hour, 4, 2, 6}, comaRow{7*hour - minute, 3, 0, 6}),
	comaRows(comaRow{hour, 4, 2, 6}, comaRow{7 * hour, 3, 0, 4}),
	comaRows(comaRow{hour, 4, 2, 6}, comaRow{7*hour + minute, 3, 0, 4}),
	comaRows(comaRow{hour, 4, 3, 5}, comaRow{2 * hour, 4, 0, 5}, comaRow{3 * hour, 3, 0, 5}),
	comaRows(comaRow{hour, 2, 4, 5}, comaRow{3 * hour, 0, 4, 3}),
	comaRows(comaRow{hour, 3, 4, 3}, comaRow{3 * hour, 2, 4, 0}),
	comaRows(comaRow{-7 * hour, 3, 2, 4}, comaRow{-5 * hour, 0, 0, 4}, awake(hour)),
	comaRows(comaRow{3 * hour, 2, 0, 0}, awake(5*hour)),
	comaRows(comaRow{3 * hour, 0, 0, 3}),
	comaRows(comaRow{3 * hour, 0, 2, 0}),
	comaRows(comaRow{hour, 4, 1, 6}, comaRow{2 * hour, 4, 0, 6}, comaRow{3 * hour, 2, 0, 2}),
	comaRows(comaRow{hour, 1, 4, 6}, comaRow{2 * hour, 0, 4, 6}, comaRow{3 * hour, 0, 1, 2}),
	impossible,
	comaRows(comaRow{hour, 4, 3, 6}, comaRow{4 * hour, 3, 0, 5}, awake(9*hour)),
	comaRows(comaRow{hour, 4, 3, 6}, comaRow{9 * hour, 3, 0, 5}, awake(14*hour)),
	// tubes
	comaRows(comaRow{hour, 1, onTube, 1}, comaRow{5 * hour, 1, onTube, 3}),
	comaRows(comaRow{hour, 1, onTube, 4}, comaRow{4 * hour, 3, 0, 5}),
	comaRows(comaRow{hour, 1, onTube, 4}, comaRow{4 * hour, 0, 4, 0}),
	comaRows(comaRow{hour, 2, onTube, 4}, comaRow{4 * hour, 3, 4, 6}, awake(8*hour)),
	comaRows(comaRow{hour, 2, onTube, 4}, comaRow{8 * hour, 3, 0, 5}),
	comaRows(comaRow{hour, 2, onTube, 4}, comaRow{7 * hour, 3, 0, 5}),
	comaRows(comaRow{hour, 2, onTube, 4}, comaRow{3 * hour, 3, 4, 5}, comaRow{5 * hour, 2, 0, 5}),
	comaRows(comaRow{hour, 1, silent, 1}, awake(4*hour)),
	comaRows(comaRow{hour, 3, wordless, 5}, awake(4*hour)),
	// several answers at one minute
	comaRows(comaRow{hour, 2, 3, 5}, comaRow{hour, 3, 2, 4}, awake(4*hour)),
	comaRows(comaRow{hour, 2, onTube, 5}, comaRow{hour, 3, 4, 4}),
	comaRows(comaRow{hour, 2, onTube, 5}, comaRow{hour, 3, silent, 4}),
	// nothing at all
	func(*charter) {},
}}
