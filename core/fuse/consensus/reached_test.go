package consensus

import (
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/mcbnc/mcbnc/core/graphs/bitset"
)

// Reached sets in lists are those in rows: also of searches that reached so much that a row is shorter, and after a second
// search.
func TestReachedSets(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n, dags := rapid.IntRange(1, 150).Draw(t, "n"), rapid.IntRange(1, 3).Draw(t, "dags")
		node := rapid.IntRange(0, n-1)
		rows, lists := newReachedSets(n, dags, false), newReachedSets(n, dags, true)
		reached := bitset.NewMatrix(dags, n)
		v := node.Draw(t, "v")
		for range rapid.IntRange(1, 3).Draw(t, "searches") {
			asked := bitset.New(dags)
			for i := range dags {
				if rapid.Bool().Draw(t, "asked") {
					asked.Add(i)
					fill(t, reached.Row(i), n, node)
					rows.placeFor(v, reached).Row(i).Copy(reached.Row(i))
				}
			}
			rows.put(v, asked, reached)
			lists.put(v, asked, reached)
		}
		scratch, all := bitset.NewMatrix(dags+1, n), bitset.Full(dags)
		scratch.Row(0).Fill(n) // what was there before
		want, got := rows.allReachedFrom(v, all, bitset.Matrix{}), lists.allReachedFrom(v, all, scratch)
		for i := range dags {
			require.Equal(t, want.Row(i), got.Row(i))
			require.Equal(t, want.Row(i), lists.reachedFrom(v, i, scratch.Row(dags)))
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

// Memberships in lists are those in rows. One that is added twice is one.
func TestMemberships(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 70).Draw(t, "n")
		node := rapid.IntRange(0, n-1)
		rows, lists := newMemberships(n, false), newMemberships(n, true)
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
