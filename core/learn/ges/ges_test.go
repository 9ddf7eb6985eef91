package ges_test

import (
	"context"
	"fmt"
	"hash/fnv"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/mcbnc/mcbnc/core/graphs/bitset"
	"github.com/mcbnc/mcbnc/core/graphs/graph"
	"github.com/mcbnc/mcbnc/core/internal/testkit/graphtest"
	"github.com/mcbnc/mcbnc/core/internal/testkit/oracle"
	"github.com/mcbnc/mcbnc/core/learn/ges"
	"github.com/mcbnc/mcbnc/core/run/parallel"
)

// localScorer scores by a function of families.
type localScorer struct{ local oracle.Local }

func (s localScorer) Gains(y int, parents []int32, _ bitset.Set) func(x int) int64 {
	var family []int
	for _, p := range parents {
		family = append(family, int(p))
	}
	return func(x int) int64 {
		with := append([]int{x}, family...)
		slices.Sort(with)
		return s.local(y, with) - s.local(y, family)
	}
}
func (localScorer) Fill(ctx context.Context) error { return ctx.Err() }
func (localScorer) Trim()                          {}

// anyLocal is a random score, with the given number of different values. Few values make ties. With
// a random score, operators of both phases gain.
func anyLocal(seed uint64, values int64) oracle.Local {
	return func(y int, parents []int) int64 {
		h := fnv.New64a()
		fmt.Fprint(h, seed, y, parents)
		return oracle.Rand(h.Sum64()).Int64N(values)
	}
}

func drawConstraints(t *rapid.T, n int) oracle.Constraints {
	c := oracle.Constraints{Required: oracle.New(n), Forbidden: oracle.New(n), Directed: oracle.New(n)}
	if rapid.Bool().Draw(t, "directions") {
		c.Directed = oracle.DrawDAG(t, n, "directed")
	}
	for u := range n {
		for v := range u {
			switch rapid.IntRange(0, 6).Draw(t, "kind") {
			case 0:
				c.Required[u][v], c.Required[v][u] = true, true
			case 1:
				c.Forbidden[u][v], c.Forbidden[v][u] = true, true
			}
		}
	}
	return c
}

// With any score, the search applies the same operators as the definition of greedy
// equivalence search, step by step: with ties, a limit on parents, and constraints.
func TestRunIsGreedyEquivalenceSearch(t *testing.T) {
	inserts, deletes, sets := 0, 0, 0
	graphtest.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 6).Draw(t, "n")
		local := anyLocal(rapid.Uint64().Draw(t, "score"), rapid.SampledFrom([]int64{4, 100, 1e9}).Draw(t, "values"))
		most := rapid.IntRange(-1, 4).Draw(t, "max parents")
		wanted, opt := oracle.SearchOptions{MaxParents: most}, ges.Options{MaxParents: most}
		if rapid.Bool().Draw(t, "constrained") {
			wanted.Constraints = drawConstraints(t, n)
			opt.Constraints = &graph.Constraints{
				Required:  bits(wanted.Required),
				Forbidden: bits(wanted.Forbidden),
				Directed:  graphtest.DAG(wanted.Directed),
			}
		}
		moves, state := oracle.GES(n, local, wanted)
		got, err := ges.Run(context.Background(), n, localScorer{local}, parallel.NewTeam(1), opt)
		require.NoError(t, err)
		require.Equal(t, steps(moves), got.Steps)
		require.Equal(t, [][]bool(state), graphtest.PDAGMatrix(got.Class.CPDAG()))
		for _, step := range got.Steps {
			if step.Insert {
				inserts++
			} else {
				deletes++
			}
			sets += len(step.Set)
		}
	}, &inserts, &deletes, &sets)
}

// With a score that has all independences of a DAG, the search ends in the DAG's class
// (Chickering 2002, theorem 14). Checked for every class of up to five nodes.
func TestRunFindsTheTrueClass(t *testing.T) {
	most := 5
	if testing.Short() {
		most = 4
	}
	rng := oracle.Rand(11)
	for n := 1; n <= most; n++ {
		for _, members := range oracle.Classes(n) {
			local, ok := oracle.Faithful(members[0], rng)
			for !ok {
				local, ok = oracle.Faithful(members[0], rng)
			}
			got, err := ges.Run(context.Background(), n, localScorer{local}, parallel.NewTeam(1), ges.Options{MaxParents: -1})
			require.NoError(t, err)
			want := [][]bool(oracle.CPDAG(members[0]))
			require.Equal(t, want, graphtest.PDAGMatrix(got.Class.CPDAG()))
		}
	}
}

// Ties depend on the seed alone, and only operators of the best gain are tied.
func TestSeed(t *testing.T) {
	local := func(_ int, parents []int) int64 { return int64(min(len(parents), 1)) } // all first parents tie
	ends := map[string]bool{}
	for seed := range int64(20) {
		got, err := ges.Run(context.Background(), 5, localScorer{local}, parallel.NewTeam(1), ges.Options{MaxParents: -1, Seed: &seed})
		require.NoError(t, err)
		again, err := ges.Run(context.Background(), 5, localScorer{local}, parallel.NewTeam(1), ges.Options{MaxParents: -1, Seed: &seed})
		require.NoError(t, err)
		require.Equal(t, got.Steps, again.Steps)
		for _, step := range got.Steps {
			require.EqualValues(t, 1, step.Gain)
		}
		ends[fmt.Sprint(got.Steps)] = true
	}
	require.Greater(t, len(ends), 10)
}

func bits(m oracle.Matrix) bitset.Matrix {
	out := bitset.NewMatrix(len(m), len(m))
	for _, link := range m.Links() {
		out.Row(link[0]).Add(link[1])
		out.Row(link[1]).Add(link[0])
	}
	return out
}

func steps(moves []oracle.Move) []ges.Step {
	var out []ges.Step
	for _, m := range moves {
		step := ges.Step{Insert: m.Insert, X: m.X, Y: m.Y, Gain: m.Gain}
		for _, x := range m.Set {
			step.Set = append(step.Set, int32(x))
		}
		out = append(out, step)
	}
	return out
}
