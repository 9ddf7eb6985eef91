package consensus

import (
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/mcbnc/mcbnc/core/graphs/bitset"
)

// Sets that come and go hold what rows hold: of each edge its own, and nothing where an edge has just become ungrouped.
func TestSpans(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		edges, n := rapid.IntRange(1, 6).Draw(t, "edges"), rapid.IntRange(1, 130).Draw(t, "n")
		node := rapid.IntRange(0, n-1)
		rows, sets := newSpans(edges, n, false), newSpans(edges, n, true)
		grouped := make([]bool, edges)
		for range rapid.IntRange(1, 20).Draw(t, "changes") {
			e := rapid.IntRange(0, edges-1).Draw(t, "edge")
			if grouped[e] = rapid.Bool().Draw(t, "grouped"); grouped[e] {
				rows.na.Row(e).Clear()
				sets.giveUp(e)
				continue
			}
			sets.makeRoom(e)
			na, span := rows.naOf(e), rows.spanOf(e)
			naSet, spanSet := sets.naOf(e), sets.spanOf(e)
			require.Equal(t, na, naSet, "left by another edge")
			fill(t, na, 3, node)
			fill(t, span, 3, node)
			naSet.Copy(na)
			spanSet.Copy(span)
		}
		for e := range edges {
			require.Equal(t, rows.naOf(e), sets.naOf(e))
			if !grouped[e] {
				require.Equal(t, rows.spanOf(e), sets.spanOf(e))
			}
		}
		require.Equal(t, bitset.New(n), sets.none)
	})
}
