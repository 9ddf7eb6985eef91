package data_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/mcbnc/mcbnc/core/internal/testkit/graphtest"
	"github.com/mcbnc/mcbnc/core/learn/data"
	"github.com/mcbnc/mcbnc/core/run/parallel"
)

const wholePlaces = 12

// drawWhole draws a table of states and of numbers up to 2^wholePlaces, some of them not at all varying.
func drawWhole(t *rapid.T, arity []int) *data.Whole {
	w := &data.Whole{Rows: rapid.IntRange(1, 40).Draw(t, "rows"), Arity: arity}
	for _, states := range arity {
		low, high := int32(0), int32(states-1)
		if states == 0 {
			low, high = -1<<rapid.IntRange(0, wholePlaces).Draw(t, "low"), 1<<rapid.IntRange(0, wholePlaces).Draw(t, "high")
		}
		w.Columns = append(w.Columns, rapid.SliceOfN(rapid.Int32Range(low, high), w.Rows, w.Rows).Draw(t, "column"))
	}
	return w
}

func products(t require.TestingT, w *data.Whole, team *parallel.Team) []uint64 {
	told, err := w.Products(context.Background(), team)
	require.NoError(t, err)
	length := data.ProductsLength(w.Arity, 1<<20)
	require.Len(t, told, length)
	require.Equal(t, -1, data.ProductsLength(w.Arity, length-1))
	return told
}

// asMixed is the same table for Moments.
func asMixed(tables ...*data.Whole) *data.Numbers {
	m := &data.Numbers{Arity: tables[0].Arity}
	for v := range m.Arity {
		var column []float64
		for _, w := range tables {
			for _, x := range w.Columns[v] {
				column = append(column, float64(x))
			}
		}
		m.Columns, m.Rows = append(m.Columns, column), len(column)
	}
	return m
}

// The sums of several tables give the correlations of all rows together, to the last bit of Moments. They are at most
// k (k + 3) / 2 numbers for k columns.
func TestSumsAreThoseOfAllRows(t *testing.T) {
	one, three := parallel.NewTeam(1), parallel.NewTeam(3)
	defer one.Close()
	defer three.Close()
	rapid.Check(t, func(t *rapid.T) {
		arity := rapid.SliceOfN(rapid.SampledFrom([]int{0, 0, 1, 2, 3, 5}), 1, 6).Draw(t, "arity")
		columns := 0
		for _, states := range arity {
			columns += max(1, states-1)
		}
		var tables []*data.Whole
		var sum []uint64
		rows := 0
		for range rapid.IntRange(1, 4).Draw(t, "sites") {
			w := drawWhole(t, arity)
			told := products(t, w, one)
			require.Equal(t, told, products(t, w, three))
			require.LessOrEqual(t, len(told), columns*(columns+3)/2)
			if sum == nil {
				sum = make([]uint64, len(told))
			}
			for i, x := range told {
				sum[i] += x
			}
			tables, rows = append(tables, w), rows+w.Rows
		}
		sums, err := data.NewSums(rows, arity, sum, wholePlaces)
		require.NoError(t, err)
		first, matrix := sums.Correlations()
		moments, err := data.NewMoments(context.Background(), asMixed(tables...), one)
		require.NoError(t, err)
		wantFirst, want, err := moments.Correlations(context.Background(), one)
		require.NoError(t, err)
		require.Equal(t, wantFirst, first)
		require.Equal(t, want, matrix)
	})
}

// A number that was changed is a table that cannot be, or another one. Nothing panics.
func TestChangedSums(t *testing.T) {
	team := parallel.NewTeam(1)
	defer team.Close()
	refused := 0
	graphtest.Check(t, func(t *rapid.T) {
		w := drawWhole(t, rapid.SliceOfN(rapid.SampledFrom([]int{0, 1, 2, 3}), 1, 4).Draw(t, "arity"))
		told := products(t, w, team)
		if len(told) == 0 {
			return
		}
		told[rapid.IntRange(0, len(told)-1).Draw(t, "at")] = rapid.Uint64().Draw(t, "number")
		sums, err := data.NewSums(w.Rows, w.Arity, told, wholePlaces)
		if err == nil {
			sums.Correlations()
			return
		}
		refused++
		var impossible *data.ImpossibleError
		require.ErrorAs(t, err, &impossible)
		require.NotEmpty(t, impossible.Variables)
	}, &refused)
}

// The largest numbers in as many rows as there may be do not overflow.
func TestTheLargestSums(t *testing.T) {
	for _, rows := range []int{1, 2, 3, 1000, 1 << 20, 1<<20 + 1, 1<<31 - 1} {
		b := data.WholePlaces(rows)
		square := uint64(1) << (2 * b)
		require.LessOrEqual(t, square, uint64(1<<62)/uint64(rows), rows)
		sum := uint64(rows) * square
		mean := -(int64(rows) << b)
		_, err := data.NewSums(rows, []int{0, 0}, []uint64{uint64(mean), uint64(mean), sum, sum, sum}, b)
		require.NoError(t, err, rows)
		_, err = data.NewSums(rows, []int{0, 0}, []uint64{uint64(mean - 1), uint64(mean), sum, sum, sum}, b)
		require.Error(t, err, rows)
	}
	for at, x := range []float64{-2.5, 1.5, 5.5} {
		require.Equal(t, int32(at-1)<<21, data.Rounded(x, 1.5, 2, 21))
	}
}

func TestSmallCounts(t *testing.T) {
	team := parallel.NewTeam(1)
	defer team.Close()
	w := &data.Whole{Rows: 6, Arity: []int{2, 3}, Columns: [][]int32{{0, 0, 0, 1, 1, 1}, {0, 0, 2, 2, 2, 2}}}
	sums, err := data.NewSums(6, w.Arity, products(t, w, team), 1)
	require.NoError(t, err)
	count, variables := sums.Small(3)
	require.Equal(t, 1, count)
	require.Equal(t, []int32{0, 1}, variables)
	count, _ = sums.Small(1)
	require.Zero(t, count)
}
