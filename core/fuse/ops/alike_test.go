package ops

import (
	"math"
	"runtime"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/mcbnc/mcbnc/core/call"
)

// Runs without options of their own are alike, and are kept once.
func TestRunsWithoutCountsAndWeights(t *testing.T) {
	const runs, r = 1 << 12, 1 << 10
	least, q := uint64(math.MaxUint64), new(batchRequest)
	for range 3 { // the first call makes buffers
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		q = new(batchRequest)
		q.Op, q.N, q.R, q.Runs.Count = "batch", 1, r, runs
		require.Nil(t, call.Read(q, []call.Raw{{Name: "dags", Data: make([]byte, r)}}))
		runtime.ReadMemStats(&after)
		least = min(least, after.TotalAlloc-before.TotalAlloc)
	}
	assert.Less(t, least, uint64(4_000_000))
	assert.Len(t, q.Runs.list, runs)
	assert.Equal(t, slices.Repeat([]int64{1}, r), q.Runs.list[runs-1].counts)
	assert.Equal(t, slices.Repeat([]int64{1}, r), q.Runs.list[runs-1].weights)
}
