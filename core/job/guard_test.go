package job

import (
	"context"
	"runtime"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/mcbnc/mcbnc/core/call"
)

func TestJobEndsWhereItTakesMoreThanItsLimit(t *testing.T) {
	const limit = 64 << 20
	var taken [][]byte
	j := newJob()
	run := func(ctx context.Context, _ *call.Progress) (*call.Output, error) {
		for ctx.Err() == nil {
			if len(taken) < 2*limit>>20 {
				taken = append(taken, make([]byte, 1<<20))
			}
		}
		return &call.Output{Status: context.Cause(ctx).Error()}, nil // as a run does
	}
	j.begin(&call.Work{Run: run, Memory: &call.Memory{Limit: limit, Extent: "for 3 nodes"}})
	require.True(t, j.Wait(-1))
	_, err := j.Result()
	failure := call.AsError(err)
	assert.Equal(t, call.OutOfMemory, failure.Code)
	assert.Greater(t, failure.Bytes, int64(limit))
	assert.Equal(t, int64(limit), failure.Limit)
	assert.Contains(t, failure.Message, "by now, for 3 nodes, and the limit is 64 MiB")
	assert.Len(t, taken, 2*limit>>20)
}

func TestGarbageIsNotCountedForAJob(t *testing.T) {
	ended := false
	g := &Job{memory: &call.Memory{Limit: 64 << 20}, cancel: func(error) { ended = true }}
	garbage := make([]byte, 128<<20)
	g.look()
	assert.True(t, ended)
	runtime.KeepAlive(garbage)
	ended, garbage = false, nil
	g.look()
	assert.False(t, ended, "it was ended for what nobody has any more")
}
