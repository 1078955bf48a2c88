package course

import (
	"reflect"
	"testing"

	"pgregory.net/rapid"
)

var setting = Setting{Length: 1, Severity: 1, Breathing: 1, Planned: 1}

func TestPatientsAreOrderedAndComplete(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		seed := rapid.Uint64().Draw(t, "seed")
		index := rapid.IntRange(0, 9000).Draw(t, "index")
		stays := rapid.IntRange(0, 5).Draw(t, "stays")
		s := setting
		s.Plain = rapid.Bool().Draw(t, "plain")
		p := New(s, seed, index, stays)
		if len(p.Admissions) == 0 {
			t.Fatal("never admitted")
		}
		found, before := 0, int64(0)
		for i := range p.Admissions {
			a := &p.Admissions[i]
			if a.In < before {
				t.Fatalf("admission %d begins before the last one ends", i)
			}
			if a.Out <= a.In {
				t.Fatalf("admission %d ends before it begins", i)
			}
			before = a.Out - Day
			checkStays(t, a)
			found += len(a.Stays)
		}
		if found != stays {
			t.Fatalf("%d ICU stays, want %d", found, stays)
		}
		last := p.Admissions[len(p.Admissions)-1]
		if p.Died != 0 && p.Died < last.In {
			t.Fatal("comes back after death")
		}
	})
}

func checkStays(t *rapid.T, a *Admission) {
	before := int64(0)
	for j := range a.Stays {
		s := &a.Stays[j]
		if s.In < before || s.Out <= s.In {
			t.Fatalf("stay %d: from %d to %d, the last one ended %d", j, s.In, s.Out, before)
		}
		before = s.Out
		at := s.In
		for _, seg := range s.Airway {
			if seg.From != at || seg.To <= seg.From {
				t.Fatalf("stay %d: the airway has a gap", j)
			}
			at = seg.To
		}
		if at != s.Out {
			t.Fatalf("stay %d: the airway ends %d seconds too early", j, s.Out-at)
		}
		for _, d := range s.Pressors {
			if d.From < s.In-Minute || d.To > s.Out || d.To <= d.From || d.Peak <= 0 {
				t.Fatalf("stay %d: drug from %d to %d at %v", j, d.From, d.To, d.Peak)
			}
		}
	}
}

func TestPatientsAreThemselvesWhoeverElseIsInvented(t *testing.T) {
	for index := range 50 {
		if !reflect.DeepEqual(New(setting, 3, index, 2), New(setting, 3, index, 2)) {
			t.Fatalf("patient %d differs from one time to the next", index)
		}
		if reflect.DeepEqual(New(setting, 3, index, 1), New(setting, 4, index, 1)) {
			t.Fatalf("patient %d is the same with another seed", index)
		}
	}
}

func TestCurveStrikesAndRelents(t *testing.T) {
	c := Curve{Usual: 1, Worst: 5, Onset: -10, Peak: 10, Relief: 20}
	for _, point := range []struct{ hour, want float64 }{{-50, 1}, {-10, 1}, {0, 3}, {10, 5}, {30, 3}} {
		if got := c.At(point.hour); got != point.want {
			t.Errorf("at hour %v: %v, want %v", point.hour, got, point.want)
		}
	}
	if late := c.At(5000); late < 1 || late > 1.1 {
		t.Errorf("never gets well: %v", late)
	}
}

func TestEveryPinComesUpAmongTheFirstThousandStays(t *testing.T) {
	type pinned struct {
		signal Signal
		value  string
		after  int64
	}
	seen := map[pinned]bool{}
	for index := range borderPatients {
		p := New(setting, 1, index, setting.StayCount(1, index))
		s := &p.icuAdmissions()[0].Stays[0]
		if !s.Border {
			t.Fatalf("patient %d has no border stay", index)
		}
		for _, pin := range s.Pins {
			seen[pinned{pin.Signal, pin.Value, pin.At - s.In}] = true
		}
	}
	for signal, plans := range pinPlans {
		for _, plan := range plans {
			if !seen[pinned{Signal(signal), plan.value, plan.after}] {
				t.Errorf("signal %d: %s after %d s never comes up", signal, plan.value, plan.after)
			}
		}
	}
}

func TestSomePatientsHaveStaysInARow(t *testing.T) {
	found := 0
	for index := relayTurn; index < borderPatients; index += relayPeriod {
		p := New(setting, 1, index, setting.StayCount(1, index))
		stays := p.icuAdmissions()[0].Stays
		if len(stays) < 2 {
			continue // died before
		}
		found++
		if stays[1].In != stays[0].Out || stays[0].Out%Hour != 0 {
			t.Errorf("patient %d: a stay ends at %d and the next begins at %d", index, stays[0].Out, stays[1].In)
		}
	}
	if found < 2 {
		t.Errorf("%d patients have stays in a row", found)
	}
}

func TestPinsLeaveTheirValueTheExtreme(t *testing.T) {
	for signal, plans := range pinPlans {
		for _, plan := range plans {
			pin := plan.at(Signal(signal), 0)
			pin.Values(func(_ int64, text string) {
				if v := Number(text); v > pin.Low && v < pin.High {
					t.Errorf("signal %d: %s lies among the ordinary values %v to %v", signal, text, pin.Low, pin.High)
				}
			})
		}
	}
}

func TestDecimalReadsWhatPeopleChart(t *testing.T) {
	for text, want := range map[string]struct {
		mantissa int32
		digits   int
	}{"98.6": {986, 1}, "-12": {-12, 0}, "0.0004": {4, 4}, "38.0045": {380045, 4}, "300": {300, 0}} {
		if m, d := Decimal(text); m != want.mantissa || d != want.digits {
			t.Errorf("%s is %d with %d decimals", text, m, d)
		}
	}
	if got := Number("F100.4"); got < 37.9999 || got > 38.0001 {
		t.Errorf("100.4 °F is %v °C", got)
	}
}
