package main

import (
	"math/rand/v2"
	"os"
	"sync"

	"github.com/mcbnc/mcbnc/core/job"
	"github.com/mcbnc/mcbnc/core/wire"
)

// A handle is a number that stands for a job: a serial number, and in its lowest
// bits the process that made it. It is only ever looked up, so that a number
// that is stale, foreign or made up is told apart and never followed.
const processBits = 24 // Linux's process ids have 22 at most

// table holds the jobs that have not been freed.
type table struct {
	process uint64

	mu     sync.Mutex
	serial uint64
	jobs   map[uint64]*job.Job
}

// newTable begins at a random serial number, so that a handle of another copy of
// the library in the same process is not taken for one of its own.
func newTable(pid int) *table {
	return &table{
		process: uint64(pid) & (1<<processBits - 1),
		serial:  rand.Uint64N(1 << (64 - processBits - 1)),
		jobs:    make(map[uint64]*job.Job),
	}
}

var handles = newTable(os.Getpid())

// add gives j a handle, never 0 and never used before.
func (t *table) add(j *job.Job) uint64 {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.serial++
	h := t.serial<<processBits | t.process
	t.jobs[h] = j
	return h
}

// get is the job of a handle.
func (t *table) get(h uint64) (*job.Job, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.lookup(h)
}

// remove takes a job out: its handle is stale from now on.
func (t *table) remove(h uint64) (*job.Job, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	j, err := t.lookup(h)
	delete(t.jobs, h)
	return j, err
}

func (t *table) lookup(h uint64) (*job.Job, error) {
	if j, found := t.jobs[h]; found {
		return j, nil
	}
	if h>>processBits != 0 && h&(1<<processBits-1) != t.process {
		return nil, wire.Errorf(wire.WrongProcess, "the job %#x belongs to another process", h)
	}
	return nil, wire.Errorf(wire.BadHandle, "there is no job %#x: it was never started, or has been freed", h)
}

func (t *table) size() int {
	t.mu.Lock()
	defer t.mu.Unlock()
	return len(t.jobs)
}
