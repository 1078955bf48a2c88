package eicu

import "m4bench/internal/ehr/synth/course"

// airways are the respiratory therapists' notes on tubes.
func (n *notes) airways() {
	if c, scripted := n.careScript(); scripted {
		n.scriptedAirway(c)
		return
	}
	if !n.r.Chance(0.5) {
		return
	}
	for i := range n.s.Airway {
		seg := &n.s.Airway[i]
		if seg.Support < course.NonInvasive {
			continue
		}
		from, to := n.offset(seg.From), n.offset(seg.To)
		for at := from + n.r.Below(60); at < to; at += n.r.Between(30, 150) {
			n.airway(at, seg.Support, from)
		}
	}
}

func (n *notes) airway(at int, support course.Support, since int) {
	t := n.Table("respiratorycare")
	t.Long(n.serial())
	t.Long(n.id)
	t.Int(at)
	t.Int(1)
	details := n.r.Chance(0.2)
	switch {
	case !details || support == course.NonInvasive:
		t.Null(4)
	case support == course.Tracheostomy:
		t.Text("Tracheostomy")
		t.Text("8.0")
		t.Null(2)
	default:
		t.Text("Oral ETT")
		t.Text([]string{"7.5", "8.0", "7.0"}[n.r.Below(3)])
		t.Text([]string{"22 @ lip", "23", "24 at teeth"}[n.r.Below(3)])
		if n.r.Chance(0.1) {
			t.Real(25)
		} else {
			t.Null(1)
		}
	}
	t.Int(since)
	t.Int(0)
	t.Int(0)
	t.Int(0)
	t.Null(14)
	t.Null(1)
	if n.r.Chance(0.04) {
		t.Text("500")
	} else {
		t.Null(1)
	}
	t.Null(6)
	t.End()
}
