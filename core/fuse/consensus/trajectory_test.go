package consensus

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// Ψ is the correctly rounded quotient. float64 does not hold every integer above 2^53, so a
// quotient of two float64 is not always the nearest one there.
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
