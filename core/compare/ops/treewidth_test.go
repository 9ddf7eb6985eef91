package ops_test

import (
	"math/rand/v2"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/mcbnc/mcbnc/core/call"
	"github.com/mcbnc/mcbnc/core/internal/testkit/jobtest"
	"github.com/mcbnc/mcbnc/core/job"
)

// ring is 0 → 1 → ... → n − 1 and 0 → n − 1. Its moral graph is the ring and the edge between
// the parents of n − 1.
func ring(n int) []byte {
	arcs := [][2]int{{0, n - 1}}
	for x := range n - 1 {
		arcs = append(arcs, [2]int{x, x + 1})
	}
	return jobtest.Matrix(n, arcs...)
}

// randomDAG has each arc from a lower to a higher node with the same probability.
func randomDAG(rng *rand.Rand, n int, share float64) []byte {
	cells := make([]byte, n*n)
	for v := range n {
		for u := range v {
			if rng.Float64() < share {
				cells[u*n+v] = 1
			}
		}
	}
	return cells
}

// The arrays are in the caller's indices. Ties are broken by the rank.
func TestTriangulationArrays(t *testing.T) {
	for _, op := range []string{"triangulation", "exact_treewidth"} {
		j := jobtest.Start(t, jobtest.Request(op, 4, 1, ""), jobtest.Raw("graphs", ring(4)...), jobtest.Raw[int32]("rank", 3, 2, 1, 0))
		require.Equal(t, "complete", jobtest.Result(t, j)["status"])
		assert.Equal(t, []int64{2}, jobtest.Read[int64](t, j, "value"), op)
		assert.Equal(t, []int32{3, 2, 1, 0}, jobtest.Read[int32](t, j, "order"), op) // 3: its parents are joined
		assert.Empty(t, jobtest.Read[int32](t, j, "fill"), op)
		assert.Equal(t, []int64{0, 3, 6}, jobtest.Read[int64](t, j, "clique_ptr"), op)
		assert.Equal(t, []int32{3, 2, 0, 2, 1, 0}, jobtest.Read[int32](t, j, "cliques"), op)
		assert.Equal(t, []int32{1, -1}, jobtest.Read[int32](t, j, "parent"), op)
		assert.Equal(t, []uint8{0, 1, 1, 1, 1, 0, 1, 0, 1, 1, 0, 1, 1, 0, 1, 0}, jobtest.Read[uint8](t, j, "adjacency"), op)
		if op == "exact_treewidth" {
			assert.Equal(t, []int64{2}, jobtest.Read[int64](t, j, "lower"))
			assert.Equal(t, []int64{2}, jobtest.Read[int64](t, j, "minor_degree"))
			ptr := jobtest.Read[int64](t, j, "minor_ptr")
			assert.Len(t, jobtest.Read[int32](t, j, "minor"), int(ptr[len(ptr)-1]))
		}
	}
}

// The method decides: some of these graphs become wider by one method than by the other.
func TestTriangulationByMethod(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 0))
	differ := 0
	for range 20 {
		graph := randomDAG(rng, 30, 0.12)
		widths := map[string][]int64{}
		for _, method := range []string{"", "min-fill", "min-degree"} {
			for _, op := range []string{"treewidth", "triangulation"} {
				j := jobtest.Start(t, jobtest.Request(op, 30, 1, `,"method":"`+method+`"`), jobtest.Raw("graphs", graph...))
				jobtest.Result(t, j)
				widths[op+method] = jobtest.Read[int64](t, j, "value")
			}
			assert.Equal(t, widths["treewidth"+method], widths["triangulation"+method])
		}
		assert.Equal(t, widths["treewidth"], widths["treewidthmin-fill"])
		if widths["treewidth"][0] != widths["treewidthmin-degree"][0] {
			differ++
		}
	}
	assert.Positive(t, differ)
	failure := jobtest.Refusal(t, jobtest.Request("treewidth", 1, 1, `,"method":"fill"`), jobtest.Raw[uint8]("graphs", 0))
	assert.Equal(t, call.InvalidInput, failure.Code)
	assert.Equal(t, "method", failure.Argument)
}

// If the search is out of time or cancelled, the result has the bounds.
func TestExactTreewidthStopped(t *testing.T) {
	const n = 120
	graph := randomDAG(rand.New(rand.NewPCG(1, 0)), n, 0.06)
	limited := jobtest.Start(t, jobtest.Request("exact_treewidth", n, 1, `,"time_limit":0.05`), jobtest.Raw("graphs", graph...))
	cancelled := jobtest.Start(t, jobtest.Request("exact_treewidth", n, 1, ""), jobtest.Raw("graphs", graph...))
	time.Sleep(50 * time.Millisecond)
	cancelled.Cancel()
	for status, j := range map[string]*job.Job{"time_limit": limited, "cancelled": cancelled} {
		require.Equal(t, status, jobtest.Result(t, j)["status"])
		assert.Less(t, jobtest.Read[int64](t, j, "lower")[0], jobtest.Read[int64](t, j, "value")[0])
		assert.Len(t, jobtest.Read[int32](t, j, "order"), n)
	}
}
