package score

import (
	"context"
	"math"
	"os"
	"slices"
	"testing"

	"github.com/bytedance/sonic"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/mcbnc/mcbnc/core/internal/testkit/oracle"
	"github.com/mcbnc/mcbnc/core/learn/data"
	"github.com/mcbnc/mcbnc/core/learn/table"
	"github.com/mcbnc/mcbnc/core/run/parallel"
)

// drawMixed draws a table of discrete and real-valued columns that depend on one another. Some states do not occur.
func drawMixed(t *rapid.T, most int) *data.Numbers {
	n, rows := rapid.IntRange(1, most).Draw(t, "n"), rapid.IntRange(1, 80).Draw(t, "rows")
	rng := oracle.Rand(rapid.Uint64().Draw(t, "values"))
	d := &data.Numbers{Rows: rows}
	for j := range n {
		arity := rapid.IntRange(0, 4).Draw(t, "arity")
		column := make([]float64, rows)
		for row := range column {
			x := float64(rng.IntN(1000)) / 250
			if j > 0 {
				x += float64(rng.IntN(2)) * d.Columns[rng.IntN(j)][row]
			}
			if arity > 0 {
				x = float64(int(math.Abs(x)) % arity)
			}
			column[row] = x
		}
		d.Columns, d.Arity = append(d.Columns, column), append(d.Arity, arity)
	}
	return d
}

func mixedModel(t require.TestingT, name string, d *data.Numbers, p Parameters) Model {
	kind, known := Find(name)
	require.True(t, known)
	team := parallel.NewTeam(2)
	defer team.Close()
	maker, err := kind.Of(context.Background(), &table.Table{Numbers: d}, p, team)
	require.NoError(t, err)
	model, err := maker(p.MaxUnit)
	require.NoError(t, err)
	return model
}

// A score of a family is J of the family less J of the parents, by the formulas.
func TestMixedScoresAreTheirFormulas(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := drawMixed(t, 6)
		p := Parameters{
			Penalty: rapid.SampledFrom([]float64{0, 0.5, 1, 10}).Draw(t, "penalty"), Raw: rapid.Bool().Draw(t, "raw"),
		}
		name := rapid.SampledFrom([]string{"bic-cg", "dg"}).Draw(t, "score")
		model, naive := mixedModel(t, name, d, p), naiveMixed{d, p}
		scorer, units := NewLocalScorer(model), gainsOf(model)
		y := rapid.IntRange(0, len(d.Arity)-1).Draw(t, "y")
		var parents []int32
		for x := range d.Arity {
			if x != y && rapid.Bool().Draw(t, "parent") {
				parents = append(parents, int32(x))
			}
		}
		family := slices.Sorted(slices.Values(append(slices.Clone(parents), int32(y))))
		want := naive.j(name, family) - naive.j(name, parents)
		require.InDelta(t, want, scorer.Score(int32(y), parents), 1e-9*max(1, math.Abs(want), float64(d.Rows)))
		if len(parents) > 0 {
			less := want - naive.j(name, slices.Sorted(slices.Values(append(slices.Clone(parents[1:]), int32(y))))) + naive.j(name, parents[1:])
			require.InDelta(t, less, units(int32(y), parents[1:], parents[0]), 1e-9*max(1, math.Abs(less), float64(d.Rows)))
		}
	})
}

// gainsOf makes the function of the gain of one more parent, as a search has it.
func gainsOf(m Model) func(y int32, parents []int32, x int32) float64 {
	b := m.NewBatch(1)
	f := func(set ...int32) int64 { return b.Open(0, 0, set, 0) }
	return func(y int32, parents []int32, x int32) float64 {
		with := append(slices.Clone(parents), x)
		return m.Float(f(append(with, y)...) - f(with...) - f(append(slices.Clone(parents), y)...) + f(parents...) -
			m.ArcPenalty(parents, int(x), int(y)))
	}
}

// Without the ridge, dg gains what Tetrad's DegenerateGaussianScore does, to nine digits. Tetrad regresses indicator after
// indicator on the raw columns, so its scores differ from these by constants, and its gains do not.
func TestDegenerateIsTetrads(t *testing.T) {
	text, err := os.ReadFile("testdata/dg-tetrad.json")
	require.NoError(t, err)
	var golden struct {
		Arity    []int
		Columns  [][]float64
		Families []struct {
			Y, X    int32
			Parents []int32
			Gain    float64
		}
	}
	require.NoError(t, sonic.Unmarshal(text, &golden))
	require.Len(t, golden.Families, 40)
	team := parallel.NewTeam(1)
	defer team.Close()
	d := &data.Numbers{Rows: len(golden.Columns[0]), Columns: golden.Columns, Arity: golden.Arity}
	moments, err := data.NewMoments(context.Background(), d, team)
	require.NoError(t, err)
	maker, err := newDegenerate(context.Background(), moments, Parameters{Penalty: 1}, 0, team)
	require.NoError(t, err)
	model, err := maker(0)
	require.NoError(t, err)
	gain := gainsOf(model)
	for _, f := range golden.Families {
		require.InEpsilon(t, f.Gain, gain(f.Y, f.Parents, f.X), 1e-9, f)
	}
}

// drawEquivalent draws a DAG as lists of parents, and a DAG of the same class: some arcs that are covered are turned.
func drawEquivalent(t *rapid.T, n int) (one, other [][]int32) {
	one = make([][]int32, n)
	for y := range n {
		for x := range y {
			if rapid.IntRange(0, 2).Draw(t, "arc") == 0 {
				one[y] = append(one[y], int32(x))
			}
		}
	}
	for _, parents := range one {
		other = append(other, slices.Clone(parents))
	}
	for range 10 {
		y := rapid.IntRange(0, n-1).Draw(t, "turned")
		if len(other[y]) == 0 {
			continue
		}
		x := rapid.SampledFrom(other[y]).Draw(t, "tail")
		rest := slices.DeleteFunc(slices.Clone(other[y]), func(v int32) bool { return v == x })
		if slices.Equal(rest, other[x]) { // x → y is covered
			other[y], other[x] = rest, slices.Sorted(slices.Values(append(slices.Clone(other[x]), int32(y))))
		}
	}
	return one, other
}

// All DAGs of a class have the same score, to 1e-9 in floating point, and the same bits in a search's integers.
func TestMixedScoresAreEqualWithinAClass(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := drawMixed(t, 6)
		p := Parameters{Penalty: 1, Raw: rapid.Bool().Draw(t, "raw")}
		model := mixedModel(t, rapid.SampledFrom([]string{"bic-cg", "dg"}).Draw(t, "score"), d, p)
		one, other := drawEquivalent(t, len(d.Arity))
		scorer, batch := NewLocalScorer(model), model.NewBatch(1)
		total := func(dag [][]int32) (sum float64, units int64) {
			for y, parents := range dag {
				sum += scorer.Score(int32(y), parents)
				units += batch.Open(0, 0, append(slices.Clone(parents), int32(y)), 0) - batch.Open(0, 0, parents, 0)
				units -= model.NodePenalty(y)
				for k, x := range parents {
					units -= model.ArcPenalty(parents[:k], int(x), y)
				}
			}
			return sum, units
		}
		a, unitsA := total(one)
		b, unitsB := total(other)
		require.InDelta(t, a, b, 1e-9*max(1, math.Abs(a)))
		require.Equal(t, unitsA, unitsB)
	})
}

// F of a set does not depend on the order in which its variables come, nor on what was asked before.
func TestMixedSetsHaveOneValue(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := drawMixed(t, 6)
		n := len(d.Arity)
		name := rapid.SampledFrom([]string{"bic-cg", "dg"}).Draw(t, "score")
		b, fresh := mixedModel(t, name, d, Parameters{Penalty: 1}).NewBatch(1), mixedModel(t, name, d, Parameters{Penalty: 1}).NewBatch(1)
		for range 5 {
			order := rapid.Permutation(seq(n)).Draw(t, "order")
			size := rapid.IntRange(1, n).Draw(t, "size")
			set := order[:size]
			values := make([]int64, n)
			b.Open(0, 0, set[:size-1], 1)
			b.Extend(context.Background(), 0, 0, set[size-1:], values)
			require.Equal(t, fresh.Open(0, 0, slices.Sorted(slices.Values(set)), 0), values[set[size-1]])
		}
	})
}

func seq(n int) (out []int32) {
	for v := range n {
		out = append(out, int32(v))
	}
	return out
}
