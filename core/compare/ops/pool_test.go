package ops_test

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/mcbnc/mcbnc/core/call"
	"github.com/mcbnc/mcbnc/core/internal/testkit/jobtest"
)

// said is one matrix of three nodes: 0 -> 1 surely, 1 - 2 without a direction, and 0.25 of 2 -> 0.
var said = []float64{0, 1, 0, 0, 0, 1, 0.25, 1, 0}

// What a source adds to a pair is what the arrays of the sources say, and rows and opinions add up to the probability.
func TestPoolAddsUp(t *testing.T) {
	j := jobtest.Start(t, jobtest.Request("pool", 3, 2, `,"row_count":100`),
		jobtest.Raw("opinions", append(said, 0, 0, 0, 0.75, 0, 0, 0, 0, 0)...),
		jobtest.Raw("strength", 0, 0.5, 0, 0.5, 0, 1, 0, 1, 0), jobtest.Raw("direction", 0, 0.25, 0, 0.75, 0, 0.5, 0, 0.5, 0))
	yes, no := jobtest.Read[float64](t, j, "if_joined"), jobtest.Read[float64](t, j, "if_apart")
	opinions, rows, p := jobtest.Read[float64](t, j, "log_odds_opinions"), jobtest.Read[float64](t, j, "log_odds_rows"), jobtest.Read[float64](t, j, "probability")
	for at, v := range map[int][2]float64{1: {1, 0.75}, 2: {0.25, 0}, 5: {1, 0}} {
		sum := 0.0
		for k := range v {
			sum += v[k]*yes[k] + (1-v[k])*no[k]
		}
		require.InDelta(t, sum, opinions[at], 1e-12)
		require.InDelta(t, 1/(1+math.Exp(-rows[at]-opinions[at])), p[at], 1e-12)
	}
	directed, lambda := jobtest.Read[float64](t, j, "if_directed"), jobtest.Read[float64](t, j, "log_odds_direction")
	require.InDelta(t, directed[0]-0.75*directed[1]-0.25*directed[2], lambda[1], 1e-12)
	require.InDelta(t, -lambda[1], lambda[3], 1e-12)
	require.Len(t, jobtest.Read[float64](t, j, "right_direction"), 3)
	require.Equal(t, []int64{3, 3}, jobtest.Read[int64](t, j, "pairs_seen"))
	require.Empty(t, jobtest.Read[int32](t, j, "decided"))
}

// The order of the caller's nodes does not count, if their ranks go with them.
func TestPoolDoesNotDependOnTheOrderOfNodes(t *testing.T) {
	rapid.Check(t, func(draw *rapid.T) {
		n := rapid.IntRange(2, 6).Draw(draw, "n")
		share := rapid.SampledFrom([]float64{0, 0, 0, 0.25, 0.5})
		opinions := rapid.SliceOfN(share, 3*n*n, 3*n*n).Draw(draw, "opinions")
		for at := range opinions {
			if at%(n*n)%(n+1) == 0 {
				opinions[at] = 0
			}
		}
		rank := rapid.Permutation(nodesBelow(n)).Draw(draw, "rank")
		moved := make([]float64, len(opinions))
		for at, x := range opinions {
			k, i, j := at/(n*n), at/n%n, at%n
			moved[k*n*n+int(rank[i])*n+int(rank[j])] = x
		}
		plain := jobtest.Start(t, jobtest.Request("pool", n, 3, ""), jobtest.Raw("opinions", moved...))
		ranked := jobtest.Start(t, jobtest.Request("pool", n, 3, ""), jobtest.Raw("opinions", opinions...), jobtest.Raw("rank", rank...))
		for _, name := range []string{"hit", "false_alarm", "right_direction", "prior"} {
			require.Equal(draw, jobtest.Read[float64](t, plain, name), jobtest.Read[float64](t, ranked, name))
		}
		for _, name := range []string{"probability", "log_odds_direction", "entropy"} {
			a, b := jobtest.Read[float64](t, plain, name), jobtest.Read[float64](t, ranked, name)
			for at := range b {
				require.Equal(draw, a[int(rank[at/n])*n+int(rank[at%n])], b[at])
			}
		}
		a, b := jobtest.Read[uint8](t, plain, "adjacency"), jobtest.Read[uint8](t, ranked, "adjacency")
		for at := range b {
			require.Equal(draw, a[int(rank[at/n])*n+int(rank[at%n])], b[at])
		}
	})
}

func nodesBelow(n int) []int32 {
	out := make([]int32, n)
	for v := range out {
		out[v] = int32(v)
	}
	return out
}

// Faults of a request are named with the place.
func TestPoolRefuses(t *testing.T) {
	matrix := func(cells ...float64) call.Raw { return jobtest.Raw("opinions", cells...) }
	good, strength, direction := matrix(0, 1, 0, 0), jobtest.Raw[float64]("strength", 0, 0.5, 0.5, 0), jobtest.Raw[float64]("direction", 0, 0.5, 0.5, 0)
	for name, c := range map[string]struct {
		n, r               int
		more               string
		arrays             []call.Raw
		argument, sentence string
	}{
		"one node":       {1, 1, "", []call.Raw{matrix(0)}, "n", "there is one node"},
		"none":           {2, 0, "", []call.Raw{matrix()}, "opinions", "there are no opinions"},
		"above 1":        {2, 1, `,"names":["a","b"]`, []call.Raw{matrix(0, 1.5, 0, 0)}, "opinions", "opinions[0]: a -> b is 1.5"},
		"no number":      {2, 1, "", []call.Raw{matrix(0, math.NaN(), 0, 0)}, "opinions", "is NaN"},
		"both too large": {2, 1, `,"names":["a","b"]`, []call.Raw{matrix(0, 0.75, 0.5, 0)}, "opinions", "a -> b is 0.75 and b -> a is 0.5"},
		"itself":         {2, 1, `,"names":["a","b"]`, []call.Raw{matrix(0, 0, 0, 1)}, "opinions", "b is joined to itself"},
		"lacks a node":   {2, 1, `,"names":["a","b"]`, []call.Raw{good, jobtest.Raw[uint8]("seen", 1, 0)}, "seen", "opinion 0 has an edge at b, which it lacks"},
		"weight":         {2, 1, "", []call.Raw{good, jobtest.Raw("weights", -1.0)}, "weights", "the weight of opinion 0 is -1"},
		"heavy":          {2, 1, "", []call.Raw{good, jobtest.Raw("weights", math.Inf(1))}, "weights", "from 0 to 1e+06"},
		"no rows":        {2, 1, "", []call.Raw{good, strength, direction}, "row_count", "is missing"},
		"no strength":    {2, 1, `,"row_count":5`, []call.Raw{good}, "strength", "is missing"},
		"row_count":      {2, 1, `,"row_count":0`, []call.Raw{good, strength, direction}, "row_count", "a whole number >= 1"},
		"strength":       {2, 1, `,"row_count":5`, []call.Raw{good, jobtest.Raw("strength", 0, 2.0, 2, 0), direction}, "strength", "from 0 to 1"},
		"asymmetric":     {2, 1, `,"row_count":5`, []call.Raw{good, jobtest.Raw("strength", 0, 0.5, 0.25, 0), direction}, "strength", "one way"},
		"direction":      {2, 1, `,"row_count":5`, []call.Raw{good, strength, jobtest.Raw("direction", 0, 0.5, 0.25, 0)}, "direction", "add up to 1"},
		"chance":         {2, 1, `,"chance":"maybe"`, []call.Raw{good}, "chance", `"keep" or "drop"`},
		"cycle":          {2, 1, `,"required":[[0,1,0]],"forbidden":[[0,1,1]]`, []call.Raw{good}, "forbidden", "is required as well"},
	} {
		failure := jobtest.Refusal(t, jobtest.Request("pool", c.n, c.r, c.more), c.arrays...)
		require.Equal(t, c.argument, failure.Argument, name)
		require.Contains(t, failure.Message, c.sentence, name)
	}
}

// Directions that are forbidden in a circle allow no three edges of it, however sure the sources are.
func TestPoolKeepsForbiddenDirectionsOfACircle(t *testing.T) {
	circle := []float64{0, 1, 0, 0, 0, 1, 1, 0, 0}
	opinions := append(append(append([]float64{}, circle...), circle...), circle...)
	j := jobtest.Start(t, jobtest.Request("pool", 3, 3, `,"forbidden":[[1,0,0],[2,1,0],[0,2,0]]`), jobtest.Raw("opinions", opinions...))
	arcs, cells := 0, jobtest.Read[uint8](t, j, "adjacency")
	for _, at := range []int{1, 5, 6} { // 0 -> 1, 1 -> 2, 2 -> 0
		arcs += int(cells[at])
	}
	require.Equal(t, 2, arcs)
	require.Len(t, jobtest.Read[int32](t, j, "decided"), 2) // one pair, that would close the circle
	for _, at := range []int{3, 7, 2} {
		require.Zero(t, cells[at])
	}
}
