package explain

// Fit says how well a mutant accounts for the cells that an output has wrong.
// All counts are scored cells; a missing or extra row counts all of its own.
type Fit struct {
	Wrong     int64 `json:"wrong"`     // cells in which the output departs from the reference
	Changed   int64 `json:"changed"`   // cells in which the mutant does
	Explained int64 `json:"explained"` // cells that are wrong in just the mutant's way
}

// Share is how much of what is wrong the mutant explains.
func (f Fit) Share() float64 {
	if f.Wrong == 0 {
		return 0
	}
	return float64(f.Explained) / float64(f.Wrong)
}

// Precision is how much of what the mutant changes the output shows.
func (f Fit) Precision() float64 {
	if f.Changed == 0 {
		return 0
	}
	return float64(f.Explained) / float64(f.Changed)
}

// Agreement weighs both: 1 if the output is wrong exactly as the mutant is.
func (f Fit) Agreement() float64 {
	if f.Wrong+f.Changed == 0 {
		return 0
	}
	return 2 * float64(f.Explained) / float64(f.Wrong+f.Changed)
}

// Exact says that the mutant is the output, cell by cell.
func (f Fit) Exact() bool { return f.Wrong > 0 && f.Left() == 0 }

// Left counts what stands between mutant and output: wrong cells that the mutant
// does not explain, and changes of the mutant that the output does not show.
func (f Fit) Left() int64 { return f.Wrong + f.Changed - 2*f.Explained }
