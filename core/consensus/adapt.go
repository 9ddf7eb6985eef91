package consensus

import (
	"context"

	"github.com/mcbnc/mcbnc/core/bitset"
)

// adapt brings e's frontier in line with the class after a step deleted the edge a, b,
// and says whether it could: every S that e offers now must be one that it offered
// before, when it had that NA and that span, whichever way it pointed. Then what is known of
// the nodes that are left need not be asked for again.
//
// With P = pa(v) \ {u}, e offers P ∪ C for the cliques C of NA. That is so if
//   - P only grew, by nodes of NA (must), which are adjacent to each other, and to all of
//     NA, as in every CPDAG: so that must ∪ C was a clique too,
//   - and nothing else came to P ∪ NA; what left it is gone.
//
// A node that was too large for k_max may no longer be, with a smaller NA.
func (d *desk) adapt(ctx context.Context, e, a, b int, na, span bitset.Set) (could bool, err error) {
	f, naNow, spanNow := d.c.list[e].h, d.c.na.Row(e), d.c.span.Row(e)
	if f == nil || f.cropped || d.lottery != nil || !naNow.Any() || !spanNow.SubsetOf(span) {
		return false, nil
	}
	must, gone := d.must, d.gone
	for w := range must {
		before, now := span[w]&^na[w], spanNow[w]&^naNow[w] // P, u and v
		if before&^now != 0 {
			return false, nil
		}
		must[w], gone[w] = now&^before, span[w]&^spanNow[w]
	}
	if !d.class.IsClique(must) {
		return false, nil
	}
	kept := f.nodes[:0]
	for _, nd := range f.nodes {
		left, err := d.restrict(ctx, e, nd, a, b)
		if err != nil {
			return false, err
		}
		if left {
			kept = append(kept, nd)
		}
	}
	clear(f.nodes[len(kept):])
	f.nodes = kept
	return true, nil
}

// restrict leaves nd those of its S that hold all of must, none of gone, and not both a
// and b: for it is said in adapt that there are no others. It says whether there may be any.
// The bounds stay bounds; where they stay tight is as in inherit, but for the DAGs that are
// being pruned: these cannot be asked.
func (d *desk) restrict(ctx context.Context, e int, nd *node, a, b int) (left bool, err error) {
	if !d.must.SubsetOf(nd.hi) || d.gone.Intersects(nd.lo) || nd.lo.Has(a) && nd.lo.Has(b) {
		return false, nil
	}
	if err := d.require(ctx, e, nd); err != nil {
		return false, err
	}
	if err := d.exclude(ctx, e, nd, a, b); err != nil {
		return false, err
	}
	nd.hSize = d.c.na.Row(e).Count() - nd.hi.Count()
	if !nd.clique || nd.hi.Has(a) && nd.hi.Has(b) {
		nd.clique = d.class.IsClique(nd.hi)
	}
	d.settleAll(nd)
	return true, nil
}

// require moves what S must hold from lo and hi to P, where the class has it already.
func (d *desk) require(ctx context.Context, e int, nd *node) error {
	cand, added := &d.c.list[e], d.added
	added.Copy(d.must)
	added.AndNot(nd.lo)
	nd.lo.AndNot(d.must)
	nd.hi.AndNot(d.must)
	if !added.Any() {
		return nil
	}
	nd.tight.AndNot(d.pruned.in)
	d.outer(e, nd.lo, d.given)
	d.given.AndNot(added)
	for y := added.Next(0); y >= 0; y = added.Next(y + 1) {
		d.removed.Clear()
		d.removed.Add(y)
		if err := d.in.Ancestral(ctx, int(cand.u), int(cand.v), d.given, d.removed, nd.tight, d.above); err != nil {
			return err
		}
		nd.tight.Copy(d.above)
	}
	return nil
}

// exclude takes out of hi what no S holds any more: what is gone, and what is no longer
// adjacent to a node of lo.
func (d *desk) exclude(ctx context.Context, e int, nd *node, a, b int) error {
	cand, out := &d.c.list[e], d.removed
	out.Copy(d.gone)
	if nd.lo.Has(a) {
		out.Add(b)
	}
	if nd.lo.Has(b) {
		out.Add(a)
	}
	out.And(nd.hi)
	if !out.Any() {
		return nil
	}
	nd.hi.AndNot(out)
	nd.probed.AndNot(d.pruned.in)
	nd.tight.AndNot(d.pruned.in)
	d.outer(e, nd.lo, d.given)
	if err := d.in.Ancestral(ctx, int(cand.u), int(cand.v), d.given, out, nd.tight, d.hit); err != nil {
		return err
	}
	nd.tight.AndNot(d.hit)
	return d.keepLeaves(ctx, e, nd, out)
}
