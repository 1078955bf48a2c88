package stats

// PassAtK is the unbiased estimate of the chance that at least one of k tries
// passes, from c passes in n tries: 1 - C(n-c, k)/C(n, k). k must be in 1..n.
func PassAtK(n, c, k int) float64 { return 1 - fallingRatio(n-c, n, k) }

// PassAllK is the unbiased estimate of the chance that all of k tries pass,
// written pass^k: C(c, k)/C(n, k). This is the only definition in use here.
func PassAllK(n, c, k int) float64 { return fallingRatio(c, n, k) }

// fallingRatio is C(a, k)/C(n, k).
func fallingRatio(a, n, k int) float64 {
	if a < k {
		return 0
	}
	ratio := 1.0
	for i := range k {
		ratio *= float64(a-i) / float64(n-i)
	}
	return ratio
}
