package arena

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// What is kept stays what it was, whatever is taken, written or appended after it.
func TestSlab(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var s Arena[int]
		var kept, want [][]int
		for range rapid.IntRange(1, 40).Draw(t, "lists") {
			lists := rapid.SliceOfN(rapid.SliceOfN(rapid.Int(), 0, 100), 0, 3).Draw(t, "lists")
			kept, want = append(kept, s.Join(lists)), append(want, slices.Concat(lists...))
			for _, x := range append(s.Take(3), 7)[:3] {
				require.Zero(t, x)
			}
		}
		require.Equal(t, want, kept)
	})
}

// Many short lists are few allocations.
func TestSlabAllocations(t *testing.T) {
	lists := testing.AllocsPerRun(10, func() {
		var s Arena[int32]
		for range 1000 {
			s.Take(5)
		}
	})
	require.Less(t, lists, 20.0)
}
