package engine

import (
	"fmt"
	"slices"

	"github.com/mcbnc/mcbnc/core/fuse/consensus"
	"github.com/mcbnc/mcbnc/core/graphs/bitset"
	"github.com/mcbnc/mcbnc/core/graphs/equiv"
	"github.com/mcbnc/mcbnc/core/graphs/graph"
)

// Deletion is the part of a step that a replay needs: the edge and H.
type Deletion struct {
	U, V int
	H    []int32
}

// Given fills s with the set S of the deletion's H, in the class before the deletion
// (MCBNC, Algorithm 1).
func (d *Deletion) Given(class *equiv.Class, s bitset.Set) {
	kept := bitset.New(class.N)
	class.NA(d.V, d.U, kept)
	for _, x := range d.H {
		kept.Remove(int(x))
	}
	operators := consensus.Operators{U: int32(d.U), V: int32(d.V)}
	operators.S(class, kept, s)
}

func Deletions(steps []consensus.Step) []Deletion {
	out := make([]Deletion, len(steps))
	for k := range steps {
		out[k] = Deletion{U: int(steps[k].U), V: int(steps[k].V), H: steps[k].H}
	}
	return out
}

// Replay walks along a run again, from the fusion on. It does not search: each step costs one
// Delete.
type Replay struct {
	class *equiv.Class
	steps []Deletion
	done  int
	h, na bitset.Set
}

func NewReplay(fusion *graph.DAG, start equiv.Start, steps []Deletion) *Replay {
	return &Replay{
		class: equiv.FromDAG(fusion, start), steps: steps,
		h: bitset.New(fusion.N), na: bitset.New(fusion.N),
	}
}

// Advance goes on to the state after k steps and returns it. The state is the replay's own, and
// stands until the next call. A step that is no valid deletion at its place is an error, since
// steps may come from anywhere. So is a k before the last one.
func (r *Replay) Advance(k int) (*equiv.Class, error) {
	if k < r.done {
		return nil, fmt.Errorf("a replay goes forward only: it stands after step %d, not before %d", r.done, k)
	}
	for ; r.done < k; r.done++ {
		s := &r.steps[r.done]
		if !r.valid(s) {
			return nil, fmt.Errorf("step %d is not a valid deletion in the state before it", r.done)
		}
		r.class.Delete(s.U, s.V, r.h)
	}
	return r.class, nil
}

// mustAdvance is Advance for steps that a run has made itself.
func (r *Replay) mustAdvance(k int) *equiv.Class {
	class, err := r.Advance(k)
	if err != nil {
		panic("engine: a run's own steps can be walked again: " + err.Error())
	}
	return class
}

// valid reports whether s is a valid deletion now. It leaves the H of s in r.h.
func (r *Replay) valid(s *Deletion) bool {
	if !r.class.Pa(s.V).Has(s.U) && !r.class.Ne(s.V).Has(s.U) {
		return false
	}
	r.h.Clear()
	for _, x := range s.H {
		r.h.Add(int(x))
	}
	r.class.NA(s.V, s.U, r.na)
	if !r.h.SubsetOf(r.na) {
		return false
	}
	r.na.AndNot(r.h)
	return r.class.IsClique(r.na)
}

// Resume is a run after steps that were found earlier, ready for consensus.Continue, and the
// distinct DAGs as these steps left them. The steps are those of all DAGs, as Distinct.Spread
// returns them. Steps may come from anywhere: one that is no valid deletion at its place is an
// error, and so is one that removes an arc that its DAG does not have. It costs one Delete a step.
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
