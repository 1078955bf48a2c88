package mimic

import (
	"strconv"

	"m4bench/internal/ehr/synth/course"
	"m4bench/internal/ehr/synth/random"
	"m4bench/internal/ehr/synth/store"
)

// epoch is 2100-01-01: no synthetic event lies before it, so that a time fits 32
// bits.
const epoch = 4_102_444_800

// chartRecord is a row of chartevents before its item is written out: 16 bytes,
// because there are thousands a stay.
type chartRecord struct {
	stay  uint32 // patient's number and the stay's rank among the patient's ids
	time  uint32 // seconds since epoch
	value int32  // number without its decimal point, or which of the item's texts
	extra uint32 // decimals, kind, warning, storage delay, nurse
}

// Kinds of a chart record.
const (
	numberKind = iota // a number, and the same as text
	wordKind          // one of the item's texts, with its number if it has one
	emptyKind         // neither
	bareKind          // a number without text
)

const (
	stayBits  = 4 // stays of one patient
	maxDelay  = 1<<13 - 1
	nurses    = 1 << 12
	noStorage = maxDelay
)

func packExtra(digits, kind int, warning bool, delay, nurse int) uint32 {
	w := 0
	if warning {
		w = 1
	}
	return uint32(digits&7 | kind<<3 | w<<5 | delay<<6 | nurse<<19)
}

func (e chartRecord) digits() int   { return int(e.extra & 7) }
func (e chartRecord) kind() int     { return int(e.extra >> 3 & 3) }
func (e chartRecord) warning() int  { return int(e.extra >> 5 & 1) }
func (e chartRecord) delay() int    { return int(e.extra >> 6 & maxDelay) }
func (e chartRecord) nurse() int64  { return int64(e.extra >> 19) }
func (e chartRecord) at() int64     { return epoch + int64(e.time) }
func (e chartRecord) patient() int  { return int(e.stay >> stayBits) }
func (e chartRecord) rank() int     { return int(e.stay & (1<<stayBits - 1)) }
func (e chartRecord) real() float64 { return float64(e.value) / powers[e.digits()] }

var powers = [...]float64{1, 10, 100, 1000, 10_000, 100_000, 1_000_000, 10_000_000}

// decimal rounds v to so many digits, without its decimal point.
func decimal(v float64, digits int) int32 {
	scaled := float64(v * powers[digits])
	if scaled < 0 {
		return -int32(0.5 - scaled)
	}
	return int32(scaled + 0.5)
}

// appendDecimal writes a number as people chart it: 36.70 as 36.7.
func appendDecimal(text []byte, value int32, digits int) []byte {
	for digits > 0 && value%10 == 0 {
		value /= 10
		digits--
	}
	if digits == 0 {
		return strconv.AppendInt(text, int64(value), 10)
	}
	if value < 0 {
		text = append(text, '-')
		value = -value
	}
	unit := int32(powers[digits])
	text = strconv.AppendInt(text, int64(value/unit), 10)
	text = append(text, '.')
	rest := value % unit
	for unit /= 10; unit > 0; unit /= 10 {
		text = append(text, byte('0'+rest/unit%10))
	}
	return text
}

// charter writes the chart of one stay.
type charter struct {
	batch *Batch
	r     random.Stream
	p     *course.Patient
	s     *course.Stay
	stay  uint32
	// neighbour is the stay that follows at once; the first one of the first
	// patient if none does
	neighbour uint32
	now       int64 // of the round at the bedside
	delay     int
	nurse     int
	// gentle keeps breathing normal, so that a blood gas decides
	gentle bool
	// noHeart leaves out the ordinary heart rates
	noHeart bool
}

// round begins a look at the patient: what follows is charted for time t.
func (c *charter) round(t int64) {
	c.now = t
	u := c.r.Uint64()
	c.delay = int(u & 63)
	if u>>6&7 == 0 {
		c.delay += int(u >> 9 & 255)
	}
	shift := uint64(t / (12 * course.Hour))
	c.nurse = int((shift*2654435761 + uint64(c.stay)*40503) >> 7 % nurses)
}

func (c *charter) put(it *item, value int32, digits, kind int, warning bool) {
	c.batch.chart[it.index] = append(c.batch.chart[it.index], chartRecord{
		stay: c.stay, time: uint32(c.now - epoch), value: value,
		extra: packExtra(digits, kind, warning, c.delay, c.nurse),
	})
}

// number charts a number with so many decimals.
func (c *charter) number(it *item, v float64, digits int) {
	c.put(it, decimal(v, digits), digits, numberKind, false)
}

// word charts one of the item's texts.
func (c *charter) word(it *item, which int) { c.put(it, int32(which), 0, wordKind, false) }

// likely charts one of the item's texts, mostly the first.
func (c *charter) likely(it *item) {
	which := 0
	if n := len(it.words); n > 1 && c.r.Chance(0.3) {
		which = 1 + c.r.Below(n-1)
	}
	c.word(it, which)
}

// Columns of chartevents.
const (
	chartSubject = iota
	chartAdmission
	chartStay
	chartCaregiver
	chartTime
	chartStored
	chartItem
	chartText
	chartNumber
	chartUnit
	chartWarning
)

// second is how DuckDB counts one in a TIMESTAMP.
const second = 1_000_000

// chartRows writes records of one item out as rows of chartevents.
func chartRows(b *store.Block, w *itemTexts, records []chartRecord, who []patientIDs) {
	rows := b.Open(len(records))
	defer rows.Close()
	w.chartOwners(rows, records, who)
	w.chartTimes(rows, records)
	w.chartValues(rows, records)
	warnings := rows.Ints(chartWarning)
	for i, e := range records {
		warnings[i] = int32(e.warning())
	}
}

// chartOwners fills in whose rows they are, who charted them and what they are about.
func (w *itemTexts) chartOwners(rows store.Rows, records []chartRecord, who []patientIDs) {
	subjects, admissions, stays := rows.Longs(chartSubject), rows.Longs(chartAdmission), rows.Longs(chartStay)
	caregivers, items := rows.Longs(chartCaregiver), rows.Longs(chartItem)
	for i, e := range records {
		owner := &who[e.patient()].stays[e.rank()]
		subjects[i], admissions[i], stays[i] = owner.subject, owner.hadm, owner.stay
		caregivers[i], items[i] = firstCaregiver+e.nurse(), w.item.id
	}
}

func (w *itemTexts) chartTimes(rows store.Rows, records []chartRecord) {
	charted, stored := rows.Longs(chartTime), rows.Longs(chartStored)
	for i, e := range records {
		charted[i] = e.at() * second
		if e.delay() == noStorage {
			stored[i] = 0
			rows.Null(chartStored, i)
		} else {
			stored[i] = (e.at() + int64(e.delay())*course.Minute) * second
		}
	}
}

// chartValues fills in text, number and unit.
func (w *itemTexts) chartValues(rows store.Rows, records []chartRecord) {
	texts, numbers, units := rows.Texts(chartText), rows.Reals(chartNumber), rows.Texts(chartUnit)
	for i, e := range records {
		text, number := store.Text{}, 0.0
		switch kind := e.kind(); {
		case kind == numberKind:
			text, number = decimalText(e.value, e.digits()), e.real()
		case kind == wordKind && w.item.numbers != nil:
			text, number = w.words[e.value], float64(w.item.numbers[e.value])
		case kind == wordKind:
			text = w.words[e.value]
			rows.Null(chartNumber, i)
		case kind == bareKind:
			number = e.real()
			rows.Null(chartText, i)
		default:
			rows.Null(chartText, i)
			rows.Null(chartNumber, i)
		}
		texts[i], numbers[i], units[i] = text, number, w.unit
	}
	if w.item.unit == "" {
		rows.Nulls(chartUnit)
	}
}

// decimalText is a charted number as text: at most ten digits, a point and a sign.
func decimalText(value int32, digits int) store.Text {
	var buffer [16]byte
	return store.ShortText(appendDecimal(buffer[:0], value, digits))
}

// itemTexts are an item and its texts in the form they are stored in.
type itemTexts struct {
	item  *item
	words []store.Text
	unit  store.Text
}

func textsOf(it *item, b *store.Block) *itemTexts {
	return &itemTexts{item: it, unit: b.Intern(it.unit), words: interned(b, it.words)}
}

func interned(b *store.Block, words []string) []store.Text {
	texts := make([]store.Text, len(words))
	for i, text := range words {
		texts[i] = b.Intern(text)
	}
	return texts
}
