package baselines

import (
	"cmp"
	"context"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/mcbnc/mcbnc/core/graphs/treewidth"
	"github.com/mcbnc/mcbnc/core/internal/testkit/oracle"
)

// plain is a Problem by the definitions, on the oracle's matrices.
type plain struct {
	inputs  []oracle.Matrix // the heaviest first (ties: the lowest list of arcs)
	weights []int64
	times   []int
	order   []int
	imaps   []oracle.Matrix
	fusion  oracle.Matrix
	chosen  []oracle.Matrix // the arcs of each input that may be tried; nil: all
}

// plainOf takes the DAGs of positive weight, each once.
func plainOf(s sample) *plain {
	p := &plain{}
	for i, m := range s.inputs {
		if s.weights[i] == 0 {
			continue
		}
		k := slices.IndexFunc(p.inputs, m.Equal)
		if k < 0 {
			k = len(p.inputs)
			p.inputs, p.weights, p.times = append(p.inputs, m), append(p.weights, 0), append(p.times, 0)
		}
		p.weights[k] += s.weights[i]
		p.times[k]++
	}
	order := make([]int, len(p.inputs))
	for k := range order {
		order[k] = k
	}
	slices.SortFunc(order, func(a, b int) int {
		return cmp.Or(cmp.Compare(p.weights[b], p.weights[a]), slices.CompareFunc(p.inputs[a].Arcs(), p.inputs[b].Arcs(), compareArcs))
	})
	sorted := &plain{}
	for _, k := range order {
		sorted.inputs = append(sorted.inputs, p.inputs[k])
		sorted.weights, sorted.times = append(sorted.weights, p.weights[k]), append(sorted.times, p.times[k])
	}
	sorted.order, sorted.fusion = sorted.fuse(sorted.inputs)
	for _, m := range sorted.inputs {
		sorted.imaps = append(sorted.imaps, oracle.MinimalIMap(m, sorted.order))
	}
	return sorted
}

func compareArcs(a, b [2]int) int { return slices.Compare(a[:], b[:]) }

// fuse is the fusion of what stands for the inputs, with an order of its own.
func (p *plain) fuse(dags []oracle.Matrix) ([]int, oracle.Matrix) {
	var all []oracle.Matrix
	for i, m := range dags {
		all = append(all, slices.Repeat([]oracle.Matrix{m}, p.times[i])...)
	}
	order, _, fusion := oracle.Fuse(all, oracle.Constraints{})
	return order, fusion
}

// support is the weight of those that have the arc.
func (p *plain) support(dags []oracle.Matrix, a [2]int) (weight int64) {
	for i, m := range dags {
		if m[a[0]][a[1]] {
			weight += p.weights[i]
		}
	}
	return weight
}

// byWeight sorts arcs by the weight of the DAGs that have them (ties: the lowest arc).
func (p *plain) byWeight(arcs [][2]int, dags []oracle.Matrix) [][2]int {
	slices.SortFunc(arcs, func(a, b [2]int) int {
		return cmp.Or(cmp.Compare(p.support(dags, b), p.support(dags, a)), compareArcs(a, b))
	})
	return arcs
}

// entries are all arcs of a graph that may have arcs both ways.
func entries(m oracle.Matrix) (arcs [][2]int) {
	for u := range m {
		for v := range m {
			if m[u][v] {
				arcs = append(arcs, [2]int{u, v})
			}
		}
	}
	return arcs
}

func width(m oracle.Matrix) int { return oracle.MinFill(oracle.Moral(m)) }

// fill takes arcs one by one as long as the width is within the bound.
func fill(n int, arcs [][2]int, bound int) (g oracle.Matrix, gone [][2]int) {
	g = oracle.New(n)
	for _, a := range arcs {
		g[a[0]][a[1]] = true
		if width(g) > bound {
			g[a[0]][a[1]] = false
			gone = append(gone, a)
		}
	}
	return g, gone
}

// bounded is the greedy fusion, step by step.
func (p *plain) bounded(kind Kind, bound int) (g oracle.Matrix, kept [][][2]int, trimmed [][2]int) {
	n := len(p.fusion)
	if kind == FusionArcs {
		g, _ = fill(n, p.byWeight(p.fusion.Arcs(), p.imaps), bound)
		return g, [][][2]int{g.Arcs()}, nil
	}
	copies := make([]oracle.Matrix, len(p.inputs))
	for i := range copies {
		copies[i] = oracle.New(n)
	}
	try := func(a [2]int, inputs ...int) {
		set := func(to bool) {
			for _, i := range inputs {
				copies[i][a[0]][a[1]] = to
			}
		}
		set(true)
		if _, fusion := p.fuse(copies); width(fusion) > bound {
			set(false)
		}
	}
	if kind == SharedArcs {
		for _, a := range p.byWeight(entries(oracle.Union(p.inputs)), p.inputs) {
			var bearers []int
			for i, m := range p.inputs {
				if m[a[0]][a[1]] {
					bearers = append(bearers, i)
				}
			}
			try(a, bearers...)
		}
		kept = [][][2]int{entries(oracle.Union(copies))}
	} else {
		turns := make([][][2]int, len(p.inputs))
		for i, m := range p.inputs {
			if p.chosen != nil {
				m = p.chosen[i]
			}
			turns[i] = p.byWeight(m.Arcs(), p.inputs)
		}
		for turn := range n * n {
			for i, arcs := range turns {
				if turn < len(arcs) {
					try(arcs[turn], i)
				}
			}
		}
		for _, m := range copies {
			kept = append(kept, m.Arcs())
		}
	}
	g, trimmed = p.decode(copies, bound)
	return g, kept, trimmed
}

// decode is the union of the I-maps along the fixed order, brought within the bound.
func (p *plain) decode(copies []oracle.Matrix, bound int) (g oracle.Matrix, trimmed [][2]int) {
	var imaps []oracle.Matrix
	for _, m := range copies {
		imaps = append(imaps, oracle.MinimalIMap(m, p.order))
	}
	if g = oracle.Union(imaps); width(g) <= bound {
		return g, nil
	}
	return fill(len(g), p.byWeight(g.Arcs(), imaps), bound)
}

// distance is the mean SMHD to the inputs.
func (p *plain) distance(g oracle.Matrix) float64 {
	sum, total := int64(0), int64(0)
	for i, m := range p.inputs {
		sum += p.weights[i] * int64(oracle.SMHD(g, m))
		total += p.weights[i]
	}
	return float64(sum) / float64(total)
}

// drawWeighted is a sample in which some weights may be 0.
func drawWeighted(t *rapid.T, most int) sample {
	s := drawSample(t, most)
	for i := range s.weights[1:] {
		s.weights[1+i] = rapid.Int64Range(0, 3).Draw(t, "weight or none")
	}
	return s
}

func problemOf(t require.TestingT, s sample) *Problem {
	p, err := NewProblem(context.Background(), s.dags, s.weights, nil)
	require.NoError(t, err)
	return p
}

// requireArcs compares a flat list of arcs with the oracle's.
func requireArcs(t require.TestingT, want [][2]int, got []int32) {
	var flat []int32
	for _, a := range want {
		flat = append(flat, int32(a[0]), int32(a[1]))
	}
	require.Equal(t, append([]int32{}, flat...), append([]int32{}, got...))
}

func flat(arcs [][2]int32) (out []int32) {
	for _, a := range arcs {
		out = append(out, a[:]...)
	}
	return out
}

func drawKind(t *rapid.T) Kind {
	return rapid.SampledFrom([]Kind{FusionArcs, InputArcs, SharedArcs}).Draw(t, "kind")
}

func TestBounded(t *testing.T) { rapid.Check(t, checkBounded) }

func checkBounded(t *rapid.T) {
	s := drawWeighted(t, 6)
	kind, bound := drawKind(t), rapid.IntRange(0, 4).Draw(t, "bound")
	want := plainOf(s)
	g, kept, trimmed := want.bounded(kind, bound)
	tried, ctx := 0, context.Background()
	p := problemOf(t, s)
	got, err := p.Bounded(ctx, ctx, kind, bound, func() { tried++ })
	require.NoError(t, err)
	require.Equal(t, p.Genes(kind).Count(), tried)
	require.Equal(t, g, matrixOf(got.DAG))
	require.Len(t, got.Kept, len(kept))
	for i := range kept {
		requireArcs(t, kept[i], got.Kept[i])
	}
	requireArcs(t, trimmed, flat(got.Trimmed))
	require.Equal(t, width(g), got.Width)
	require.LessOrEqual(t, got.Width, bound)
	require.Equal(t, want.distance(g), got.Fitness)
}

// Each DAG's input is the same DAG, and a DAG without weight has none.
func TestProblemOf(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := drawWeighted(t, 4)
		p := problemOf(t, s)
		for i, input := range p.Of {
			if s.weights[i] == 0 {
				require.EqualValues(t, -1, input)
			} else {
				require.True(t, p.Inputs[input].Equal(s.dags[i]))
			}
		}
	})
}

// A growing DAG takes an arc if and only if the width stays within the bound.
func TestGrowing(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 7).Draw(t, "n")
		arcs := rapid.Permutation(oracle.DrawDAG(t, n, "dag").Arcs()).Draw(t, "arcs")
		bound := rapid.IntRange(0, 4).Draw(t, "bound")
		want, gone := fill(n, arcs, bound)
		grown := newGrowing(n, bound)
		var refused [][2]int
		for _, a := range arcs {
			if !grown.take(a[0], a[1]) {
				refused = append(refused, a)
			}
		}
		require.Equal(t, want, matrixOf(dagOf(grown.pa)))
		require.Equal(t, gone, refused)
		require.True(t, dagOf(grown.pa).Moralize().Equal(grown.moral))
		triangulation, err := treewidth.Triangulate(context.Background(), n, grown.moral, treewidth.MinFill)
		require.NoError(t, err)
		require.LessOrEqual(t, triangulation.Width, bound)
	})
}

// If the search ends early, what was chosen so far is the result, within the bound. If there is no
// time at all, the decoded arcs are trimmed away.
func TestBoundedEndsEarly(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := drawWeighted(t, 5)
		kind, bound := drawKind(t), rapid.IntRange(0, 3).Draw(t, "bound")
		p := problemOf(t, s)
		limited, stop := context.WithCancel(context.Background())
		left := rapid.IntRange(0, 6).Draw(t, "left")
		if left == 0 {
			stop()
		}
		tried := 0
		got, err := p.Bounded(context.Background(), limited, kind, bound, func() {
			if tried++; tried == left {
				stop()
			}
		})
		if tried < p.Genes(kind).Count() {
			require.ErrorIs(t, err, context.Canceled)
			require.Equal(t, left, tried)
		}
		require.LessOrEqual(t, width(matrixOf(got.DAG)), bound)
		stop()
		none, err := p.Bounded(limited, limited, kind, bound, func() {})
		if p.Genes(kind).Count() > 0 {
			require.ErrorIs(t, err, context.Canceled)
		}
		require.Zero(t, none.DAG.Arcs())
	})
}
