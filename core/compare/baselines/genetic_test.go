package baselines

import (
	"context"
	"fmt"
	"math"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/mcbnc/mcbnc/core/graphs/bitset"
	"github.com/mcbnc/mcbnc/core/internal/testkit/graphtest"
	"github.com/mcbnc/mcbnc/core/internal/testkit/oracle"
	"github.com/mcbnc/mcbnc/core/run/parallel"
)

// choice is what the lists of kept arcs stand for, by the definitions, before it is trimmed.
func (p *plain) choice(kind Kind, kept [][]int32) oracle.Matrix {
	chosen := make([]oracle.Matrix, len(kept))
	for i, arcs := range kept {
		chosen[i] = oracle.New(len(p.fusion))
		for k := 0; k < len(arcs); k += 2 {
			chosen[i][arcs[k]][arcs[k+1]] = true
		}
	}
	if kind == FusionArcs {
		return chosen[0]
	}
	var imaps []oracle.Matrix
	for i, m := range p.inputs {
		own := chosen[0]
		if kind == InputArcs {
			own = chosen[i]
		}
		left := oracle.New(len(m))
		for _, a := range m.Arcs() {
			left[a[0]][a[1]] = own[a[0]][a[1]]
		}
		imaps = append(imaps, oracle.MinimalIMap(left, p.order))
	}
	return oracle.Union(imaps)
}

// worth is that of a DAG, by the definitions.
func (p *plain) worth(g oracle.Matrix, bound int, nearFusion bool) worth {
	w := worth{known: true, distance: p.distance(g), clique: width(g) + 1}
	if nearFusion {
		w.distance = float64(oracle.SMHD(g, p.fusion))
	}
	w.fitness = w.distance
	if w.clique > bound+1 {
		w.fitness = w.distance * float64(w.clique) / float64(bound+1)
	}
	return w
}

func drawGenes(t *rapid.T, g *Genes, label string) bitset.Set {
	genes := g.none()
	for k := range g.Count() {
		if rapid.Bool().Draw(t, label) {
			genes.Add(k)
		}
	}
	return genes
}

// A chromosome is decoded and measured by the definitions, whatever its parents lend it.
func TestEvaluate(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := drawWeighted(t, 6)
		kind, bound := drawKind(t), rapid.IntRange(0, 3).Draw(t, "bound")
		nearFusion := rapid.Bool().Draw(t, "near fusion")
		p, want := problemOf(t, s), plainOf(s)
		g := p.Genes(kind)
		d := newDecoder(p, g, bound, nearFusion)
		var donors []*chromosome
		for range 3 {
			c := &chromosome{genes: drawGenes(t, g, "gene")}
			require.NoError(t, d.evaluate(context.Background(), c, donors...))
			decoded := want.choice(kind, g.kept(c.genes))
			require.Equal(t, decoded, matrixOf(dagOf(d.pa)))
			require.Equal(t, want.worth(decoded, bound, nearFusion), c.worth)
			donors = append(donors, c)
		}
	})
}

func options(kind Kind, bound int) GeneticOptions {
	return GeneticOptions{Kind: kind, Bound: bound, Population: 12, Generations: 6, Finished: func() {}}
}

// The kept arcs, decoded and trimmed, are the result, which is within the bound. Its fitness is that of
// the DAG, and it is at least as good as what a greedy start decodes to within the bound.
func TestGeneticResults(t *testing.T) { rapid.Check(t, checkGenetic) }

func checkGenetic(t *rapid.T) {
	s := drawWeighted(t, 5)
	bound := rapid.IntRange(0, 3).Draw(t, "bound")
	o := options(drawKind(t), bound)
	o.Start = rapid.SampledFrom([]Start{GreedyStart, MCBNCStart, RandomStart}).Draw(t, "start")
	o.NearFusion = rapid.Bool().Draw(t, "near fusion")
	o.Seed = rapid.Uint64().Draw(t, "seed")
	calls := 0
	o.Finished = func() { calls++ }
	p, want := problemOf(t, s), plainOf(s)
	got, err := p.Genetic(context.Background(), context.Background(), o)
	require.NoError(t, err)
	require.Equal(t, 6, got.Generations)
	require.Equal(t, 6, calls)
	g := want.choice(o.Kind, got.Kept)
	if len(got.Trimmed) > 0 {
		require.Greater(t, width(g), bound)
	}
	for _, a := range got.Trimmed {
		require.True(t, g[a[0]][a[1]])
		g[a[0]][a[1]] = false
	}
	require.Equal(t, g, matrixOf(got.DAG))
	require.Equal(t, want.worth(g, bound, o.NearFusion), worth{true, got.Fitness, got.Width + 1, got.Fitness})
	require.LessOrEqual(t, got.Width, bound)
	if greedy, _, trimmed := want.bounded(o.Kind, bound); o.Start == GreedyStart && trimmed == nil {
		require.LessOrEqual(t, got.Fitness, want.worth(greedy, bound, o.NearFusion).fitness)
	}
}

// smallProblem has at most this number of genes of the kind.
func smallProblem(seed uint64, kind Kind, most int) (*Problem, *Genes) {
	for rng := oracle.Rand(seed); ; {
		dags := graphtest.DAGs(oracle.RandomDAGs(rng, 1+rng.IntN(3), 3+rng.IntN(3), 0.5))
		weights := make([]int64, len(dags))
		for i := range weights {
			weights[i] = 1 + rng.Int64N(3)
		}
		p, err := NewProblem(context.Background(), dags, weights, nil)
		if err != nil {
			panic(err)
		}
		if g := p.Genes(kind); g.Count() > 3 && g.Count() <= most {
			return p, g
		}
	}
}

// A search of a few hundred evaluations finds the best of all chromosomes within the bound, if there are
// at most 2^8. The seeds are fixed.
func TestGeneticFindsTheBest(t *testing.T) {
	seeds := uint64(40)
	if testing.Short() {
		seeds = 6
	}
	for kind := FusionArcs; kind <= SharedArcs; kind++ {
		for seed := range seeds {
			bound := 1 + int(seed%2)
			p, g := smallProblem(seed, kind, 8)
			d := newDecoder(p, g, bound, false)
			best := math.Inf(1)
			for all := range uint64(1) << g.Count() {
				c := &chromosome{genes: bitset.Set{all}}
				require.NoError(t, d.evaluate(context.Background(), c))
				if c.clique <= bound+1 {
					best = min(best, c.fitness)
				}
			}
			for start := GreedyStart; start <= RandomStart; start++ {
				o := options(kind, bound)
				o.Population, o.Generations, o.Seed, o.Start = 40, 40, seed, start
				got, err := p.Genetic(context.Background(), context.Background(), o)
				require.NoError(t, err)
				require.Equal(t, best, got.Fitness, "kind %d, seed %d, start %d", kind, seed, start)
			}
		}
	}
}

// The result does not depend on the number of workers, and another seed gives another search.
func TestGeneticIsDeterministic(t *testing.T) {
	differ := false
	for seed := range uint64(12) {
		rng := oracle.Rand(seed)
		dags := graphtest.DAGs(oracle.RandomDAGs(rng, 4, 9, 0.35))
		weights := []int64{1, 2, 1, 3}
		var results []string
		for _, workers := range []int{1, 2, 5} {
			team := parallel.NewTeam(workers)
			defer team.Close()
			p, err := NewProblem(t.Context(), dags, weights, team)
			require.NoError(t, err)
			for again := range uint64(2) {
				o := options(Kind(seed%3), 2)
				o.Start, o.Seed = Start(seed/3%3), seed+again
				got, err := p.Genetic(t.Context(), t.Context(), o)
				require.NoError(t, err)
				results = append(results, fmt.Sprint(matrixOf(got.DAG), got.Kept, got.Trimmed, got.Fitness))
			}
		}
		for k := 2; k < len(results); k++ {
			require.Equal(t, results[k%2], results[k])
		}
		differ = differ || results[0] != results[1]
	}
	require.True(t, differ)
}

// If the search ends early, the result is the best so far, or what it began with.
func TestGeneticEndsEarly(t *testing.T) {
	for kind := FusionArcs; kind <= SharedArcs; kind++ {
		for start := GreedyStart; start <= RandomStart; start++ {
			for generations := range 4 {
				p, _ := smallProblem(7, kind, 20)
				limited, stop := context.WithCancel(t.Context())
				o := options(kind, 2)
				o.Start = start
				o.Finished = func() {
					if generations--; generations == 0 {
						stop()
					}
				}
				wanted := generations
				if generations == 0 {
					stop()
				}
				got, err := p.Genetic(t.Context(), limited, o)
				require.ErrorIs(t, err, context.Canceled)
				require.Equal(t, wanted, got.Generations)
				require.LessOrEqual(t, got.Width, 2)
				stop()
				if wanted > 0 && start == GreedyStart {
					whole := options(kind, 2)
					whole.Generations = wanted
					same, err := p.Genetic(t.Context(), t.Context(), whole)
					require.NoError(t, err)
					require.GreaterOrEqual(t, same.Fitness, got.Fitness, "the last generation's mutants are evaluated only if another one follows")
				}
			}
		}
	}
}

// Individuals that were evaluated before the time was over count.
func TestBestOfAnUnfinishedGeneration(t *testing.T) {
	p, _ := smallProblem(5, FusionArcs, 20)
	e := newEvolution(p, options(FusionArcs, 2))
	e.now = make([]*chromosome, 3)
	err := e.each(t.Context(), func(ctx context.Context, d *decoder, i int) error {
		if i == 2 {
			return context.Canceled
		}
		e.now[i] = &chromosome{genes: e.g.none()}
		return d.evaluate(ctx, e.now[i])
	})
	require.ErrorIs(t, err, context.Canceled)
	require.Same(t, e.now[0], e.best)
}

// Inputs without arcs have no genes.
func TestNoGenes(t *testing.T) {
	for kind := FusionArcs; kind <= SharedArcs; kind++ {
		p, err := NewProblem(t.Context(), graphtest.DAGs([]oracle.Matrix{oracle.New(3)}), []int64{1}, nil)
		require.NoError(t, err)
		for start := GreedyStart; start <= RandomStart; start++ {
			o := options(kind, 0)
			o.Start = start
			got, err := p.Genetic(t.Context(), t.Context(), o)
			require.NoError(t, err)
			require.Zero(t, got.DAG.Arcs())
			require.Zero(t, got.Fitness)
		}
	}
}
