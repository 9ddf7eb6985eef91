package flow

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/mcbnc/mcbnc/core/graphs/bitset"
	"github.com/mcbnc/mcbnc/core/graphs/graph"
	"github.com/mcbnc/mcbnc/core/internal/testkit/graphtest"
	"github.com/mcbnc/mcbnc/core/internal/testkit/oracle"
)

// asked is a graph with a Cutter. Its nodes are so far apart that a set of them takes one word or
// more. Questions and answers name the nodes as if they lay side by side.
type asked struct {
	apart, n int
	g        *Graph
	w        Cutter
}

func askedOf(dag oracle.Matrix, apart int) asked {
	apart |= 1 // so that folded sets tell the nodes apart
	g := NewGraph(graphtest.Spaced(graphtest.DAG(dag), apart))
	return asked{apart: apart, n: g.N, g: g, w: NewCutter(g.N)}
}

func (a asked) set(members []int) bitset.Set {
	s := bitset.New(a.n)
	for _, x := range members {
		s.Add(x * a.apart)
	}
	return s
}

func (a asked) members(s bitset.Set) []int {
	out := []int{}
	for x := s.Next(0); x >= 0; x = s.Next(x + 1) {
		out = append(out, x/a.apart)
	}
	return out
}

func (a asked) folded(s bitset.Folded) []int {
	out := []int{}
	for x := 0; x < a.n; x += a.apart {
		if s.Has(x) {
			out = append(out, x/a.apart)
		}
	}
	return out
}

func (a asked) arcs(arcs [][2]int) []Arc {
	out := make([]Arc, len(arcs))
	for k, arc := range arcs {
		out[k] = Arc{int32(arc[0] * a.apart), int32(arc[1] * a.apart)}
	}
	return out
}

// answers has all that a Cutter answers about two nodes and two sets of other nodes, the first a
// subset of the second, and then about arcs that are removed.
type answers struct {
	Cut, Limited, Lower, Upper, InFamily int
	Above                                bool
	Nearest                              [][2]int
	Reached, Bounded                     []int
	Rest, Edges                          int
	Proven, Member                       int
	Support, Border, Raising             []int
	Touched                              []int
	Ancestors                            [][]int
}

func (a asked) answer(u, v int, less, more []int, limit int, gone [][2]int) (found answers) {
	s, t := a.set(less), a.set(more)
	u, v = u*a.apart, v*a.apart
	found.Cut = a.w.MinCut(a.g, u, v, s, s, NoLimit)
	found.Limited = a.w.MinCut(a.g, u, v, s, s, limit)
	found.Lower = a.w.MinCut(a.g, u, v, s, t, NoLimit)
	found.Upper = a.w.MinCut(a.g, u, v, t, s, NoLimit)
	for _, arc := range a.w.CutNearest(a.g, u, v, s) {
		found.Nearest = append(found.Nearest, [2]int{int(arc.From) / a.apart, int(arc.To) / a.apart})
	}
	if given := a.w.MinCut(a.g, u, v, t, t, NoLimit); given > found.Lower {
		member, edges, _, _ := a.w.Explain(a.g, u, v, s, t, false)
		found.Rest, found.Edges = member/a.apart, edges
	}
	size, support, border := a.w.ProvenCut(a.g, u, v, s, t, NoLimit)
	found.Proven, found.Support, found.Border = size, a.folded(support), a.folded(border)
	if a.w.MinCut(a.g, u, v, t, t, NoLimit) > found.Lower {
		member, _, raises, raising := a.w.Explain(a.g, u, v, s, t, true)
		if found.Member = member / a.apart; raises {
			found.Raising = a.folded(raising)
		}
	}
	probe := t.Clone()
	probe.AndNot(s)
	found.Above = a.g.AncestralHas(u, v, s, probe)
	family, reached := t.Clone(), bitset.New(a.n)
	family.Add(u)
	family.Add(v)
	a.w.Search(a.g, v, family, family, reached)
	found.Reached = a.members(reached)
	found.InFamily = a.w.CutInFamily(a.g, u, v, family, reached, limit)
	within := bitset.New(a.n)
	a.g.Ancestral(u, v, t, within)
	a.w.Boundary(a.g, v, t, within, reached)
	found.Bounded = a.members(reached)

	touched := bitset.New(a.n)
	a.w.Remove(a.g, a.arcs(gone), touched)
	found.Touched = a.members(touched)
	for x := 0; x < a.n; x += a.apart {
		a.g.Ancestral(x, x, bitset.New(a.n), within)
		found.Ancestors = append(found.Ancestors, a.members(within))
	}
	return found
}

// All forms give the answers that rows give, also as a copy. Graphs are larger here than the oracle can have them.
func TestForms(t *testing.T) {
	for _, n := range []int{2, 3, 9, 37, 63, 64, 90} {
		for seed := range uint64(300) {
			rng := oracle.Rand(seed)
			dag := oracle.RandomDAG(rng, n, min(1, rng.Float64()*16/float64(n)))
			separate(rng, dag, 1+rng.IntN(4))
			rows, others := askedOf(dag, 64/n+1), []asked{}
			require.IsType(t, &inRows{}, rows.g.form)
			if n <= 64 {
				others = append(others, askedOf(dag, 1))
				require.IsType(t, &inAWord{}, others[0].g.form)
			}
			if seed%5 == 0 {
				others = append(others, askedOf(dag, 64*bitset.Long/n+1))
				require.IsType(t, &inLists{}, others[len(others)-1].g.form)
			}
			for k := range 5 {
				nodes := rng.Perm(n)
				u, v, rest := nodes[0], nodes[1], nodes[2:]
				more := rest[:rng.IntN(len(rest)+1)]
				less := more[:rng.IntN(len(more)+1)]
				gone, limit := takeArcs(rng, dag), 1+rng.IntN(4)
				want := rows.answer(u, v, less, more, limit, gone)
				for i := range others {
					a := &others[i]
					if k == 2 {
						again := NewGraphs(1, a.n)
						again.MakeRoom()
						again.At(0).CopyFrom(a.g)
						require.IsType(t, a.g.form, again.At(0).form)
						a.g = again.At(0)
					}
					require.Equal(t, want, a.answer(u, v, less, more, limit, gone), "n=%d, seed %d, %T", n, seed, a.g.form)
				}
			}
		}
	}
}

// Long rows are lists, unless the graph is dense.
func TestWhichGraphsAreLists(t *testing.T) {
	for n, sparse := range map[int]bool{64*bitset.Long - 64: false, 64*bitset.Long - 63: true} {
		dag := graph.NewDAG(n)
		require.Equal(t, sparse, NewGraph(dag).sparse())
		for x := range n {
			for y := x + 1; y < min(n, x+6); y++ {
				dag.Add(x, y)
			}
		}
		require.IsType(t, &inRows{}, NewGraph(dag).form)
	}
}

// separate removes most arcs between different groups of nodes. If the groups are dense, cuts lie far
// from both ends, and flows are turned back on their way.
func separate(rng *rand.Rand, dag oracle.Matrix, groups int) {
	for i := range dag {
		for j := range dag[i] {
			if i%groups != j%groups && rng.IntN(8) > 0 {
				dag[i][j] = false
			}
		}
	}
}

// takeArcs removes some arcs from a DAG.
func takeArcs(rng *rand.Rand, dag oracle.Matrix) (gone [][2]int) {
	for i := range dag {
		for j := range dag[i] {
			if dag[i][j] && rng.IntN(10) == 0 {
				dag[i][j] = false
				gone = append(gone, [2]int{i, j})
			}
		}
	}
	return gone
}
