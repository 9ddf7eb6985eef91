// Package garbage lets work that makes much garbage go on for longer before Go collects it.
package garbage

import (
	"os"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"sync"
)

// Go collects garbage once the heap is twice what was alive, and from 4 MB on. A search has little that is alive, and makes
// much that is garbage soon. It had to be interrupted every few milliseconds, and each time the collector kept the other
// cores busy too: half of the CPU time of small searches, and a seventh of that of reading a file. So while one is at work,
// up to smallHeap bytes may be garbage, but no more than four times what is alive, or 16 MB. Of more than smallHeap bytes
// that are alive, Go's own rule holds. It holds for all other work too: a short job is faster in memory that the
// processor's cache has.
const smallHeap = 32 << 20

// How much garbage there may be, in percent of what is alive. Go multiplies its 4 MB by it too.
const (
	goPercent   = 100
	mostPercent = 400
	percentStep = 50 // to change the percent stops all goroutines for a moment
)

var state = struct {
	mu      sync.Mutex
	works   int // that allow garbage now
	percent int
	follows bool // a follower is there
}{percent: goPercent}

// Allow allows more garbage until the first collection after the caller calls end: to change the percent at once would bring a
// collection between two short works that follow one another. A user's own GOGC takes precedence.
func Allow() (end func()) {
	if os.Getenv("GOGC") != "" {
		return func() {}
	}
	state.mu.Lock()
	defer state.mu.Unlock()
	state.works++
	set()
	return func() {
		state.mu.Lock()
		defer state.mu.Unlock()
		state.works--
	}
}

// set sets the percent, and has it follow the collections while a caller allows garbage.
func set() {
	percent := goPercent
	if state.works > 0 {
		alive := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
		metrics.Read(alive)
		percent = percentOf(alive[0].Value.Uint64())
		if !state.follows {
			state.follows = true
			runtime.SetFinalizer(&follower{}, (*follower).follow)
		}
	}
	if percent != state.percent {
		debug.SetGCPercent(percent)
	}
	state.percent = percent
}

// follower is garbage at the next collection. So its finalizer runs then.
type follower struct{ _ *follower }

func (*follower) follow() {
	state.mu.Lock()
	defer state.mu.Unlock()
	state.follows = false
	set()
}

// percentOf is how much garbage there may be, in percent of the bytes that are alive.
func percentOf(alive uint64) int {
	percent := int(100 * smallHeap / max(alive, 1) / percentStep * percentStep)
	return min(max(percent, goPercent), mostPercent)
}
