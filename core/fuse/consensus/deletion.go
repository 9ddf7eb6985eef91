package consensus

import (
	"context"

	"github.com/mcbnc/mcbnc/core/fuse/consensus/internal/hsearch"
	"github.com/mcbnc/mcbnc/core/graphs/bitset"
)

// deletion carries a step out on the class, and brings the edges in line with it. It runs
// beside the pruning of the inputs.
type deletion struct {
	*run
	do          func() // carryOut, bound once
	ctx         context.Context
	err         error
	edge, group int // that is deleted, and its group before
	u, v        int
	h           bitset.Set // of nodes

	heads, others bitset.Set // of nodes: scratch
	left          []int32    // the edges that have left a family
}

func newDeletion(r *run) *deletion {
	nodes := bitset.NewMatrix(3, r.table.n)
	d := &deletion{run: r, h: nodes.Row(0), heads: nodes.Row(1), others: nodes.Row(2)}
	d.do = func() { d.err = d.carryOut() }
	return d
}

func (d *deletion) begin(ctx context.Context, e int, step *Step) {
	d.ctx, d.err = ctx, nil
	d.edge, d.group, d.u, d.v = e, int(d.table.group[e]), int(step.U), int(step.V)
	setOf(step.H, d.h)
}

// carryOut deletes the edge from the class, and brings the edges that are left in line with
// the class after Delete(u, v, H).
//
// What the edge from x to y offers depends on its direction, pa(y), NA(y, x) and the
// adjacencies among NA(y, x). So it can have changed only
//   - if y was touched by Delete,
//   - or if y is a neighbour of u and of v. Then NA may hold both u and v, which are no
//     longer adjacent. Or x is one of them, and NA has lost the other.
//
// Could another edge's NA have lost a node? Only u and v have ceased to be adjacent. So NA(y, x)
// would have lost v, with x = u, or u, with x = v. In the former case y is a neighbour of v, so
// not of u, and the edge is u → y. But u → y − v without an edge between u and v is in no
// CPDAG. The latter case is alike.
func (d *deletion) carryOut() error {
	d.class.Delete(d.u, d.v, d.h)
	d.alone.solver.Release(d.table.list[d.edge].search)
	d.table.drop(d.edge)
	d.queue.left(d.edge, d.group)

	heads := d.heads
	heads.Copy(d.class.Ne(d.u))
	heads.And(d.class.Ne(d.v))
	heads.Or(d.class.Touched())
	d.left = d.left[:0]
	for y := heads.Next(0); y >= 0; y = heads.Next(y + 1) {
		d.left = d.families.refresh(y, d, d.left) // before any edge joins the family or leaves it
	}
	for _, e := range d.left {
		if err := d.refreshEdge(int(e)); err != nil {
			return err
		}
	}
	for y := heads.Next(0); y >= 0; y = heads.Next(y + 1) {
		if err := d.refreshEdgesInto(y); err != nil {
			return err
		}
	}
	return nil
}

// refreshEdgesInto refreshes those edges with head y that may offer something else and have
// not left a family. An edge that has another direction now is refreshed from its old head,
// which was touched too. An edge that is in its head's family as before offers what it did.
// So edges out of a family are looked at only if y has neighbours: one may have come that is
// adjacent to the other end.
func (d *deletion) refreshEdgesInto(y int) error {
	others := d.others
	others.Copy(d.table.ungrouped.Row(y))
	if d.class.Ne(y).Any() {
		others.Or(d.class.Pa(y))
	}
	for x := others.Next(0); x >= 0; x = others.Next(x + 1) {
		if e := d.table.between(x, y); int(d.table.list[e].v) == y {
			if err := d.refreshEdge(e); err != nil {
				return err
			}
		}
	}
	return nil
}

func (d *deletion) refreshEdge(e int) error {
	t, from := d.table, d.table.group[e]
	edge, na := &t.list[e], t.naOf(e)
	if !t.orient(e) && (edge.search == nil || !na.Has(d.u) || !na.Has(d.v)) {
		return nil
	}
	adapted, err := d.adapt(e)
	if err != nil {
		return err
	}
	if !adapted {
		d.alone.newSearch(e)
	}
	if edge.inFamily {
		d.families.enter(e)
	}
	if from != t.group[e] {
		d.queue.left(e, int(from))
	}
	d.queue.update(e)
	return nil
}

// adapt keeps the search of e if that can be, and reports whether it could. A run that draws
// ties keeps none: what is drawn depends on how the S are parted.
func (d *deletion) adapt(e int) (bool, error) {
	t := d.table
	search := t.list[e].search
	if search == nil || d.ties != nil || !t.naOf(e).Any() {
		return false, nil
	}
	return d.alone.solver.Adapt(d.ctx, search, d.alone.searchEdge(e), &hsearch.Change{
		A: d.u, B: d.v, NA: t.naOld, Span: t.spnOld, SpanNow: t.spanOf(e), Pruned: d.pruning.pruned,
	})
}
