package consensus

import (
	"math/big"

	"github.com/mcbnc/mcbnc/core/graphs/bitset"
	"github.com/mcbnc/mcbnc/core/graphs/equiv"
	"github.com/mcbnc/mcbnc/core/graphs/graph"
)

// Step is one deletion of a run.
type Step struct {
	U, V       int32
	Undirected bool
	H          []int32   // in increasing order
	S          []int32   // (NA(v, u) \ H) ∪ pa(v) \ {u}, in increasing order
	Score      int64     // Σ w_i c_i; if the DAGs are unlike, Σ w_i k_i c_i: see Options.Seen
	Weight     int64     // Σ w_i, or Σ w_i k_i
	Psi        float64   // Score / Weight, correctly rounded; 0 if the Weight is 0
	Cut        []CutEdge // the edges that the inputs cut, by DAG, From and To
	Seconds    float64   // from the begin of the run to the end of the step
}

// Trajectory is a run: what it started from, its steps, and the state after them.
type Trajectory struct {
	Fusion      *graph.DAG
	Start       equiv.Start
	Steps       []Step
	Forced      int          // the number of first steps, which deleted forbidden pairs; they belong to every G*(θ)
	Final       *equiv.Class // the state after the last step
	Interrupted bool         // the context ended first, or the run paused
	Counts      Counts
}

// Counts are how much work a run was. They depend on the input alone, and on whether the run
// looked ahead. With more than eight workers they depend on the number of workers too, and from 449 nodes or 2,048 DAGs
// on on the order of the DAGs.
type Counts struct {
	Evaluations int64 // questions about the cuts of one (u, v) and one S, or about bounds for many S
	Cuts        int64 // minimum cuts of one DAG
	Searches    int64 // searches of one DAG from one node
	Branches    int64 // splits of a subproblem of a search over H
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

// Psi is score / total as a correctly rounded float64. So a θ that is the quotient of two
// integers compares as it should.
func Psi(score, total int64) float64 {
	const exact = 1 << 53
	if total == 0 { // of unlike DAGs, none has a say
		return 0
	}
	if score <= exact && total <= exact {
		return float64(score) / float64(total)
	}
	psi, _ := new(big.Rat).SetFrac64(score, total).Float64()
	return psi
}

// Breakpoint is a θ at which G*(θ) changes, and the number of steps that G*(θ) takes there.
type Breakpoint struct {
	Theta float64
	Steps int
}

// Breakpoints lists the θ at which G*(θ) changes, in increasing order. G*(θ) takes the forced
// steps, and after them all steps up to the first with Ψ > θ. The scores along a run are not
// monotone.
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
