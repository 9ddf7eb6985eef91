package chance

import (
	"cmp"
	"context"
	"math/bits"
	"math/rand/v2"
	"slices"

	"github.com/mcbnc/mcbnc/core/graphs/bitset"
	"github.com/mcbnc/mcbnc/core/graphs/graph"
)

// draw is the agreement of the first set of relabelled graphs that agrees at least as much as the given number, or -1. It
// sorts the shapes.
func draw(ctx context.Context, shapes []shape, shared int64) int64 {
	slices.SortFunc(shapes, func(s, t shape) int {
		return cmp.Or(cmp.Compare(s.edges, t.edges), cmp.Compare(s.touching, t.touching), compareEdges(s.dag, t.dag))
	})
	n := shapes[0].dag.N
	t, places, random := newTally(n), make([]int32, n), rand.NewPCG(0, uint64(shared))
	for range draws {
		t.clear()
		for _, s := range shapes {
			for range s.times {
				if ctx.Err() != nil {
					return -1
				}
				shuffle(places, random)
				addRelabelled(t, s.dag, places)
			}
		}
		if found := t.agreement(); found >= shared {
			return found
		}
	}
	return -1
}

// compareEdges orders two graphs by their edges, whatever the directions.
func compareEdges(g, h *graph.DAG) int {
	for v := range g.N {
		gPa, gCh, hPa, hCh := g.Pa(v), g.Ch(v), h.Pa(v), h.Ch(v)
		for w := range gPa {
			if c := cmp.Compare(gPa[w]|gCh[w], hPa[w]|hCh[w]); c != 0 {
				return c
			}
		}
	}
	return 0
}

// shuffle draws a permutation (Fisher and Yates). Go may change how its own one draws.
func shuffle(places []int32, random *rand.PCG) {
	for i := range places {
		j, _ := bits.Mul64(random.Uint64(), uint64(i+1)) // uniform in 0..i, up to a share of i / 2^64
		places[i] = places[j]
		places[j] = int32(i)
	}
}

// addRelabelled adds a graph with each node in its place.
func addRelabelled(t *tally, g *graph.DAG, places []int32) {
	for v := range g.N {
		for w, word := range g.Pa(v) {
			for ; word != 0; word &= word - 1 {
				t.add(int(places[bitset.Lowest(w, word)]), int(places[v]), 1)
			}
		}
	}
}
