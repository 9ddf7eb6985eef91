package lanes

import (
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

func TestTranspose(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var m [64]uint64
		rows := rapid.IntRange(1, 64).Draw(t, "rows")
		for k := range rows {
			m[k] = rapid.Uint64().Draw(t, "row")
		}
		turned := m
		transpose(&turned, rows)
		for i := range m {
			for k := range m {
				require.Equal(t, m[k]>>i&1, turned[i]>>k&1, "row %d, bit %d", k, i)
			}
		}
	})
}

// Lanes count as often as given.
func TestTimes(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		times := rapid.SliceOfN(rapid.OneOf(rapid.Just(int64(1)), rapid.Int64Range(0, 9)), 1, 64).Draw(t, "times")
		var s Sinks
		s.setTimes(times)
		lanes, want := rapid.Uint64().Draw(t, "lanes")>>(64-len(times)), 0
		for i, count := range times {
			if lanes>>i&1 != 0 {
				want += int(count)
			}
		}
		require.Equal(t, want, s.weight(lanes))
	})
}
