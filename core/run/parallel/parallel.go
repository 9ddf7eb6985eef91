// Package parallel runs independent pieces of work on several goroutines. The outcome does not
// depend on their number.
//
//	parallel.go  For: a loop that starts goroutines; failures, panics and cancellation
//	team.go      Team: goroutines that stay ready for many short loops
//	member.go    the members of a Team: waiting for loops, and taking pieces of them
//	trial.go     whether members are of use
package parallel

import (
	"context"
	"math"
	"runtime/debug"
	"sync"
	"sync/atomic"
)

// For calls f(worker, i) for i = 0..n-1 on at most workers goroutines and returns when all calls
// have ended. The caller's goroutine is one of them. If workers <= 1 or n <= 1, all calls run in
// the caller's goroutine.
//
// The goroutines take the indices one by one in increasing order, which balances calls of uneven
// cost. The argument worker is the number of the goroutine, from 0 to max(1, min(workers, n)) - 1.
// Two calls with the same worker never overlap, so each worker may own a workspace.
//
// After the first failure no further index is taken. For reports the failure of the lowest failing
// index. This does not depend on timing, since all lower indices were taken before it and their
// calls have ended. An error is returned. A panic of f is raised again in the caller's goroutine,
// as a *PanicError if more than one goroutine was used.
//
// If ctx ends before all indices are taken, and no call fails, For returns ctx.Err(). Calls that
// have begun are finished.
func For(ctx context.Context, n, workers int, f func(worker, i int) error) error {
	workers = min(workers, n)
	if workers <= 1 {
		return inline(ctx, n, f)
	}
	l := loop{ctx: ctx, n: int64(n), f: f, failedAt: math.MaxInt64}
	var others sync.WaitGroup
	for w := 1; w < workers; w++ {
		others.Go(func() { l.work(w) })
	}
	l.work(0)
	others.Wait()
	if p, ok := l.err.(*PanicError); ok {
		panic(p)
	}
	return l.err
}

// inline is For in the caller's goroutine alone.
func inline(ctx context.Context, n int, f func(worker, i int) error) error {
	for i := range n {
		if err := ctx.Err(); err != nil {
			return err
		}
		if err := f(0, i); err != nil {
			return err
		}
	}
	return nil
}

// loop is the state that the workers of one For share.
type loop struct {
	ctx  context.Context
	n    int64
	f    func(worker, i int) error
	next atomic.Int64 // the next index to take
	stop atomic.Bool  // no further index is taken

	mu       sync.Mutex
	failedAt int64 // the lowest index that failed; n if ctx ended with indices left
	err      error // its error, or the *PanicError of its panic
}

// work takes indices and calls f for them until none is left, a call fails, or ctx ends.
func (l *loop) work(worker int) {
	for !l.stop.Load() {
		i := l.next.Add(1) - 1
		if i >= l.n {
			return
		}
		if err := l.ctx.Err(); err != nil {
			l.fail(l.n, err)
			return
		}
		if err := l.call(worker, i); err != nil {
			l.fail(i, err)
		}
	}
}

// call runs f once. It turns a panic into a *PanicError.
func (l *loop) call(worker int, i int64) (err error) {
	defer func() {
		if v := recover(); v != nil {
			err = asPanicError(v)
		}
	}()
	return l.f(worker, int(i))
}

// fail records the failure of index i if no lower index has failed, and stops the loop.
func (l *loop) fail(i int64, err error) {
	l.stop.Store(true)
	l.mu.Lock()
	defer l.mu.Unlock()
	if i < l.failedAt {
		l.failedAt, l.err = i, err
	}
}

// PanicError carries a panic from one goroutine to another.
type PanicError struct {
	Value any    // the argument of panic
	Stack []byte // the stack of the goroutine that panicked
}

func (p *PanicError) Error() string { return "panic in a worker" }

// asPanicError wraps the recovered value v. It must be called by the deferred function that
// recovers, since the stack shows the origin of the panic only until that function returns.
func asPanicError(v any) *PanicError {
	if p, ok := v.(*PanicError); ok { // v comes from a For inside this one.
		return p
	}
	return &PanicError{Value: v, Stack: debug.Stack()}
}
