package main

import (
	"runtime"
	"sync"
)

// spareThreads is how many threads the runtime gets at the load. python/mcbnc/_engine/threads.py tries before
// the load that the process can have these and those that the runtime makes for itself.
const spareThreads = 4

// The runtime ends the process where it needs a thread and gets none, at whichever moment of whichever call. It
// never ends a thread that waits for work. So the load makes more than a call on two cores was seen to need, and
// a limit that is reached later ends no call.
func init() {
	var ready, done sync.WaitGroup
	ready.Add(spareThreads)
	done.Add(spareThreads)
	for range spareThreads {
		go func() {
			runtime.LockOSThread() // while it waits, the thread belongs to this goroutine, and the next needs another
			defer done.Done()
			defer runtime.UnlockOSThread()
			ready.Done()
			ready.Wait()
		}()
	}
	done.Wait()
}
