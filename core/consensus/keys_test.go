package consensus

import (
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// After any changes the minimum is the one that a look at every key finds.
func TestKeys(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.SampledFrom([]int{1, 5, 64, 65, 130, 4100}).Draw(t, "edges")
		k := newKeys(n)
		for e := range n {
			k.set(e, never, int32(e), int32(e))
		}
		require.Equal(t, -1, k.min())
		for range rapid.IntRange(1, 60).Draw(t, "changes") {
			e := rapid.IntRange(0, n-1).Draw(t, "edge")
			score := rapid.SampledFrom([]int64{0, 1, 2, never}).Draw(t, "score")
			k.set(e, score, int32(rapid.IntRange(0, 2).Draw(t, "u")), int32(e))
			if rapid.Bool().Draw(t, "look") {
				require.Equal(t, lowest(k), k.min())
			}
		}
		require.Equal(t, lowest(k), k.min())
	})
}

func lowest(k *keys) int {
	best := int32(0)
	for e := range k.score {
		if k.less(int32(e), best) {
			best = int32(e)
		}
	}
	if k.score[best] == never {
		return -1
	}
	return int(best)
}

func TestKeysOfNoEdges(t *testing.T) { require.Equal(t, -1, newKeys(0).min()) }

// Ψ is the correctly rounded quotient, also beyond what float64 holds exactly.
func TestPsi(t *testing.T) {
	require.Equal(t, 1.0/3, Psi(1, 3))
	require.Equal(t, 0.5, Psi(1<<61, 1<<62))
	require.Equal(t, 1.0/3, Psi(1<<60, 3<<60))
	require.Equal(t, float64(1<<61+3)/float64(1<<62-1) > 0.5, Psi(1<<61+3, 1<<62-1) > 0.5)
}
