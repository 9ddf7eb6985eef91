package job

import (
	"runtime"
	"time"

	"github.com/mcbnc/mcbnc/core/call"
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
	if limit == 0 || call.HeapBytes() <= limit {
		return
	}
	runtime.GC() // before it is said that there is too much
	if taken := call.HeapBytes(); taken > limit {
		j.cancel(j.memory.Overrun(taken))
	}
}
