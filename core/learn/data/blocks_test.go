package data

import (
	"context"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/mcbnc/mcbnc/core/internal/testkit/oracle"
)

// The groups and counts of indexed datasets are those of a table of all joint states, for masks of each length, for
// several blocks, and for groups that become lists.
func TestGroupsAndCountsOfBlocks(t *testing.T) {
	words, masked, listed := map[int32]bool{}, 0, 0
	for _, most := range [][]int{
		{4}, {65}, {129}, {257}, {513}, {blockRows}, {blockRows + 1}, {3*blockRows + 70}, {4, 4, 300, 4, 200, 4, 4},
	} {
		for seed := range uint64(8) {
			rng := oracle.Rand(seed)
			rows, parts := 0, slices.Clone(most)
			for k := range parts {
				parts[k] -= rng.IntN(2)
				rows += parts[k]
			}
			columns, arity := make([][]uint32, 1+rng.IntN(6)), []int32{}
			for v := range columns {
				states := 1 + rng.Uint32N([]uint32{5, 5, maxMasks + 8}[rng.IntN(3)])
				arity = append(arity, int32(states)+rng.Int32N(3))
				for range rows {
					columns[v] = append(columns[v], min(rng.Uint32N(states), rng.Uint32N(states)))
				}
			}
			d := joinOf(parts, columns, arity)
			d.Index(context.Background())
			for _, b := range d.blocks {
				words[b.words] = true
			}
			m, l := requireGroups(t, columns, d, rng)
			masked, listed = masked+m, listed+l
		}
	}
	require.Equal(t, map[int32]bool{1: true, 2: true, 4: true, 8: true, 16: true}, words)
	require.Positive(t, masked)
	require.Positive(t, listed)
}

// joinOf is the table of some columns, in parts of the given numbers of rows.
func joinOf(parts []int, columns [][]uint32, arity []int32) *Dataset {
	var tables []*Dataset
	first := 0
	for _, rows := range parts {
		own := make([][]uint32, len(columns))
		for v := range columns {
			own[v] = columns[v][first:][:rows]
		}
		tables, first = append(tables, New(rows, own, arity)), first+rows
	}
	return Join(tables)
}

// A column has masks of the states that occur, unless these are too many.
func TestColumnsOfManyStatesHaveNoMasks(t *testing.T) {
	column := make([]uint32, 4*maxMasks)
	for row := range column {
		column[row] = uint32(row % (maxMasks + 1))
	}
	fewer := slices.Clone(column)
	for row := range fewer {
		fewer[row] = max(1, fewer[row])
	}
	d := New(len(column), [][]uint32{column, fewer}, []int32{200, 200})
	d.Index(context.Background())
	require.Nil(t, d.Columns[0].masks)
	require.Equal(t, maxMasks, d.Columns[1].seen)
	require.NotNil(t, d.Columns[1].masks)
}
