package baselines

import (
	"math"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// strengthOf gives the k-th strength to the k-th pair of n nodes.
func strengthOf(n int, strengths []float64) func(u, v int) float64 {
	return func(u, v int) float64 { return strengths[u*n-u*(u+1)/2+v-u-1] }
}

// F of the threshold has the least L1 of all p.
func TestInclusionThreshold(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(2, 6).Draw(t, "n")
		pairs := n * (n - 1) / 2
		eighths := rapid.SliceOfN(rapid.IntRange(0, 8), pairs, pairs).Draw(t, "eighths")
		strengths := make([]float64, pairs)
		for k, e := range eighths {
			strengths[k] = float64(e) / 8
		}
		f := func(x float64) float64 {
			count := 0
			for _, s := range strengths {
				if s <= x {
					count++
				}
			}
			return float64(count) / float64(pairs)
		}
		l1 := func(p float64) float64 {
			sum := 0.0
			for e := range 8 { // F has steps at multiples of 1/8 only.
				sum += math.Abs(f(float64(e)/8)-p) / 8
			}
			return sum
		}
		got := InclusionThreshold(n, strengthOf(n, strengths))
		least := math.Inf(1)
		for k := range 1001 {
			least = min(least, l1(float64(k)/1000))
		}
		require.LessOrEqual(t, l1(f(got)), least+1e-12)
		if slices.Min(strengths) <= 0.5 {
			require.Contains(t, strengths, got)
		}
	})
}

// In the example of Scutari and Nagarajan (2013, section 3), the threshold is 0.3921. Three of the
// six edges are significant.
func TestInclusionThresholdOfThePaper(t *testing.T) {
	strengths := []float64{0.2242, 0.0460, 0.8935, 0.3921, 0.7689, 0.9439}
	require.Equal(t, 0.3921, InclusionThreshold(4, strengthOf(4, strengths)))
}
