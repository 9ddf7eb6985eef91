package bitset_test

import (
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/mcbnc/mcbnc/core/graphs/bitset"
)

// A folded set has the members it was given. It separates sets without a common remainder modulo 256.
func TestFolded(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 700).Draw(t, "n")
		set, list := drawSet(t, n, "set")
		other, others := drawSet(t, n, "other")
		var f, g bitset.Folded
		f.Unite(set)
		rests := map[int32]bool{}
		for _, x := range list {
			require.True(t, f.Has(int(x)))
			rests[x%256] = true
		}
		meets := false
		for _, x := range others {
			g.Add(int(x))
			require.Equal(t, rests[x%256], f.Has(int(x)))
			meets = meets || rests[x%256]
		}
		require.Equal(t, meets, f.Meets(&g))
		require.True(t, !set.Intersects(other) || meets)
		require.Equal(t, len(others) > 0, g.Meets(&bitset.AllFolded))
	})
}
