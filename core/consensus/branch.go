package consensus

import (
	"cmp"
	"context"
	"slices"

	"github.com/mcbnc/mcbnc/core/bitset"
)

// branch replaces the best node of e's frontier by two: the S that hold the node
// x of NA, and those that do not.
func (r *run) branch(ctx context.Context, e int) error {
	f := r.c.list[e].h
	nd := f.nodes[f.best]
	x, err := r.branchOn(ctx, e, nd)
	if err != nil {
		return err
	}
	r.split(e, x)
	return nil
}

// split replaces the best node of e's frontier by its parts with x and without.
func (r *run) split(e, x int) {
	f := r.c.list[e].h
	nd := f.nodes[f.best]
	r.counts.Branches++
	r.findAbove(e, nd, x)
	in := r.childWith(e, nd, x)
	f.nodes[f.best] = in
	if r.fits(e, nd.hSize+1) {
		f.nodes = append(f.nodes, r.childWithout(e, nd, x))
	} else {
		f.cropped = true
	}
	if !r.fits(e, in.hSize) {
		last := len(f.nodes) - 1
		f.nodes[f.best] = f.nodes[last]
		f.nodes = f.nodes[:last]
		f.cropped = true
	}
	r.rekey(e)
}

// fits says whether an H of e may have so many nodes. A forbidden edge has to go: it is
// not bound by k_max.
func (r *run) fits(e, hSize int) bool {
	return r.kMax < 0 || hSize <= r.kMax || r.c.list[e].rule == forbidden
}

// branchOn chooses the node of hi \ lo to decide on. While hi is no clique, the
// one with most non-neighbours in it; afterwards one whose ancestors decide
// whether a DAG's cut can be as low as its bound.
func (r *run) branchOn(ctx context.Context, e int, nd *node) (int, error) {
	if nd.clique {
		return r.decisive(ctx, e, nd)
	}
	return r.mostApart(nd), nil
}

// mostApart is the node of hi with most non-neighbours in it; where hi is no
// clique that is one of hi \ lo, since hi holds only what is adjacent to all of lo.
func (r *run) mostApart(nd *node) int {
	x, most := -1, -1
	for y := nd.hi.Next(0); y >= 0; y = nd.hi.Next(y + 1) {
		if apart := nd.hi.Count() - nd.hi.CountAnd(r.c.class.Adj(y)); apart > most {
			x, most = y, apart
		}
	}
	return x
}

// decisive is the node of hi \ lo that the cheapest way to raise a bound rests
// on: among the DAGs whose leaf exceeds their bound, the one whose greater cut
// needs the fewest edges that are not there yet, the heavier among equals, then the
// lowest node: so that the order of the DAGs does not matter.
func (r *run) decisive(ctx context.Context, e int, nd *node) (int, error) {
	cand := &r.c.list[e]
	r.outer(e, nd.lo, r.given)
	r.outer(e, nd.hi, r.removed)
	r.dags = r.dags[:0]
	for i, w := range r.weights {
		if w > 0 && nd.leaf[i] != nd.bound[i] {
			r.dags = append(r.dags, int32(i))
		}
	}
	r.counts.Cuts += int64(len(r.dags))
	r.rests = slices.Grow(r.rests[:0], len(r.dags))[:len(r.dags)]
	if err := r.in.Rests(ctx, int(cand.u), int(cand.v), r.given, r.removed, r.dags, r.rests); err != nil {
		return -1, err
	}
	best, heaviest := Rest{Node: -1}, int64(0)
	for k, rest := range r.rests {
		w := r.weights[r.dags[k]]
		better := cmp.Or(
			cmp.Compare(rest.Edges, best.Edges), cmp.Compare(heaviest, w), cmp.Compare(rest.Node, best.Node),
		) < 0
		if best.Node < 0 || better {
			best, heaviest = rest, w
		}
	}
	return best.Node, nil
}

// outer fills set with pa(v) \ {u} ∪ part, for a part of NA.
func (r *run) outer(e int, part, set bitset.Set) {
	cand := &r.c.list[e]
	set.Copy(r.class.Pa(int(cand.v)))
	set.Or(part)
	set.Remove(int(cand.u))
}

// findAbove finds the DAGs with a tight bound in which x is in the ancestral set of the
// node's smallest S, before childWith and childWithout, which both rest on it.
func (r *run) findAbove(e int, nd *node, x int) {
	cand := &r.c.list[e]
	r.outer(e, nd.lo, r.given)
	r.probe.Clear()
	r.probe.Add(x)
	r.in.Ancestral(int(cand.u), int(cand.v), r.given, r.probe, nd.tight, r.above)
}

// childWith is the part of nd whose S hold x: what is not adjacent to x goes out
// of hi, since S ∩ NA must be a clique.
func (r *run) childWith(e int, nd *node, x int) *node {
	child := newNode(r.n, r.c.dags)
	child.lo.Copy(nd.lo)
	child.lo.Add(x)
	child.hi.Copy(nd.hi)
	child.hi.And(r.c.class.Adj(x))
	child.hi.Add(x)
	r.inherit(e, nd, child)
	child.tight.And(r.above)
	r.probe.Copy(nd.hi) // left hi with what is not adjacent to x
	r.probe.AndNot(child.hi)
	if r.probe.Any() {
		cand := &r.c.list[e]
		r.outer(e, nd.lo, r.given)
		r.in.Ancestral(int(cand.u), int(cand.v), r.given, r.probe, child.tight, r.hit)
		child.tight.AndNot(r.hit)
	}
	r.settleAll(child)
	return child
}

// childWithout is the part of nd whose S do not hold x.
func (r *run) childWithout(e int, nd *node, x int) *node {
	child := newNode(r.n, r.c.dags)
	child.lo.Copy(nd.lo)
	child.hi.Copy(nd.hi)
	child.hi.Remove(x)
	r.inherit(e, nd, child)
	child.tight.AndNot(r.above)
	r.settleAll(child)
	return child
}

// inherit gives the child what it may take over from nd. The leaf is the same if hi is.
// The cut behind bound[i] is that of the same graph if all that moved between lo, hi
// and outside was in the ancestral set of lo already (where lo grew) or is not in it
// (where hi shrank); else, and its caller says where, it is no longer tight, but the
// parent's bound is still a bound.
func (r *run) inherit(e int, nd, child *node) {
	na := r.c.na.Row(e)
	child.hSize = na.Count() - child.hi.Count()
	child.clique = nd.clique || r.c.class.IsClique(child.hi)
	copy(child.bound, nd.bound)
	child.sum = nd.sum
	child.tight.Copy(nd.tight)
	if child.hi.Equal(nd.hi) {
		copy(child.leaf, nd.leaf)
		child.probed.Copy(nd.probed)
	}
}

// settleAll settles all of a new node's bounds, where there is a cap.
func (r *run) settleAll(nd *node) {
	if r.cap == noCap {
		return
	}
	for i := range nd.bound {
		nd.settle(i, r.cap)
	}
}
