package pool_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/mcbnc/mcbnc/core/compare/pool"
	"github.com/mcbnc/mcbnc/core/graphs/bitset"
	"github.com/mcbnc/mcbnc/core/graphs/equiv"
	"github.com/mcbnc/mcbnc/core/graphs/graph"
	"github.com/mcbnc/mcbnc/core/internal/testkit/golden"
)

const exact = 1e-7

// The shared cases come out to 1e-7, and their graphs exactly.
func TestGoldenCases(t *testing.T) {
	for _, c := range golden.LoadOpinions(t) {
		t.Run(c.Title, func(t *testing.T) {
			in, want := inputOf(c), &c.Expected
			got, err := pool.Pool(t.Context(), in)
			require.NoError(t, err)
			for name, lists := range map[string][2][]float64{
				"hit": {want.Hit, got.Hit}, "false alarm": {want.FalseAlarm, got.FalseAlarm}, "right": {want.Right, got.Right},
				"weight": {want.Weight, got.Weight}, "opinions": {want.Opinions, got.Opinions},
				"probability": {want.Probability, got.Probability}, "lambda": {want.Lambda, got.Direction},
				"entropy": {want.Entropy, got.Entropy}, "prior": {{want.Prior}, {got.Prior}},
			} {
				require.InDeltaSlice(t, lists[0], lists[1], exact, name)
			}
			if want.Rows != nil {
				require.InDeltaSlice(t, want.Rows, got.Rows, exact)
			}
			for k, each := range want.Each {
				for p, pair := range c.Pairs {
					require.InDelta(t, each[p], says(in, got, k, pair), exact, "source %d on %v", k, pair)
				}
			}
			require.Equal(t, want.Iterations, got.Iterations)
			kappa := matrix(len(in.Sources))
			for _, two := range got.Alike {
				kappa[two.A][two.B], kappa[two.B][two.A] = two.Kappa, two.Kappa
			}
			for k := range kappa {
				require.InDeltaSlice(t, want.Dependence[k], kappa[k], exact)
			}
			require.ElementsMatch(t, want.Arcs, arcs(got.DAG))
			class := equiv.Known(got.DAG, nil)
			for u, row := range want.CPDAG {
				for v, has := range row {
					require.Equal(t, has == 1, class.Ch(u).Has(v) || class.Ne(u).Has(v), "%d, %d", u, v)
				}
			}
		})
	}
}

// says is what a source says of a pair, in weighted log-odds.
func says(in *pool.Input, r *pool.Result, k int, pair [2]int) float64 {
	has := map[int32]bool{}
	for _, x := range in.Sources[k].Nodes {
		has[x] = true
	}
	if !has[int32(pair[0])] || !has[int32(pair[1])] {
		return 0
	}
	for _, x := range in.Sources[k].Says {
		if [2]int{int(x.I), int(x.J)} == pair {
			return x.Exists*r.Yes[k] + (1-x.Exists)*r.No[k]
		}
	}
	return r.No[k]
}

// inputOf is the input of a case.
func inputOf(c golden.Opinions) *pool.Input {
	n := len(c.Nodes)
	in := &pool.Input{Pairs: pool.NewPairs(n)}
	for k, g := range c.Graphs {
		s := pool.Source{Weight: 1, Group: 1}
		for v := range n {
			if c.Scope == nil || c.Scope[k] == nil || c.Scope[k][v] {
				s.Nodes = append(s.Nodes, int32(v))
			}
		}
		for _, pair := range c.Pairs {
			if said, joins := saidOf(pair, g[pair[0]][pair[1]], g[pair[1]][pair[0]]); joins {
				s.Says = append(s.Says, said)
			}
		}
		in.Sources = append(in.Sources, s)
	}
	if c.Rows != nil {
		in.Rows = &pool.Rows{Nodes: upTo(n), Count: *c.Rows, Strength: c.Strength, Direction: c.Direction}
	}
	if c.Known != nil {
		in.Known = graph.NewConstraints(n)
		for p, pair := range c.Pairs {
			know(in.Known, pair, c.Known[p], c.Arrows[p])
		}
	}
	return in
}

// saidOf is what the numbers of i → j and of j → i say, and whether they say anything.
func saidOf(pair [2]int, a, b float64) (pool.Said, bool) {
	if a+b == 0 {
		return pool.Said{}, false
	}
	return pool.Said{I: int32(pair[0]), J: int32(pair[1]), Exists: min(a+b, 1), Arrow: (a - b) / (a + b)}, true
}

func know(c *graph.Constraints, pair [2]int, exists, arrow float64) {
	i, j := pair[0], pair[1]
	known := map[float64]bitset.Matrix{1: c.Required, -1: c.Forbidden}
	if m, is := known[exists]; is {
		m.Row(i).Add(j)
		m.Row(j).Add(i)
	}
	switch {
	case arrow > 0:
		c.Directed.Add(i, j)
	case arrow < 0:
		c.Directed.Add(j, i)
	}
}
