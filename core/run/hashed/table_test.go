package hashed

import (
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// The items of a hash are those that were added with it since the table was cleared, each once.
func TestTableHasWhatWasAdded(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var table Table[int]
		want, count := map[uint64][]int{}, 0
		hashes := rapid.SampledFrom([]uint64{0, 1, 2, 63, 64, 65, 1 << 40, 1<<40 + 1}) // many meet
		for k := range rapid.IntRange(0, 300).Draw(t, "adds") {
			hash := hashes.Draw(t, "hash")
			if rapid.Bool().Draw(t, "new hash") {
				hash = rapid.Uint64().Draw(t, "hash")
			}
			table.Add(hash, &k)
			want[hash] = append(want[hash], k)
			count++
			if rapid.IntRange(0, 100).Draw(t, "clear") == 100 {
				table.Clear()
				clear(want)
				count = 0
			}
		}
		require.Equal(t, count, table.Len())
		for _, hash := range []uint64{0, 1, 2, 3, 63, 64, 1 << 40, 1 << 41} {
			want[hash] = append([]int{}, want[hash]...)
		}
		for hash, items := range want {
			found := []int{}
			for at := table.First(hash); at >= 0; at = table.Next(at) {
				found = append(found, *table.At(at))
			}
			require.ElementsMatch(t, items, found)
		}
	})
}
