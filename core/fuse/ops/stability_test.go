package ops_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/mcbnc/mcbnc/core/call"
	"github.com/mcbnc/mcbnc/core/internal/testkit/jobtest"
	"github.com/mcbnc/mcbnc/core/internal/testkit/oracle"
)

// A stability counts the runs of the same batch.
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
		raws := []call.Raw{jobtest.Raw("dags", jobtest.Cells(dags)...), jobtest.Raw("counts", counts...), jobtest.Raw("rank", rank...)}
		batch := jobtest.Start(t, jobtest.Request("batch", n, r, more), raws...)
		counted := jobtest.Start(t, jobtest.Request("stability", n, r, more), raws...)

		require.Equal(t, jobtest.Read[uint8](t, batch, "theta"), jobtest.Read[uint8](t, counted, "theta"), "seed %d", seed)
		adjacency, cpdag := jobtest.Read[uint8](t, batch, "adjacency"), jobtest.Read[uint8](t, batch, "cpdag")
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
		require.Equal(t, directed, jobtest.Read[int64](t, counted, "directed"), "seed %d", seed)
		require.Equal(t, undirected, jobtest.Read[int64](t, counted, "undirected"), "seed %d", seed)
		require.Equal(t, packed, jobtest.Read[uint8](t, counted, "packed"), "seed %d", seed)
	}
}

// Out of time, the answer equals that to a request for the runs that were done.
func TestStabilityOutOfTime(t *testing.T) {
	dags := oracle.RandomDAGs(oracle.Rand(1), 2, 7, 0.5)
	in := jobtest.Raw("dags", jobtest.Cells(dags)...)
	stopped := jobtest.Start(t, jobtest.Request("stability", 7, 2, `,"runs":100000,"workers":2,"time_limit":0.2`), in)
	require.Equal(t, "time_limit", jobtest.Result(t, stopped)["status"])
	runs := len(jobtest.Read[uint8](t, stopped, "theta")) / 8
	require.Less(t, runs, 100_000)
	if runs > 0 {
		one := jobtest.Start(t, jobtest.Request("stability", 7, 2, `,"runs":1`), in)
		share := jobtest.Read[int64](t, one, "directed")
		for at, count := range jobtest.Read[int64](t, stopped, "directed") {
			require.Equal(t, share[at]*int64(runs), count)
		}
	}
	none := jobtest.Start(t, jobtest.Request("stability", 7, 2, `,"runs":10,"time_limit":1e-9`), in)
	require.Equal(t, "time_limit", jobtest.Result(t, none)["status"])
	require.Empty(t, jobtest.Read[uint8](t, none, "theta"))
	require.Equal(t, make([]int64, 49), jobtest.Read[int64](t, none, "undirected"))
}
