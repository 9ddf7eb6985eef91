package job

import (
	"context"
	"runtime/metrics"
	"time"

	"github.com/mcbnc/mcbnc/core/wire"
)

// guardEvery is how long a job runs between two looks at the memory. A short job is never looked at.
const guardEvery = 100 * time.Millisecond

// guard ends a job that takes more memory than its limit allows. An estimate comes before: it knows the sizes of
// the input, but not how many subproblems a search will have open at a time.
type guard struct {
	in     *wire.Input
	before uint64 // bytes of the heap as the job began
	end    context.CancelCauseFunc
	timer  *time.Timer
}

// watch begins to look at the memory, if there is a limit. The job calls stop at its end.
func watch(in *wire.Input, end context.CancelCauseFunc) *guard {
	g := &guard{in: in, end: end}
	if in.MemoryLimit > 0 {
		g.before = heapBytes()
		g.timer = time.AfterFunc(guardEvery, g.look)
	}
	return g
}

func (g *guard) look() {
	if taken := heapBytes(); taken > g.before+uint64(g.in.MemoryLimit) {
		g.end(g.in.Overrun(int64(taken - g.before)))
		return
	}
	g.timer.Reset(guardEvery)
}

func (g *guard) stop() {
	if g.timer != nil {
		g.timer.Stop()
	}
}

// heapBytes are the bytes of all objects on the heap, with those that are garbage by now.
func heapBytes() uint64 {
	sample := []metrics.Sample{{Name: "/memory/classes/heap/objects:bytes"}}
	metrics.Read(sample)
	return sample[0].Value.Uint64()
}
