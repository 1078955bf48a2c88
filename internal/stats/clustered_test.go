package stats

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/mat"
)

// The closed form must equal the textbook matrices: V = B (Σ X'A e e' A X) B with
// A = (I - H)^(-1/2), and degrees of freedom from Ω = G'G under independence.
func TestClusteredTEqualsTheMatrixDefinition(t *testing.T) {
	s := sample()
	variance, df := clusteredByMatrices(s)
	e := ClusteredT(s, 0.95)
	if got := e.StandardError(); math.Abs(got-math.Sqrt(variance)) > 1e-12 {
		t.Errorf("standard error %v, by matrices %v", got, math.Sqrt(variance))
	}
	if math.Abs(e.DF-df) > 1e-9 {
		t.Errorf("degrees of freedom %v, by matrices %v", e.DF, df)
	}
}

func clusteredByMatrices(s Sample) (variance, df float64) {
	n := len(s.Values)
	mean := Mean(s.Values)
	rows := map[string][]int{}
	for i, f := range s.Families {
		rows[f] = append(rows[f], i)
	}
	var influence [][]float64 // one n-vector a family: its weighted residual sum as a linear form of the data
	for _, members := range rows {
		k := len(members)
		h := mat.NewSymDense(k, nil)
		for i := range k {
			for j := range k {
				entry := -1 / float64(n)
				if i == j {
					entry++
				}
				h.SetSym(i, j, entry)
			}
		}
		adjusted := rowSums(inverseRoot(h))
		form := make([]float64, n)
		own := 0.0
		for i, member := range members {
			own += adjusted[i] * (s.Values[member] - mean)
			form[member] += adjusted[i] / float64(n)
			for j := range n {
				form[j] -= adjusted[i] / float64(n) / float64(n)
			}
		}
		variance += own * own / float64(n*n)
		influence = append(influence, form)
	}
	trace, squares := 0.0, 0.0
	for g := range influence {
		for h := range influence {
			dot := 0.0
			for i := range n {
				dot += influence[g][i] * influence[h][i]
			}
			squares += dot * dot
			if g == h {
				trace += dot
			}
		}
	}
	return variance, trace * trace / squares
}

func inverseRoot(m *mat.SymDense) *mat.Dense {
	var eigen mat.EigenSym
	if !eigen.Factorize(m, true) {
		panic("no eigenvalues")
	}
	var vectors, scaled, out mat.Dense
	eigen.VectorsTo(&vectors)
	k, _ := vectors.Dims()
	root := mat.NewDiagDense(k, nil)
	for i, v := range eigen.Values(nil) {
		root.SetDiag(i, 1/math.Sqrt(v))
	}
	scaled.Mul(&vectors, root)
	out.Mul(&scaled, vectors.T())
	return &out
}

func rowSums(m *mat.Dense) []float64 {
	r, c := m.Dims()
	out := make([]float64, r)
	for i := range r {
		for j := range c {
			out[i] += m.At(i, j)
		}
	}
	return out
}

// With one task a family the clustered interval is the plain t interval.
func TestClusteredTWithoutClustersIsPlainT(t *testing.T) {
	s := Sample{Values: []float64{0.1, 0.3, -0.1, 0.2, 0.05}, Families: []string{"a", "b", "c", "d", "e"}}
	clustered, plain := ClusteredT(s, 0.95), FamilyBalancedT(s, 0.95)
	if math.Abs(clustered.DF-4) > 1e-9 || math.Abs(clustered.Lower-plain.Lower) > 1e-12 || math.Abs(clustered.P-plain.P) > 1e-12 {
		t.Errorf("clustered %+v, plain %+v", clustered, plain)
	}
}
