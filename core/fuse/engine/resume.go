package engine

import (
	"fmt"
	"slices"

	"github.com/mcbnc/mcbnc/core/fuse/consensus"
	"github.com/mcbnc/mcbnc/core/graphs/equiv"
	"github.com/mcbnc/mcbnc/core/graphs/graph"
)

// Resume is a run after steps that were found earlier, ready for consensus.Continue, and the
// distinct DAGs as these steps left them. The steps are those of all DAGs, as Distinct.Spread tells
// them. Steps may come from anywhere: one that is no valid deletion at its place is an error, and
// so is one that removes an arc that its DAG does not have. It costs one Delete a step.
func (d *Distinct) Resume(
	fusion *graph.DAG, start equiv.Start, steps []consensus.Step, constraints *graph.Constraints,
) (*consensus.Trajectory, []*graph.DAG, error) {
	t := &consensus.Trajectory{Fusion: fusion, Start: start, Steps: d.gather(steps)}
	pruned := make([]*graph.DAG, len(d.DAGs))
	for k, g := range d.DAGs {
		pruned[k] = g.Clone()
	}
	for k := range t.Steps {
		step := &t.Steps[k]
		for _, e := range step.Cut {
			if !pruned[e.Dag].Has(int(e.From), int(e.To)) {
				return nil, nil, fmt.Errorf("step %d removes an arc that DAG %d does not have", k, d.Copies[e.Dag][0])
			}
			pruned[e.Dag].Remove(int(e.From), int(e.To))
		}
		if t.Forced == k && constraints.Forbids(int(step.U), int(step.V)) {
			t.Forced++
		}
	}
	var err error
	t.Final, err = NewReplay(fusion, start, Deletions(steps)).Advance(len(steps))
	return t, pruned, err
}

// gather is the inverse of Spread: of each distinct DAG, what its first copy removed.
func (d *Distinct) gather(steps []consensus.Step) []consensus.Step {
	out := slices.Clone(steps)
	for k := range out {
		var own []consensus.CutEdge
		for _, e := range out[k].Cut {
			if of := d.of[e.Dag]; d.Copies[of][0] == e.Dag {
				e.Dag = of
				own = append(own, e)
			}
		}
		out[k].Cut = own
	}
	return out
}
