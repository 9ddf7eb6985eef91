package ops_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/mcbnc/mcbnc/core/call"
	"github.com/mcbnc/mcbnc/core/internal/testkit/jobtest"
	"github.com/mcbnc/mcbnc/core/internal/testkit/oracle"
)

// A run along a given order is the oracle's along that order: fusion, steps and result.
func TestRunAlongAnOrder(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		n, r := rapid.IntRange(1, 6).Draw(rt, "n"), rapid.IntRange(1, 4).Draw(rt, "r")
		nodes := make([]int, n)
		for k := range nodes {
			nodes[k] = k
		}
		var dags []oracle.Matrix
		for range r {
			dags = append(dags, oracle.DrawDAG(rt, n, "dag"))
		}
		order := rapid.Permutation(nodes).Draw(rt, "order")
		rank := rapid.Permutation(nodes).Draw(rt, "rank")
		want := oracle.Run(dags, oracle.Options{KMax: -1, Order: order})

		text, raws := jobtest.OrderedRun(dags, order, rank, `,"theta":0.5`)
		j := jobtest.Start(t, text, raws...)
		engine := func(called []int32) []int {
			out := make([]int, len(called))
			for i, k := range called {
				out[i] = rank[k]
			}
			return out
		}
		require.Equal(rt, order, engine(jobtest.Read[int32](t, j, "order")))
		steps := want.Prefix(0.5)
		require.Equal(rt, want.Fusion, inEngine(jobtest.Read[uint8](t, j, "fusion"), rank))
		require.Equal(rt, want.Extension(steps), inEngine(jobtest.Read[uint8](t, j, "adjacency"), rank))
		scores := jobtest.Read[int64](t, j, "score")
		require.Len(rt, scores, steps)
		edges := jobtest.Read[int32](t, j, "step_edges")
		ptr, h := jobtest.Read[int64](t, j, "h_ptr"), jobtest.Read[int32](t, j, "h")
		for k, s := range want.Steps[:steps] {
			require.Equal(rt, s.Score, scores[k])
			require.Equal(rt, []int{s.U, s.V}, engine(edges[3*k:3*k+2]))
			require.ElementsMatch(rt, s.H, engine(h[ptr[k]:ptr[k+1]]))
		}

		// Given the greedy order, the run is the one without an order.
		greedy, _ := oracle.Order(dags, nil)
		text, raws = jobtest.OrderedRun(dags, greedy, rank, "")
		given := jobtest.Arrays(t, jobtest.Start(t, text, raws...))
		text, raws = jobtest.OrderedRun(dags, nil, rank, "")
		free := jobtest.Arrays(t, jobtest.Start(t, text, raws...))
		delete(given, "step_seconds")
		delete(free, "step_seconds")
		require.Equal(rt, free, given)
	})
}

// inEngine is a matrix of the caller's with the engine's indices.
func inEngine(cells []byte, rank []int) oracle.Matrix {
	n := len(rank)
	m := oracle.New(n)
	for at, x := range cells {
		m[rank[at/n]][rank[at%n]] = x == 1
	}
	return m
}

// With constraints too the run is the oracle's, if the order goes along their directions.
func TestRunAlongAnOrderWithConstraints(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		n := rapid.IntRange(2, 5).Draw(rt, "n")
		dags := []oracle.Matrix{oracle.DrawDAG(rt, n, "a"), oracle.DrawDAG(rt, n, "b")}
		nodes := make([]int, n)
		for k := range nodes {
			nodes[k] = k
		}
		order := rapid.Permutation(nodes).Draw(rt, "order")
		i := rapid.IntRange(0, n-2).Draw(rt, "first")
		u, v := order[i], order[rapid.IntRange(i+1, n-1).Draw(rt, "second")]
		c := oracle.Constraints{Required: oracle.New(n), Forbidden: oracle.New(n), Directed: oracle.New(n)}
		c.Directed[u][v] = true
		more := fmt.Sprintf(`,"forbidden":[[%d,%d,0]]`, v, u)
		if rapid.Bool().Draw(rt, "required") {
			c.Required[u][v], c.Required[v][u] = true, true
			more = fmt.Sprintf(`,"required":[[%d,%d,0]]`, u, v)
		}
		want := oracle.Run(dags, oracle.Options{KMax: -1, Order: order, Constraints: c})
		text, raws := jobtest.OrderedRun(dags, order, nodes, more)
		j := jobtest.Start(t, text, raws...)
		require.Equal(rt, want.Fusion, inEngine(jobtest.Read[uint8](t, j, "fusion"), nodes))
		require.Len(rt, jobtest.Read[int64](t, j, "score"), len(want.Steps))
		require.Equal(rt, want.Extension(len(want.Steps)), inEngine(jobtest.Read[uint8](t, j, "adjacency"), nodes))
	})
}

// An order against a direction is refused, with the pair and what demands the direction.
func TestAnOrderAgainstConstraints(t *testing.T) {
	for _, c := range []struct {
		constraints, says string
		nodes             []int
	}{
		{`"required":[[2,0,0]]`, "order: a is before c, but c -> a is required", []int{2, 0}},
		{`"forbidden":[[0,2,0]]`, "order: a is before c, but a -> c is forbidden", []int{0, 2}},
		{`"required":[[2,0,1]],"forbidden":[[0,2,0]]`, "order: a is before c, but a -> c is forbidden", []int{0, 2}},
	} {
		failure := jobtest.Refusal(t, `{"op":"run","n":3,"r":1,"names":["a","b","c"],`+c.constraints+`}`,
			jobtest.Raw("dags", jobtest.Matrix(3)...), jobtest.Raw[int32]("rank", 1, 2, 0), jobtest.Raw[int32]("order", 0, 1, 2))
		assert.Equal(t, call.InvalidInput, failure.Code)
		assert.Equal(t, "order", failure.Argument)
		assert.Equal(t, c.nodes, failure.Nodes)
		assert.Equal(t, c.says, failure.Message)
	}
	j := jobtest.Start(t, `{"op":"run","n":3,"r":1,"required":[[0,2,1]],"forbidden":[[1,2,1]]}`,
		jobtest.Raw("dags", jobtest.Matrix(3)...), jobtest.Raw[int32]("order", 2, 1, 0))
	assert.Equal(t, []uint8{0, 0, 0, 0, 0, 0, 1, 0, 0}, jobtest.Read[uint8](t, j, "fusion"), "pairs go along the order")
}
