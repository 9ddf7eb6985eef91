package consensus

import (
	"context"

	"github.com/mcbnc/mcbnc/core/graphs/bitset"
)

// choice is a deletion that the run has settled on.
type choice struct {
	edge int
	inS  bitset.Set // the part of NA(v, u) that stays in S
	cuts []uint16   // of each DAG
}

// describe is the step that carries a choice out.
func (r *run) describe(c choice) Step {
	edge := &r.table.list[c.edge]
	r.table.outer(c.edge, c.inS, r.given)
	r.h.Copy(r.table.na.Row(c.edge))
	r.h.AndNot(c.inS)
	score := r.weights.Score(c.cuts)
	return Step{
		U: edge.u, V: edge.v, Undirected: edge.undirected,
		H: r.membersOf(r.h), S: r.membersOf(r.given),
		Score: score, Psi: Psi(score, r.total),
	}
}

// apply carries a step out: on the inputs, and beside that on the class and the edges. What is
// known of the cuts is brought in line first with the class, by what the inputs were, and
// then with the inputs.
func (r *run) apply(ctx context.Context, c choice, step *Step) (err error) {
	r.pruning.begin(c.cuts)
	r.deletion.begin(ctx, c.edge, step)
	setOf(step.S, r.given)
	step.Cut, err = r.in.Prune(
		ctx, int(step.U), int(step.V), r.given, r.pruning.dags, r.pruning.marks, r.deletion.run,
	)
	if err != nil {
		return err
	}
	if r.deletion.err != nil {
		return r.deletion.err
	}
	r.pruning.forget(step.Cut)
	r.directions.endStep(r.table, r.slots)
	return nil
}

// membersOf lists the members of a set, for a step.
func (r *run) membersOf(set bitset.Set) []int32 { return set.Append(r.lists.Take(set.Count())[:0]) }

// setOf fills set with the members of a list.
func setOf(members []int32, set bitset.Set) {
	set.Clear()
	for _, x := range members {
		set.Add(int(x))
	}
}
