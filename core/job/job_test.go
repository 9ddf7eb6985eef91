package job

import (
	"context"
	"encoding/json"
	"errors"
	"math"
	"runtime"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/mcbnc/mcbnc/core/call"
	"github.com/mcbnc/mcbnc/core/run/parallel"
)

// body is what a job does.
type body = func(ctx context.Context, p *call.Progress) (*call.Output, error)

// begun is a job that does what run does.
func begun(t testing.TB, run body) *Job {
	t.Helper()
	j := newJob()
	j.begin(&call.Work{Run: run, Memory: new(call.Memory)})
	t.Cleanup(func() {
		j.Cancel()
		require.True(t, j.Wait(enough), "a cancelled job must end")
	})
	return j
}

func returns(out *call.Output, err error) body {
	return func(context.Context, *call.Progress) (*call.Output, error) { return out, err }
}

// enough is how long a test waits for what must come, also on a busy machine.
const enough = 5 * time.Minute

// untilCancelled is busy until its job is cancelled, and then has no result.
func untilCancelled(ctx context.Context, _ *call.Progress) (*call.Output, error) {
	<-ctx.Done()
	return nil, ctx.Err()
}

// resultOf is the JSON in which a job must end.
func resultOf(t testing.TB, j *Job) (result struct {
	Status string
	Arrays map[string]any
}) {
	t.Helper()
	require.True(t, j.Wait(enough), "the job must end")
	text, err := j.Result()
	require.NoError(t, err)
	require.NoError(t, json.Unmarshal(text, &result))
	return result
}

// failureOf is the error in which a job must end.
func failureOf(t testing.TB, j *Job) *call.Error {
	t.Helper()
	require.True(t, j.Wait(enough), "the job must end")
	_, err := j.Result()
	require.Error(t, err)
	return call.AsError(err)
}

func TestNothingToReadBeforeTheEnd(t *testing.T) {
	j := begun(t, untilCancelled)
	assert.False(t, j.Wait(0))
	assert.False(t, j.Wait(time.Millisecond))
	_, err := j.Result()
	assert.Equal(t, call.NotReady, call.AsError(err).Code)
	assert.Equal(t, call.NotReady, call.AsError(j.Read("order", nil)).Code)
}

func TestCancelIsAStatus(t *testing.T) {
	j := begun(t, untilCancelled)
	j.Cancel()
	j.Cancel()
	result := resultOf(t, j)
	assert.Equal(t, "cancelled", result.Status)
	assert.Empty(t, result.Arrays)
	assert.NotNil(t, result.Arrays)
	j.Cancel()
	assert.Equal(t, "cancelled", resultOf(t, j).Status)
}

func TestAnOperationMaySayHowItEnded(t *testing.T) {
	out := &call.Output{Status: "time_limit", Arrays: map[string]call.Array{"order": call.NewArray([]int32{4}, 1)}}
	j := begun(t, returns(out, nil))
	assert.Equal(t, "time_limit", resultOf(t, j).Status)
	require.NoError(t, j.Read("order", make([]byte, 4)), "what there was so far can be had")
}

func TestErrorsOfAnOperation(t *testing.T) {
	for _, c := range []struct {
		err  error
		want call.Status
	}{
		{call.Invalidf("graphs", "no extension").InDAG(0), call.InvalidInput},
		{errors.New("some fault"), call.Internal},
		{context.Canceled, call.Internal}, // though it was not cancelled
	} {
		j := begun(t, returns(nil, c.err))
		assert.Equal(t, c.want, failureOf(t, j).Code)
		assert.Equal(t, c.want, call.AsError(j.Read("x", nil)).Code)
		assert.Equal(t, c.want, call.AsError(j.ReadAll(nil)).Code)
	}
	nan := math.NaN() // there is no such number in JSON
	assert.Equal(t, call.Internal, failureOf(t, begun(t, returns(&call.Output{Psi: &nan}, nil))).Code)
}

func TestRuntimePanics(t *testing.T) {
	for _, workers := range []int{1, 2} {
		j := begun(t, func(ctx context.Context, _ *call.Progress) (*call.Output, error) {
			return nil, parallel.For(ctx, 3, workers, func(_, i int) error {
				_ = []int(nil)[i]
				return nil
			})
		})
		failure := failureOf(t, j)
		assert.Equal(t, call.Internal, failure.Code)
		assert.Contains(t, failure.Message, "index out of range [0]")
		assert.Contains(t, failure.Message, "job_test.go")
		assert.Equal(t, call.Done, j.Progress().Phase)
	}
}

func TestProgress(t *testing.T) {
	seen, next := make(chan call.Snapshot), make(chan struct{})
	j := begun(t, func(_ context.Context, p *call.Progress) (*call.Output, error) {
		<-next
		p.Enter(call.Deleting)
		p.Begin(10)
		p.Step(9, 0.25)
		next <- struct{}{}
		<-next
		return &call.Output{}, nil
	})
	assert.Equal(t, call.Queued, j.Progress().Phase)
	next <- struct{}{}
	<-next
	go func() { seen <- j.Progress() }()
	got := <-seen
	assert.Equal(t, call.Deleting, got.Phase)
	assert.EqualValues(t, 10, got.EdgesAtStart)
	assert.EqualValues(t, 9, got.EdgesLeft)
	assert.InDelta(t, 0.25, got.Psi, 0)
	assert.Positive(t, got.Seconds)
	next <- struct{}{}
	require.True(t, j.Wait(-1))
	end := j.Progress()
	assert.Equal(t, call.Done, end.Phase)
	time.Sleep(2 * time.Millisecond)
	assert.InDelta(t, end.Seconds, j.Progress().Seconds, 0, "the clock stands still after the end")
}

func TestJobsLeaveNoGoroutine(t *testing.T) {
	before := runtime.NumGoroutine()
	for range 1000 {
		j := newJob()
		j.begin(&call.Work{Run: untilCancelled, Memory: new(call.Memory)})
		j.Cancel()
		j.Wait(-1)
	}
	require.Eventually(t, func() bool { return runtime.NumGoroutine() <= before+1 }, // +1: Eventually's own
		enough, time.Millisecond)
}

func TestManyThreadsOnOneJob(t *testing.T) {
	j := begun(t, untilCancelled)
	var all sync.WaitGroup
	for range 16 {
		all.Go(func() {
			for range 50 {
				j.Wait(time.Microsecond)
				j.Progress()
				_, _ = j.Result()
			}
			j.Cancel()
			assert.True(t, j.Wait(-1))
			_, err := j.Result()
			assert.NoError(t, err)
		})
	}
	all.Wait()
}
