package eicu

// cuffs are the pressures that monitors sent, one row a measurement.
func (n *notes) cuffs() {
	if n.r.Chance(0.08) {
		return
	}
	ill := &n.s.Illness
	every := []int{15, 30, 60}[n.r.Below(3)]
	for at := n.r.Between(1, 30); at < n.end(); at += every {
		h := float64(at) / 60
		mean := bounded(ill.MeanPressure.At(h)+float64(8*n.r.Z()), 30, 160)
		pulse := max(18, ill.PulsePressure.At(h))
		t := n.Table("vitalaperiodic")
		t.Long(n.serial())
		t.Long(n.id)
		t.Int(at)
		t.Real(rounded(mean+float64(pulse*0.66), 0))
		t.Real(rounded(max(mean-float64(pulse*0.34), 15), 0))
		t.Real(rounded(mean, 0))
		t.Null(7)
		t.End()
	}
}
