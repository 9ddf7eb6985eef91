package job

import (
	"context"
	"sync/atomic"
	"time"

	"github.com/mcbnc/mcbnc/core/call"
)

// Run is Start, and a wait for at most so long. What is small is done by the caller's own goroutine: to hand it over to
// another thread and to be woken takes as long as the work.
func Run(request []byte, arrays []call.Raw, timeout time.Duration) (*Job, error) {
	j := newJob()
	work, failure := prepared(request, arrays)
	if failure != nil {
		return nil, failure
	}
	if !work.Small || !j.here(work, patience) {
		j.begin(work)
		j.Wait(timeout)
	}
	return j, nil
}

// patience is how long small work may take before a goroutine begins it anew, so that the caller can look at signals.
const patience = 3 * time.Millisecond

// here does the work in this goroutine. If it takes too long, nothing is kept, and the result is false.
func (j *Job) here(work *call.Work, patience time.Duration) bool {
	ctx := &brief{Context: context.Background(), end: time.Now().Add(patience)}
	j.cancel, j.memory = func(error) {}, work.Memory
	j.work(ctx, work)
	if ctx.over.Load() {
		j.reply, j.err, j.done = nil, nil, make(chan struct{})
		return false
	}
	return true
}

// brief is a context that ends soon. Its Err is asked so often that it looks at the clock only now and then.
type brief struct {
	context.Context

	end   time.Time
	asked atomic.Uint32
	over  atomic.Bool
}

const clockEvery = 16

func (b *brief) Err() error {
	if !b.over.Load() && (b.asked.Add(1)%clockEvery != 1 || time.Now().Before(b.end)) {
		return nil
	}
	b.over.Store(true)
	return context.DeadlineExceeded
}
