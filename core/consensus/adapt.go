package consensus

import "github.com/mcbnc/mcbnc/core/bitset"

// adapt brings e's frontier in line with the class after a step deleted the edge a, b,
// and says whether it could: every S that e offers now must be one that it offered
// before, when it had that NA and that span. Then what is known of the nodes that are
// left need not be asked for again.
//
// With P = pa(v) \ {u}, e offers P ∪ C for the cliques C of NA. That is so if
//   - P only grew, by nodes of NA (must), which are adjacent to each other, and to all of
//     NA, as in every CPDAG: so that must ∪ C was a clique too,
//   - and nothing else came to P ∪ NA; what left it is gone.
//
// A node that was too large for k_max may no longer be, with a smaller NA.
func (r *run) adapt(e, a, b int, na, span bitset.Set) bool {
	f, naNow, spanNow := r.c.list[e].h, r.c.na.Row(e), r.c.span.Row(e)
	if f == nil || f.cropped || r.lottery != nil || !naNow.Any() || !spanNow.SubsetOf(span) {
		return false
	}
	must, gone := r.must, r.gone
	for w := range must {
		before, now := span[w]&^na[w], spanNow[w]&^naNow[w] // P, u and v
		if before&^now != 0 {
			return false
		}
		must[w], gone[w] = now&^before, span[w]&^spanNow[w]
	}
	if !r.class.IsClique(must) {
		return false
	}
	kept := f.nodes[:0]
	for _, nd := range f.nodes {
		if r.restrict(e, nd, a, b) {
			kept = append(kept, nd)
		}
	}
	clear(f.nodes[len(kept):])
	f.nodes = kept
	return true
}

// restrict leaves nd those of its S that hold all of must, none of gone, and not both a
// and b: for it is said in adapt that there are no others. It says whether there may be any.
// The bounds stay bounds; where they stay tight is as in inherit.
func (r *run) restrict(e int, nd *node, a, b int) bool {
	if !r.must.SubsetOf(nd.hi) || r.gone.Intersects(nd.lo) || nd.lo.Has(a) && nd.lo.Has(b) {
		return false
	}
	r.require(e, nd)
	r.exclude(e, nd, a, b)
	nd.hSize = r.c.na.Row(e).Count() - nd.hi.Count()
	if !nd.clique || nd.hi.Has(a) && nd.hi.Has(b) {
		nd.clique = r.class.IsClique(nd.hi)
	}
	r.settleAll(nd)
	return true
}

// require moves what S must hold from lo and hi to P, where the class has it already.
func (r *run) require(e int, nd *node) {
	cand, added := &r.c.list[e], r.added
	added.Copy(r.must)
	added.AndNot(nd.lo)
	nd.lo.AndNot(r.must)
	nd.hi.AndNot(r.must)
	if !added.Any() {
		return
	}
	r.outer(e, nd.lo, r.given)
	r.given.AndNot(added)
	for y := added.Next(0); y >= 0; y = added.Next(y + 1) {
		r.removed.Clear()
		r.removed.Add(y)
		r.in.Ancestral(int(cand.u), int(cand.v), r.given, r.removed, nd.tight, r.above)
		nd.tight.Copy(r.above)
	}
}

// exclude takes out of hi what no S holds any more: what is gone, and what is no longer
// adjacent to a node of lo.
func (r *run) exclude(e int, nd *node, a, b int) {
	cand, out := &r.c.list[e], r.removed
	out.Copy(r.gone)
	if nd.lo.Has(a) {
		out.Add(b)
	}
	if nd.lo.Has(b) {
		out.Add(a)
	}
	out.And(nd.hi)
	if !out.Any() {
		return
	}
	nd.hi.AndNot(out)
	nd.probed.Clear()
	r.outer(e, nd.lo, r.given)
	r.in.Ancestral(int(cand.u), int(cand.v), r.given, out, nd.tight, r.hit)
	nd.tight.AndNot(r.hit)
}
