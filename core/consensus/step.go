package consensus

import (
	"cmp"
	"context"

	"github.com/mcbnc/mcbnc/core/bitset"
)

// describe is the step that carries a choice out.
func (r *run) describe(c choice) Step {
	cand := &r.c.list[c.edge]
	r.outer(c.edge, c.inS, r.given)
	r.na.Copy(r.c.na.Row(c.edge))
	r.na.AndNot(c.inS)
	step := Step{
		U: cand.u, V: cand.v, Undirected: cand.undirected,
		H: r.membersOf(r.na), S: r.membersOf(r.given),
	}
	for i, cut := range c.cuts {
		step.Score += r.weights[i] * int64(cut)
	}
	step.Psi = Psi(step.Score, r.total)
	return step
}

// apply carries a step out: on the inputs and, beside that, on the class and the candidates.
// What these keep of the cuts is brought in line with the class first, by what the inputs
// were, and then with the inputs.
func (r *run) apply(ctx context.Context, c choice, step *Step) error {
	u, v := int(step.U), int(step.V)
	r.pruned.dags = r.pruned.dags[:0]
	r.pruned.in.Clear()
	for i, cut := range c.cuts {
		if cut > 0 {
			r.pruned.dags = append(r.pruned.dags, int32(i))
			r.pruned.in.Add(i)
		}
	}
	setOf(step.S, r.given)
	setOf(step.H, r.na)
	r.deleted.edge, r.deleted.group, r.deleted.u, r.deleted.v = c.edge, int(r.c.group[c.edge]), u, v
	var err error
	r.deleted.ctx, r.deleted.err = ctx, nil
	step.Cut, err = r.in.Prune(ctx, u, v, r.given, r.pruned.dags, r.pruned.Marks, r.loops.delete)
	if err := cmp.Or(err, r.deleted.err); err != nil {
		return err
	}
	r.update(step.Cut)
	r.admitAgain()
	return nil
}

// delete carries a step out on the class, and on the candidates what follows from that.
func (r *run) delete() {
	r.class.Delete(r.deleted.u, r.deleted.v, r.na)
	r.c.drop(r.deleted.edge)
	r.unseat(r.deleted.edge, r.deleted.group)
	r.deleted.err = r.refresh(r.deleted.ctx)
}

// membersOf lists the members of a set, for a step.
func (r *run) membersOf(set bitset.Set) []int32 { return set.Append(r.lists.Take(set.Count())[:0]) }

func setOf(members []int32, set bitset.Set) {
	set.Clear()
	for _, x := range members {
		set.Add(int(x))
	}
}
