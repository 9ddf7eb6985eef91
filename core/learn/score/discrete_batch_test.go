package score

import (
	"context"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/mcbnc/mcbnc/core/learn/data"
)

// F of rows that are counted by masks is the same to the last bit as when they are grouped as lists. Workers
// and slots keep what they had of other sets before.
func TestMasksAreOfTheSameF(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		tb := drawTable(t, 6)
		kind := rapid.SampledFrom(discreteKinds()).Draw(t, "kind")
		d, p := tb.dataset(), Parameters{ESS: 3, Memo: new(Memo)}
		want := kind.Discrete(d, p).NewBatch(1)
		indexed := tb.dataset()
		indexed.Index(context.Background())
		got := kind.Discrete(indexed, p).NewBatch(2)
		n := len(tb.columns)
		for k := range 6 {
			set, others := drawSet(t, n)
			if len(others) > 0 && !kind.Shape(1, []int{2}, p).Equal() {
				set, others = append(set, Child(others[0])), others[1:]
			}
			require.Equal(t, want.Open(0, 0, set, len(others)), got.Open(k%2, k%3, set, len(others)))
			first, second := make([]int64, n), make([]int64, n)
			want.Extend(t.Context(), 0, 0, others, first)
			got.Extend(t.Context(), 1, k%3, slices.Clone(others), second)
			require.Equal(t, first, second)
		}
	})
}

// F of all rows, and the sum of F of each part, are the same to the last bit as those of tables of their own.
func TestPartsAreOfTheSameF(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		tb := drawTable(t, 6)
		kind := rapid.SampledFrom(equalKinds()).Draw(t, "kind")
		p := Parameters{ESS: 3, Memo: new(Memo), MaxUnit: 20}
		var parts []*data.Dataset
		var each []Model
		first, n := 0, len(tb.columns)
		for first < len(tb.columns[0]) || len(parts) == 0 {
			last := min(first+rapid.IntRange(0, 90).Draw(t, "rows"), len(tb.columns[0]))
			columns := make([][]uint32, n)
			for v := range columns {
				columns[v] = tb.columns[v][first:last]
			}
			parts = append(parts, data.New(last-first, columns, tb.arity))
			each = append(each, kind.Discrete(parts[len(parts)-1], p))
			first = last
		}
		all := data.Join(parts)
		if rapid.Bool().Draw(t, "index") {
			all.Index(context.Background())
		}
		m, ok := areOfParts(kind.Discrete(all, p), Sum(each))
		require.True(t, ok)
		pooled, own, got := kind.Discrete(tb.dataset(), p).NewBatch(1), Sum(each).NewBatch(1), newPartsBatch(m, 2)
		for k := range 6 {
			set, others := drawSet(t, n)
			want := [2]int64{pooled.Open(0, 0, set, len(others)), own.Open(0, 0, set, len(others))}
			require.Equal(t, want, got.Open(k%2, k%3, set, len(others)))
			all, parts, both := make([]int64, n), make([]int64, n), make([]int64, 2*n)
			pooled.Extend(t.Context(), 0, 0, others, all)
			own.Extend(t.Context(), 0, 0, others, parts)
			got.Extend(t.Context(), 1, k%3, others, both)
			require.Equal(t, slices.Concat(all, parts), both)
		}
	})
}

// drawSet draws some of n variables, and returns the others too.
func drawSet(t *rapid.T, n int) (set, others []int32) {
	for v := range int32(n) {
		if rapid.Bool().Draw(t, "in") {
			set = append(set, v)
		} else {
			others = append(others, v)
		}
	}
	return set, others
}

// equalKinds are the registered scores of discrete data that are equal within a class.
func equalKinds() []Kind {
	return slices.DeleteFunc(discreteKinds(), func(k Kind) bool { return !k.Shape(1, []int{2}, Parameters{ESS: 1}).Equal() })
}
