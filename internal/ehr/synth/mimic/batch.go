package mimic

import (
	"slices"

	"m4bench/internal/ehr"
	"m4bench/internal/ehr/synth/course"
	"m4bench/internal/ehr/synth/random"
	"m4bench/internal/ehr/synth/store"
)

// Batch holds everything recorded about some patients in a row.
type Batch struct {
	First  int // number of the first patient
	who    []patientIDs
	chart  [][]chartRecord // by item
	labs   [][]labRecord   // by laboratory item
	blocks *store.Blocks
}

// stayIDs are the identifiers of one stay.
type stayIDs struct{ subject, hadm, stay int64 }

// patientIDs are what chart and laboratory records need to become rows.
type patientIDs struct {
	subject int64
	hadm    []int64
	stays   []stayIDs // by rank of stay_id
}

// NewBatch makes an empty batch.
func NewBatch() *Batch {
	return &Batch{
		chart:  make([][]chartRecord, len(items)),
		labs:   make([][]labRecord, len(labItems)),
		blocks: store.NewBlocks(plainTables()),
	}
}

func (b *Batch) table(name string) *store.Block { return b.blocks.Table(name) }

// Setting is a large teaching hospital.
var Setting = course.Setting{Length: 1, Severity: 1, Breathing: 1, Planned: 1}

// Close lets go of the texts that the batch's rows point at.
func (b *Batch) Close() { b.blocks.Close() }

// Reset empties the batch for further use.
func (b *Batch) Reset(first int) {
	b.First, b.who = first, b.who[:0]
	for i := range b.chart {
		b.chart[i] = b.chart[i][:0]
	}
	for i := range b.labs {
		b.labs[i] = b.labs[i][:0]
	}
	b.blocks.Reset()
}

// plainTables are all but the two that are stored item by item.
func plainTables() []ehr.Table { return store.TablesOf(ehr.MIMICIV, "chartevents", "labevents") }

// Add writes down one patient.
func (b *Batch) Add(seed uint64, p *course.Patient) {
	id := newIDs(seed, p)
	who := patientIDs{subject: id.subject, hadm: id.hadm}
	b.hospital(seed, p, &id)
	b.germsAndDrugs(seed, p, &id)
	refs := map[*course.Stay]uint32{}
	visits := visitsByID(p, &id)
	for rank, v := range visits {
		refs[v.stay] = uint32(p.Index)<<stayBits | uint32(rank)
		who.stays = append(who.stays, v.ids)
	}
	for _, v := range visits {
		c := &charter{
			batch: b, p: p, s: v.stay, r: random.New(seed, uint64(p.Index), 3, uint64(v.ids.stay)),
			stay: refs[v.stay], neighbour: refs[nextStay(p, v.stay)],
		}
		c.chartAll()
		f := &infuser{charter: c, who: v.ids, weight: rounded(v.stay.Weighed, 1)}
		f.infusions()
		f.outputs()
		f.procedures()
		f.dates()
	}
	l := &lab{border: borderStay(p), refs: refs, batch: b, p: p, patient: uint32(p.Index), r: random.New(seed, uint64(p.Index), 4)}
	l.patientLabs()
	b.sortTail(p)
	b.who = append(b.who, who)
}

func (c *charter) chartAll() {
	_, c.gentle = gasScriptOf(c.p, c.s)
	u, scripted := urineScriptOf(c.p, c.s)
	c.noHeart = scripted && (u.noHeart || u.heart != nil) || c.r.Chance(0.0005)
	c.vitalSigns()
	c.assessments()
	c.chartPins()
	c.loneSigns()
	c.weights()
	c.sugars()
	c.brainPressure()
	c.renalReplacement()
}

// borderStay is the stay of a patient that lies on borders, if any.
func borderStay(p *course.Patient) *course.Stay {
	for i := range p.Admissions {
		for j := range p.Admissions[i].Stays {
			if s := &p.Admissions[i].Stays[j]; s.Border {
				return s
			}
		}
	}
	return nil
}

// nextStay is the stay that follows another at once, if any.
func nextStay(p *course.Patient, s *course.Stay) *course.Stay {
	for i := range p.Admissions {
		for j := range p.Admissions[i].Stays {
			if next := &p.Admissions[i].Stays[j]; next.In == s.Out {
				return next
			}
		}
	}
	return nil
}

// visit is one ICU stay with its identifiers.
type visit struct {
	stay *course.Stay
	ids  stayIDs
}

// visitsByID lists a patient's stays in order of stay_id, in which chartevents
// is stored.
func visitsByID(p *course.Patient, id *ids) []visit {
	var list []visit
	for i := range p.Admissions {
		for j := range p.Admissions[i].Stays {
			list = append(list, visit{&p.Admissions[i].Stays[j], stayIDs{id.subject, id.hadm[i], id.stay[i][j]}})
		}
	}
	slices.SortFunc(list, func(a, b visit) int { return int(a.ids.stay - b.ids.stay) })
	return list
}

// sortTail puts the records of the patient just added, which are the last ones
// of each item, in the order they are stored in.
func (b *Batch) sortTail(p *course.Patient) {
	for i := range b.chart {
		list := b.chart[i]
		start := len(list)
		for start > 0 && list[start-1].patient() == p.Index {
			start--
		}
		tail := list[start:]
		before := func(a, b chartRecord) int {
			if a.stay != b.stay {
				return int(a.stay) - int(b.stay)
			}
			return int(int64(a.time) - int64(b.time))
		}
		if !slices.IsSortedFunc(tail, before) {
			slices.SortStableFunc(tail, before)
		}
	}
	for i := range b.labs {
		list := b.labs[i]
		start := len(list)
		for start > 0 && list[start-1].patient == uint32(p.Index) {
			start--
		}
		tail := list[start:]
		before := func(a, b labRecord) int { return int(int64(a.time) - int64(b.time)) }
		if !slices.IsSortedFunc(tail, before) {
			slices.SortStableFunc(tail, before)
		}
	}
}
