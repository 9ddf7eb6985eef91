package job

import (
	"runtime"
	"runtime/metrics"
	"time"
)

// guardEvery is how often a wait without end looks at the memory.
const guardEvery = 100 * time.Millisecond

// look ends a job when the engine has more memory than the job's limit allows. An estimate comes before: it knows the
// sizes of the input, but not how many subproblems a search will have open at a time. Nobody can tell which of the jobs
// at work took the memory, so all of it counts.
//
// Who waits for a job looks at its memory, each time that the wait was in vain. A timer of the guard's own would cost
// a short job more than all else here.
func (j *Job) look() {
	limit := j.memory.Limit
	if limit == 0 || HeapBytes() <= limit {
		return
	}
	runtime.GC() // before it is said that there is too much
	if taken := HeapBytes(); taken > limit {
		j.cancel(j.memory.Overrun(taken))
	}
}

// HeapBytes are the bytes of all objects on the heap, with those that are garbage by now.
func HeapBytes() int64 {
	sample := []metrics.Sample{{Name: "/memory/classes/heap/objects:bytes"}}
	metrics.Read(sample)
	return int64(sample[0].Value.Uint64())
}
