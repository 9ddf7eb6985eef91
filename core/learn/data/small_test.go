package data

import (
	"context"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// smallRows are numbers of rows that are too many for masks of so many words, one after the other.
var smallRows = []int{4, 65, 129, 257, 513, MaxSmall + 1}

// drawSmall draws a dataset of few rows, by their number and not one by one.
func drawSmall(t *rapid.T) ([][]uint32, *Dataset) {
	rng := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 0))
	return smallOf(rng.IntN(smallRows[rng.IntN(len(smallRows))]), rng)
}

// smallOf is a random dataset of so many rows.
func smallOf(rows int, rng *rand.Rand) ([][]uint32, *Dataset) {
	columns, arity := make([][]uint32, 1+rng.IntN(6)), []int32{}
	for v := range columns {
		states := 1 + rng.Uint32N([]uint32{5, 5, maxMasks}[rng.IntN(3)])
		arity = append(arity, int32(states)+rng.Int32N(3))
		for range rows {
			columns[v] = append(columns[v], min(rng.Uint32N(states), rng.Uint32N(states)))
		}
	}
	return columns, New(rows, columns, arity)
}

// The groups and counts of small datasets are those of a table of all joint states.
func TestSmallGroupsAndCounts(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		columns, d := drawSmall(t)
		requireSmall(t, columns, d, rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "groups"), 0)))
	})
	words, sparse := map[int]bool{}, 0
	for _, rows := range smallRows { // each length of masks, whatever was drawn
		for seed := range uint64(8) {
			rng := rand.New(rand.NewPCG(seed, 1))
			columns, d := smallOf(rows-1, rng)
			sparse += requireSmall(t, columns, d, rng)
			words[d.words] = true
		}
	}
	require.Equal(t, map[int]bool{1: true, 2: true, 4: true, 8: true, 16: true}, words)
	require.Positive(t, sparse)
}

// requireSmall compares three groupings and their counts. It returns how many groups were sparse.
func requireSmall(t require.TestingT, columns [][]uint32, d *Dataset, rng *rand.Rand) (sparse int) {
	require.False(t, d.IsSmall())
	d.Index(context.Background())
	require.True(t, d.IsSmall())
	var g SmallGroups
	var ws SmallWorkspace
	var counts []int32
	for range 3 {
		variables := []int32{}
		for v := range columns {
			if rng.IntN(2) == 0 {
				variables = append(variables, int32(v))
			}
		}
		g.Group(d, variables, &ws)
		want, singletons := naive(columns, variables)
		require.Equal(t, singletons, g.Singletons)
		requireCounts(t, want, slices.Clone(g.Sizes()), singletons)
		for x := range columns {
			want, _ := naive(columns, append(slices.Clone(variables), int32(x)))
			counts = g.Counts(d, &d.Columns[x], counts)
			for _, rows := range g.Sizes() {
				if isSparse(rows, d.Columns[x].small[d.words:], d.words) {
					sparse++
				}
			}
			some := slices.DeleteFunc(slices.Clone(counts), func(n int32) bool { return n == 0 })
			requireCounts(t, want, some, singletons)
		}
	}
	return sparse
}

// A dataset is not small if it has too many rows, or a column of many states.
func TestNotSmall(t *testing.T) {
	for _, c := range []struct {
		rows, states int
		small        bool
	}{{MaxSmall, 3, true}, {MaxSmall + 1, 3, false}, {MaxSmall, maxMasks, true}, {MaxSmall, maxMasks + 1, false}} {
		column := make([]uint32, c.rows)
		for row := range column {
			column[row] = uint32(row % c.states)
		}
		d := New(c.rows, [][]uint32{column, make([]uint32, c.rows)}, []int32{200, 1})
		d.Index(context.Background())
		require.Equal(t, c.small, d.IsSmall(), "%v", c)
	}
}
