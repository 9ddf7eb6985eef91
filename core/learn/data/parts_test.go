package data

import (
	"context"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/mcbnc/mcbnc/core/internal/testkit/oracle"
)

// The counts by part are those of each part's own table, with and without masks, for parts of any
// sizes that end anywhere in a word of a mask.
func TestPartCounts(t *testing.T) {
	masked := 0
	rapid.Check(t, func(t *rapid.T) {
		rng := oracle.Rand(rapid.Uint64().Draw(t, "states"))
		arity := []int32{2, 3, rapid.SampledFrom([]int32{2, 5, 300, 70_000}).Draw(t, "arity"), 2}
		var tables []*Dataset
		for range rapid.IntRange(1, 5).Draw(t, "parts") {
			rows := rapid.SampledFrom([]int{0, 1, 2, 63, 64, 65, 300}).Draw(t, "rows")
			columns := make([][]uint32, len(arity))
			for v, k := range arity {
				for range rows {
					columns[v] = append(columns[v], rng.Uint32N(uint32(k)))
				}
			}
			tables = append(tables, New(rows, columns, arity))
		}
		all := Join(tables)
		if rapid.Bool().Draw(t, "index") {
			all.Index(context.Background())
		}
		set := []int32{0, 1}[:rapid.IntRange(0, 2).Draw(t, "set")]
		ws := NewWorkspace(all)
		var g Groups
		g.Group(all, set, ws)
		g.SplitParts(all)
		g.MakePartMasks(all)
		for _, mask := range g.masks {
			if mask != nil && all.Columns[2].masks != nil {
				masked++
			}
		}
		var counts PartCounts
		check := func(extended []int32) {
			requireJointCounts(t, []*Dataset{all}, extended, counts.All, g.Singletons)
			requireJointCounts(t, tables, extended, counts.Each, counts.Singletons)
		}
		g.PartSizes(&counts)
		check(set)
		for _, x := range []int32{2, 3, 2} {
			g.PartCounts(all, &all.Columns[x], &counts, ws)
			check(append(slices.Clone(set), x))
		}
	})
	require.True(t, masked > 0 || testing.Short())
}

// The counts by part of small parts are those of each part's own table, with a workspace that was used
// for other variables before.
func TestSmallPartCounts(t *testing.T) {
	words := map[int32]bool{}
	rapid.Check(t, func(t *rapid.T) {
		rng := oracle.Rand(rapid.Uint64().Draw(t, "states"))
		arity := []int32{2, 3, 1 + rng.Int32N(5), 2, 1 + rng.Int32N(200)}
		var tables []*Dataset
		for range rapid.IntRange(1, 6).Draw(t, "parts") {
			rows := rapid.SampledFrom([]int{0, 1, 2, 3, 63, 64, 65, 130, 300, MaxSmall}).Draw(t, "rows")
			columns := make([][]uint32, len(arity))
			for v, k := range arity {
				for range rows {
					columns[v] = append(columns[v], min(rng.Uint32N(min(uint32(k), maxMasks)), rng.Uint32N(uint32(k))))
				}
			}
			tables = append(tables, New(rows, columns, arity))
		}
		all := Join(tables)
		require.False(t, all.HasSmallParts())
		all.Index(context.Background())
		require.True(t, all.HasSmallParts())
		for k := range tables {
			words[all.parts.at[k+1]-all.parts.at[k]] = true
		}
		var ws SmallPartsWorkspace
		var g SmallParts
		var counts PartCounts
		for range 3 {
			set := []int32{}
			for v := range arity {
				if rapid.Bool().Draw(t, "grouped by") {
					set = append(set, int32(v))
				}
			}
			g.Group(all, set, &ws)
			check := func(extended []int32) {
				each := slices.DeleteFunc(slices.Clone(counts.Each), func(n int32) bool { return n == 0 })
				requireJointCounts(t, []*Dataset{all}, extended, counts.All, g.Singletons)
				requireJointCounts(t, tables, extended, each, counts.Singletons)
			}
			g.Sizes(&counts)
			check(set)
			for x := range int32(len(arity)) {
				g.Counts(all, &all.Columns[x], &counts, &ws)
				check(append(slices.Clone(set), x))
			}
		}
	})
	require.Equal(t, map[int32]bool{1: true, 2: true, 4: true, 8: true, 16: true}, words)
}

// Parts are not small if one of them has too many rows, or a column has many states.
func TestNoSmallParts(t *testing.T) {
	for _, c := range []struct {
		rows, states int
		small        bool
	}{{MaxSmall, 3, true}, {MaxSmall + 1, 3, false}, {MaxSmall, maxMasks + 1, false}} {
		column := make([]uint32, c.rows)
		for row := range column {
			column[row] = uint32(row % c.states)
		}
		one, other := New(c.rows, [][]uint32{column}, []int32{200}), New(1, [][]uint32{{0}}, []int32{200})
		all := Join([]*Dataset{other, one, other})
		all.Index(context.Background())
		require.Equal(t, c.small, all.HasSmallParts(), "%v", c)
	}
}

// requireJointCounts requires the counts of the joint states of some columns in all tables together. A
// count of 1 may be in the counts, or be one of the singletons.
func requireJointCounts(t *rapid.T, tables []*Dataset, set, counts []int32, singletons int) {
	var want []int32
	for _, table := range tables {
		var g Groups
		g.Group(table, set, NewWorkspace(table))
		want = g.Sizes(append(want, slices.Repeat([]int32{1}, g.Singletons)...))
	}
	got := append(slices.Repeat([]int32{1}, singletons), counts...)
	slices.Sort(want)
	slices.Sort(got)
	require.True(t, slices.Equal(want, got), "%v, not %v", got, want)
}
