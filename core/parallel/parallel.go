// Package parallel runs independent pieces of work on a few goroutines, with an
// outcome that does not depend on how many there are.
package parallel

import (
	"context"
	"runtime/debug"
	"sync"
	"sync/atomic"
)

// For calls f(worker, i) for i = 0..n-1 on at most workers goroutines, the
// caller's own among them, and returns when all of them have ended. Indices are
// handed out one by one in increasing order, so that work of uneven cost
// spreads well; worker, below max(1, min(workers, n)), names the goroutine, so
// that each may own a workspace. With workers <= 1 or n <= 1 everything runs in
// the caller's goroutine.
//
// The first failure stops the handing out. Whatever the timing, the failure
// reported is that of the lowest failing index: all lower ones were handed out
// before it and have ended. An error is returned; a panic of f is carried to
// the caller's goroutine and raised there again, as a *PanicError when it came
// from a worker. When ctx ends before all indices were handed out, and nothing
// failed, For returns ctx.Err(); indices already begun are finished.
func For(ctx context.Context, n, workers int, f func(worker, i int) error) error {
	workers = min(workers, n)
	if workers <= 1 {
		return inline(ctx, n, f)
	}
	l := loop{ctx: ctx, n: int64(n), f: f, failedAt: int64(n)}
	var others sync.WaitGroup
	for w := 1; w < workers; w++ {
		others.Go(func() { l.work(w) })
	}
	l.work(0)
	others.Wait()
	return l.outcome()
}

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
	next atomic.Int64 // the next index to hand out
	stop atomic.Bool  // nothing more is handed out
	cut  atomic.Bool  // ... because ctx ended, with indices left

	mu       sync.Mutex
	failedAt int64 // the lowest index that failed; n when none has
	err      error // its error, or the *PanicError of its panic
}

// work takes indices until none are left or something failed.
func (l *loop) work(worker int) {
	for !l.stop.Load() {
		i := l.next.Add(1) - 1
		if i >= l.n {
			return
		}
		if l.ctx.Err() != nil {
			l.cut.Store(true)
			l.stop.Store(true)
			return
		}
		if err := l.call(worker, i); err != nil {
			l.fail(i, err)
		}
	}
}

// call runs f once and turns a panic into an error to be carried back.
func (l *loop) call(worker int, i int64) (err error) {
	defer func() {
		if v := recover(); v != nil {
			err = asPanicError(v)
		}
	}()
	return l.f(worker, int(i))
}

func (l *loop) fail(i int64, err error) {
	l.stop.Store(true)
	l.mu.Lock()
	defer l.mu.Unlock()
	if i < l.failedAt {
		l.failedAt, l.err = i, err
	}
}

// outcome is called once every worker has ended.
func (l *loop) outcome() error {
	if p, ok := l.err.(*PanicError); ok {
		panic(p)
	}
	if l.err != nil {
		return l.err
	}
	if l.cut.Load() {
		return l.ctx.Err()
	}
	return nil
}

// PanicError carries a panic from one goroutine to another, with the stack of
// the place where it began.
type PanicError struct {
	Value any
	Stack []byte
}

func (p *PanicError) Error() string { return "panic in a worker" }

// asPanicError must be called while the panic is being recovered: only then
// does the stack still show where it came from.
func asPanicError(v any) *PanicError {
	if p, ok := v.(*PanicError); ok { // of a For inside this one
		return p
	}
	return &PanicError{Value: v, Stack: debug.Stack()}
}
