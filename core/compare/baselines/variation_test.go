package baselines

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/mcbnc/mcbnc/core/graphs/bitset"
	"github.com/mcbnc/mcbnc/core/internal/testkit/oracle"
)

// A child has the genes of one parent before a point, and those of the other from there on. Every point
// but the end comes up.
func TestOnePoint(t *testing.T) {
	for _, count := range []int{1, 5, 64, 65, 130} {
		g := &Genes{arcs: make([]arc, count)}
		all := g.none()
		all.Fill(count)
		seen := map[int]bool{}
		for seed := range uint64(40 * count) {
			from := rand.New(stream(seed, 0, 0, crossing))
			child := g.onePoint(from, all, g.none())
			point := child.Count()
			seen[point] = true
			for k := range count {
				require.Equal(t, k < point, child.Has(k))
			}
			again := g.onePoint(rand.New(stream(seed, 0, 0, crossing)), g.none(), all)
			for k := range count {
				require.Equal(t, k >= point, again.Has(k))
			}
		}
		require.Len(t, seen, count)
		require.False(t, seen[count])
	}
}

// probability is the probability that a threshold stands for.
func probability(threshold uint64) float64 { return math.Ldexp(float64(threshold), -64) }

func TestFlips(t *testing.T) {
	for _, c := range []struct{ x, off, on float64 }{
		{0.5, 0.0025, 0.0725},
		{0.2, 0.0004, 0.17},
		{1, 0.01, 0.01 / 1.01},
		{2, 0.3010299956639812/3 + 0.01, 0.01 / 2.01},
		{10, 1.0/3 + 0.01, 0.01 / 10.01},
	} {
		off, on := flips(c.x)
		require.InDelta(t, c.off, probability(off), 1e-12)
		require.InDelta(t, c.on, probability(on), 1e-12)
	}
	require.Zero(t, chance(-1))
	require.Equal(t, uint64(math.MaxUint64), chance(1))
	require.Equal(t, uint64(1)<<63, chance(0.5))
}

// Genes are flipped with their probabilities, within four standard deviations. The seed is fixed.
func TestMutate(t *testing.T) {
	const count = 100_000
	genes := bitset.New(count)
	for k := 0; k < count; k += 2 {
		genes.Add(k)
	}
	mutate(stream(3, 1, 4, mutating), genes, count, chance(0.3), chance(0.02))
	off, on := 0, 0
	for k := range count {
		switch {
		case k%2 == 0 && !genes.Has(k):
			off++
		case k%2 == 1 && genes.Has(k):
			on++
		}
	}
	require.InDelta(t, 0.3*count/2, off, 4*math.Sqrt(0.3*0.7*count/2))
	require.InDelta(t, 0.02*count/2, on, 4*math.Sqrt(0.02*0.98*count/2))
}

// Streams of different individuals, generations, seeds and purposes differ.
func TestStreams(t *testing.T) {
	seen := map[uint64]bool{}
	for seed := range uint64(3) {
		for generation := range 3 {
			for i := range 3 {
				for of := beginning; of <= mutating; of++ {
					seen[stream(seed, generation, i, of).Uint64()] = true
				}
			}
		}
	}
	require.Len(t, seen, 81)
}

// The more inputs have an arc, the likelier it is at the beginning: surely if most have it, and with
// 1/(1 - ln q) else. Arcs of inputs are as likely as not, and so are all arcs if they are equally frequent.
func TestChances(t *testing.T) {
	frequent := &Genes{kind: FusionArcs, mean: 2, arcs: []arc{{weight: 2}, {weight: 10}, {weight: 6}}}
	got := frequent.chances()
	require.InDelta(t, 1/(1-math.Log(0.2)), probability(got[0]), 1e-12)
	require.InDelta(t, 1, probability(got[1]), 1e-12)
	require.InDelta(t, 1/(1-math.Log(0.6)), probability(got[2]), 1e-12)
	frequent.kind = SharedArcs
	require.Equal(t, got, frequent.chances())
	frequent.kind = InputArcs
	half := []uint64{1 << 63, 1 << 63, 1 << 63}
	require.Equal(t, half, frequent.chances())
	require.Equal(t, half, (&Genes{mean: 1, arcs: []arc{{weight: 4}, {weight: 4}, {weight: 4}}}).chances())
}

// Individual 0 is the best one ever within the bound, and 1 the fittest of the others. The first of
// equals wins.
func TestElite(t *testing.T) {
	p, g := smallProblem(3, FusionArcs, 20)
	e := newEvolution(p, options(FusionArcs, 2))
	of := func(fitness float64) *chromosome {
		return &chromosome{genes: g.none(), worth: worth{known: true, fitness: fitness, clique: 9}}
	}
	e.now = []*chromosome{of(1), of(5), of(3), of(3)}
	first, second := e.now[0], e.now[2]
	require.NoError(t, e.cross(t.Context(), 0))
	require.Same(t, first, e.now[0], "nobody was within the bound")
	require.Same(t, second, e.now[1])
	best := e.best
	require.NotNil(t, best, "children without arcs are within the bound")
	require.NoError(t, e.cross(t.Context(), 1))
	require.Same(t, best, e.now[0])

	from := rand.New(stream(1, 0, 0, crossing))
	wins := map[*chromosome]int{}
	among := []*chromosome{of(1), of(2), of(2)}
	for range 900 {
		wins[tournament(from, among)]++
	}
	require.InDelta(t, 500, wins[among[0]], 60) // 5 of 9, within four standard deviations
	require.InDelta(t, 200, wins[among[1]], 50)
}

// The individuals that are not random are the greedy choices for the bound and for one less. With the
// arcs of inputs, the second choice is out of the first.
func TestGreedyIndividuals(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := drawWeighted(t, 5)
		kind, bound := drawKind(t), rapid.IntRange(0, 3).Draw(t, "bound")
		p, want := problemOf(t, s), plainOf(s)
		e := newEvolution(p, options(kind, bound))
		given, err := e.given(context.Background(), context.Background())
		require.NoError(t, err)
		require.Len(t, given, 2)
		for k, from := range []*plain{want, want} {
			if k == 1 && kind == InputArcs {
				from = want.pruned(e.g.kept(given[0]))
			}
			_, kept, _ := from.bounded(kind, max(bound-k, 0))
			for i, list := range e.g.kept(given[k]) {
				requireArcs(t, kept[i], list)
			}
		}
	})
}

// pruned has the kept arcs of the inputs, which still weigh arcs as a whole.
func (p *plain) pruned(kept [][]int32) *plain {
	out := *p
	out.chosen = nil
	for _, arcs := range kept {
		m := oracle.New(len(p.fusion))
		for k := 0; k < len(arcs); k += 2 {
			m[arcs[k]][arcs[k+1]] = true
		}
		out.chosen = append(out.chosen, m)
	}
	return &out
}
