package score

import "m4bench/internal/score/table"

// keyParts asks, for keys of several columns, which column is off: how many
// unknown keys the reference would have if that column did not count.
func (s *scorer) keyParts() []KeyPart {
	parts := []KeyPart{}
	if s.plan.keys < 2 || s.rows.Unknown == 0 {
		return parts
	}
	for off := range s.plan.keys {
		known := s.knownWithout(off)
		parts = append(parts, KeyPart{Column: s.plan.columns[off].Name, KnownWithoutIt: known, Share: rate(known, s.rows.Unknown)})
	}
	return parts
}

// knownWithout groups the unknown keys by the other key columns, and counts the
// groups that occur in the reference. The unknown keys are usually few, so that
// their index stays in the processor's cache while the reference goes by.
func (s *scorer) knownWithout(off int) int {
	var others []int
	for i := range s.plan.keys {
		if i != off {
			others = append(others, i)
		}
	}
	unknown := s.unknown.table
	groups := table.NewIndex(unknown, others)
	sizes := make([]int, unknown.Rows)
	for n := range unknown.Rows {
		first, _ := groups.Add(n)
		sizes[first]++
	}
	known := 0
	for n := range s.ref.table.Rows {
		if group, found := groups.Find(s.ref.table.Row(n)); found {
			known += sizes[group]
			sizes[group] = 0
		}
	}
	return known
}
