package mimic

import (
	"m4bench/internal/ehr/synth/course"
	"m4bench/internal/ehr/synth/store"
)

// Columns of labevents.
const (
	labSerial = iota
	labSubject
	labAdmission
	labSpecimen
	labItemID
	labOrderer
	labDrawn
	labStored
	labText
	labNumeric
	labUnit
	labLow
	labHigh
	labFlag
	labPriority
	labComment
)

const specimensPerPatient = 100_000

// labWriter writes records out as rows of labevents, which it numbers.
type labWriter struct {
	who    []patientIDs // of all patients
	serial int64
}

// labTexts are an item and its texts in the form they are stored in.
type labTexts struct {
	item                            *labItem
	words                           []store.Text
	unit, masked, bounded, abnormal store.Text
	priorities                      [3]store.Text
}

func labTextsOf(it *labItem, b *store.Block) *labTexts {
	return &labTexts{
		item: it, words: interned(b, it.words),
		unit: b.Intern(it.unit), masked: b.Intern("___"), bounded: b.Intern("<0.01"), abnormal: b.Intern("abnormal"),
		priorities: [3]store.Text{b.Intern("STAT"), b.Intern("ROUTINE"), {}},
	}
}

// rows writes records of one item.
func (l *labWriter) rows(b *store.Block, w *labTexts, records []labRecord) {
	rows := b.Open(len(records))
	defer rows.Close()
	l.owners(rows, w, records)
	w.times(rows, records)
	w.values(rows, records)
	w.remarks(rows, records)
}

func (l *labWriter) owners(rows store.Rows, w *labTexts, records []labRecord) {
	serials, subjects, admissions := rows.Longs(labSerial), rows.Longs(labSubject), rows.Longs(labAdmission)
	specimens, items := rows.Longs(labSpecimen), rows.Longs(labItemID)
	for i, e := range records {
		l.serial++
		owner := &l.who[e.patient]
		serials[i], subjects[i], items[i] = l.serial, owner.subject, w.item.id
		specimens[i] = int64(e.patient)*specimensPerPatient + int64(e.specimen)
		if e.hadm == noAdmission {
			admissions[i] = 0
			rows.Null(labAdmission, i)
		} else {
			admissions[i] = owner.hadm[e.hadm]
		}
	}
}

func (w *labTexts) times(rows store.Rows, records []labRecord) {
	drawn, stored := rows.Longs(labDrawn), rows.Longs(labStored)
	for i, e := range records {
		at := epoch + int64(e.time)
		drawn[i], stored[i] = at*second, (at+int64(e.delay)*course.Minute)*second
	}
}

// values fills in text, number and the flag of numbers out of range.
func (w *labTexts) values(rows store.Rows, records []labRecord) {
	texts, numbers, flags := rows.Texts(labText), rows.Reals(labNumeric), rows.Texts(labFlag)
	for i, e := range records {
		text, number, flag := store.Text{}, float64(e.value)/powers[e.digits], store.Text{}
		hasNumber := false
		switch e.kind {
		case labNumber:
			text, hasNumber = decimalText(e.value, int(e.digits)), true
			if w.item.high != 0 && (number < w.item.low || number > w.item.high) {
				flag = w.abnormal
			}
		case labWord:
			text = w.words[e.value]
		case labMasked:
			text, hasNumber = w.masked, true
		case labBounded:
			text = w.bounded
		default:
			rows.Null(labText, i)
		}
		if !hasNumber {
			number = 0
			rows.Null(labNumeric, i)
		}
		if flag == (store.Text{}) {
			rows.Null(labFlag, i)
		}
		texts[i], numbers[i], flags[i] = text, number, flag
	}
}

// remarks fills in what the laboratory adds to a result: unit, reference range,
// priority. Orderer and comment stay empty.
func (w *labTexts) remarks(rows store.Rows, records []labRecord) {
	orderers, comments := rows.Texts(labOrderer), rows.Texts(labComment)
	units, priorities := rows.Texts(labUnit), rows.Texts(labPriority)
	lows, highs := rows.Reals(labLow), rows.Reals(labHigh)
	clear(orderers)
	clear(comments)
	rows.Nulls(labOrderer)
	rows.Nulls(labComment)
	if w.item.unit == "" {
		rows.Nulls(labUnit)
	}
	if w.item.low == 0 && w.item.high == 0 {
		rows.Nulls(labLow)
		rows.Nulls(labHigh)
	}
	for i, e := range records {
		units[i], lows[i], highs[i], priorities[i] = w.unit, w.item.low, w.item.high, w.priorities[e.priority]
		if priorities[i] == (store.Text{}) {
			rows.Null(labPriority, i)
		}
	}
}
