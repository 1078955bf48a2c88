package score

import "m4bench/internal/score/table"

// naturalKey compares rows by the columns that name them without a sequence
// number. Rows count as often as they stand in a file; empty equals empty.
type naturalKey struct {
	plan    *plan
	index   *table.Index
	left    []uint32 // of each combination in the reference, rows not yet matched
	matched int
	rows    int
	missing []string // columns that the output lacks
}

func newNaturalKey(p *plan, ref *table.Table) *naturalKey {
	k := &naturalKey{plan: p, index: table.NewIndex(ref, p.natural), left: make([]uint32, ref.Rows)}
	for n := range ref.Rows {
		first, _ := k.index.Add(n)
		k.left[first]++
	}
	return k
}

func (k *naturalKey) checkHeader(source table.Source) {
	for _, place := range k.plan.natural {
		if !source.Has(place) {
			k.missing = append(k.missing, k.plan.columns[place].Name)
		}
	}
}

func (k *naturalKey) take(row []table.Cell) {
	k.rows++
	if len(k.missing) > 0 {
		return
	}
	if n, found := k.index.Find(row); found && k.left[n] > 0 {
		k.left[n]--
		k.matched++
	}
}

func (k *naturalKey) result(reference int) *NaturalKey {
	precision, recall := rate(k.matched, k.rows), rate(k.matched, reference)
	r := &NaturalKey{Precision: precision, Recall: recall, F1: round8(2 * share(k.matched, k.rows+reference)), Matched: k.matched}
	for _, place := range k.plan.natural {
		r.Columns = append(r.Columns, k.plan.columns[place].Name)
	}
	return r
}
