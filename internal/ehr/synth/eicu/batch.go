// Package eicu writes synthetic patients down as eICU would: one file a kind of
// record. Times are minutes since the admission to the unit.
package eicu

import (
	"m4bench/internal/ehr"
	"m4bench/internal/ehr/synth/course"
	"m4bench/internal/ehr/synth/random"
	"m4bench/internal/ehr/synth/store"
)

// Identifiers grow with the patient's number.
const (
	firstStay     = 200_000
	firstHospital = 100_000
	stayStep      = 32
	hospitalStep  = 40
	rowsPerStay   = 100_000
)

// Batch holds everything recorded about some patients in a row.
type Batch struct{ Blocks *store.Blocks }

// NewBatch makes an empty batch.
func NewBatch() *Batch { return &Batch{store.NewBlocks(Tables())} }

// Tables are the tables of eICU.
func Tables() []ehr.Table { return store.TablesOf(ehr.EICU) }

// Reset empties the batch for further use.
func (b *Batch) Reset(int) { b.Blocks.Reset() }

// Setting is many hospitals, whose patients are less ill and stay shorter.
var Setting = course.Setting{Length: 0.75, Severity: 0.88, Breathing: 0.5, Planned: 0.5, Pressure: 5}

// Close lets go of the texts that the batch's rows point at.
func (b *Batch) Close() { b.Blocks.Close() }

// Add writes down one patient.
func (b *Batch) Add(seed uint64, p *course.Patient) {
	if p.Index == 0 {
		b.hospitalTable()
	}
	r := random.New(seed, uint64(p.Index), 6)
	hospital := hospitalOf(&r)
	visit := 0
	for i := range p.Admissions {
		a := &p.Admissions[i]
		for j := range a.Stays {
			n := &notes{
				Blocks: b.Blocks, r: random.New(seed, uint64(p.Index), 7, uint64(visit)), p: p, a: a, s: &a.Stays[j], hospital: hospital,
				id:       firstStay + stayStep*int64(p.Index) + int64(visit),
				hospStay: firstHospital + hospitalStep*int64(p.Index) + int64(i),
				visit:    j + 1,
			}
			n.writeAll()
			visit++
		}
	}
}

// notes writes everything about one unit stay.
type notes struct {
	*store.Blocks
	r        random.Stream
	p        *course.Patient
	a        *course.Admission
	s        *course.Stay
	hospital *hospital
	id       int64
	hospStay int64
	visit    int
	rows     int64 // numbers the rows of the stay
	pins     []pin
}

// serial numbers a row.
func (n *notes) serial() int64 {
	n.rows++
	return n.id*rowsPerStay + n.rows
}

// offset is a time as minutes since the unit admission.
func (n *notes) offset(t int64) int {
	d := t - n.s.In
	if d < 0 {
		return -int(-d / course.Minute)
	}
	return int(d / course.Minute)
}

// end is the offset of leaving the unit.
func (n *notes) end() int { return n.offset(n.s.Out) }

func (n *notes) writeAll() {
	n.onBorder()
	n.patient()
	n.vitals()
	n.chartPins()
	n.coma()
	n.urine()
	n.exams()
	n.apache()
	n.airways()
	n.labs()
	n.medication()
	n.infusions()
	n.diagnoses()
	n.treatments()
	n.admission()
	n.cuffs()
}
