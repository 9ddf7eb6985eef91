package call

import (
	"errors"
	"math"
	"sync/atomic"
	"time"
)

// StatusPaused is the status of a run that is to go on.
const StatusPaused = "paused"

// StatusComplete is the status of a job that did all that it was asked.
const StatusComplete = "complete"

// The causes with which a job's context ends. Their texts are the statuses of the job.
var (
	ErrCancelled = errors.New("cancelled")
	ErrTimeLimit = errors.New("time_limit")
)

// Phase is what a job is busy with.
type Phase int32

// The phases of a job, in order except those that were added later. An operation may leave
// phases out.
const (
	Queued Phase = iota
	Ordering
	Mapping // making the minimal I-maps
	Deleting
	Finishing
	Done
	Learning
	Voting // counting how the DAGs join each pair, and deciding by it
	Climbing
	Searching // for a DAG of bounded treewidth
)

// Progress is how far a job is. The operation writes it, and any thread reads it.
type Progress struct {
	phase        atomic.Int32
	edgesAtStart atomic.Int64
	edgesLeft    atomic.Int64
	psi          atomic.Uint64 // a float64's bits
	seconds      atomic.Uint64 // the same; set at the end
	started      time.Time
}

// Start starts the clock.
func (p *Progress) Start() { p.started = time.Now() }

// Passed reports whether this time has passed since the start.
func (p *Progress) Passed(limit time.Duration) bool { return time.Since(p.started) >= limit }

// Enter records that phase begins.
func (p *Progress) Enter(phase Phase) { p.phase.Store(int32(phase)) }

// Begin records the number of edges before the first step.
func (p *Progress) Begin(edges int) {
	p.edgesAtStart.Store(int64(edges))
	p.edgesLeft.Store(int64(edges))
}

// Finished records that one more of what Begin counted is done.
func (p *Progress) Finished() { p.edgesLeft.Add(-1) }

// Step records how many edges are left after a step of the given Ψ.
func (p *Progress) Step(edgesLeft int, psi float64) {
	p.edgesLeft.Store(int64(edgesLeft))
	p.psi.Store(math.Float64bits(psi))
}

// Snapshot is a Progress at one moment.
type Snapshot struct {
	Phase                   Phase
	EdgesAtStart, EdgesLeft int64
	Psi, Seconds            float64
}

// Snapshot returns how far the job is.
func (p *Progress) Snapshot() Snapshot {
	s := Snapshot{
		Phase:        Phase(p.phase.Load()),
		EdgesAtStart: p.edgesAtStart.Load(),
		EdgesLeft:    p.edgesLeft.Load(),
		Psi:          math.Float64frombits(p.psi.Load()),
		Seconds:      time.Since(p.started).Seconds(),
	}
	if s.Phase == Done {
		s.Seconds = math.Float64frombits(p.seconds.Load())
	}
	return s
}

// Finish stops the clock and returns the seconds since the start.
func (p *Progress) Finish() float64 {
	seconds := time.Since(p.started).Seconds()
	p.seconds.Store(math.Float64bits(seconds))
	p.Enter(Done)
	return seconds
}
