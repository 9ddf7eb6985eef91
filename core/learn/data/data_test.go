package data

import (
	"cmp"
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/mcbnc/mcbnc/core/internal/testkit/oracle"
)

func draw(t *rapid.T) ([][]uint32, *Dataset) {
	n, rows := rapid.IntRange(1, 5).Draw(t, "n"), rapid.IntRange(0, 200).Draw(t, "rows")
	columns, arity := make([][]uint32, n), make([]int32, n)
	for v := range n {
		arity[v] = rapid.SampledFrom([]int32{1, 2, 3, 30, 60, 256, 300, 70_000, 1 << 30}).Draw(t, "arity")
		seen := min(uint32(arity[v]), rapid.Uint32Range(1, 100).Draw(t, "seen"))
		columns[v] = rapid.SliceOfN(rapid.Uint32Range(0, seen-1), rows, rows).Draw(t, "column")
	}
	return columns, New(rows, columns, arity)
}

// naive counts the rows of each joint state of some variables, and the joint states of one
// row.
func naive(columns [][]uint32, variables []int32) (counts []int32, singletons int) {
	times := map[string]int32{}
	for row := range columns[0] {
		var key []uint32
		for _, v := range variables {
			key = append(key, columns[v][row])
		}
		times[fmt.Sprint(key)]++
	}
	for _, n := range times {
		counts = append(counts, n)
		if n == 1 {
			singletons++
		}
	}
	slices.Sort(counts)
	return counts, singletons
}

// Groups and counts are those of a table of all joint states: with an index and without, and
// with a workspace that was used for other variables before.
func TestGroupsAndCounts(t *testing.T) {
	masked, listed := 0, 0
	rapid.Check(t, func(t *rapid.T) {
		columns, d := draw(t)
		if rapid.Bool().Draw(t, "index") {
			d.Index(context.Background())
		}
		m, l := requireGroups(t, columns, d, oracle.Rand(rapid.Uint64().Draw(t, "groups")))
		masked, listed = masked+m, listed+l
	})
	require.Positive(t, masked)
	require.Positive(t, listed)
}

// requireGroups compares three groupings and their counts. It returns how many groups were masks, and lists.
func requireGroups(t require.TestingT, columns [][]uint32, d *Dataset, rng *rand.Rand) (masked, listed int) {
	ws := NewWorkspace(d)
	var g Groups
	var counts Counts
	for range 3 {
		variables := []int32{}
		for v := range columns {
			if rng.IntN(2) == 0 {
				variables = append(variables, int32(v))
			}
		}
		g.Group(d, variables, ws)
		masked, listed = masked+len(g.masked.sizes), listed+len(g.lists.ends)
		want, singletons := naive(columns, variables)
		require.Equal(t, singletons, g.Singletons)
		g.Sizes(d, &counts, ws)
		requireCounts(t, want, counts.All, counts.Singletons)
		for x := range columns {
			want, _ := naive(columns, append(slices.Clone(variables), int32(x)))
			g.Counts(d, &d.Columns[x], &counts, ws)
			requireCounts(t, want, counts.All, counts.Singletons)
			require.Empty(t, counts.Each)
		}
		inGroups := 0
		g.Each(d, func(rows []int32) {
			inGroups += len(rows)
			for _, v := range variables {
				first, last := int(rows[0]), int(rows[len(rows)-1])
				require.Equal(t, columns[v][first], columns[v][last])
				require.Equal(t, d.Columns[v].State(first), d.Columns[v].State(last))
				require.Less(t, d.Columns[v].State(first), d.Columns[v].Codes)
			}
		}, ws)
		require.Equal(t, len(columns[0]), inGroups+singletons)
	}
	return masked, listed
}

// requireCounts holds that want is got without its zeros and with a 1 for each singleton.
func requireCounts(t require.TestingT, want, got []int32, singletons int) {
	got = slices.DeleteFunc(slices.Clone(got), func(n int32) bool { return n == 0 })
	got = append(slices.Repeat([]int32{1}, singletons), got...)
	slices.Sort(got)
	require.Equal(t, len(want), len(got))
	require.Equal(t, fmt.Sprint(want), fmt.Sprint(got))
}

// Sorted rows are in the order of their states, in whatever order they were. Repeated rows are
// the same rows as often as was asked.
func TestSortedAndRepeated(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		columns, d := draw(t)
		sorted := sortedOf(t, d)
		want := rowsOf(columns)
		slices.SortFunc(want, slices.Compare)
		requireRows(t, want, sorted)

		shuffled := rapid.Permutation(rowsOf(columns)).Draw(t, "shuffled")
		arity := make([]int32, len(columns))
		for v := range columns {
			arity[v] = int32(d.Columns[v].Arity)
			for row := range shuffled {
				columns[v][row] = shuffled[row][v]
			}
		}
		require.Equal(t, sorted, sortedOf(t, New(d.Rows, columns, arity)))

		times := rapid.SliceOfN(rapid.Int32Range(0, 3), d.Rows, d.Rows).Draw(t, "times")
		var repeated [][]uint32
		for row, n := range times {
			repeated = append(repeated, slices.Repeat([][]uint32{want[row]}, int(n))...)
		}
		got, err := sorted.Repeated(context.Background(), times)
		require.NoError(t, err)
		requireRows(t, repeated, got)
		for v := range got.Columns {
			require.Equal(t, d.Columns[v].Arity, got.Columns[v].Arity)
			require.Equal(t, d.Columns[v].Codes, got.Columns[v].Codes)
		}
	})
}

// A column may have too many states for a code of less than four bytes.
func TestSortedByWideCodes(t *testing.T) {
	const rows = 1<<16 + 1
	column, ascending := make([]uint32, rows), make([]uint32, rows)
	for row := range column {
		column[row], ascending[row] = uint32(rows-1-row), uint32(row)
	}
	sorted := sortedOf(t, New(rows, [][]uint32{column}, []int32{rows}))
	require.Equal(t, packed[uint32](ascending), sorted.Columns[0].codes)
}

func rowsOf(columns [][]uint32) [][]uint32 {
	rows := make([][]uint32, len(columns[0]))
	for i := range rows {
		for _, column := range columns {
			rows[i] = append(rows[i], column[i])
		}
	}
	return rows
}

// requireRows holds that d has the given rows, up to the names of its states: the codes of two
// rows are in the same order as their states.
func requireRows(t *rapid.T, want [][]uint32, d *Dataset) {
	require.Equal(t, len(want), d.Rows)
	for v := range d.Columns {
		for row := 1; row < d.Rows; row++ {
			c := &d.Columns[v]
			require.Equal(t, cmp.Compare(want[row-1][v], want[row][v]), cmp.Compare(c.State(row-1), c.State(row)))
		}
	}
}

// Joined datasets have the rows of all, one after the other, whatever codes the parts use.
func TestJoin(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 3).Draw(t, "n")
		arity := make([]int32, n)
		for v := range arity {
			arity[v] = rapid.SampledFrom([]int32{2, 300, 70_000}).Draw(t, "arity")
		}
		all := make([][]uint32, n)
		var parts []*Dataset
		for range rapid.IntRange(1, 3).Draw(t, "parts") {
			rows := rapid.SampledFrom([]int{0, 1, 5, 400}).Draw(t, "rows")
			columns := make([][]uint32, n)
			for v := range columns {
				columns[v] = rapid.SliceOfN(rapid.Uint32Range(0, uint32(arity[v])-1), rows, rows).Draw(t, "column")
				all[v] = append(all[v], columns[v]...)
			}
			parts = append(parts, New(rows, columns, arity))
		}
		want, got := New(len(all[0]), all, arity), Join(parts)
		require.Equal(t, want.Rows, got.Rows)
		require.Equal(t, want.Columns, got.Columns)
		require.True(t, got.IsJoinOf(parts))
		require.False(t, got.IsJoinOf(parts[1:]))
		require.False(t, want.IsJoinOf(parts))
	})
}

func sortedOf(t require.TestingT, d *Dataset) *Dataset {
	sorted, err := d.Sorted(context.Background())
	require.NoError(t, err)
	return sorted
}
