package garbage

import (
	"runtime"
	"runtime/metrics"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

func TestPercentOf(t *testing.T) {
	const mb = 1 << 20
	for alive, percent := range map[uint64]int{
		0: 400, 1: 400, 4 * mb: 400, 8 * mb: 400, 8*mb + 1: 350, 10 * mb: 300, 16 * mb: 200, 17 * mb: 150, 22 * mb: 100, 1 << 40: 100,
	} {
		require.Equal(t, percent, percentOf(alive), "%d bytes", alive)
	}
}

// However much is alive, no more than smallHeap bytes are garbage beyond Go's own rule.
func TestGarbageIsBounded(t *testing.T) {
	for alive := uint64(0); alive < 64<<20; alive += 12345 {
		garbage := alive * uint64(percentOf(alive)) / 100
		require.LessOrEqual(t, garbage, max(alive, smallHeap))
	}
}

// While a caller allows garbage, the percent follows what is alive, up and down. Then it is Go's again.
func TestCollectionsAreFollowed(t *testing.T) {
	becomes := func(want uint64) {
		percent := []metrics.Sample{{Name: "/gc/gogc:percent"}}
		require.Eventually(t, func() bool {
			runtime.GC()
			metrics.Read(percent)
			return percent[0].Value.Uint64() == want
		}, 5*time.Minute, time.Millisecond)
	}
	becomes(goPercent)
	first, second := Allow(), Allow()
	becomes(mostPercent)
	large := make([]byte, smallHeap)
	becomes(goPercent)
	runtime.KeepAlive(large)
	becomes(mostPercent)
	first()
	becomes(mostPercent)
	second()
	becomes(goPercent)
	Allow()()
	becomes(goPercent)
}
