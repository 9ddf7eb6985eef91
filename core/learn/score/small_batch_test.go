package score

import (
	"context"
	"reflect"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/mcbnc/mcbnc/core/graphs/bitset"
	"github.com/mcbnc/mcbnc/core/learn/data"
)

// F of a small dataset is the same to the last bit as when its rows are grouped as lists. Workers
// and slots keep what they had of other sets before.
func TestSmallBatchesAreOfTheSameF(t *testing.T) {
	small := 0
	rapid.Check(t, func(t *rapid.T) {
		tb := drawTable(t, 6)
		kind := rapid.SampledFrom(discreteKinds()).Draw(t, "kind")
		d, p := tb.dataset(), Parameters{ESS: 3, Memo: new(Memo)}
		m := kind.Discrete(d, p).(ofRows)
		want := m.NewBatch(1)
		d.Index(context.Background())
		got := m.NewBatch(2)
		ok := reflect.TypeOf(got) == reflect.TypeFor[*smallBatch]()
		if families, of := got.(*familyBatch); of {
			ok = reflect.TypeOf(families.counter) == reflect.TypeFor[*smallBatch]()
		}
		require.Equal(t, d.IsSmall(), ok)
		if !ok {
			return
		}
		small++
		n := len(tb.columns)
		for k := range 6 {
			in := bitset.New(n)
			var others []int32
			for v := range n {
				if rapid.Bool().Draw(t, "in") {
					in.Add(v)
				} else {
					others = append(others, int32(v))
				}
			}
			set := in.Append(nil)
			if len(others) > 0 && !m.Equal() {
				set, others = append(set, Child(others[0])), others[1:]
			}
			require.Equal(t, want.Open(0, 0, set, len(others)), got.Open(k%2, k%3, set, len(others)))
			first, second := make([]int64, n), make([]int64, n)
			want.Extend(t.Context(), 0, 0, others, first)
			got.Extend(t.Context(), 1, k%3, slices.Clone(others), second)
			require.Equal(t, first, second)
		}
	})
	require.Positive(t, small)
}

// equalKinds are the registered scores of discrete data that are equal within a class.
func equalKinds() []Kind {
	return slices.DeleteFunc(discreteKinds(), func(k Kind) bool { return !k.Shape(1, []int{2}, Parameters{ESS: 1}).Equal() })
}

// F of the rows of small parts, and the sum of F of each part, are the same to the last bit as when
// the rows are grouped as lists.
func TestSmallPartsAreOfTheSameF(t *testing.T) {
	small := 0
	rapid.Check(t, func(t *rapid.T) {
		tb := drawTable(t, 6)
		kind := rapid.SampledFrom(equalKinds()).Draw(t, "kind")
		var parts []*data.Dataset
		first, n := 0, len(tb.columns)
		for first < len(tb.columns[0]) || len(parts) == 0 {
			last := min(first+rapid.IntRange(0, 90).Draw(t, "rows"), len(tb.columns[0]))
			columns := make([][]uint32, n)
			for v := range columns {
				columns[v] = tb.columns[v][first:last]
			}
			parts = append(parts, data.New(last-first, columns, tb.arity))
			first = last
		}
		all := data.Join(parts)
		all.Index(context.Background())
		p := Parameters{ESS: 3, Memo: new(Memo), MaxUnit: 30}
		var each []Model
		for _, part := range parts {
			each = append(each, kind.Discrete(part, p))
		}
		m, ok := areOfParts(kind.Discrete(all, p), Sum(each))
		require.True(t, ok)
		want := newPartsBatch(m, 1)
		got, ok := batchOfParts(m, 2).(*smallPartsBatch)
		require.Equal(t, all.HasSmallParts(), ok)
		if !ok {
			return
		}
		small++
		for k := range 6 {
			in := bitset.New(n)
			var others []int32
			for v := range n {
				if rapid.Bool().Draw(t, "in") {
					in.Add(v)
				} else {
					others = append(others, int32(v))
				}
			}
			set := in.Append(nil)
			require.Equal(t, want.Open(0, 0, set, len(others)), got.Open(k%2, k%3, set, len(others)))
			one, other := make([]int64, 2*n), make([]int64, 2*n)
			want.Extend(t.Context(), 0, 0, others, one)
			got.Extend(t.Context(), 1, k%3, others, other)
			require.Equal(t, one, other)
		}
	})
	require.Positive(t, small)
}
