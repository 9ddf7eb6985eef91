package operations_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/mcbnc/mcbnc/core/call"
	"github.com/mcbnc/mcbnc/core/internal/jobtest"
	"github.com/mcbnc/mcbnc/core/job"
)

// refusal is the error of a request with this limit of memory, nil if there is none.
func refusal(t *testing.T, request string, limit int64, arrays ...call.Raw) *call.Error {
	t.Helper()
	j, err := job.Start(fmt.Appendf(nil, `{%s,"memory_limit":%d}`, request, limit), arrays)
	if err == nil {
		require.True(t, j.Wait(-1))
		_, err = j.Result()
	}
	if err == nil {
		return nil
	}
	return call.AsError(err)
}

// complete is a DAG over n nodes in which every two are joined.
func complete(n int) []byte {
	cells := make([]byte, n*n)
	for u := range n {
		for v := u + 1; v < n; v++ {
			cells[u*n+v] = 1
		}
	}
	return cells
}

func TestMemoryIsEstimatedAgainWhenTheFusionIsKnown(t *testing.T) {
	const n = 300
	request, dags := fmt.Sprintf(`"op":"run","n":%d,"r":1,"theta":2,"workers":1`, n), jobtest.Raw("dags", complete(n)...)
	first := refusal(t, request, 1, dags)
	require.Equal(t, call.OutOfMemory, first.Code)
	assert.Contains(t, first.Message, "this takes about 32")
	limit, steps := first.Bytes, 0
	for {
		failure := refusal(t, request, limit, dags)
		if failure == nil {
			break
		}
		require.Equal(t, call.OutOfMemory, failure.Code)
		assert.Equal(t, limit, failure.Limit)
		require.Greater(t, failure.Bytes, limit)
		limit = failure.Bytes
		steps++
	}
	assert.Equal(t, 2, steps, "by the operation's sizes, and by the edges of the fusion")
	edges := int64(n * (n - 1) / 2)
	assert.Greater(t, limit-first.Bytes, edges*1024, "each step takes that much")
}

func TestMemoryOfTheInputIsRefusedBeforeItIsRead(t *testing.T) {
	const n = 1000
	bad := make([]byte, n*n)
	bad[0] = 7 // no entry of a DAG
	dags := jobtest.Raw("dags", bad...)
	failure := refusal(t, fmt.Sprintf(`"op":"fusion","n":%d,"r":1`, n), 1, dags)
	assert.Equal(t, call.OutOfMemory, failure.Code)
	failure = refusal(t, fmt.Sprintf(`"op":"fusion","n":%d,"r":1`, n), 1<<40, dags)
	assert.Equal(t, call.InvalidInput, failure.Code)
	failure = refusal(t, fmt.Sprintf(`"op":"fusion","n":%d,"r":1`, n), -1, dags)
	assert.Equal(t, call.InvalidInput, failure.Code)
	assert.Equal(t, "memory_limit", failure.Argument)
}

func TestEstimatesGrowWithTheWork(t *testing.T) {
	const n = 20
	dags := jobtest.Raw("dags", complete(n)...)
	of := func(request string) int64 {
		return refusal(t, fmt.Sprintf(`"n":%d,"r":1,%s`, n, request), 33<<20, dags).Bytes
	}
	genetic := func(population int) string {
		return fmt.Sprintf(`"op":"genetic","max_treewidth":3,"generations":2,"seed":1,"population":%d`, population)
	}
	assert.Greater(t, of(genetic(20_000)), 4*of(genetic(2_000)))
	batch := func(runs int) string { return fmt.Sprintf(`"op":"batch","theta":1,"runs":%d`, runs) }
	assert.Greater(t, of(batch(100_000)), of(batch(10_000)))
}
