package job

import (
	"context"

	"github.com/mcbnc/mcbnc/core/call"
	"github.com/mcbnc/mcbnc/core/run/parallel"
)

func init() { call.Register("selftest_panic", selftestPanic) }

type panicRequest struct {
	call.Common
	Where string `json:"where"`
}

// selftestPanic panics on purpose, in the job's own goroutine or in a worker's. So callers can
// test how a fault of the engine arrives.
func selftestPanic(ctx context.Context, q *panicRequest, _ *call.Progress) (*call.Output, error) {
	switch q.Where {
	case "caller":
		panic("on purpose, in the caller's goroutine")
	case "worker":
		return nil, panicInWorker(ctx)
	}
	return nil, call.Invalidf("where", "%.40q is neither \"caller\" nor \"worker\"", q.Where)
}

// panicInWorker panics in that one of two workers which is not the caller. The caller's worker
// waits for the panic, so that it does not matter which of the two starts first.
func panicInWorker(ctx context.Context) error {
	panicking := make(chan struct{})
	return parallel.For(ctx, 2, 2, func(worker, _ int) error {
		if worker == 0 {
			<-panicking
			return nil
		}
		defer close(panicking)
		panic("on purpose, in a worker's goroutine")
	})
}
