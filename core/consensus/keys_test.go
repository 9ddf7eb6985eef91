package consensus

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// After any changes the lowest are those that a look at every key finds.
func TestKeys(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.SampledFrom([]int{1, 5, 64, 65, 130, 4100}).Draw(t, "seats")
		k := newKeys(n)
		require.Equal(t, -1, k.min())
		for range rapid.IntRange(1, 60).Draw(t, "changes") {
			seat := rapid.IntRange(0, n-1).Draw(t, "seat")
			score := rapid.SampledFrom([]int64{0, 1, 2, never}).Draw(t, "score")
			k.set(contender{score, uint64(rapid.IntRange(0, 2).Draw(t, "u"))<<32 | uint64(seat), int32(seat)})
			want := inOrder(k)
			require.Equal(t, append(want, -1)[0], int32(k.min()))
			count := rapid.IntRange(0, 20).Draw(t, "count")
			require.Equal(t, want[:min(count, len(want))], k.lowest(count, []int32{}))
		}
	})
}

// inOrder lists the seats that have a key, the lowest first.
func inOrder(k *keys) []int32 {
	seats := slices.DeleteFunc(slices.Clone(k.matches[k.half:]), func(c contender) bool { return c.score == never })
	slices.SortFunc(seats, func(a, b contender) int {
		if a.before(&b) {
			return -1
		}
		return 1
	})
	out := []int32{}
	for _, c := range seats {
		out = append(out, c.seat)
	}
	return out
}

func TestKeysOfNoEdges(t *testing.T) { require.Equal(t, -1, newKeys(0).min()) }

// Ψ is the correctly rounded quotient, also beyond 2^53, from where on float64 does not
// hold every integer and a quotient of two float64 is not always the nearest one.
func TestPsi(t *testing.T) {
	require.Equal(t, 1.0/3, Psi(1, 3))
	require.Equal(t, 0.5, Psi(1<<61, 1<<62))
	const beyond = 1<<53 + 1
	require.Equal(t, 1.0/3, Psi(beyond, 3*beyond))
	wrong := 0 // by plain division
	for k := int64(beyond); k < beyond+1000; k++ {
		for _, of := range [][2]int64{{1, 3}, {2, 7}, {3, 10}, {5, 1}} {
			want, score, total := float64(of[0])/float64(of[1]), k*of[0], k*of[1]
			require.Equal(t, want, Psi(score, total), "%d / %d", score, total)
			if float64(score)/float64(total) != want {
				wrong++
			}
		}
	}
	require.Greater(t, wrong, 1000)
}
