package over_test

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/mcbnc/mcbnc/core/graphs/bitset"
	"github.com/mcbnc/mcbnc/core/graphs/graph"
	"github.com/mcbnc/mcbnc/core/internal/testkit/oracle"
	"github.com/mcbnc/mcbnc/core/learn/data"
	"github.com/mcbnc/mcbnc/core/learn/over"
	"github.com/mcbnc/mcbnc/core/learn/table"
)

func run(t require.TestingT, p *over.Problem, workers int) *over.Result {
	got, err := over.Run(context.Background(), p, workers)
	require.NoError(t, err)
	require.False(t, got.Stopped)
	return got
}

// small draws a problem with a few variables, with constraints some of the time.
func small(rng *rand.Rand) *over.Problem {
	n, sites := 1+rng.IntN(6), 1+rng.IntN(4)
	kind := []string{"bds", "bdeu", "bic", "qnml"}[rng.IntN(4)]
	p := drawn(rng, n, sites, rng.IntN(61), 0.2+0.6*rng.Float64(), kind)
	p.Chains, p.Rounds, p.Extended = 1+rng.IntN(3), rng.IntN(3), rng.IntN(2) == 0
	if rng.IntN(2) == 0 {
		withGaps(rng, p, rng.Float64())
	}
	if rng.IntN(4) == 0 {
		p.DAGs = nil
	}
	if rng.IntN(2) == 0 {
		p.Constraints = graph.NewConstraints(n)
		for u := range n {
			for v := range u {
				into := []bitset.Matrix{p.Constraints.Required, p.Constraints.Forbidden}[rng.IntN(2)]
				if rng.IntN(4) == 0 {
					into.Row(u).Add(v)
					into.Row(v).Add(u)
				}
				if rng.IntN(3) == 0 {
					p.Constraints.Directed.Add(u, v)
				}
			}
		}
	}
	return p
}

// sees reports whether a site sees two columns together, and has a row with both if some rows have gaps in them.
func sees(s *table.Table, u, v int) bool {
	if !s.Seen.Has(u) || !s.Seen.Has(v) {
		return false
	}
	gaps := false
	for row := range s.States.Rows {
		gap := isGap(s, row, u) || isGap(s, row, v)
		if !gap {
			return true
		}
		gaps = true
	}
	return !gaps
}

func isGap(s *table.Table, row, v int) bool {
	return s.Last && s.States.Columns[v].State(row) == s.States.Columns[v].Arity-1
}

// No chain joins a pair that no site sees, unless the pair is required; required pairs are joined, forbidden ones are not,
// and directions are kept. What a site sees stays as it is.
func TestUnseenPairsAreNeverJoined(t *testing.T) {
	unseen, cases := 0, 10_000
	if testing.Short() {
		cases = 100
	}
	for seed := range cases {
		p := small(oracle.Rand(uint64(seed)))
		n := len(p.Sites[0].States.Columns)
		for _, c := range run(t, p, 1).Chains {
			for u := range n {
				for v := range u {
					seen := slices.ContainsFunc(p.Sites, func(s *table.Table) bool { return sees(s, u, v) })
					required := p.Constraints != nil && p.Constraints.Required.Row(u).Has(v)
					joined := c.DAG.Adjacent(u, v)
					switch {
					case required:
						require.True(t, joined)
					case !seen || p.Constraints.Forbids(u, v):
						require.False(t, joined)
					}
					if p.Constraints != nil && joined {
						require.False(t, p.Constraints.Directed.Has(u, v) && c.DAG.Has(v, u))
						require.False(t, p.Constraints.Directed.Has(v, u) && c.DAG.Has(u, v))
					}
					if !seen {
						unseen++
					}
				}
			}
			checkCells(t, p, c.Cells)
		}
	}
	require.Positive(t, unseen)
}

// checkCells checks that the cells of each site are its rows, which are sorted, and states in the cells without a value.
func checkCells(t require.TestingT, p *over.Problem, cells [][]int32) {
	for k, s := range p.Sites {
		n := len(s.States.Columns)
		given, gap := make([]int32, s.States.Rows*n), 0
		require.Len(t, cells[k], len(given))
		if p.Sites[0].Last {
			gap = 1
		}
		for v := range s.States.Columns {
			c := &s.States.Columns[v]
			if s.States.Rows > 0 {
				c.States(s.States.Rows, given[v:], n)
			}
			for at := v; at < len(given); at += n {
				require.True(t, 0 <= cells[k][at] && int(cells[k][at]) < c.Arity-gap)
				if !s.Seen.Has(v) {
					given[at] = 0
				}
			}
		}
		for r, row := range sortedRows(given, n) {
			for v, state := range row {
				if s.Seen.Has(v) && int(state) < s.States.Columns[v].Arity-gap {
					require.Equal(t, state, cells[k][r*n+v])
				}
			}
		}
	}
}

func sortedRows(cells []int32, n int) [][]int32 {
	rows := slices.SortedFunc(slices.Chunk(cells, n), func(a, b []int32) int { return slices.Compare(a, b) })
	return rows
}

// The chains are the same with any number of workers, and in whatever order the sites and their rows come.
func TestOrderAndWorkersDoNotCount(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rng := oracle.Rand(rapid.Uint64().Draw(t, "seed"))
		p := small(rng)
		want := run(t, p, 1)
		other, order := *p, rng.Perm(len(p.Sites))
		other.Sites, other.DAGs = nil, nil
		for _, k := range order {
			s := p.Sites[k]
			other.Sites = append(other.Sites, &table.Table{States: shuffled(rng, s.States), Last: s.Last, Seen: s.Seen})
			if p.DAGs != nil {
				other.DAGs = append(other.DAGs, p.DAGs[k])
			}
		}
		got := run(t, &other, rapid.IntRange(1, 5).Draw(t, "workers"))
		for c, chain := range got.Chains {
			require.Equal(t, want.Chains[c].DAG, chain.DAG)
			require.Equal(t, want.Chains[c].Steps, chain.Steps)
			require.Equal(t, math.Float64bits(want.Chains[c].Mix), math.Float64bits(chain.Mix))
			sameSites(t, p, want.Chains[c].Cells, &other, chain.Cells)
		}
		require.Equal(t, want.Counted, got.Counted)
	})
}

// sameSites checks that two runs have the same cells, up to an exchange of sites that are equal.
func sameSites(t require.TestingT, p *over.Problem, one [][]int32, q *over.Problem, other [][]int32) {
	list := func(p *over.Problem, cells [][]int32) (all [][]int32) {
		for k, own := range cells {
			columns := p.Sites[k].Seen.Append(nil)
			all = append(all, slices.Concat([]int32{int32(len(columns))}, columns, own))
		}
		slices.SortFunc(all, func(a, b []int32) int { return slices.Compare(a, b) })
		return all
	}
	require.Equal(t, list(p, one), list(q, other))
}

func shuffled(rng *rand.Rand, d *data.Dataset) *data.Dataset {
	order, arity := rng.Perm(d.Rows), make([]int32, len(d.Columns))
	columns := make([][]uint32, len(d.Columns))
	for v := range columns {
		arity[v] = int32(d.Columns[v].Arity)
		states := make([]int32, d.Rows)
		d.Columns[v].States(d.Rows, states, 1)
		for _, row := range order {
			columns[v] = append(columns[v], uint32(states[row]))
		}
	}
	return data.New(d.Rows, columns, arity)
}

// Tables with many joint states are kept as those that occur, and give the same draws as those that have all.
func TestSparseTables(t *testing.T) {
	rng := oracle.Rand(5)
	p := drawn(rng, 5, 3, 80, 0.6, "bds")
	arity := []int32{300, 2, 70, 3, 2}
	for k, s := range p.Sites {
		columns := make([][]uint32, 5)
		for v := range columns {
			columns[v] = make([]uint32, s.States.Rows)
			for row := range columns[v] {
				if s.Seen.Has(v) {
					columns[v][row] = rng.Uint32N(uint32(arity[v]))
				}
			}
		}
		p.Sites[k].States = data.New(s.States.Rows, columns, arity)
	}
	p.Constraints = graph.NewConstraints(5)
	for u := range 4 { // a child of four: 300 · 2 · 70 · 3 · 2 joint states
		p.Constraints.Required.Row(u).Add(4)
		p.Constraints.Required.Row(4).Add(u)
		p.Constraints.Directed.Add(u, 4)
	}
	got := run(t, p, 2)
	require.Equal(t, 4, got.Chains[0].DAG.Pa(4).Count())
	checkCells(t, p, got.Chains[0].Cells)
}

// A family whose joint states cannot be numbered is refused.
func TestTooManyJointStates(t *testing.T) {
	n := 5
	p := drawn(oracle.Rand(5), n, 2, 8, 0.6, "bds")
	arity := slices.Repeat([]int32{1 << 20}, n)
	for k, s := range p.Sites {
		p.Sites[k].States = data.New(s.States.Rows, slices.Repeat([][]uint32{make([]uint32, s.States.Rows)}, n), arity)
	}
	p.Constraints = graph.NewConstraints(n)
	for u := range n - 1 {
		p.Constraints.Required.Row(u).Add(n - 1)
		p.Constraints.Required.Row(n - 1).Add(u)
		p.Constraints.Directed.Add(u, n-1)
	}
	_, err := over.Run(context.Background(), p, 1)
	var many *over.TooManyStatesError
	require.ErrorAs(t, err, &many)
	require.Equal(t, n-1, many.Node)
}

// If time runs out, the chains are where they were.
func TestStopped(t *testing.T) {
	p := drawn(oracle.Rand(5), 8, 4, 100, 0.6, "bds")
	p.Chains, p.Rounds = 3, 4
	for _, after := range []int{0, 1, 3, 7} {
		ctx, stop := context.WithCancel(context.Background())
		searches := 0
		if after == 0 {
			stop()
		}
		p.Searched = func() {
			if searches++; searches == after {
				stop()
			}
		}
		got, err := over.Run(ctx, p, 1)
		require.NoError(t, err)
		require.True(t, got.Stopped)
		require.Len(t, got.Chains, 3)
		for _, c := range got.Chains {
			require.NotNil(t, c.DAG)
			checkCells(t, p, c.Cells)
		}
		stop()
	}
}
