package course

import (
	"slices"

	"m4bench/internal/ehr/synth/random"
)

// Infusion is a running drug: its dose climbs to Peak and falls again.
type Infusion struct {
	Span
	Drug Drug
	Peak float64 // in the drug's usual unit
}

// Drug is a vasoactive drug.
type Drug int

// The vasoactive drugs.
const (
	Norepinephrine Drug = iota
	Phenylephrine
	Vasopressin
	Epinephrine
	Dopamine
	Dobutamine
	Milrinone
)

// support decides on vasoactive drugs and the arterial line that goes with them.
func (s *Stay) support(r *random.Stream) {
	why := s.Reason
	if r.Chance(clamp(why.Pressors*(0.5+float64(1.4*s.Severity)), 0, 0.97)) {
		s.pressors(r)
	}
	share := float64(0.5 * s.Severity)
	if len(s.Pressors) > 0 || why.Breathing > 0.8 {
		share = 0.9
	}
	if r.Chance(share) {
		end := s.In + int64(float64(s.Out-s.In)*r.Range(0.5, 1))
		s.ArtLine = Span{s.In, end}
	}
}

func (s *Stay) pressors(r *random.Stream) {
	start := 0.0
	if !r.Chance(0.6) {
		start = r.LogNormal(6, 1)
	}
	give := func(d Drug, from, hours, peak float64) {
		span := Span{s.at(from), min(s.at(from+hours), s.Out)}
		if span.To-span.From > 5*Minute {
			s.Pressors = append(s.Pressors, Infusion{span, d, peak})
		}
	}
	hours := r.LogNormal(34, 0.9)
	first := []Drug{Norepinephrine, Phenylephrine, Dopamine, Epinephrine}[r.Pick([]float64{52, 40, 5, 3})]
	if s.Reason.Surgery == 0 && first == Phenylephrine && r.Chance(0.4) {
		first = Norepinephrine
	}
	give(first, start, hours, peakDose(r, first, s.Severity))
	if s.Severity > 0.5 && r.Chance(0.5) {
		give(Vasopressin, start+r.LogNormal(4, 0.8), r.LogNormal(40, 0.6), 2.4)
	}
	if r.Chance(0.25) && first != Norepinephrine {
		give(Norepinephrine, start+r.LogNormal(3, 1), r.LogNormal(25, 1), peakDose(r, Norepinephrine, s.Severity))
	}
	heart := s.Reason.Heart
	if r.Chance(0.18 * heart) {
		give(Dobutamine, start+r.LogNormal(4, 1), r.LogNormal(50, 0.7), r.Range(2, 8))
	}
	if r.Chance(0.14 * heart) {
		give(Milrinone, start+r.LogNormal(3, 1), r.LogNormal(45, 0.7), r.Range(0.12, 0.5))
	}
	if r.Chance(0.15*heart) || r.Chance(0.06*s.Severity) {
		give(Epinephrine, start+r.LogNormal(1, 1), r.LogNormal(15, 0.9), peakDose(r, Epinephrine, s.Severity))
	}
	slices.SortStableFunc(s.Pressors, func(a, b Infusion) int { return int(a.From - b.From) })
}

func peakDose(r *random.Stream, d Drug, severity float64) float64 {
	switch d {
	case Norepinephrine:
		return r.LogNormal(0.10+float64(0.16*severity), 0.7)
	case Phenylephrine:
		return r.LogNormal(1.75, 0.8)
	case Epinephrine:
		return r.LogNormal(0.05, 0.6)
	case Dopamine:
		return r.LogNormal(4.5, 0.6)
	default:
		return 1
	}
}

// OnPressor says whether a vasoactive drug runs at a time.
func (s *Stay) OnPressor(t int64) bool {
	return slices.ContainsFunc(s.Pressors, func(i Infusion) bool { return i.Holds(t) })
}
