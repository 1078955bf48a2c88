package mimic

import (
	"m4bench/internal/ehr/synth/course"
	"m4bench/internal/ehr/synth/random"
)

// labItem is an entry of MIMIC-IV's laboratory dictionary.
type labItem struct {
	index    int
	id       int64
	label    string
	fluid    string
	category string
	unit     string
	low      float64 // reference range; none if both are 0
	high     float64
	digits   int
	words    []string
	copied   *item // the chart item that repeats the result during an ICU stay
}

func (it *labItem) number() int64 { return it.id }

var labItems []*labItem

func blood(id int64, label, category, unit string, digits int, low, high float64) *labItem {
	it := &labItem{index: len(labItems), id: id, label: label, fluid: "Blood", category: category, unit: unit, digits: digits, low: low, high: high}
	labItems = append(labItems, it)
	return it
}

// labRecord is a row of labevents before it is written out: 24 bytes.
type labRecord struct {
	patient  uint32
	specimen uint32 // within the patient
	time     uint32 // seconds since epoch
	value    int32
	delay    uint16 // minutes until stored
	hadm     int8   // admission, or noAdmission
	kind     uint8
	digits   uint8
	priority uint8
	_        [2]uint8
}

const noAdmission = -1

// Kinds of a laboratory record.
const (
	labNumber  = iota
	labWord    // one of the item's texts
	labMasked  // a number that was cut out: value ___, no number
	labEmpty   // no value
	labBounded // a number, written with a sign in front (value <0.01, number missing)
)

// lab writes the laboratory results of one patient.
type lab struct {
	batch    *Batch
	r        random.Stream
	p        *course.Patient
	patient  uint32
	specimen uint32
	hadm     int8
	now      int64
	delay    uint16
	priority uint8
	border   *course.Stay            // the stay that pins hold in, if the patient has one
	refs     map[*course.Stay]uint32 // what chart records call a stay
	stay     *course.Stay            // the ICU stay that results are charted in, if any
	// noCreatinine and noGas leave out ordinary results of the admission
	noCreatinine, noGas bool
}

// draw takes blood at time t: what follows belongs to one specimen.
func (l *lab) draw(t int64) {
	l.specimen++
	l.now = t
	l.delay = uint16(min(20_000, int(l.r.LogNormal(62, 0.65))))
	l.priority = uint8(l.r.Pick([]float64{53, 38, 9}))
}

func (l *lab) record(it *labItem, value int32, digits, kind int) {
	l.batch.labs[it.index] = append(l.batch.labs[it.index], labRecord{
		patient: l.patient, specimen: l.specimen, time: uint32(l.now - epoch), value: value, delay: l.delay,
		hadm: l.hadm, kind: uint8(kind), digits: uint8(digits), priority: l.priority,
	})
}

// repeat copies a result into the chart of the ICU stay it belongs to.
func (l *lab) repeat(it *labItem, value int32) {
	if it.copied == nil || l.stay == nil {
		return
	}
	list := &l.batch.chart[it.copied.index]
	*list = append(*list, chartRecord{
		stay: l.refs[l.stay], time: uint32(l.now - epoch), value: value,
		extra: packExtra(it.digits, numberKind, false, int(l.delay)%maxDelay, int(l.specimen)%nurses),
	})
}

// result reports a number, inside what a pin allows.
func (l *lab) result(it *labItem, v float64) {
	if l.border != nil {
		if signal := labSignals[it.index]; signal != noSignal {
			v = l.border.Limit(signal, l.now, v)
		}
	}
	value := decimal(v, it.digits)
	l.record(it, value, it.digits, labNumber)
	l.repeat(it, value)
}
