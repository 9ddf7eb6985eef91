package data

import (
	"cmp"
	"context"
	"math"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/mcbnc/mcbnc/core/internal/testkit/oracle"
	"github.com/mcbnc/mcbnc/core/run/parallel"
)

// drawMixed draws a table. Arities may be far above the number of rows.
func drawMixed(t *rapid.T) *Numbers {
	n, rows := rapid.IntRange(1, 5).Draw(t, "n"), rapid.IntRange(0, 60).Draw(t, "rows")
	rng := oracle.Rand(rapid.Uint64().Draw(t, "values"))
	d := &Numbers{Rows: rows}
	for range n {
		arity := rapid.SampledFrom([]int{0, 0, 1, 2, 3, 50, 1 << 20}).Draw(t, "arity")
		scale := math.Ldexp(1, rapid.SampledFrom([]int{-1000, -3, 0, 5, 900}).Draw(t, "scale"))
		column := make([]float64, rows)
		for row := range column {
			if column[row] = float64(rng.IntN(max(1, arity))); arity == 0 {
				column[row] = scale * float64(rng.IntN(1000)-400) / 8
			}
		}
		d.Columns, d.Arity = append(d.Columns, column), append(d.Arity, arity)
	}
	return d
}

func momentsOf(t require.TestingT, d *Numbers) *Moments {
	team := parallel.NewTeam(2)
	defer team.Close()
	m, err := NewMoments(context.Background(), d, team)
	require.NoError(t, err)
	return m
}

// split are the discrete and the real-valued variables.
func (d *Numbers) split() (states, reals []int32) {
	for v, arity := range d.Arity {
		if arity > 0 {
			states = append(states, int32(v))
		} else {
			reals = append(reals, int32(v))
		}
	}
	return states, reals
}

// The cells are the joint states in order, and the products are sums over the rows of each.
func TestMomentsAreSumsOverCells(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := drawMixed(t)
		m := momentsOf(t, d)
		states, reals := d.split()
		if len(states) > 0 {
			states = states[:rapid.IntRange(0, len(states)).Draw(t, "states")]
		}
		cells := map[[5]float64][]int{}
		for row := range d.Rows {
			var name [5]float64
			for k, v := range states {
				name[k] = d.Columns[v][row]
			}
			cells[name] = append(cells[name], row)
		}
		var names [][5]float64
		singletons := 0
		for name, rows := range cells {
			if len(rows) > 1 {
				names = append(names, name)
			} else {
				singletons++
			}
		}
		slices.SortFunc(names, func(a, b [5]float64) int { return slices.Compare(a[:], b[:]) })
		got := m.Cells(states)
		require.Same(t, got, m.Cells(states))
		require.Equal(t, singletons, got.Singletons)
		require.Len(t, got.Sizes, len(names))
		for cell, name := range names {
			require.EqualValues(t, len(cells[name]), got.Sizes[cell])
			for _, j := range reals {
				for _, k := range reals {
					unit := func(v int32) float64 { return math.Ldexp(1, -m.Scale(v)) }
					var u, v float64
					for _, row := range cells[name] {
						u += d.Columns[j][row] * unit(j) / float64(len(cells[name]))
						v += d.Columns[k][row] * unit(k) / float64(len(cells[name]))
					}
					want := 0.0
					for _, row := range cells[name] {
						want += (d.Columns[j][row]*unit(j) - u) * (d.Columns[k][row]*unit(k) - v)
					}
					require.InDelta(t, want, got.Products(j, k)[cell], 1e-10*float64(d.Rows))
					require.Equal(t, got.Products(j, k)[cell], got.Products(k, j)[cell])
				}
			}
		}
	})
}

// Neither sums nor correlations depend on the order of the rows, to the last bit.
func TestMomentsOfRowsInAnyOrder(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := drawMixed(t)
		turned := &Numbers{Rows: d.Rows, Arity: d.Arity}
		order := rapid.Permutation(seqOf(d.Rows)).Draw(t, "order")
		for _, column := range d.Columns {
			other := make([]float64, d.Rows)
			for k, row := range order {
				other[k] = column[row]
			}
			turned.Columns = append(turned.Columns, other)
		}
		a, b := momentsOf(t, d), momentsOf(t, turned)
		states, reals := d.split()
		for _, j := range reals {
			for _, k := range reals {
				require.Equal(t, a.Cells(states).Products(j, k), b.Cells(states).Products(j, k))
			}
		}
		if slices.Max(append(d.Arity, 0)) > 100 { // a matrix of as many columns
			return
		}
		team := parallel.NewTeam(2)
		defer team.Close()
		firstA, matrixA, err := a.Correlations(context.Background(), team)
		require.NoError(t, err)
		firstB, matrixB, err := b.Correlations(context.Background(), team)
		require.NoError(t, err)
		require.Equal(t, firstA, firstB)
		require.Equal(t, matrixA, matrixB)
		size := int(firstA[len(firstA)-1])
		for j := range size {
			for k := range size {
				require.Equal(t, matrixA[j*size+k], matrixA[k*size+j])
				require.LessOrEqual(t, math.Abs(matrixA[j*size+k]), 1+1e-12)
			}
			require.Equal(t, 1.0, matrixA[j*size+j])
		}
	})
}

func seqOf(n int) []int {
	out := make([]int, n)
	for k := range out {
		out[k] = k
	}
	return out
}

// The scores of five numbers, two of them equal, from tables of the normal distribution.
func TestNormalScores(t *testing.T) {
	team := parallel.NewTeam(1)
	defer team.Close()
	column := []float64{5, -1, 2, 2, 1e300}
	d, err := (&Numbers{Rows: 5, Columns: [][]float64{column, {0, 1, 2, 3, 4}}, Arity: []int{0, 5}}).NormalScores(context.Background(), team)
	require.NoError(t, err)
	for row, want := range []float64{0.430727299, -0.967421566, 0, 0, 0.967421566} { // ranks 4, 1, 2.5, 2.5, 5 of 6
		if row == 2 || row == 3 {
			want = -0.210428394 // of 2.5 / 6
		}
		require.InDelta(t, want, d.Columns[0][row], 1e-9)
	}
	require.Equal(t, []float64{0, 1, 2, 3, 4}, d.Columns[1], "states stay")
	require.Equal(t, 1e300, column[4], "the table stays")
}

// Rows of equal values, -0 and 0 among them, stay in their order.
func TestAscending(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		column := rapid.SliceOf(rapid.OneOf(
			rapid.Float64Range(-math.MaxFloat64, math.MaxFloat64), rapid.SampledFrom([]float64{0, math.Copysign(0, -1), 1, -1, 5e-324}),
		)).Draw(t, "column")
		want := make([]int32, len(column))
		for row := range want {
			want[row] = int32(row)
		}
		slices.SortStableFunc(want, func(a, b int32) int { return cmp.Compare(column[a], column[b]) })
		require.Equal(t, want, ascending(column))
	})
}

// If ctx has ended, there is nothing to be had.
func TestMomentsStop(t *testing.T) {
	team := parallel.NewTeam(1)
	defer team.Close()
	ctx, cancel := context.WithCancel(context.Background())
	d := &Numbers{Rows: 2, Columns: [][]float64{{1, 2}}, Arity: []int{0}}
	m, err := NewMoments(ctx, d, team)
	require.NoError(t, err)
	cancel()
	_, err = d.NormalScores(ctx, team)
	require.ErrorIs(t, err, context.Canceled)
	_, err = NewMoments(ctx, d, team)
	require.ErrorIs(t, err, context.Canceled)
	_, _, err = m.Correlations(ctx, team)
	require.ErrorIs(t, err, context.Canceled)
}
