package data

import (
	"context"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/mcbnc/mcbnc/core/internal/testkit/oracle"
)

// The counts by part are those of each part's own table, with and without an index, for parts of any
// sizes, and with a workspace that was used for other variables before.
func TestCountsByPart(t *testing.T) {
	masked, listed, whole := 0, 0, 0
	rapid.Check(t, func(t *rapid.T) {
		rng := oracle.Rand(rapid.Uint64().Draw(t, "states"))
		arity := []int32{2, 3, rapid.SampledFrom([]int32{2, 5, 30, 300, 70_000}).Draw(t, "arity"), 2, 1 + rng.Int32N(200)}
		var tables []*Dataset
		sizes := []int{0, blockRows - 1, blockRows, 2*blockRows + 5} // all blocks are whole
		if rapid.Bool().Draw(t, "any sizes") {
			sizes = append(sizes, 1, 2, 3, 63, 64, 65, 300)
		}
		for range rapid.IntRange(1, 6).Draw(t, "parts") {
			rows := rapid.SampledFrom(sizes).Draw(t, "rows")
			columns := make([][]uint32, len(arity))
			for v, k := range arity {
				for range rows {
					columns[v] = append(columns[v], min(rng.Uint32N(min(uint32(k), maxMasks)), rng.Uint32N(uint32(k))))
				}
			}
			tables = append(tables, New(rows, columns, arity))
		}
		all := Join(tables)
		if rapid.Bool().Draw(t, "index") {
			all.Index(context.Background())
		}
		if all.whole {
			whole++
		}
		ws := NewWorkspace(all)
		ws.ByPart, ws.Runs = true, true
		var g Groups
		var counts Counts
		for range 3 {
			set := []int32{}
			for v := range arity {
				if rapid.Bool().Draw(t, "grouped by") {
					set = append(set, int32(v))
				}
			}
			g.Group(all, set, ws)
			masked, listed = masked+len(g.masked.sizes), listed+len(g.lists.ends)
			check := func(extended []int32) {
				requireJointCounts(t, []*Dataset{all}, extended, counts.All, counts.Singletons)
				requireJointCounts(t, tables, extended, counts.Each, counts.OfPartAlone)
				requireRuns(t, tables, extended, &counts)
			}
			g.Sizes(all, &counts, ws)
			check(set)
			for x := range int32(len(arity)) {
				g.Counts(all, &all.Columns[x], &counts, ws)
				check(append(slices.Clone(set), x))
			}
		}
	})
	require.True(t, min(masked, listed, whole) > 0 || testing.Short())
}

// requireRuns requires that the runs of each part, and its rows that are in none, are the counts of its own table.
func requireRuns(t *rapid.T, tables []*Dataset, set []int32, counts *Counts) {
	of, left := make([][]int32, len(tables)), Join(tables).PartRows()
	start := int32(0)
	for _, run := range counts.Runs {
		of[run.Part] = append(of[run.Part], counts.Each[start:run.End]...)
		for _, n := range counts.Each[start:run.End] {
			left[run.Part] -= int(n)
		}
		start = run.End
	}
	require.Len(t, counts.Each, int(start))
	for k, table := range tables {
		requireJointCounts(t, []*Dataset{table}, set, of[k], left[k])
	}
}

// requireJointCounts requires the counts of the joint states of some columns in all tables together. A
// count of 1 may be in the counts, or be one of the singletons.
func requireJointCounts(t *rapid.T, tables []*Dataset, set, counts []int32, singletons int) {
	var want []int32
	for _, table := range tables {
		plain := Dataset{Rows: table.Rows, Columns: table.Columns} // without an index
		var g Groups
		var sizes Counts
		ws := NewWorkspace(&plain)
		g.Group(&plain, set, ws)
		g.Sizes(&plain, &sizes, ws)
		want = append(append(want, sizes.All...), slices.Repeat([]int32{1}, g.Singletons)...)
	}
	slices.Sort(want)
	requireCounts(t, want, counts, singletons)
}
