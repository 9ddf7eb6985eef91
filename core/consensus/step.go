package consensus

import (
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
		H: membersOf(r.na), S: membersOf(r.given),
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
	r.dags = r.dags[:0]
	r.pruned.in.Clear()
	for i, cut := range c.cuts {
		if cut > 0 {
			r.dags = append(r.dags, int32(i))
			r.pruned.in.Add(i)
		}
	}
	setOf(step.S, r.given)
	setOf(step.H, r.na)
	r.deleted.edge, r.deleted.group, r.deleted.u, r.deleted.v = c.edge, int(r.c.group[c.edge]), u, v
	var err error
	step.Pruned, err = r.in.Prune(ctx, u, v, r.given, r.dags, r.loops.delete)
	if err != nil {
		return err
	}
	r.update(step.Pruned)
	for k := range step.Pruned {
		step.Pruned[k].Touched, step.Pruned[k].Disturbed = nil, nil // a run keeps its steps, not these
	}
	r.admitAgain()
	return nil
}

// delete carries a step out on the class, and on the candidates what follows from that.
func (r *run) delete() {
	r.class.Delete(r.deleted.u, r.deleted.v, r.na)
	r.c.drop(r.deleted.edge)
	r.unseat(r.deleted.edge, r.deleted.group)
	r.refresh()
}

func membersOf(set bitset.Set) []int32 {
	count := set.Count()
	if count == 0 {
		return nil
	}
	return set.Append(make([]int32, 0, count))
}

func setOf(members []int32, set bitset.Set) {
	set.Clear()
	for _, x := range members {
		set.Add(int(x))
	}
}
