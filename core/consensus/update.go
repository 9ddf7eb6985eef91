package consensus

import (
	"context"
	"math/bits"

	"github.com/mcbnc/mcbnc/core/bitset"
)

// update is what follows a pruning: what no longer stands is forgotten.
//
// That is at most every cut whose ancestral set holds a node that was touched in its DAG.
// A touched node is an ancestor of {u, v} ∪ S only if one of {u, v} ∪ S is touched
// itself, since touched holds all that descended from a removed arc. Of the cuts that this
// leaves over, those stand that are no more than adjacency asks for, since cuts only
// become less; and those in a family, with its search, whose region is not disturbed.
func (r *run) update(cut []CutEdge) {
	if len(cut) == 0 {
		return
	}
	for k := range cut {
		if cut[k].Arc {
			r.separate(&cut[k])
		}
	}
	r.gather()
	parts := (r.n + atOnce - 1) / atOnce
	edges := r.pruned.heads.Count() * r.c.loose / r.n // of these heads, about
	r.team.Do(parts, updateCost*len(r.pruned.dags)+looseCost*edges/parts, r.loops.update)
	for _, d := range r.desks {
		d.seatChanged()
	}
}

// gather finds where every part of update has to look. All of the span of a loose edge
// with head v are v itself, its parents and its neighbours.
func (r *run) gather() {
	r.pruned.heads.Clear()
	for k := range r.pruned.dags {
		touched, members := r.pruned.Touched.Row(k), r.pruned.members.Row(k)
		members.Clear()
		for x := touched.Next(0); x >= 0; x = touched.Next(x + 1) {
			members.Or(r.f.memberOf.Row(x))
			r.pruned.heads.Or(r.class.Ne(x))
		}
		r.pruned.heads.Or(members)
	}
}

// What it takes, in nanoseconds, about: a part of update for each pruned DAG, and each loose
// edge with one of the heads.
const (
	updateCost = 50
	looseCost  = 10
)

// updatePart forgets for one block of nodes: of their families, and of the loose edges
// whose heads they are.
func (r *run) updatePart(worker, part int) {
	d, first := r.desks[worker], part*atOnce
	r.forgetFamilies(first, d)
	for heads := blockOf(r.pruned.heads, first); heads != 0; heads &= heads - 1 {
		r.forgetLooseAt(first+bits.TrailingZeros64(heads), d)
	}
}

// atOnce is how many nodes make a block, which is handed out at once: a part of a word of
// a set.
const atOnce = 16

// blockOf is what a set of nodes has of the block that begins with first.
func blockOf(set bitset.Set, first int) uint64 {
	return set[first>>6] >> (first & 63) & (1<<atOnce - 1)
}

// forgetFamilies takes back the searches from the nodes of the block that begins with
// first, in the DAGs that were pruned, where the family has a member that was touched and
// the search's region was disturbed.
func (r *run) forgetFamilies(first int, d *desk) {
	changed := uint64(0)
	for k, dag32 := range r.pruned.dags {
		dag, disturbed := int(dag32), r.pruned.Disturbed.Row(k)
		for hit := blockOf(r.pruned.members.Row(k), first); hit != 0; hit &= hit - 1 {
			at := bits.TrailingZeros64(hit)
			v := first + at
			hurt := r.f.searched.Row(v).Has(dag) && r.f.region[v].Row(dag).Intersects(disturbed)
			if hurt && r.forgetSearch(v, dag) {
				changed |= 1 << at
			}
		}
	}
	for ; changed != 0; changed &= changed - 1 {
		d.note(first + bits.TrailingZeros64(changed))
	}
}

// forgetLooseAt takes back what was known of the cuts of the loose edges with head v.
func (r *run) forgetLooseAt(v int, d *desk) {
	apart := r.c.apart.Row(v)
	for u := apart.Next(0); u >= 0; u = apart.Next(u + 1) {
		if e := r.c.edgeBetween(v, u); int(r.c.list[e].v) == v {
			r.forgetLoose(e, d)
		}
	}
}

// forgetLoose takes back what was known of a loose edge's cuts.
func (r *run) forgetLoose(e int, d *desk) {
	span, raised, changed := r.c.span.Row(e), r.c.raised.Row(e), false
	if !raised.Intersects(r.pruned.in) {
		return
	}
	for k, dag := range r.pruned.dags {
		if touched := r.pruned.Touched.Row(k); raised.Has(int(dag)) && span.Intersects(touched) {
			r.forget(e, int(dag), touched, d.base)
			changed = true
		}
	}
	if changed {
		r.c.list[e].h.pick()
		d.note(r.n + e)
	}
}

// separate takes back that two nodes are joined in the DAG that removed their arc.
func (r *run) separate(a *CutEdge) {
	if e := r.c.edgeBetween(int(a.From), int(a.To)); e >= 0 {
		r.c.joined.Row(e).Remove(int(a.Dag))
		r.c.raised.Row(e).Add(int(a.Dag)) // what adjacency said is more than it says now
		r.c.forgetCut(e, int(a.Dag))      // even one never asked for: its bound was that they are joined
		r.rekey(e)
	}
}

// forget takes DAG dag's cuts out of the loose edge e, where S has a touched node. Cuts
// only become less: so one that is no more than adjacency asks for stands.
func (r *run) forget(e, dag int, touched, own bitset.Set) {
	least := joinedBound(r.c.joined.Row(e), dag)
	if *r.c.cutAt(e, dag) > least {
		r.c.forgetCut(e, dag)
	}
	f := r.c.list[e].h
	if f == nil {
		return
	}
	own.Copy(r.c.span.Row(e)) // {u, v} ∪ P, common to all of e's S
	own.AndNot(r.c.na.Row(e))
	base := own.Intersects(touched)
	if base {
		r.c.raised.Row(e).Remove(dag) // nothing is left of it
	}
	for _, nd := range f.nodes {
		if nd.leaf[dag] > least && (base || nd.hi.Intersects(touched)) {
			nd.probed.Remove(dag)
			nd.leaf[dag] = 0
		}
		if nd.bound[dag] > least && (base || nd.lo.Intersects(touched)) {
			nd.tight.Remove(dag)
			nd.setBound(dag, least, r.weights[dag])
		}
		nd.settle(dag, r.cap)
	}
}

// refresh brings the candidates in line with the class after Delete(u, v, H). What the
// edge from x to y offers depends on its direction, pa(y), NA(y, x) and the adjacencies
// among NA(y, x). So it can have changed only
//   - where y was touched,
//   - where y is a neighbour of u and of v: then NA may hold both of them, or has lost the
//     one when x is the other.
//
// There is no edge x → y of which y is not touched and NA has lost v, x being u, or the other
// way round: for x → y − v without an edge between x and v is in no CPDAG.
func (r *run) refresh(ctx context.Context) error {
	u, v := r.deleted.u, r.deleted.v
	heads := r.heads
	heads.Copy(r.class.Ne(u))
	heads.And(r.class.Ne(v))
	heads.Or(r.class.Touched())
	r.left = r.left[:0]
	for x := heads.Next(0); x >= 0; x = heads.Next(x + 1) {
		r.refreshFamily(x) // before any edge comes to it or leaves
	}
	for _, e := range r.left {
		if err := r.refreshEdge(ctx, int(e)); err != nil {
			return err
		}
	}
	for y := heads.Next(0); y >= 0; y = heads.Next(y + 1) {
		if err := r.refreshEdgesInto(ctx, y); err != nil {
			return err
		}
	}
	return nil
}

// refreshEdgesInto does so for those edges with head y that may offer something else and
// have not left a family. One that has another direction now is looked at from its old
// head, which was touched too. An edge that is still of its head's family, NA being empty,
// offers what it did: so only where the head has neighbours, and may have got one that
// counts, is that to be asked.
func (r *run) refreshEdgesInto(ctx context.Context, y int) error {
	others := r.others
	others.Copy(r.c.apart.Row(y))
	if r.class.Ne(y).Any() {
		others.Or(r.class.Pa(y))
	}
	for x := others.Next(0); x >= 0; x = others.Next(x + 1) {
		if e := r.c.edgeBetween(x, y); int(r.c.list[e].v) == y {
			if err := r.refreshEdge(ctx, e); err != nil {
				return err
			}
		}
	}
	return nil
}

// refreshEdge brings one edge in line with the class.
func (r *run) refreshEdge(ctx context.Context, e int) error {
	u, v := r.deleted.u, r.deleted.v
	cand, na, from := &r.c.list[e], r.c.na.Row(e), r.c.group[e]
	if r.c.orient(e) || cand.h != nil && na.Has(u) && na.Has(v) {
		could, err := r.alone.adapt(ctx, e, u, v, r.c.naOld, r.c.spnOld)
		if err != nil {
			return err
		}
		if !could {
			cand.h = r.root(e)
		}
		if cand.inFamily {
			r.enter(e)
		}
		if from != r.c.group[e] {
			r.unseat(e, int(from))
		}
		r.rekey(e)
	}
	return nil
}
