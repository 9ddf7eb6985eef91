package consensus

import (
	"cmp"
	"context"
	"slices"

	"github.com/mcbnc/mcbnc/core/bitset"
)

// branch replaces the best node of e's frontier by two: the S that hold the node
// x of NA, and those that do not.
func (d *desk) branch(ctx context.Context, e int) error {
	f := d.c.list[e].h
	nd := f.nodes[f.best]
	x, err := d.branchOn(ctx, e, nd)
	if err != nil {
		return err
	}
	return d.split(ctx, e, x)
}

// split replaces the best node of e's frontier by its parts with x and without.
func (d *desk) split(ctx context.Context, e, x int) error {
	f := d.c.list[e].h
	nd := f.nodes[f.best]
	d.counts.Branches++
	if err := d.findAbove(ctx, e, nd, x); err != nil {
		return err
	}
	in, err := d.childWith(ctx, e, nd, x)
	if err != nil {
		return err
	}
	f.nodes[f.best] = in
	if d.fits(e, nd.hSize+1) {
		out, err := d.childWithout(ctx, e, nd, x)
		if err != nil {
			return err
		}
		f.nodes = append(f.nodes, out)
	} else {
		f.cropped = true
	}
	if !d.fits(e, in.hSize) {
		last := len(f.nodes) - 1
		f.nodes[f.best] = f.nodes[last]
		f.nodes = f.nodes[:last]
		f.cropped = true
	}
	f.pick()
	return nil
}

// fits says whether an H of e may have so many nodes. A forbidden edge has to go: it is
// not bound by k_max.
func (r *run) fits(e, hSize int) bool {
	return r.kMax < 0 || hSize <= r.kMax || r.c.list[e].rule == forbidden
}

// branchOn chooses the node of hi \ lo to decide on. While hi is no clique, the
// one with most non-neighbours in it; afterwards one whose ancestors decide
// whether a DAG's cut can be as low as its bound.
func (d *desk) branchOn(ctx context.Context, e int, nd *node) (int, error) {
	if nd.clique {
		return d.decisive(ctx, e, nd)
	}
	return d.mostApart(nd), nil
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
func (d *desk) decisive(ctx context.Context, e int, nd *node) (int, error) {
	cand := &d.c.list[e]
	d.outer(e, nd.lo, d.given)
	d.outer(e, nd.hi, d.removed)
	d.differ = d.differ[:0]
	for i, w := range d.weights {
		if w > 0 && nd.probed.Has(i) && nd.leaf[i] != nd.bound[i] {
			d.differ = append(d.differ, int32(i))
		}
	}
	d.counts.Cuts += int64(len(d.differ))
	d.causes = slices.Grow(d.causes[:0], len(d.differ))[:len(d.differ)]
	if err := d.in.Explain(ctx, d.number, int(cand.u), int(cand.v), d.given, d.removed, d.differ, d.causes); err != nil {
		return -1, err
	}
	best, heaviest := Cause{Node: -1}, int64(0)
	for k, cause := range d.causes {
		w := d.weights[d.differ[k]]
		better := cmp.Or(
			cmp.Compare(cause.Edges, best.Edges), cmp.Compare(heaviest, w), cmp.Compare(cause.Node, best.Node),
		) < 0
		if best.Node < 0 || better {
			best, heaviest = cause, w
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
func (d *desk) findAbove(ctx context.Context, e int, nd *node, x int) error {
	cand := &d.c.list[e]
	d.outer(e, nd.lo, d.given)
	d.probe.Clear()
	d.probe.Add(x)
	return d.in.Ancestral(ctx, int(cand.u), int(cand.v), d.given, d.probe, nd.tight, d.above)
}

// childWith is the part of nd whose S hold x: what is not adjacent to x goes out
// of hi, since S ∩ NA must be a clique.
func (d *desk) childWith(ctx context.Context, e int, nd *node, x int) (*node, error) {
	child := newNode(d.n, d.c.dags)
	child.lo.Copy(nd.lo)
	child.lo.Add(x)
	child.hi.Copy(nd.hi)
	child.hi.And(d.c.class.Adj(x))
	child.hi.Add(x)
	d.inherit(e, nd, child)
	child.tight.And(d.above)
	d.probe.Copy(nd.hi) // left hi with what is not adjacent to x
	d.probe.AndNot(child.hi)
	if d.probe.Any() {
		cand := &d.c.list[e]
		d.outer(e, nd.lo, d.given)
		if err := d.in.Ancestral(ctx, int(cand.u), int(cand.v), d.given, d.probe, child.tight, d.hit); err != nil {
			return nil, err
		}
		child.tight.AndNot(d.hit)
	}
	d.settleAll(child)
	return child, nil
}

// childWithout is the part of nd whose S do not hold x.
func (d *desk) childWithout(ctx context.Context, e int, nd *node, x int) (*node, error) {
	child := newNode(d.n, d.c.dags)
	child.lo.Copy(nd.lo)
	child.hi.Copy(nd.hi)
	child.hi.Remove(x)
	d.inherit(e, nd, child)
	child.tight.AndNot(d.above)
	child.probed.Copy(nd.probed)
	copy(child.leaf, nd.leaf)
	d.probe.Clear()
	d.probe.Add(x)
	if err := d.keepLeaves(ctx, e, child, d.probe); err != nil {
		return nil, err
	}
	d.settleAll(child)
	return child, nil
}

// keepLeaves keeps the leaves of a node whose hi has lost out where they are still known: in
// the DAGs where the leaf was the bound, and the ancestral set of the new S has no node of
// out. There the graph of its cut is part of what it was, so that the cut is no greater; and
// no less, since the bound is one for all S of the node.
func (d *desk) keepLeaves(ctx context.Context, e int, nd *node, out bitset.Set) error {
	for i := nd.probed.Next(0); i >= 0; i = nd.probed.Next(i + 1) {
		if nd.leaf[i] != nd.bound[i] {
			nd.probed.Remove(i)
			nd.doubt.Add(i)
		}
	}
	if !nd.probed.Any() {
		return nil
	}
	cand := &d.c.list[e]
	d.outer(e, nd.hi, d.given)
	if err := d.in.Ancestral(ctx, int(cand.u), int(cand.v), d.given, out, nd.probed, d.hit); err != nil {
		return err
	}
	nd.probed.AndNot(d.hit)
	return nil
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
	child.doubt.Copy(nd.doubt)
	if child.hi.Equal(nd.hi) {
		copy(child.leaf, nd.leaf)
		child.probed.Copy(nd.probed)
	}
}

// settleAll settles all of a new node's bounds.
func (r *run) settleAll(nd *node) {
	if r.cap != noCap {
		for i := range nd.bound {
			nd.settle(i, r.cap)
		}
		return
	}
	for w := range nd.probed { // without a cap, only where there is a leaf
		for open := nd.probed[w] &^ nd.tight[w]; open != 0; open &= open - 1 {
			nd.settle(bitset.Lowest(w, open), r.cap)
		}
	}
}
