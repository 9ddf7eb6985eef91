package data_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/mcbnc/mcbnc/core/learn/data"
)

// A table has the count of each joint state, and its marginal is the table of fewer variables.
func TestJoint(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rng := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 0))
		n, rows := 1+rng.IntN(4), rapid.SampledFrom([]int{rng.IntN(30), 300, 1024, 2500}).Draw(t, "rows")
		columns, arity := make([][]uint32, n), make([]int32, n)
		for v := range columns {
			arity[v] = 1 + rng.Int32N(4)
			if rng.IntN(8) == 0 {
				arity[v] = 300 // more states than rows
			}
			for range rows {
				columns[v] = append(columns[v], rng.Uint32N(uint32(arity[v])))
			}
		}
		d := data.New(rows, columns, arity)
		some := func(of []int32) (out []int32) {
			for _, v := range of {
				if rng.IntN(3) > 0 {
					out = append(out, v)
				}
			}
			return out
		}
		var all []int32
		for v := range int32(n) {
			all = append(all, v)
		}
		set := some(all)
		if data.Cells(d.Arity(), set) > 1<<20 {
			return
		}
		want := make([]int32, data.Cells(d.Arity(), set))
		for row := range rows {
			cell := 0
			for _, v := range set {
				cell = cell*int(arity[v]) + int(columns[v][row])
			}
			want[cell]++
		}
		table := d.Joint(set)
		require.Equal(t, data.Joint{Variables: set, Counts: want}, table)
		d.Index(t.Context())
		require.Equal(t, table, d.Joint(set))
		part := some(set)
		require.Equal(t, d.Joint(part), table.Marginal(d.Arity(), part))
	})
}

func TestCellsDoNotWrap(t *testing.T) {
	require.Equal(t, 6, data.Cells([]int{2, 5, 3}, []int32{0, 2}))
	require.Equal(t, 1, data.Cells(nil, nil))
	big := []int{math.MaxInt32, math.MaxInt32, math.MaxInt32}
	require.Equal(t, math.MaxInt, data.Cells(big, []int32{0, 1, 2}))
	require.Equal(t, math.MaxInt, data.Cells([]int{1 << 31, 1 << 31, 2}, []int32{0, 1, 2}))
}

// Of the sets that contain a set, the set itself comes first, then the first one added.
func TestCovers(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var c data.Covers
		var sets [][]int32
		draw := rapid.Custom(func(t *rapid.T) []int32 {
			set := rapid.SliceOfNDistinct(rapid.Int32Range(0, 6), 0, 4, rapid.ID).Draw(t, "set")
			slices.Sort(set)
			return set
		})
		for k := range rapid.IntRange(0, 8).Draw(t, "count") {
			set := draw.Draw(t, "set")
			sets = append(sets, set)
			require.Equal(t, k, c.Add(set))
		}
		set := draw.Draw(t, "searched")
		equal := func(other []int32) bool { return slices.Equal(set, other) }
		contains := func(other []int32) bool {
			return !slices.ContainsFunc(set, func(v int32) bool { return !slices.Contains(other, v) })
		}
		require.Equal(t, slices.ContainsFunc(sets, equal), c.Has(set) >= 0)
		want := slices.IndexFunc(sets, contains)
		if k := c.Find(set); c.Has(set) < 0 {
			require.Equal(t, want, k)
		} else {
			require.Equal(t, set, c.Sets()[k])
		}
	})
}
