package job

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/mcbnc/mcbnc/core/internal/oracle"
)

// What a stability counts is what the runs of the same batch are.
func TestStabilityCountsABatch(t *testing.T) {
	for seed := range 40 {
		rng := oracle.Rand(uint64(seed))
		n, r, runs := 2+rng.IntN(6), 1+rng.IntN(5), 5
		dags := oracle.RandomDAGs(rng, r, n, 0.5)
		counts, ones, rank := make([]int64, runs*r), make([]int64, r), make([]int32, n)
		for i := range counts {
			counts[i] = int64(rng.IntN(3))
		}
		for i := range ones {
			ones[i] = 1
		}
		for k := range runs {
			counts[k*r]++ // no run without a DAG
		}
		for i, x := range rng.Perm(n) {
			rank[i] = int32(x)
		}
		more := []string{`,"theta":0.5`, `,"theta":"auto"`, `,"theta":"auto","canonical":true`}[seed%3] + `,"runs":5,"workers":2`
		raws := []Raw{raw("dags", bytesOfDAGs(dags, ones)...), raw("counts", counts...), raw("rank", rank...)}
		batch := start(t, request("batch", n, r, more), raws...)
		counted := start(t, request("stability", n, r, more), raws...)

		require.Equal(t, array(t, batch, "theta"), array(t, counted, "theta"), "seed %d", seed)
		adjacency, cpdag := array(t, batch, "adjacency"), array(t, batch, "cpdag")
		directed, undirected := make([]int64, n*n), make([]int64, n*n)
		width := (n*n + 7) / 8
		packed := make([]byte, runs*width)
		for k := range runs {
			for at := range n * n {
				there, back := cpdag[k*n*n+at], cpdag[k*n*n+at%n*n+at/n]
				directed[at] += int64(there &^ back)
				undirected[at] += int64(there & back)
				packed[k*width+at/8] |= adjacency[k*n*n+at] << (7 - at%8)
			}
		}
		require.Equal(t, directed, decode[int64](array(t, counted, "directed")), "seed %d", seed)
		require.Equal(t, undirected, decode[int64](array(t, counted, "undirected")), "seed %d", seed)
		require.Equal(t, packed, array(t, counted, "packed"), "seed %d", seed)
	}
}

// Out of time, the answer is that to a request for as many runs as it has.
func TestStabilityOutOfTime(t *testing.T) {
	dags := oracle.RandomDAGs(oracle.Rand(1), 2, 7, 0.5)
	in := raw("dags", bytesOfDAGs(dags, []int64{1, 1})...)
	stopped := start(t, request("stability", 7, 2, `,"runs":100000,"workers":2,"time_limit":0.2`), in)
	require.Equal(t, "time_limit", resultOf(t, stopped)["status"])
	runs := len(array(t, stopped, "theta")) / 8
	require.Less(t, runs, 100_000)
	if runs > 0 {
		one := start(t, request("stability", 7, 2, `,"runs":1`), in)
		share := decode[int64](array(t, one, "directed"))
		for at, count := range decode[int64](array(t, stopped, "directed")) {
			require.Equal(t, share[at]*int64(runs), count)
		}
	}
	none := start(t, request("stability", 7, 2, `,"runs":10,"time_limit":1e-9`), in)
	require.Equal(t, "time_limit", resultOf(t, none)["status"])
	require.Empty(t, array(t, none, "theta"))
	require.Equal(t, make([]int64, 49), decode[int64](array(t, none, "undirected")))
}
