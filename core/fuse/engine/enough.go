package engine

import (
	"github.com/mcbnc/mcbnc/core/fuse/consensus"
	"github.com/mcbnc/mcbnc/core/graphs/graph"
	"github.com/mcbnc/mcbnc/core/graphs/metrics"
)

// Enough decides for a run with θ = "auto" after which step it can end: SelectTheta chooses the same state of the steps so
// far as of all steps. It is asked after each step of t, from the last one on.
//
// Proof. Let u → v be the arc that a Delete removes from a member. The other members of the class before have the same
// moral graph. So what the moral graph loses are pairs of u with v, or with a parent of v, that have no edge and no common
// child now. It gains nothing. Hence the summed SMHD of any later state is at least the floor: the constant, and the costs
// of those edges of the present moral graph whose cost is negative. A state that SelectTheta may choose lies before the
// first step whose Ψ is above all before. When the least distance of such states is below the floor, no later state has a
// distance as small, nor has the present one, at which the steps are cut off.
//
// Enough is nil for projected distances: an edge that goes can raise the distance to an input that lacks some of the nodes.
func Enough(t *consensus.Trajectory, distances metrics.Distances) func(*consensus.Trajectory) bool {
	inputs, ok := distances.(*metrics.WeightedMorals)
	if !ok {
		return nil
	}
	fusion := t.Fusion.Moralize()
	e := &enough{inputs: inputs, distance: inputs.SMHD(fusion), floor: inputs.Floor(fusion), highest: -1}
	if len(t.Steps) > 0 {
		walk := NewReplay(t.Fusion, t.Start, Deletions(t.Steps))
		for k := range t.Steps {
			e.add(walk.mustAdvance(k+1).Member(), &t.Steps[k], k < t.Forced)
		}
	}
	return func(t *consensus.Trajectory) bool {
		k := len(t.Steps) - 1
		e.add(t.Final.Member(), &t.Steps[k], k < t.Forced)
		return e.found && e.best.Less(e.floor)
	}
}

type enough struct {
	inputs          *metrics.WeightedMorals
	distance, floor metrics.Sum // of the state, and of all later ones at least
	highest         float64     // Ψ so far
	chosen          bool        // a step was taken that was not forced
	found           bool        // SelectTheta may choose a state before the present one
	best            metrics.Sum // the least distance of these
}

// add takes the step into account that led to a class with this member.
func (e *enough) add(member *graph.DAG, step *consensus.Step, forced bool) {
	if !forced && step.Psi > e.highest {
		if (e.chosen || step.Psi > 0) && (!e.found || e.distance.Less(e.best)) {
			e.found, e.best = true, e.distance
		}
		e.highest = step.Psi
	}
	e.chosen = e.chosen || !forced
	u, v := int(step.U), int(step.V)
	e.lose(member, u, v)
	for p := range member.Pa(v).All() {
		e.lose(member, u, p)
	}
}

// lose takes the pair out of the moral graph if nothing keeps it there.
func (e *enough) lose(member *graph.DAG, x, y int) {
	if member.Pa(x).Has(y) || member.Ch(x).Has(y) || member.Ch(x).Intersects(member.Ch(y)) {
		return
	}
	cost := e.inputs.Cost(x, y)
	e.distance.Add(-cost)
	if cost < 0 {
		e.floor.Add(-cost)
	}
}
