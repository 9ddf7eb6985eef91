package job

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/mcbnc/mcbnc/core/internal/oracle"
)

// What a cut counts is clipped, what it is is not; and the score is of what it counts.
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
		raws := []Raw{raw("dags", bytesOfDAGs(dags, ones)...), raw("weights", weights...)}
		want := oracle.Critical(dags, nil, 0, n-1, []int{1})
		for _, limit := range []int{1, 2} {
			j := start(t, request("criticality", n, r, `,"u":0,"s":[1],"v":`+string(rune('0'+n-1))+
				`,"cap":`+string(rune('0'+limit))), raws...)
			score := 0.0
			ptr := decode[int64](array(t, j, "cut_ptr"))
			for i, counts := range decode[int64](array(t, j, "per_dag")) {
				require.EqualValues(t, min(want.PerDAG[i], limit), counts)
				require.EqualValues(t, want.PerDAG[i], ptr[i+1]-ptr[i])
				score += weights[i] * float64(counts)
				if want.PerDAG[i] > limit {
					clipped++
				}
			}
			require.InDelta(t, score, resultOf(t, j)["score"], 0)
		}
	}
	require.Greater(t, clipped, 50)
}

// A file keeps the cap and who was dropped, and only of those whose weight is 0.
func TestAFileKeepsTheCapAndWhoWasDropped(t *testing.T) {
	dags := append(matrix(3, [2]int{0, 1}), matrix(3, [2]int{1, 2})...)
	record := func(dropped string) string {
		return `,"record":{"mcbnc":"0","nodes":[0,1,2],"named":false,"status":"complete","seconds":0.5,"dropped":` + dropped + `}`
	}
	file, raws := savedRun(t, dags, 3, 2, `,"cap":1`, record("[1]"), []float64{1, 0})
	fields := resultOf(t, start(t, `{"op":"load"}`, Raw{"file", file}))["record"].(map[string]any)
	require.Equal(t, []any{1.0}, fields["dropped"])
	require.EqualValues(t, 1, fields["options"].(map[string]any)["cap"])
	for _, dropped := range []string{"[0]", "[-1]", "[2]", "[1,1]"} {
		failure := failureOf(t, request("save", 3, 2, record(dropped)), raws[:len(raws)-1]...)
		require.Equal(t, BadRequest, failure.Code)
		require.Equal(t, "record", failure.Argument)
	}
}
