package explain

import "sort"

// Discrimination says, for one reference, which mutants the data tell apart.
type Discrimination struct {
	Target  string   `json:"target"`
	Tasks   []string `json:"tasks"`
	Mutants int      `json:"mutants"`
	Told    int      `json:"told_apart"`
	Proven  []Flip   `json:"proven_equivalent"` // silent, with a written proof
	Silent  []Flip   `json:"silent"`            // silent without one
}

// Discrimination sums up an audit by reference. because gives the written reason
// why an option decides no scored cell of a reference, or nothing.
func (a *Audit) Discrimination(because func(reference, choice, option string) string) []Discrimination {
	byTarget := map[string]*Discrimination{}
	for name, total := range a.Totals {
		byTarget[name] = &Discrimination{Target: name, Tasks: total.Tasks, Proven: []Flip{}, Silent: []Flip{}}
	}
	for _, e := range a.Effects {
		d := byTarget[e.Target]
		d.Mutants++
		switch {
		case e.Told():
			d.Told++
		case e.Proof != "" || because(e.Target, e.Choice, e.Option) != "":
			d.Proven = append(d.Proven, e.Flip)
		default:
			d.Silent = append(d.Silent, e.Flip)
		}
	}
	var all []Discrimination
	for _, d := range byTarget {
		all = append(all, *d)
	}
	sort.Slice(all, func(i, j int) bool { return all[i].Target < all[j].Target })
	return all
}
