package job

import (
	"os"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
)

// Go collects garbage once the heap is twice what was alive, and from 4 MB on. Little is alive in most jobs, but a search
// makes much that is garbage soon. It had to be interrupted every few milliseconds, and each time the collector kept the
// other cores busy too: half of the CPU time of small searches. So up to smallHeap bytes may be garbage, but no more than
// four times what is alive, or 16 MB. Of more than smallHeap bytes that are alive, Go's own rule holds. A caller that has set GOGC knows better.
const smallHeap = 32 << 20

// How much garbage there may be, in percent of what is alive. Go multiplies its 4 MB by it too.
const (
	goPercent   = 100
	mostPercent = 400
	percentStep = 50 // to change the percent stops all goroutines for a moment
)

func init() {
	if os.Getenv("GOGC") == "" {
		c := &collections{percent: goPercent, alive: []metrics.Sample{{Name: "/gc/heap/live:bytes"}}}
		c.follow()
	}
}

// collections follows the collections: it is garbage at each of them, and its finalizer revives it.
type collections struct {
	percent int
	alive   []metrics.Sample
}

func (c *collections) follow() {
	metrics.Read(c.alive)
	if percent := percentOf(c.alive[0].Value.Uint64()); percent != c.percent {
		c.percent = percent
		debug.SetGCPercent(percent)
	}
	runtime.SetFinalizer(c, (*collections).follow)
}

// percentOf is how much garbage there may be, in percent of so many bytes that are alive.
func percentOf(alive uint64) int {
	percent := int(100 * smallHeap / max(alive, 1) / percentStep * percentStep)
	return min(max(percent, goPercent), mostPercent)
}
