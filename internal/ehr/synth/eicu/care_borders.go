package eicu

// careScript is one note of a respiratory therapist and what APACHE says of
// tubes.
type careScript struct {
	offset                      int
	kind, size, position, apnea string
	cuff                        float64
	intubated, atBedside        int // marks of APACHE
}

var careScripts = []careScript{
	{offset: usual, kind: "Oral ETT"}, {offset: usual, size: "8.0"}, {offset: usual, position: "22"}, {offset: usual, cuff: 25}, {offset: usual, apnea: "500"}, {offset: usual},
	{offset: 0, kind: "Oral ETT"}, {offset: 1, kind: "Oral ETT"}, {offset: 1440, kind: "Oral ETT"}, {offset: 1441, kind: "Oral ETT"}, {offset: -50, kind: "Oral ETT"}, {offset: usual, kind: "Tracheostomy"},
	{offset: 9000, intubated: 1}, {offset: 9000, atBedside: 1}, {offset: 9000, intubated: -1}, {offset: 9000, atBedside: -1}, {offset: 9000}, {offset: usual, kind: "None"},
}

func (n *notes) careScript() (*careScript, bool) {
	which, ok := n.scripted(5, 2, len(careScripts))
	return &careScripts[which], ok
}

func (n *notes) scriptedAirway(c *careScript) {
	t := n.Table("respiratorycare")
	t.Long(n.serial())
	t.Long(n.id)
	t.Int(c.offset)
	t.Int(1)
	t.TextOrNull(c.kind)
	t.TextOrNull(c.size)
	t.TextOrNull(c.position)
	t.RealOrNull(c.cuff)
	for range 4 {
		t.Int(0)
	}
	t.Null(15)
	t.TextOrNull(c.apnea)
	t.Null(6)
	t.End()
}
