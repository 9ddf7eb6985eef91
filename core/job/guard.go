package job

import (
	"context"
	"runtime"
	"runtime/metrics"
	"time"

	"github.com/mcbnc/mcbnc/core/call"
)

// guardEvery is how often a wait without end looks at the memory.
const guardEvery = 100 * time.Millisecond

// guard ends a job when the engine has more memory than the job's limit allows. An estimate comes before: it knows the
// sizes of the input, but not how many subproblems a search will have open at a time. Nobody can tell which of the jobs
// at work took the memory, so all of it counts.
//
// Who waits for a job looks at its memory, each time that the wait was in vain. A timer of the guard's own would cost
// a short job more than all else here.
type guard struct {
	memory *call.Memory
	end    context.CancelCauseFunc
}

// look ends the job if there is too much. Garbage is collected before that is said.
func (g guard) look() {
	limit := g.memory.Limit
	if limit == 0 || heapBytes() <= limit {
		return
	}
	runtime.GC()
	if taken := heapBytes(); taken > limit {
		g.end(g.memory.Overrun(taken))
	}
}

// heapBytes are the bytes of all objects on the heap, with those that are garbage by now.
func heapBytes() int64 {
	sample := []metrics.Sample{{Name: "/memory/classes/heap/objects:bytes"}}
	metrics.Read(sample)
	return int64(sample[0].Value.Uint64())
}
