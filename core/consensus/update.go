package consensus

import "github.com/mcbnc/mcbnc/core/bitset"

// invalidate forgets every cut that may have changed when DAGs were pruned: those
// whose ancestral set holds a node that was touched in that DAG. A touched node is
// an ancestor of {u, v} ∪ S only if one of {u, v} ∪ S is touched itself, since
// touched holds all that descended from a removed arc. Everything else stands.
func (r *run) invalidate(pruned []Pruned) {
	for k := range pruned {
		r.separate(&pruned[k])
	}
	r.forgetTouched(pruned)
	for _, e := range r.c.loose() {
		span, changed := r.c.span.Row(int(e)), false
		for k := range pruned {
			if p := &pruned[k]; span.Intersects(p.Touched) {
				r.forget(int(e), int(p.Dag), p.Touched)
				changed = true
			}
		}
		if changed {
			r.rekey(int(e))
		}
	}
}

// separate takes back that two nodes are joined where their arc was removed.
func (r *run) separate(p *Pruned) {
	for _, a := range p.Arcs {
		if e := r.c.edgeBetween(a.From, a.To); e >= 0 {
			r.c.joined.Row(e).Remove(int(p.Dag))
			r.c.forgetCut(e, int(p.Dag)) // even one never asked for: its bound was that they are joined
			r.rekey(e)
		}
	}
}

// forget takes DAG dag's cuts out of the loose edge e, where S has a touched node.
func (r *run) forget(e, dag int, touched bitset.Set) {
	r.c.forgetCut(e, dag)
	f := r.c.list[e].h
	if f == nil {
		return
	}
	least := r.c.row(e)[dag]
	r.probe.Copy(r.c.span.Row(e)) // {u, v} ∪ P, common to all of e's S
	r.probe.AndNot(r.c.na.Row(e))
	base := r.probe.Intersects(touched)
	for _, nd := range f.nodes {
		if base || nd.hi.Intersects(touched) {
			nd.probed.Remove(dag)
			nd.leaf[dag] = 0
		}
		if base || nd.lo.Intersects(touched) {
			nd.tight.Remove(dag)
			nd.setBound(dag, least, r.weights[dag])
		}
	}
}

// refresh brings the candidates in line with the class after Delete(u, v, H). An
// edge's offer depends on its direction, pa(v), NA(v, u) and the adjacencies
// among NA(v, u). So it can have changed only
//   - where the head of the edge was touched,
//   - where the edge ends in u or v, which are no longer adjacent,
//   - where NA holds both u and v: then the head is a neighbour of both.
func (r *run) refresh(gone int) {
	u, v := int(r.c.list[gone].u), int(r.c.list[gone].v)
	heads := r.heads
	heads.Copy(r.class.Ne(u))
	heads.And(r.class.Ne(v))
	heads.Or(r.class.Touched())
	for x := heads.Next(0); x >= 0; x = heads.Next(x + 1) {
		r.refreshFamily(x, gone) // asks what was known of edges: so before any of them
	}
	for x := heads.Next(0); x >= 0; x = heads.Next(x + 1) {
		for _, end := range r.c.at[x] {
			e := int(end.edge)
			na := r.c.na.Row(e)
			if r.c.orient(e) || r.c.list[e].h != nil && na.Has(u) && na.Has(v) {
				r.c.list[e].h = r.root(e)
				r.rekey(e)
			}
		}
	}
}

// rekey gives e the lowest key that a deletion of it can still have.
func (r *run) rekey(e int) {
	cand := &r.c.list[e]
	score := int64(never)
	switch {
	case r.c.group[e] < 0: // it is gone
	case cand.h == nil:
		score = cand.sum
	case len(cand.h.nodes) > 0:
		score = cand.h.pick().sum
	}
	r.keys.set(e, score, cand.u, cand.v)
}
