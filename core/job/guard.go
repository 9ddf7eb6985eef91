package job

import (
	"context"
	"runtime"
	"runtime/metrics"
	"time"

	"github.com/mcbnc/mcbnc/core/wire"
)

// guardEvery is how often a wait without end looks at the memory.
const guardEvery = 100 * time.Millisecond

// guard ends a job that takes more memory than its limit allows. An estimate comes before: it knows the sizes of
// the input, but not how many subproblems a search will have open at a time.
//
// Who waits for a job looks at its memory, each time that the wait was in vain. A timer of the guard's own would cost
// a short job more than all else here.
type guard struct {
	in     *wire.Input
	before uint64 // bytes of the heap that were in use as the job began
	end    context.CancelCauseFunc
}

func newGuard(in *wire.Input, end context.CancelCauseFunc) guard {
	g := guard{in: in, end: end}
	if in.MemoryLimit > 0 {
		g.before = read("/gc/heap/live:bytes")
	}
	return g
}

// look ends the job if it has taken too much. Garbage, of earlier jobs too, is collected before that is said.
func (g *guard) look() {
	if g.in.MemoryLimit == 0 || g.taken() <= g.in.MemoryLimit {
		return
	}
	runtime.GC()
	if taken := g.taken(); taken > g.in.MemoryLimit {
		g.end(g.in.Overrun(taken))
	}
}

// taken is by how many bytes the heap has grown.
func (g *guard) taken() int64 {
	return int64(read("/memory/classes/heap/objects:bytes")) - int64(g.before)
}

func read(metric string) uint64 {
	sample := []metrics.Sample{{Name: metric}}
	metrics.Read(sample)
	return sample[0].Value.Uint64()
}
