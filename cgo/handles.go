package main

import (
	"math/rand/v2"
	"sync"

	"github.com/mcbnc/mcbnc/core/call"
	"github.com/mcbnc/mcbnc/core/job"
)

// A handle is a number that stands for a job: a serial number, and in its lowest bits a tag. The
// library only looks handles up. So a number that is stale, foreign or made up is refused, and
// never taken for an address.
const tagBits = 24

// table holds the jobs that have not been freed.
type table struct {
	tag uint64

	mu     sync.Mutex
	serial uint64
	jobs   map[uint64]*job.Job
}

// newTable draws its tag at random. The process id would not do: a child of this process, with
// its own copy of the library, may have the same id, and must know a handle from before the fork.
// The first serial number is random too. So a handle of another table that has the same tag, as
// one in 2^24 has, is not taken for one of this table.
func newTable() *table {
	return &table{
		tag:    rand.Uint64N(1 << tagBits),
		serial: rand.Uint64N(1 << (64 - tagBits - 1)),
		jobs:   make(map[uint64]*job.Job),
	}
}

var handles = newTable()

// add gives j a handle, never 0 and never used before.
func (t *table) add(j *job.Job) uint64 {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.serial++
	h := t.serial<<tagBits | t.tag
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
	if h>>tagBits != 0 && h&(1<<tagBits-1) != t.tag {
		return nil, call.Errorf(call.WrongProcess,
			"the job %#x belongs to another process, or to another copy of the library", h)
	}
	return nil, call.Errorf(call.BadHandle, "there is no job %#x: it was never started, or has been freed", h)
}

func (t *table) size() int {
	t.mu.Lock()
	defer t.mu.Unlock()
	return len(t.jobs)
}
