package stats

import (
	"flag"
	"fmt"
	"math"
	"os"
	"strings"
	"testing"

	"m4bench/internal/testdata"
)

var update = flag.Bool("update", false, "rewrite the coverage table of docs/statistics.md")

// world is a population that samples are drawn from: families of the published
// sizes whose effects scatter, and tasks that scatter within them.
type world struct {
	name            string
	sizes           []int
	between, within float64
	skewed          bool // family effects are exponential: many small, a few large
}

func unequalFamilies() world {
	return world{sizes: []int{2, 1, 2, 2, 2, 2, 3, 2, 1, 1, 2, 2, 2, 2, 2}, between: 0.12, within: 0.07}
}

func (w world) draw(random *Random, mean float64) Sample {
	var s Sample
	for f, size := range w.sizes {
		shift := normal(random)
		if w.skewed {
			shift = -math.Log(1-random.Float64()) - 1
		}
		for range size {
			s.Values = append(s.Values, mean+w.between*shift+w.within*normal(random))
			s.Families = append(s.Families, fmt.Sprintf("family %02d", f))
		}
	}
	return s
}

// normal draws by Box and Muller.
func normal(random *Random) float64 {
	return math.Sqrt(-2*math.Log(1-random.Float64())) * math.Cos(2*math.Pi*random.Float64())
}

type coverageMethod struct {
	name     string
	interval func(Sample) Estimate
}

func coverageMethods(draws int) []coverageMethod {
	r := Resampling{Draws: draws, Seed: 7}
	return []coverageMethod{
		{"task bootstrap, percentile", func(s Sample) Estimate { return TaskBootstrap(s, 0.95, r) }},
		{"task bootstrap, BCa", func(s Sample) Estimate { return TaskBCa(s, 0.95, r) }},
		{"family bootstrap, percentile", func(s Sample) Estimate { return FamilyBootstrap(s, 0.95, r) }},
		{"family bootstrap, BCa", func(s Sample) Estimate { return FamilyBCa(s, 0.95, r) }},
		{"family-balanced bootstrap", func(s Sample) Estimate { return FamilyBalancedBootstrap(s, 0.95, r) }},
		{"family-balanced t", func(s Sample) Estimate { return FamilyBalancedT(s, 0.95) }},
		{"family-clustered t (CR2)", func(s Sample) Estimate { return ClusteredT(s, 0.95) }},
		{"wild cluster bootstrap-t", func(s Sample) Estimate { return WildCluster(s, 0.95, r) }},
		{"Bayesian hierarchical", func(s Sample) Estimate { return Hierarchical(s, 0.95, 0.25).Estimate }},
	}
}

// expected is the range in which each method's coverage must lie, in each world:
// what is quoted must hold what it promises, and what the documentation warns
// of must be as bad as it says.
var expected = map[string][3][2]float64{
	"task bootstrap, percentile":   {{0.91, 0.96}, {0.78, 0.88}, {0.76, 0.88}},
	"task bootstrap, BCa":          {{0.91, 0.96}, {0.78, 0.88}, {0.76, 0.89}},
	"family bootstrap, percentile": {{0.89, 0.95}, {0.88, 0.94}, {0.84, 0.92}},
	"family bootstrap, BCa":        {{0.89, 0.95}, {0.88, 0.94}, {0.85, 0.93}},
	"family-balanced bootstrap":    {{0.89, 0.95}, {0.89, 0.95}, {0.85, 0.93}},
	"family-balanced t":            {{0.93, 0.97}, {0.93, 0.97}, {0.88, 0.95}},
	"family-clustered t (CR2)":     {{0.93, 0.98}, {0.925, 0.97}, {0.88, 0.95}},
	"wild cluster bootstrap-t":     {{0.93, 0.98}, {0.92, 0.97}, {0.88, 0.95}},
	"Bayesian hierarchical":        {{0.93, 0.99}, {0.93, 0.98}, {0.88, 0.96}},
}

func worlds() []world {
	independent, families, skewed := unequalFamilies(), unequalFamilies(), unequalFamilies()
	independent.name, independent.between, independent.within = "tasks independent", 0, 0.14
	families.name = "families differ"
	skewed.name, skewed.skewed = "families differ, skewed", true
	return []world{independent, families, skewed}
}

// TestCoverage draws samples with a known mean and counts how often each 95 %
// interval holds it.
func TestCoverage(t *testing.T) {
	const repeats, draws, mean = 500, 1000, 0.1
	methods, all := coverageMethods(draws), worlds()
	covered := make([][3]float64, len(methods))
	for w, world := range all {
		random := NewRandom(uint64(100 + w))
		for range repeats {
			s := world.draw(random, mean)
			for m, method := range methods {
				if method.interval(s).Covers(mean) {
					covered[m][w] += 1.0 / repeats
				}
			}
		}
	}
	var table strings.Builder
	fmt.Fprintf(&table, "| 95 %% interval | %s | %s | %s |\n|---|---|---|---|\n", all[0].name, all[1].name, all[2].name)
	for m, method := range methods {
		fmt.Fprintf(&table, "| %s |", method.name)
		for w := range all {
			fmt.Fprintf(&table, " %.0f %% |", 100*covered[m][w])
			if limits := expected[method.name][w]; covered[m][w] < limits[0] || covered[m][w] > limits[1] {
				t.Errorf("%s, %s: covers %.3f, expected %v", method.name, all[w].name, covered[m][w], limits)
			}
		}
		table.WriteString("\n")
	}
	compareWithDocs(t, table.String())
}

const (
	tableStart = "<!-- coverage: written by go test ./internal/stats -run TestCoverage -update -->\n"
	tableEnd   = "<!-- end of coverage -->"
)

func compareWithDocs(t *testing.T, table string) {
	path := testdata.Root() + "/docs/statistics.md"
	page, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	before, rest, found := strings.Cut(string(page), tableStart)
	documented, after, closed := strings.Cut(rest, tableEnd)
	if !found || !closed {
		t.Fatalf("%s has no place for the coverage table", path)
	}
	if *update {
		if err := os.WriteFile(path, []byte(before+tableStart+table+tableEnd+after), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if documented != table {
		t.Errorf("docs/statistics.md shows another coverage than was found; run with -update.\n%s", table)
	}
}

// Under "no effect" a test at 5 % must reject about 5 % of the time where its
// assumption holds, and the exact test over tasks must be seen to fail where
// families move together.
func TestSizeOfTests(t *testing.T) {
	const repeats = 500
	w := unequalFamilies()
	random := NewRandom(11)
	var tasks, families, clustered, wild float64
	for range repeats {
		s := w.draw(random, 0)
		byTask, _ := SignFlipTasks(s)
		byFamily, _ := SignFlipFamilies(s)
		tasks += rejected(byTask.P) / repeats
		families += rejected(byFamily.P) / repeats
		clustered += rejected(ClusteredT(s, 0.95).P) / repeats
		wild += rejected(newWild(s, DefaultResampling).p(0)) / repeats
	}
	for name, size := range map[string]float64{"sign flip over families": families, "clustered t": clustered, "wild bootstrap": wild} {
		if size < 0.025 || size > 0.08 {
			t.Errorf("%s rejects %.3f of true hypotheses at 5 %%", name, size)
		}
	}
	if tasks < 0.1 {
		t.Errorf("sign flip over tasks rejects only %.3f where families move together: the warning in the documentation would be wrong", tasks)
	}
}

// Equivalence must be declared rarely when the effect sits on the margin.
func TestSizeOfEquivalence(t *testing.T) {
	const repeats, margin = 800, 0.05
	w := unequalFamilies()
	w.between, w.within = 0.02, 0.03
	random := NewRandom(12)
	atMargin, atZero := 0.0, 0.0
	for range repeats {
		if TOST(w.draw(random, margin), margin, 0.05).Equivalent {
			atMargin += 1.0 / repeats
		}
		if TOST(w.draw(random, 0), margin, 0.05).Equivalent {
			atZero += 1.0 / repeats
		}
	}
	if atMargin > 0.075 || atZero < 0.95 {
		t.Errorf("declared equivalent: %.3f on the margin (want 0.05), %.3f at no effect (want nearly always)", atMargin, atZero)
	}
}

func rejected(p float64) float64 {
	if p < 0.05 {
		return 1
	}
	return 0
}
