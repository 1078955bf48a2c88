package sandbox

// NewBwrapWithoutGroups is bubblewrap as on a machine whose control groups
// cannot be written.
func NewBwrapWithoutGroups() *Bwrap { return &Bwrap{withoutGroups: true} }
