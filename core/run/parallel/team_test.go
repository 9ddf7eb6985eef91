package parallel

import (
	"runtime"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// costly is a cost of a call that makes any loop worth sharing.
const costly = worthStarting

// In each of many loops, every index is called exactly once, by a worker in range. Some loops begin
// after the members have fallen asleep.
func TestTeamCallsEachIndexOnce(t *testing.T) {
	for _, workers := range []int{1, 2, 3, 7} {
		team := NewTeam(workers)
		for loop := range 2000 {
			n := loop % 70
			calls := make([]atomic.Int32, n)
			team.Do(n, costly, func(worker, i int) {
				if worker < 0 || worker >= workers {
					panic("the worker's number is out of range")
				}
				calls[i].Add(1)
			})
			for i := range calls {
				require.EqualValues(t, 1, calls[i].Load(), "%d workers, loop %d, index %d", workers, loop, i)
			}
			if loop%500 == 0 {
				time.Sleep(3 * time.Millisecond)
			}
		}
		team.Close()
	}
}

// The largest team can count the pieces of a long loop: beyond pieceMask, a share would take
// them for none, and the loop would be skipped.
func TestTheLargestTeam(t *testing.T) {
	require.LessOrEqual(t, piecesPerWorker*NewTeam(1<<20).Workers(), pieceMask)
}

// Loops run as usual when the numbers of loops wrap around, also with shares that no loop has
// touched for a long time.
func TestLoopNumbersWrapAround(t *testing.T) {
	for _, at := range []uint64{1 << 32, 1 << 33, 1 << 34, 1 << 63} {
		team := NewTeam(3)
		team.loops = at - 100
		for w := range team.shares {
			team.shares[w].left.Store((at - 100 - 1<<31) << (2 * pieceBits)) // not touched for 2³¹ loops
		}
		for loop := range 300 {
			n := 2 + loop%2*loop
			sum := make([]atomic.Int32, n)
			team.Do(n, costly, func(_, i int) { sum[i].Add(1) })
			for i := range sum {
				require.EqualValues(t, 1, sum[i].Load())
			}
		}
		team.Close()
	}
}

// The caller sees after Do what f has written. The race detector checks it.
func TestWritesAreVisibleAfterDo(t *testing.T) {
	team := NewTeam(3)
	defer team.Close()
	sums := make([]int, 100)
	for range 200 {
		team.Do(len(sums), costly, func(_, i int) { sums[i] += i })
	}
	for i, sum := range sums {
		require.Equal(t, 200*i, sum)
	}
}

func TestTeamCarriesPanics(t *testing.T) {
	team := NewTeam(3)
	defer team.Close()
	for range 20 {
		team.trial = trial{} // so that the loop is shared
		func() {
			defer func() {
				p, ok := recover().(*PanicError)
				require.True(t, ok)
				require.Equal(t, "on purpose", p.Value)
				require.Contains(t, string(p.Stack), "TestTeamCarriesPanics")
			}()
			team.Do(50, costly, func(_, i int) {
				if i == 17 {
					panic("on purpose")
				}
			})
			t.Error("the panic did not arrive")
		}()
		team.Do(3, costly, func(int, int) {}) // The team still works.
	}
}

// While the team is paused, and in loops that cost too little, the caller makes all calls.
func TestTeamPauses(t *testing.T) {
	team := NewTeam(3)
	defer team.Close()
	alone := func(nanoseconds int) {
		team.Do(50, nanoseconds, func(worker, _ int) { require.Zero(t, worker) })
	}
	team.Pause()
	alone(costly)
	team.Resume()
	alone(1)
	var others atomic.Int32
	for others.Load() == 0 {
		team.Do(50, costly, func(worker, _ int) {
			if worker > 0 {
				others.Add(1)
			}
			time.Sleep(10 * time.Microsecond)
		})
	}
}

func TestNilTeam(t *testing.T) {
	var team *Team
	sum := 0
	team.Do(4, costly, func(_, i int) { sum += i })
	require.Equal(t, 6, sum)
	require.Equal(t, 1, team.Workers())
	team.Pause()
	team.Resume()
	team.Close()
}

func TestTeamEnds(t *testing.T) {
	before := runtime.NumGoroutine()
	for range 50 {
		team := NewTeam(4)
		team.Do(10, costly, func(int, int) {})
		team.Close()
	}
	for range 1000 {
		if runtime.NumGoroutine() <= before {
			return
		}
		time.Sleep(time.Millisecond)
	}
	t.Errorf("%d goroutines, of which %d were there before", runtime.NumGoroutine(), before)
}
