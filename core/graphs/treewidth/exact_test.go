package treewidth

import (
	"context"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/mcbnc/mcbnc/core/internal/testkit/oracle"
)

func TestExactAgainstBruteForce(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		g := drawGraph(t, 12)
		m := bits(g)
		before := m.Clone()
		r := Exact(context.Background(), len(g), m)
		require.True(t, before.Equal(m), "the graph was changed")
		require.Equal(t, oracle.ExactTreewidth(g), r.Best.Width)
		require.True(t, r.Proved())
		checkResult(t, g, r)
	})
}

// On graphs too large for brute force, the search alone and the whole algorithm give the same treewidth.
func TestReductionsKeepTheAnswer(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(13, 28).Draw(t, "n")
		rng := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 0))
		share := rapid.Float64Range(0, 5).Draw(t, "degree") / float64(n)
		g := graphOf(n, func(_, _ int) bool { return rng.Float64() < share/2 })
		for v := 1; v < n; v++ { // A spanning tree makes the graph connected.
			u := rng.IntN(v)
			g[u][v], g[v][u] = true, true
		}
		r := exact(g)
		require.True(t, r.Proved())
		checkResult(t, g, r)
		_, found, err := exhaust(g, r.Lower)
		require.NoError(t, err)
		require.True(t, found)
		_, found, err = exhaust(g, r.Lower-1)
		require.NoError(t, err)
		require.False(t, found)
	})
}

// Reducing and splitting keep the treewidth, for any valid lower bound, and give minors of the graph.
func TestPiecesAgainstBruteForce(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		g := drawGraph(t, 12)
		width := oracle.ExactTreewidth(g)
		p := wholePiece(len(g), bits(g))
		s := &solver{ctx: context.Background(), chordal: bits(g), Result: Result{Lower: rapid.IntRange(0, width).Draw(t, "low")}}
		left, found := s.reduce(p), 0
		for _, c := range components(p.n, p.adj, left) {
			part := p.sub(c.nodes)
			pieces := s.split(part)
			if pieces == nil {
				pieces = []*piece{part}
			}
			for _, q := range pieces {
				checkBranches(t, g, q)
				found = max(found, oracle.ExactTreewidth(graphOf(q.n, func(u, v int) bool { return q.adj.Row(u).Has(v) })))
			}
		}
		require.Equal(t, width, max(s.Lower, found))
	})
}

// checkBranches checks that a piece is a minor of the graph.
func checkBranches(t require.TestingT, g oracle.Matrix, p *piece) {
	checkMinor(t, g, Minor{Branches: p.branch})
	for x := range p.n {
		require.Contains(t, p.branch[x], p.label[x])
		for y := p.adj.Row(x).Next(0); y >= 0; y = p.adj.Row(x).Next(y + 1) {
			require.NotEqual(t, x, y)
			joined := false
			for _, a := range p.branch[x] {
				for _, b := range p.branch[y] {
					joined = joined || g[a][b]
				}
			}
			require.True(t, joined, "no edge between two branches")
		}
	}
}

// Each graph is eliminated completely by the rule after which it is named, and the result is right.
func TestReductions(t *testing.T) {
	t.Parallel()
	cube := graphOf(8, func(u, v int) bool { x := u ^ v; return x&(x-1) == 0 && x != 0 })
	require.Equal(t, 3, exact(cube).Best.Width)
	k33 := graphOf(6, func(u, v int) bool { return u < 3 && v >= 3 })
	for name, c := range map[string]struct {
		g   oracle.Matrix
		low int
	}{"cube": {cube, 3}, "buddies": {k33, 3}, "almost simplicial": {ring(9), 2}, "simplicial": {graphOf(5, func(u, v int) bool { return true }), 0}} {
		s := &solver{ctx: context.Background(), chordal: bits(c.g), Result: Result{Lower: c.low}}
		require.Zero(t, s.reduce(wholePiece(len(c.g), bits(c.g))).Count(), name)
		chordal := triangulateAlong(len(c.g), s.chordal, perfectOrder(len(c.g), s.chordal))
		require.Equal(t, s.chordal, chordal.Chordal(), name)
		require.Equal(t, oracle.ExactTreewidth(c.g), chordal.Width, name)
	}
}

// After the rules for buddies and for a cube, a minor is left. The buddies, or the cube, are attached
// to three nodes, and these to an octahedron, to which no rule applies.
func TestReductionsLeaveMinors(t *testing.T) {
	t.Parallel()
	octahedron := func(u, v int) bool { return u < 6 && v < 6 && v != u+3 && u != v+3 }
	attached := func(u, v int) bool { return u < 3 && (v == 6+u || v == 6+(u+1)%3) } // The three are 6, 7, 8.
	for name, c := range map[string]struct {
		more oracle.Matrix
		from int // the first node that is eliminated
	}{
		"buddies": {graphOf(11, func(u, v int) bool { return u >= 6 && u < 9 && v >= 9 }), 9},
		"cube": {graphOf(13, func(u, v int) bool {
			return u >= 6 && u < 9 && v >= 9 && v < 12 && v != u+3 || u >= 9 && u < 12 && v == 12
		}), 9},
	} {
		g := graphOf(len(c.more), func(u, v int) bool { return octahedron(u, v) || attached(u, v) || c.more[u][v] })
		p := wholePiece(len(g), bits(g))
		s := &solver{ctx: context.Background(), chordal: bits(g), Result: Result{Lower: 3}}
		left := s.reduce(p)
		require.Equal(t, c.from, left.Count(), name)
		require.Equal(t, -1, left.Next(c.from), name)
		q := p.sub(left)
		checkBranches(t, g, q)
		small := graphOf(q.n, func(u, v int) bool { return q.adj.Row(u).Has(v) })
		require.Equal(t, oracle.ExactTreewidth(g), oracle.ExactTreewidth(small), name)
	}
}

// The treewidths are known from theory, from TreewidthLIB (the colouring instances of DIMACS), and from
// the test bed of PACE 2016 (the named graphs: github.com/holgerdell/PACE-treewidth-testbed,
// instances.csv, minus one).
func TestKnownTreewidths(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		g     oracle.Matrix
		width int
	}{
		"one node":    {oracle.New(1), 0},
		"no edges":    {oracle.New(5), 0},
		"two rings":   {graphOf(9, func(u, v int) bool { return v == u+1 && v != 4 || u == 3 && v == 0 || u == 8 && v == 4 }), 2},
		"clique":      {graphOf(7, func(_, _ int) bool { return true }), 6},
		"grid 5 x 9":  {grid(5, 9), 5},
		"grid 7 x 7":  {grid(7, 7), 7},
		"Petersen":    {petersen(), 4},
		"queen 5 x 5": {queen(5), 18},
		"queen 6 x 6": {queen(6), 25},
		"myciel3":     {mycielski(3), 5},
		"myciel4":     {mycielski(4), 10},
		"Chvátal":     {chvatal(), 6},
		"Paley 17":    {paley(17), 11},
		"Desargues":   {lcf(20, 5, -5, 9, -9), 6},
		"Heawood":     {lcf(14, 5, -5), 5},
		"Pappus":      {lcf(18, 5, 7, -7, 7, -7, -5), 6},
		"McGee":       {lcf(24, 12, 7, -7), 7},
		"Nauru":       {lcf(24, 5, -9, 7, -7, 9, -5), 6},
		"Dyck":        {lcf(32, 5, -5, 13, -13), 7},
		"Gray":        {lcf(54, -25, 7, -7, 13, -13, 25), 9},
		"hypercube 4": {graphOf(16, func(u, v int) bool { x := u ^ v; return x&(x-1) == 0 }), 6},
	} {
		r := exact(c.g)
		require.True(t, r.Proved(), name)
		require.Equal(t, c.width, r.Best.Width, name)
		checkResult(t, c.g, r)
	}
}

// If ctx ends, the bounds are right, and the upper bound is no worse than the greedy one.
func TestStoppedResultsHold(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(1, 0))
	g := graphOf(120, func(_, _ int) bool { return rng.Float64() < 0.08 })
	ended, cancel := context.WithCancel(context.Background())
	cancel()
	soon, stop := context.WithTimeout(context.Background(), 200*time.Millisecond)
	defer stop()
	for _, ctx := range []context.Context{ended, soon} {
		begin := time.Now()
		r := Exact(ctx, len(g), bits(g))
		require.Less(t, time.Since(begin), time.Minute)
		require.False(t, r.Proved())
		require.False(t, r.OutOfMemory)
		require.LessOrEqual(t, r.Best.Width, greedy(ctx, len(g), bits(g), len(g)).Width)
		checkResult(t, g, r)
	}
}

// If ctx ends in the middle of an elimination, there is a triangulation all the same, and soon.
func TestAnEliminationThatIsStopped(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(2, 0))
	g := graphOf(uninterrupted+40, func(_, _ int) bool { return rng.Float64() < 0.08 })
	for _, checks := range []int{0, 5, 100} {
		stopped := func() context.Context { return &endsAfter{Context: context.Background(), checks: checks} }
		found := triangulate(stopped(), len(g), bits(g), MinFill, nil)
		cliques, parent := found.CliqueTree()
		checkTree(t, g, cliques, parent, found.Width)
		require.LessOrEqual(t, oracle.Width(g, found.Order), found.Width)
		_, err := Triangulate(stopped(), len(g), bits(g), MinFill)
		require.ErrorIs(t, err, context.Canceled)
		checkResult(t, g, Exact(stopped(), len(g), bits(g)))
	}
}

// endsAfter is a context that ends after a number of calls of Err.
type endsAfter struct {
	context.Context
	checks int
}

func (c *endsAfter) Err() error {
	if c.checks--; c.checks < 0 {
		return context.Canceled
	}
	return nil
}

func BenchmarkExact(b *testing.B) {
	for name, g := range map[string]oracle.Matrix{"grid7": grid(7, 7), "queen6": queen(6), "myciel4": mycielski(4)} {
		m := bits(g)
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				Exact(context.Background(), len(g), m)
			}
		})
	}
}
