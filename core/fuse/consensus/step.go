package consensus

import (
	"context"

	"github.com/mcbnc/mcbnc/core/fuse/consensus/internal/hsearch"
	"github.com/mcbnc/mcbnc/core/graphs/bitset"
	"github.com/mcbnc/mcbnc/core/graphs/equiv"
)

// choice is a deletion that the run has settled on.
type choice struct {
	edge int
	inS  bitset.Set // the part of NA(v, u) that stays in S
	cuts []uint16   // of each DAG
}

func (r *run) describe(c choice) Step {
	edge := &r.table.list[c.edge]
	r.table.outer(c.edge, c.inS, r.given)
	r.h.Copy(r.table.naOf(c.edge))
	r.h.AndNot(c.inS)
	psi := hsearch.Fraction{Num: r.weights.Score(c.cuts), Den: r.total}
	if t := r.table.unlike; t != nil {
		psi = t.Psi(int(edge.u), int(edge.v), r.given, c.cuts, 1)
	}
	return Step{
		U: edge.u, V: edge.v, Undirected: edge.undirected,
		H: r.membersOf(r.h), S: r.membersOf(r.given),
		Score: psi.Num, Weight: psi.Den, Psi: Psi(psi.Num, psi.Den),
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
		ctx, int(step.U), int(step.V), r.given, r.pruning.dags, r.pruning.marks, r.deletion.do,
	)
	if err != nil {
		return err
	}
	if r.deletion.err != nil {
		return r.deletion.err
	}
	r.pruning.forget(step.Cut)
	r.directions.endStep(r.table, r.queue)
	return nil
}

func (r *run) membersOf(set bitset.Set) []int32 { return set.Append(r.lists.Take(set.Count())[:0]) }

func setOf(members []int32, set bitset.Set) {
	set.Clear()
	for _, x := range members {
		set.Add(int(x))
	}
}

// Deletions answers what the best deletion of an edge would be, for any edges of one class. It
// is a run that makes the key of a given edge sharper instead of the lowest. What it learns of a
// family serves the next edge.
type Deletions struct{ r *run }

// NewDeletions begins with a class, which it only reads, and inputs, which stay as they are.
func NewDeletions(ctx context.Context, class *equiv.Class, in Inputs, opt Options) (*Deletions, error) {
	r, err := newRun(ctx, class, in, opt)
	if err != nil {
		return nil, err
	}
	r.looksAhead = false // at other edges
	return &Deletions{r}, nil
}

// Best is the best deletion of the edge that joins u and v: what a step would be that had to delete
// this edge, required though it may be. There is none if every admissible H has more than the KMax
// of the options. Best may be asked about an edge once.
func (d *Deletions) Best(ctx context.Context, u, v int) (step Step, found bool, err error) {
	r := d.r
	e := r.table.between(u, v)
	if e < 0 {
		return Step{}, false, nil
	}
	edge := &r.table.list[e]
	defer func() { edge.search = nil }() // it can be large, and serves no other edge
	for settled := false; !settled; {
		if edge.search != nil {
			if _, found := edge.search.Best(); !found { // every H is too large, or keeps no direction
				return Step{}, false, nil
			}
		}
		if settled, err = r.resolve(ctx, e); err != nil {
			return Step{}, false, err
		}
	}
	c, err := r.choose(ctx, e)
	if err != nil {
		return Step{}, false, err
	}
	return r.describe(c), true, nil
}
