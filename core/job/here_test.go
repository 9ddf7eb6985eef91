package job_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/mcbnc/mcbnc/core/call"
	"github.com/mcbnc/mcbnc/core/internal/testkit/jobtest"
	"github.com/mcbnc/mcbnc/core/internal/testkit/oracle"
	"github.com/mcbnc/mcbnc/core/job"
)

// The caller's goroutine gives the bytes that a goroutine of the job's own gives, also where the work is begun anew because
// it took too long, after whichever part of it.
func TestHereIsAsElsewhere(t *testing.T) {
	begunAnew := 0
	rapid.Check(t, func(t *rapid.T) {
		n, r := rapid.IntRange(1, 9).Draw(t, "n"), rapid.IntRange(1, 5).Draw(t, "r")
		rng := oracle.Rand(rapid.Uint64().Draw(t, "dags"))
		more := rapid.SampledFrom([]string{"", `,"theta":0.3`, `,"theta":"auto"`, `,"output":"refusion"`, `,"seed":2`}).Draw(t, "more")
		request := []byte(jobtest.Request("run", n, r, more))
		arrays := []call.Raw{jobtest.Raw("dags", jobtest.Cells(oracle.RandomDAGs(rng, r, n, 0.4))...)}
		want, err := job.Start(request, arrays)
		require.NoError(t, err)
		for _, patience := range []time.Duration{time.Hour, 0, time.Duration(rng.IntN(60)) * time.Microsecond} {
			got, here, err := job.RunFor(request, arrays, patience)
			require.NoError(t, err)
			require.True(t, here || patience < time.Hour)
			if !here {
				begunAnew++
			}
			requireSame(t, want, got)
		}
	})
	require.Positive(t, begunAnew)
}

// requireSame requires the same results, except the times.
func requireSame(t *rapid.T, want, got *job.Job) {
	require.True(t, want.Wait(time.Minute))
	require.True(t, got.Wait(time.Minute))
	tb := &testing.T{}
	arrays, others := jobtest.Arrays(tb, want), jobtest.Arrays(tb, got)
	delete(arrays, "step_seconds")
	delete(others, "step_seconds")
	require.Equal(t, arrays, others)
	one, other := jobtest.Result(tb, want), jobtest.Result(tb, got)
	for _, fields := range []map[string]any{one, other} {
		delete(fields, "seconds")
		delete(fields, "phases")
	}
	require.Equal(t, one, other)
}

// Run does small work itself, however busy the machine is, and leaves other work to a goroutine, which it waits for no
// longer than its timeout.
func TestRun(t *testing.T) {
	chain := jobtest.Raw("dags", jobtest.Matrix(3, [2]int{0, 1}, [2]int{1, 2})...)
	small := []byte(jobtest.Request("run", 3, 1, ""))
	j, here, err := job.RunFor(small, []call.Raw{chain}, time.Hour)
	require.NoError(t, err)
	require.True(t, here)
	require.True(t, j.Wait(0), "small work has ended")

	j, err = job.Run(small, []call.Raw{chain}, time.Minute)
	require.NoError(t, err)
	require.True(t, j.Wait(time.Minute))
	require.Equal(t, call.Done, j.Progress().Phase)
	j.Cancel()

	long := []byte(`{"op":"genetic","n":3,"r":1,"max_treewidth":1,"generations":1000000}`)
	j, err = job.Run(long, []call.Raw{chain}, time.Millisecond)
	require.NoError(t, err)
	require.False(t, j.Wait(0))
	j.Cancel()
	require.True(t, j.Wait(time.Minute))

	limited := []byte(jobtest.Request("run", 3, 1, `,"time_limit":1000`))
	_, here, err = job.RunFor(limited, []call.Raw{chain}, time.Hour)
	require.NoError(t, err)
	require.False(t, here, "a time limit is a deadline of the job's own context")

	_, err = job.Run([]byte(jobtest.Request("run", 3, 2, "")), []call.Raw{chain}, 0)
	require.Equal(t, call.BadRequest, call.AsError(err).Code)
}

// Take gives all or nothing.
func TestTake(t *testing.T) {
	j := jobtest.Start(t, jobtest.Request("run", 3, 1, ""), jobtest.Raw("dags", jobtest.Matrix(3, [2]int{0, 1})...))
	require.True(t, j.Wait(time.Minute))
	json, err := j.Result()
	require.NoError(t, err)
	arrays := int(jobtest.Result(t, j)["bytes"].(float64))
	all := make([]byte, arrays)
	require.NoError(t, j.ReadAll(all))
	for _, size := range []int{0, arrays, arrays + len(json) - 1} {
		buffer := make([]byte, size)
		text, bytes, err := j.Take(buffer)
		require.NoError(t, err)
		require.Equal(t, [2]int{}, [2]int{text, bytes})
		require.Equal(t, make([]byte, size), buffer)
	}
	buffer := make([]byte, arrays+len(json)+5)
	text, bytes, err := j.Take(buffer)
	require.NoError(t, err)
	require.Equal(t, [2]int{len(json), arrays}, [2]int{text, bytes})
	require.Equal(t, fmt.Sprint(append(append(all, json...), 0, 0, 0, 0, 0)), fmt.Sprint(buffer))
}
