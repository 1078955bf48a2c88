package mimic

import (
	"m4bench/internal/ehr/synth/course"
	"m4bench/internal/ehr/synth/random"
)

// Identifiers are functions of the seed and the patient's number. They grow with
// the patient's number, but say nothing about the order in time of one patient's
// admissions and stays: nobody can use an id as a clock.
const (
	firstSubject = 10_000_000
	firstHadm    = 20_000_000
	firstStay    = 30_000_000
	subjectStep  = 89
	hadmStep     = 128
	hadmSlots    = 32
	stayStep     = 64
	staySlots    = 16
)

// ids are the identifiers of one patient.
type ids struct {
	subject int64
	hadm    []int64   // by admission
	stay    [][]int64 // by admission, by stay
}

func newIDs(seed uint64, p *course.Patient) ids {
	r := random.New(seed, uint64(p.Index), 2)
	id := ids{subject: firstSubject + subjectStep*int64(p.Index) + int64(r.Below(subjectStep))}
	hadms, stays := shuffled(&r, hadmSlots), shuffled(&r, staySlots)
	next := 0
	for i := range p.Admissions {
		slot := int64(hadms[i%hadmSlots])
		id.hadm = append(id.hadm, firstHadm+hadmStep*int64(p.Index)+4*slot+int64(r.Below(4)))
		var list []int64
		for range p.Admissions[i].Stays {
			list = append(list, firstStay+stayStep*int64(p.Index)+4*int64(stays[next%staySlots])+int64(r.Below(4)))
			next++
		}
		id.stay = append(id.stay, list)
	}
	return id
}

func shuffled(r *random.Stream, n int) []int {
	list := make([]int, n)
	for i := range list {
		j := r.Below(i + 1)
		list[i], list[j] = list[j], i
	}
	return list
}
