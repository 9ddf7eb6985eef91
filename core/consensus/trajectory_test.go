package consensus

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// Ψ is the correctly rounded quotient, also beyond what float64 holds exactly.
func TestPsi(t *testing.T) {
	require.Equal(t, 1.0/3, Psi(1, 3))
	require.Equal(t, 0.5, Psi(1<<61, 1<<62))
	require.Equal(t, 1.0/3, Psi(1<<60, 3<<60))
	require.Equal(t, float64(1<<61+3)/float64(1<<62-1) > 0.5, Psi(1<<61+3, 1<<62-1) > 0.5)
}
