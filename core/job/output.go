package job

import (
	"math"
	"sync/atomic"
	"time"
)

// Output is what an operation returns. Fields left zero are left out of the
// result; pointers tell a zero that means something from none.
type Output struct {
	Status      string             `json:"status"`              // empty: statusComplete
	Theta       *float64           `json:"theta,omitempty"`     // the threshold in force
	Threshold   *float64           `json:"threshold,omitempty"` // of votes and strengths
	TotalWeight int64              `json:"total_weight,omitempty"`
	Forced      int                `json:"forced,omitempty"` // steps that took forbidden pairs away
	Score       *int64             `json:"score,omitempty"`
	ScoreTitle  string             `json:"score_title,omitempty"` // of what was learned by
	Psi         *float64           `json:"psi,omitempty"`
	Counts      map[string]int64   `json:"counts,omitempty"`
	Phases      map[string]float64 `json:"phases,omitempty"` // seconds
	Record      *Record            `json:"record,omitempty"` // of a file
	Arrays      map[string]Array   `json:"arrays"`
}

// result is the JSON of a finished job.
type result struct {
	Seconds float64 `json:"seconds"`
	Bytes   int     `json:"bytes"` // of all arrays together
	Output
}

// Phase says what a job is busy with.
type Phase int32

// The phases of a job, in order but for those that were added later; an operation may
// leave some out.
const (
	Queued Phase = iota
	Ordering
	Mapping // making the minimal I-maps
	Deleting
	Finishing
	Done
	Learning
)

// Progress is how far a job is. The operation writes it, any thread reads it.
type Progress struct {
	phase        atomic.Int32
	edgesAtStart atomic.Int64
	edgesLeft    atomic.Int64
	psi          atomic.Uint64 // a float64's bits
	seconds      atomic.Uint64 // the same; set at the end
	started      time.Time
}

// Enter says that phase begins.
func (p *Progress) Enter(phase Phase) { p.phase.Store(int32(phase)) }

// Begin says how many edges there are before the first step.
func (p *Progress) Begin(edges int) {
	p.edgesAtStart.Store(int64(edges))
	p.edgesLeft.Store(int64(edges))
}

// Finished says that one more of the parts that Begin counted is done.
func (p *Progress) Finished() { p.edgesLeft.Add(-1) }

// Step says how many edges are left after a step of the given Ψ.
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

func (p *Progress) snapshot() Snapshot {
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

// finish stops the clock.
func (p *Progress) finish() float64 {
	seconds := time.Since(p.started).Seconds()
	p.seconds.Store(math.Float64bits(seconds))
	p.Enter(Done)
	return seconds
}
