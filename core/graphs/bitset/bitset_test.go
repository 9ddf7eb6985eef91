package bitset_test

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/mcbnc/mcbnc/core/graphs/bitset"
)

// drawSet draws a set. It returns the set, and its members as a sorted list.
func drawSet(t *rapid.T, n int, label string) (bitset.Set, []int32) {
	s := bitset.New(n)
	members := []int32{}
	for i := range n {
		if rapid.Bool().Draw(t, label) {
			s.Add(i)
			members = append(members, int32(i))
		}
	}
	return s, members
}

func TestSetAgainstList(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 200).Draw(t, "n")
		a, listA := drawSet(t, n, "a")
		b, listB := drawSet(t, n, "b")
		inB := func(x int32) bool { return slices.Contains(listB, x) }
		both := slices.DeleteFunc(slices.Clone(listA), func(x int32) bool { return !inB(x) })
		onlyA := slices.DeleteFunc(slices.Clone(listA), inB)

		require.Equal(t, len(listA), a.Count())
		require.Equal(t, len(both), a.CountAnd(b))
		for k, x := range listA {
			require.Equal(t, k, a.Rank(int(x)))
		}
		require.Equal(t, len(both) > 0, a.Intersects(b))
		require.Equal(t, len(onlyA) == 0, a.SubsetOf(b))
		require.Equal(t, slices.Equal(listA, listB), a.Equal(b))
		require.Equal(t, len(listA) > 0, a.Any())
		require.Equal(t, both, members(func(s bitset.Set) { s.And(b) }, a))
		require.Equal(t, onlyA, members(func(s bitset.Set) { s.AndNot(b) }, a))
		either := slices.Sorted(slices.Values(slices.Concat(onlyA, listB)))
		require.Equal(t, either, append([]int32(nil), members(func(s bitset.Set) { s.Or(b) }, a)...))
	})
}

// members is the sorted list of the members of a copy of s after the change.
func members(change func(bitset.Set), s bitset.Set) []int32 {
	s = s.Clone()
	change(s)
	out := []int32{}
	for x := s.Next(0); x >= 0; x = s.Next(x + 1) {
		out = append(out, int32(x))
	}
	return out
}

func TestFillAndRemove(t *testing.T) {
	for _, n := range []int{1, 63, 64, 65, 128, 130} {
		s := bitset.New(n)
		s.Fill(n)
		require.Equal(t, n, s.Count())
		s.Remove(n - 1)
		require.False(t, s.Has(n-1))
		require.Equal(t, n-1, s.Count())
		s.Clear()
		require.False(t, s.Any())
		require.Equal(t, -1, s.Next(0))
	}
}

// The lowest members stay, however many there are.
func TestKeepLowest(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		members := rapid.SliceOfDistinct(rapid.IntRange(0, 199), rapid.ID[int]).Draw(t, "members")
		k := rapid.IntRange(0, 210).Draw(t, "k")
		s, want := bitset.New(200), bitset.New(200)
		for _, x := range members {
			s.Add(x)
		}
		slices.Sort(members)
		for _, x := range members[:min(k, len(members))] {
			want.Add(x)
		}
		s.KeepLowest(k)
		require.Equal(t, want, s)
	})
}

func TestMatrixRowsAreIndependent(t *testing.T) {
	m := bitset.NewMatrix(3, 70)
	m.Row(1).Fill(70)
	require.False(t, m.Row(0).Any())
	require.False(t, m.Row(2).Any())
	copyOf := m.Clone()
	m.Clear()
	require.Equal(t, 70, copyOf.Count())
	require.False(t, m.Equal(copyOf))
}

// Interleaved matrices do not share rows, and behave as matrices of their own.
func TestInterleavedMatricesAreIndependent(t *testing.T) {
	for _, n := range []int{1, 64, 70} {
		alone := bitset.NewMatrix(4, n)
		for i := range alone.Len() {
			alone.Row(i).Add(i * n / 4)
		}
		for k, m := range bitset.Interleaved(3, 4, n) {
			require.Equal(t, 4, m.Len())
			require.Zero(t, m.Count(), "matrix %d holds a member that was added to another", k)
			m.Copy(alone)
			require.True(t, m.Equal(alone))
			require.Equal(t, alone.Hash(), m.Hash())
			require.Equal(t, alone.Rows(1, 3).Hash(), m.Rows(1, 3).Hash())
			require.Equal(t, 3, m.Rows(1, 3).Len())
			require.True(t, m.Clone().Equal(alone))
			m.Row(2).Clear()
			require.False(t, m.Equal(alone))
		}
	}
	require.Zero(t, bitset.Interleaved(2, 0, 0)[1].Len())
}
