package ops_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/mcbnc/mcbnc/core/call"
	"github.com/mcbnc/mcbnc/core/internal/testkit/jobtest"
	"github.com/mcbnc/mcbnc/core/internal/testkit/oracle"
)

// A cut counts at most the cap, and the score sums what the cuts count. The cut set itself is
// not clipped.
func TestCriticalityCountsUpToTheCap(t *testing.T) {
	clipped := 0
	for seed := range 60 {
		rng := oracle.Rand(uint64(seed))
		n, r := 3+rng.IntN(5), 1+rng.IntN(4)
		dags := oracle.RandomDAGs(rng, r, n, 0.7)
		ones, weights := make([]int64, r), make([]float64, r)
		for i := range ones {
			ones[i], weights[i] = 1, float64(1+rng.IntN(5))
		}
		raws := []call.Raw{jobtest.Raw("dags", jobtest.Cells(dags)...), jobtest.Raw("weights", weights...)}
		want := oracle.Critical(dags, nil, 0, n-1, []int{1})
		for _, limit := range []int{1, 2} {
			j := jobtest.Start(t, jobtest.Request("criticality", n, r, `,"u":0,"s":[1],"v":`+string(rune('0'+n-1))+
				`,"cap":`+string(rune('0'+limit))), raws...)
			score := 0.0
			ptr := jobtest.Read[int64](t, j, "cut_ptr")
			for i, counts := range jobtest.Read[int64](t, j, "per_dag") {
				require.EqualValues(t, min(want.PerDAG[i], limit), counts)
				require.EqualValues(t, want.PerDAG[i], ptr[i+1]-ptr[i])
				score += weights[i] * float64(counts)
				if want.PerDAG[i] > limit {
					clipped++
				}
			}
			require.InDelta(t, score, jobtest.Result(t, j)["score"], 0)
		}
	}
	require.Greater(t, clipped, 50)
}
