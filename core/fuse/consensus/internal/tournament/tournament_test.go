package tournament

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// After any changes, the lowest are the first ones when all keys are sorted.
func TestLowest(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.SampledFrom([]int{1, 5, 64, 65, 130, 4100}).Draw(t, "slots")
		tree, entries := New(n), map[int]Entry{}
		require.Equal(t, -1, tree.Min())
		for range rapid.IntRange(1, 60).Draw(t, "changes") {
			slot := rapid.IntRange(0, n-1).Draw(t, "slot")
			score := rapid.SampledFrom([]int64{0, 1, 2, NoKey}).Draw(t, "score")
			entry := Entry{score, uint64(rapid.IntRange(0, 2).Draw(t, "tie"))<<32 | uint64(slot), int32(slot)}
			tree.Set(entry)
			require.Equal(t, entry, tree.At(slot))
			entries[slot] = entry
			want := sorted(entries)
			require.Equal(t, append(want, -1)[0], int32(tree.Min()))
			count := rapid.IntRange(0, 20).Draw(t, "count")
			require.Equal(t, want[:min(count, len(want))], tree.Lowest(count, []int32{}))
		}
	})
}

// sorted lists the slots that have a key, the lowest first.
func sorted(entries map[int]Entry) []int32 {
	var keyed []Entry
	for _, e := range entries {
		if e.Score != NoKey {
			keyed = append(keyed, e)
		}
	}
	slices.SortFunc(keyed, func(a, b Entry) int {
		if a.Before(&b) {
			return -1
		}
		return 1
	})
	out := []int32{}
	for _, e := range keyed {
		out = append(out, e.Slot)
	}
	return out
}

func TestNoSlots(t *testing.T) { require.Equal(t, -1, New(0).Min()) }
