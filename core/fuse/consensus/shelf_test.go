package consensus

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/mcbnc/mcbnc/core/graphs/bitset"
)

// A shelf of lists tells what one of rows tells: of regions that are shorter as rows too, and after a second search.
func TestShelf(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n, dags := rapid.IntRange(1, 150).Draw(t, "n"), rapid.IntRange(1, 3).Draw(t, "dags")
		node := rapid.IntRange(0, n-1)
		rows, lists := newShelf(n, dags, false), newShelf(n, dags, true)
		reached, region := bitset.NewMatrix(dags, n), bitset.NewMatrix(dags, n)
		v := node.Draw(t, "v")
		for range rapid.IntRange(1, 3).Draw(t, "searches") {
			asked := bitset.New(dags)
			for i := range dags {
				if !rapid.Bool().Draw(t, "asked") {
					continue
				}
				asked.Add(i)
				fill(t, reached.Row(i), n/4, node)
				fill(t, region.Row(i), n, node)
				rows.reached.Row(v*dags + i).Copy(reached.Row(i))
				rows.region[v].Row(i).Copy(region.Row(i))
			}
			lists.put(v, asked, reached, region)
		}
		set, scratch, all := bitset.New(n), bitset.NewMatrix(dags, n), bitset.Full(dags)
		scratch.Row(0).Fill(n) // what was there before
		fill(t, set, 3, node)
		want, got := rows.regions(v, all, bitset.Matrix{}), lists.regions(v, all, scratch)
		for i := range dags {
			require.Equal(t, want.Row(i), got.Row(i))
			meets := want.Row(i).Intersects(set)
			require.Equal(t, meets, lists.found[v*dags+i].meets(set.Append(nil)))
			require.Equal(t, rows.reached.Row(v*dags+i).Append(nil), slices.Concat(lists.found[v*dags+i].reached))
		}
		for x := range n {
			want, got := bitset.New(dags), bitset.New(dags)
			rows.addReached(v, x, all, want)
			lists.addReached(v, x, all, got)
			require.Equal(t, want, got)
		}
	})
}

// fill makes the set one of some nodes.
func fill(t *rapid.T, set bitset.Set, most int, node *rapid.Generator[int]) {
	set.Clear()
	for range rapid.IntRange(0, most).Draw(t, "members") {
		set.Add(node.Draw(t, "member"))
	}
}

// Heirs in lists tell what heirs in rows tell. One that is added twice is one.
func TestHeirs(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 70).Draw(t, "n")
		node := rapid.IntRange(0, n-1)
		rows, lists := newHeirs(n, false), newHeirs(n, true)
		for range rapid.IntRange(0, 30).Draw(t, "changes") {
			x, v := node.Draw(t, "x"), node.Draw(t, "v")
			if rows.rows.Row(x).Has(v) && rapid.Bool().Draw(t, "remove") {
				rows.remove(x, v)
				lists.remove(x, v)
			} else {
				rows.add(x, v)
				lists.add(x, v)
			}
		}
		for x := range n {
			require.ElementsMatch(t, rows.rows.Row(x).Append(nil), lists.lists[x])
		}
	})
}
