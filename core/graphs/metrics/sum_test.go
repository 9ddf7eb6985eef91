package metrics

import (
	"math/big"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

func TestSum(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		draw := func(label string) (Sum, *big.Int) {
			s, exact := Sum{}, new(big.Int)
			for _, x := range rapid.SliceOfN(rapid.Int64(), 0, 6).Draw(t, label) {
				s.Add(x)
				exact.Add(exact, big.NewInt(x))
			}
			return s, exact
		}
		a, exactA := draw("a")
		b, exactB := draw("b")
		require.Equal(t, exactA.Cmp(exactB) < 0, a.Less(b))
		total := rapid.Int64Min(1).Draw(t, "total")
		want, _ := new(big.Rat).SetFrac(exactA, big.NewInt(total)).Float64()
		require.Equal(t, want, a.Over(total))
	})
}
