package job

import (
	"runtime"
	"time"

	"github.com/mcbnc/mcbnc/core/call"
)

// guardEvery is how often a wait without end looks at the memory.
const guardEvery = 100 * time.Millisecond

// look ends a job when the engine has more memory than the job's limit allows. An estimate comes before: it is made
// from the sizes of the input, without the number of subproblems that a search will have open at a time. The memory
// cannot be split among the jobs at work, so all of it counts.
//
// The waiting caller looks at the job's memory each time that the wait ends before the job. A timer of the guard's
// own would cost a short job more than all else here.
func (j *Job) look() {
	limit := j.memory.Limit
	if limit == 0 || call.HeapBytes() <= limit {
		return
	}
	runtime.GC() // before the job is refused for its memory
	if taken := call.HeapBytes(); taken > limit {
		j.cancel(j.memory.Overrun(taken))
	}
}
