package parallel_test

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/mcbnc/mcbnc/core/run/parallel"
)

func TestEveryIndexOnceAndWorkersInRange(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(0, 200).Draw(t, "n")
		workers := rapid.IntRange(-1, 12).Draw(t, "workers")
		calls := make([]atomic.Int32, n)
		err := parallel.For(t.Context(), n, workers, func(worker, i int) error {
			if worker < 0 || worker >= max(1, min(workers, n)) {
				return fmt.Errorf("worker %d", worker)
			}
			calls[i].Add(1)
			return nil
		})
		require.NoError(t, err)
		for i := range calls {
			require.EqualValues(t, 1, calls[i].Load(), "index %d", i)
		}
	})
}

// Two calls with the same worker number never overlap, so each worker may own a workspace.
func TestCallsOfOneWorkerDoNotOverlap(t *testing.T) {
	const workers = 4
	var busy [workers]sync.Mutex
	err := parallel.For(t.Context(), 2000, workers, func(worker, _ int) error {
		if !busy[worker].TryLock() {
			return errors.New("two calls overlap with the same worker number")
		}
		defer busy[worker].Unlock()
		runtime.Gosched()
		return nil
	})
	require.NoError(t, err)
}

func TestOneWorkerRunsInTheCallersGoroutine(t *testing.T) {
	before := runtime.NumGoroutine()
	for _, c := range []struct{ n, workers int }{{5, 1}, {5, 0}, {5, -3}, {1, 8}} {
		order := []int{}
		err := parallel.For(t.Context(), c.n, c.workers, func(_, i int) error {
			order = append(order, i) // The race detector finds any second goroutine here.
			assert.LessOrEqual(t, runtime.NumGoroutine(), before)
			return nil
		})
		require.NoError(t, err)
		assert.IsIncreasing(t, append([]int{-1}, order...))
		assert.Len(t, order, c.n)
	}
}

func TestTheLowestFailureIsReported(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 100).Draw(t, "n")
		workers := rapid.IntRange(1, 8).Draw(t, "workers")
		fails := rapid.SliceOfN(rapid.Bool(), n, n).Draw(t, "fails")
		want := error(nil)
		for i := n - 1; i >= 0; i-- {
			if fails[i] {
				want = fmt.Errorf("failed at %d", i)
			}
		}
		got := parallel.For(t.Context(), n, workers, func(_, i int) error {
			runtime.Gosched()
			if fails[i] {
				return fmt.Errorf("failed at %d", i)
			}
			return nil
		})
		require.Equal(t, want, got)
	})
}

func TestAFailureStopsTheLoop(t *testing.T) {
	var calls atomic.Int32
	err := parallel.For(t.Context(), 1_000_000, 3, func(_, i int) error {
		calls.Add(1)
		return errors.New("at once")
	})
	require.Error(t, err)
	assert.LessOrEqual(t, calls.Load(), int32(3))
}

func TestAPanicOfAWorkerIsRaisedInTheCaller(t *testing.T) {
	before := runtime.NumGoroutine()
	got := catch(func() {
		_ = parallel.For(t.Context(), 8, 4, func(_, i int) error {
			if i >= 3 {
				panicAt(i)
			}
			return nil
		})
	})
	carried, ok := got.(*parallel.PanicError)
	require.True(t, ok, "%T", got)
	assert.Equal(t, "index 3", carried.Value, "the panic of the lowest index must be reported")
	assert.Contains(t, string(carried.Stack), "panicAt", "the stack must show the origin of the panic")
	assert.Eventually(t, func() bool { return runtime.NumGoroutine() <= before+1 }, // + 1: the goroutine of Eventually
		5*time.Minute, time.Millisecond, "a worker has not ended")
}

func TestANestedPanicKeepsItsFirstStack(t *testing.T) {
	got := catch(func() {
		_ = parallel.For(t.Context(), 2, 2, func(_, _ int) error {
			return parallel.For(t.Context(), 2, 2, func(_, i int) error { panicAt(i); return nil })
		})
	})
	carried, ok := got.(*parallel.PanicError)
	require.True(t, ok, "%T", got)
	assert.Equal(t, "index 0", carried.Value)
	assert.Contains(t, string(carried.Stack), "panicAt")
}

func TestAPanicOfOneWorkerIsNotWrapped(t *testing.T) {
	got := catch(func() {
		_ = parallel.For(t.Context(), 3, 1, func(_, i int) error { panicAt(i); return nil })
	})
	assert.Equal(t, "index 0", got)
}

func TestCancelStopsTheLoop(t *testing.T) {
	for _, workers := range []int{1, 3} {
		ctx, cancel := context.WithCancel(t.Context())
		var calls atomic.Int32
		err := parallel.For(ctx, 1_000_000, workers, func(_, i int) error {
			if calls.Add(1) == 10 {
				cancel()
			}
			return nil
		})
		require.ErrorIs(t, err, context.Canceled)
		assert.Less(t, calls.Load(), int32(20))
	}
}

func TestCancelAfterTheLastIndexIsNoFailure(t *testing.T) {
	for _, workers := range []int{1, 2} {
		ctx, cancel := context.WithCancel(t.Context())
		var done atomic.Int32
		err := parallel.For(ctx, 2, workers, func(_, _ int) error {
			if done.Add(1) == 2 {
				cancel()
			}
			for done.Load() < 2 && workers == 2 { // Both indices are taken before the cancel.
				runtime.Gosched()
			}
			return nil
		})
		require.NoError(t, err)
	}
}

func panicAt(i int) { panic(fmt.Sprintf("index %d", i)) }

func catch(f func()) (v any) {
	defer func() { v = recover() }()
	f()
	return nil
}

func BenchmarkForOverhead(b *testing.B) {
	for _, workers := range []int{1, 2} {
		b.Run(fmt.Sprint(workers), func(b *testing.B) {
			for b.Loop() {
				_ = parallel.For(b.Context(), 100, workers, func(_, _ int) error { return nil })
			}
		})
	}
}
