package consensus

import (
	"math/big"
	"time"

	"github.com/mcbnc/mcbnc/core/bitset"
	"github.com/mcbnc/mcbnc/core/equiv"
	"github.com/mcbnc/mcbnc/core/graph"
)

// Step is one deletion of a run.
type Step struct {
	U, V       int32
	Undirected bool
	H          []int32   // in increasing order
	S          []int32   // (NA(v, u) \ H) ∪ pa(v) \ {u}, in increasing order
	Score      int64     // Σ w_i c_i
	Psi        float64   // Score / Σ w_i, correctly rounded
	Cut        []CutEdge // what it took out of the inputs: by DAG, From and To
	Seconds    float64   // since the run began
}

// Status says how a run ended.
type Status int

const (
	// Complete: the run went as far as it was asked to.
	Complete Status = iota
	// Interrupted: the context ended first; the steps so far stand.
	Interrupted
)

// Trajectory is a run: what it started from, and its steps.
type Trajectory struct {
	Fusion *graph.DAG
	Start  equiv.Start
	Steps  []Step
	Forced int          // the first so many steps took forbidden pairs away: they belong to every G*(θ)
	Final  *equiv.Class // the state after the last step
	Status Status
	Counts Counts
}

// Counts is how much work a run was. They depend on the input alone, and on whether
// the run looked ahead: with more than eight workers, on how many they were.
type Counts struct {
	Evaluations int64 // times that DAGs were asked about one (u, v) and one S, or a bound for many S
	Cuts        int64 // minimum cuts of one DAG that this took
	Searches    int64 // searches of one DAG from one node
	Branches    int64 // branchings over H
}

// add adds a step, which the run has taken.
func (t *Trajectory) add(step Step, forced bool, begin time.Time) {
	step.Seconds = time.Since(begin).Seconds()
	t.Steps = append(t.Steps, step)
	if forced {
		t.Forced++
	}
}

// stateAfterSteps is the class that the steps lead to from the fusion.
func (t *Trajectory) stateAfterSteps() *equiv.Class {
	class := equiv.FromDAG(t.Fusion, t.Start)
	h := bitset.New(class.N)
	for k := range t.Steps {
		step := &t.Steps[k]
		setOf(step.H, h)
		class.Delete(int(step.U), int(step.V), h)
	}
	return class
}

// Psi is score / total as a correctly rounded float64, so that a θ given as the
// quotient of two integers compares as it should.
func Psi(score, total int64) float64 {
	const exact = 1 << 53
	if score <= exact && total <= exact {
		return float64(score) / float64(total)
	}
	psi, _ := new(big.Rat).SetFrac64(score, total).Float64()
	return psi
}

// Breakpoint is a θ at which G*(θ) changes, and how many steps it then takes.
type Breakpoint struct {
	Theta float64
	Steps int
}

// Breakpoints lists the θ at which G*(θ) changes, in increasing order. G*(θ) takes the
// forced steps, and the longest run after them that all have Ψ ≤ θ: the scores along a
// run are not monotone.
func (t *Trajectory) Breakpoints() []Breakpoint {
	var out []Breakpoint
	highest := -1.0
	for k := t.Forced; k < len(t.Steps); k++ {
		if psi := t.Steps[k].Psi; psi > highest {
			highest = psi
			out = append(out, Breakpoint{Theta: psi})
		}
		out[len(out)-1].Steps = k + 1
	}
	return out
}
