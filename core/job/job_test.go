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

	"github.com/mcbnc/mcbnc/core/parallel"
)

func returns(out *Output, err error) operation {
	return operation{run: func(context.Context, *Input, *Progress) (*Output, error) { return out, err }}
}

func TestResultAndArrays(t *testing.T) {
	score, psi := int64(1<<62), 0.5
	withOperation(t, "test", returns(&Output{
		Score: &score, Psi: &psi, TotalWeight: 3, Counts: map[string]int64{"cuts": 7},
		Arrays: map[string]Array{
			"order":  NewArray([]int32{1, 0}, 2),
			"empty":  NewArray([]float64(nil), 0),
			"fusion": NewArray([]uint8{0, 1, 0, 0}, 2, 2),
			"score":  NewArray([]int64{-1}, 1),
		},
	}, nil))
	j := start(t, request("test", 2, 0, ""))
	require.True(t, j.Wait(-1))
	text, err := j.Result()
	require.NoError(t, err)
	var got struct {
		Status  string
		Seconds *float64
		Theta   *float64
		Score   json.Number
		Psi     float64
		Counts  map[string]int64
		Phases  map[string]float64
		Total   int64 `json:"total_weight"`
		Arrays  map[string]struct {
			DType  string
			Shape  []int
			Offset int
		}
		Bytes int
	}
	require.NoError(t, json.Unmarshal(text, &got))
	assert.Equal(t, "complete", got.Status)
	assert.NotNil(t, got.Seconds)
	assert.Nil(t, got.Theta)
	assert.Equal(t, json.Number("4611686018427387904"), got.Score)
	assert.Equal(t, map[string]int64{"cuts": 7}, got.Counts)
	assert.EqualValues(t, 3, got.Total)
	assert.Equal(t, "i4", got.Arrays["order"].DType)
	assert.Equal(t, "f8", got.Arrays["empty"].DType)
	assert.Equal(t, "u1", got.Arrays["fusion"].DType)
	assert.Equal(t, "i8", got.Arrays["score"].DType)
	assert.Equal(t, []int{2, 2}, got.Arrays["fusion"].Shape)

	buffer := make([]byte, 8)
	require.NoError(t, j.Read("order", buffer))
	assert.Equal(t, bytesOf([]int32{1, 0}), buffer)
	require.NoError(t, j.Read("empty", nil))
	assert.Equal(t, BadRequest, AsError(j.Read("order", buffer[:7])).Code)
	assert.Equal(t, BadRequest, AsError(j.Read("order", make([]byte, 9))).Code)
	assert.Equal(t, BadRequest, AsError(j.Read("imaps", buffer)).Code)

	all := make([]byte, got.Bytes)
	require.NoError(t, j.ReadAll(all))
	for name, array := range got.Arrays {
		assert.Zero(t, array.Offset%8, name)
		bytes := j.arrays[name].bytes
		assert.Equal(t, string(bytes), string(all[array.Offset:][:len(bytes)]), name)
	}
	assert.Equal(t, BadRequest, AsError(j.ReadAll(all[1:])).Code)
	assert.Equal(t, Done, j.Progress().Phase)
}

func TestNothingToReadBeforeTheEnd(t *testing.T) {
	withOperation(t, "test", operation{run: untilCancelled})
	j := start(t, request("test", 1, 0, ""))
	assert.False(t, j.Wait(0))
	assert.False(t, j.Wait(time.Millisecond))
	_, err := j.Result()
	assert.Equal(t, NotReady, AsError(err).Code)
	assert.Equal(t, NotReady, AsError(j.Read("order", nil)).Code)
}

func TestCancelIsAStatus(t *testing.T) {
	withOperation(t, "test", operation{run: untilCancelled})
	j := start(t, request("test", 1, 0, ""))
	j.Cancel()
	j.Cancel()
	result := resultOf(t, j)
	assert.Equal(t, "cancelled", result["status"])
	assert.Empty(t, result["arrays"])
	assert.NotNil(t, result["arrays"])
	j.Cancel()
	assert.Equal(t, "cancelled", resultOf(t, j)["status"])
}

func TestAnOperationMaySayHowItEnded(t *testing.T) {
	out := &Output{Status: "time_limit", Arrays: map[string]Array{"order": NewArray([]int32{4}, 1)}}
	withOperation(t, "test", returns(out, nil))
	j := start(t, request("test", 1, 0, ""))
	assert.Equal(t, "time_limit", resultOf(t, j)["status"])
	require.NoError(t, j.Read("order", make([]byte, 4)), "what there was so far can be had")
}

func TestErrorsOfAnOperation(t *testing.T) {
	for _, c := range []struct {
		err  error
		want Status
	}{
		{invalid("graphs", "no extension").inDAG(0), InvalidInput},
		{errors.New("some fault"), Internal},
		{context.Canceled, Internal}, // though nobody cancelled
	} {
		func() {
			withOperation(t, "test", returns(nil, c.err))
			defer delete(operations, "test")
			j := start(t, request("test", 1, 0, ""))
			require.True(t, j.Wait(-1))
			_, err := j.Result()
			assert.Equal(t, c.want, AsError(err).Code)
			assert.Equal(t, c.want, AsError(j.Read("x", nil)).Code)
		}()
	}
}

func TestAResultThatIsNoJSON(t *testing.T) {
	nan := math.NaN()
	withOperation(t, "test", returns(&Output{Psi: &nan}, nil))
	j := start(t, request("test", 1, 0, ""))
	require.True(t, j.Wait(-1))
	_, err := j.Result()
	assert.Equal(t, Internal, AsError(err).Code)
}

func TestAPanicIsCarriedBack(t *testing.T) {
	for _, where := range []string{"caller", "worker"} {
		j := start(t, request("selftest_panic", 1, 0, `,"where":"`+where+`"`))
		require.True(t, j.Wait(-1), "a job that panics ends")
		_, err := j.Result()
		failure := AsError(err)
		assert.Equal(t, Internal, failure.Code)
		assert.Contains(t, failure.Message, "on purpose, in ")
		assert.Contains(t, failure.Message, where)
		assert.Contains(t, failure.Message, "selftest.go", "the stack shows where")
		assert.NotContains(t, failure.Message, "debug.Stack")
		assert.NotContains(t, failure.Message, "panic.go")
		assert.Less(t, len(failure.Message), 3000)
		assert.Equal(t, Done, j.Progress().Phase)
	}
	j := start(t, request("selftest_panic", 1, 0, ""))
	require.True(t, j.Wait(-1))
	_, err := j.Result()
	assert.Equal(t, InvalidInput, AsError(err).Code)
}

func TestRuntimePanicsToo(t *testing.T) {
	withOperation(t, "test", operation{run: func(ctx context.Context, in *Input, _ *Progress) (*Output, error) {
		return nil, parallel.For(ctx, 3, in.Workers, func(_, i int) error {
			_ = in.DAGs[i]
			return nil
		})
	}})
	for _, workers := range []string{"1", "2"} {
		j := start(t, request("test", 1, 0, `,"workers":`+workers))
		require.True(t, j.Wait(-1))
		_, err := j.Result()
		assert.Equal(t, Internal, AsError(err).Code)
		assert.Contains(t, AsError(err).Message, "index out of range [0]")
		assert.Contains(t, AsError(err).Message, "job_test.go")
	}
}

func TestProgress(t *testing.T) {
	seen, next := make(chan Snapshot), make(chan struct{})
	withOperation(t, "test", operation{run: func(_ context.Context, _ *Input, p *Progress) (*Output, error) {
		<-next
		p.Enter(Deleting)
		p.Begin(10)
		p.Step(9, 0.25)
		next <- struct{}{}
		<-next
		return &Output{}, nil
	}})
	j := start(t, request("test", 1, 0, ""))
	assert.Equal(t, Queued, j.Progress().Phase)
	next <- struct{}{}
	<-next
	go func() { seen <- j.Progress() }()
	got := <-seen
	assert.Equal(t, Deleting, got.Phase)
	assert.EqualValues(t, 10, got.EdgesAtStart)
	assert.EqualValues(t, 9, got.EdgesLeft)
	assert.InDelta(t, 0.25, got.Psi, 0)
	assert.Positive(t, got.Seconds)
	next <- struct{}{}
	require.True(t, j.Wait(-1))
	end := j.Progress()
	assert.Equal(t, Done, end.Phase)
	time.Sleep(2 * time.Millisecond)
	assert.InDelta(t, end.Seconds, j.Progress().Seconds, 0, "the clock stands still after the end")
}

func TestJobsLeaveNoGoroutine(t *testing.T) {
	withOperation(t, "test", operation{run: untilCancelled})
	before := runtime.NumGoroutine()
	for range 1000 {
		j, err := Start([]byte(request("test", 1, 0, "")), nil)
		require.NoError(t, err)
		j.Cancel()
		j.Wait(-1)
	}
	require.Eventually(t, func() bool { return runtime.NumGoroutine() <= before+1 }, // +1: Eventually's own
		5*time.Second, time.Millisecond)
}

func TestManyThreadsOnOneJob(t *testing.T) {
	withOperation(t, "test", operation{run: untilCancelled})
	j := start(t, request("test", 1, 0, ""))
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

func TestErrorJSON(t *testing.T) {
	e := Errorf(Cycle, "say %q", "no").inDAG(0).at(1, 4, 1)
	e.Argument = "dags"
	assert.JSONEq(t, `{"code":3,"message":"say \"no\"","argument":"dags","dag":0,"nodes":[1,4,1]}`, string(e.JSON()))
	assert.JSONEq(t, `{"code":8,"message":"internal error: x"}`, string(AsError(errors.New("x")).JSON()))
}

func TestAnArraysShapeMustFit(t *testing.T) {
	assert.Panics(t, func() { NewArray([]int32{1, 2, 3}, 2) })
}
