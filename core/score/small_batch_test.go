package score

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/mcbnc/mcbnc/core/bitset"
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
		want := m.newBatch(1)
		d.Index()
		got, ok := m.NewBatch(2).(*smallBatch)
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
			require.Equal(t, want.Open(0, 0, set, len(others)), got.Open(k%2, k%3, set, len(others)))
			first, second := make([]int64, n), make([]int64, n)
			want.Extend(t.Context(), 0, 0, others, first)
			got.Extend(t.Context(), 1, k%3, slices.Clone(others), second)
			require.Equal(t, first, second)
		}
	})
	require.Positive(t, small)
}
