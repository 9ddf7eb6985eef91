package consensus

import "github.com/mcbnc/mcbnc/core/bitset"

// invalidate forgets every cut of a DAG that may have changed when it was pruned:
// those whose ancestral set holds a node that was touched. A touched node is an
// ancestor of {u, v} ∪ S only if one of {u, v} ∪ S is touched itself, since
// touched holds all that descended from a removed arc. Everything else stands.
func (r *run) invalidate(p *Pruned) {
	dag := int(p.Dag)
	for _, a := range p.Arcs {
		if e := r.c.edgeBetween(a.From, a.To); e >= 0 {
			r.c.joined.Row(e).Remove(dag)
			r.c.forgetCut(e, dag) // even an unasked one: its bound was that the ends are joined
			r.rekey(e)
		}
	}
	for v := range r.n {
		if r.f.members.Row(v).Intersects(p.Touched) {
			r.forgetSearch(v, dag)
		}
	}
	for e := range r.c.list {
		cand := &r.c.list[e]
		if cand.alive && !cand.inFamily() && r.c.family.Row(e).Intersects(p.Touched) {
			r.forget(e, dag, p.Touched)
		}
	}
}

// forget takes DAG dag's cuts out of edge e, where a touched node is in its S.
func (r *run) forget(e, dag int, touched bitset.Set) {
	r.c.forgetCut(e, dag)
	least := r.c.row(e)[dag]
	if f := r.c.list[e].h; f != nil {
		r.probe.Copy(r.c.family.Row(e)) // {u, v} ∪ P, common to all of e's S
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
	r.rekey(e)
}

// refresh brings the candidates in line with the class after Delete(u, v, H). An
// edge's offer depends on its direction, pa(v), NA(v, u) and the adjacencies
// among NA(v, u). So it can have changed only
//   - where the head of the edge was touched,
//   - where the edge ends in u or v, which are no longer adjacent,
//   - where NA holds both u and v: then the head is a neighbour of both.
func (r *run) refresh(gone int) {
	u, v := r.c.list[gone].u, r.c.list[gone].v
	heads := r.c.stale
	heads.Copy(r.c.class.Ne(int(u)))
	heads.And(r.c.class.Ne(int(v)))
	heads.Or(r.c.class.Touched())
	for x := heads.Next(0); x >= 0; x = heads.Next(x + 1) {
		r.refreshFamily(x, gone) // asks what was known of edges: so before any of them
	}
	for x := heads.Next(0); x >= 0; x = heads.Next(x + 1) {
		for _, end := range r.c.at[x] {
			r.refreshEdge(int(end.edge), u, v)
		}
	}
}

func (r *run) refreshEdge(e int, u, v int32) {
	cand := &r.c.list[e]
	wasInFamily, head := cand.inFamily(), cand.v
	changed, cutsStand := r.c.orient(e)
	na := r.c.na.Row(e)
	if !changed && !(na.Has(int(u)) && na.Has(int(v))) {
		return
	}
	staysInFamily := wasInFamily && cand.v == head && !cand.undirected && !na.Any()
	switch {
	case staysInFamily:
		r.forgetUnsearched(e)
	case !cutsStand || wasInFamily || !cand.undirected && !na.Any():
		r.c.forgetCuts(e)
	}
	cand.h = r.root(e)
	r.rekey(e)
}

// rekey gives e the lowest key that a deletion of it can still have.
func (r *run) rekey(e int) {
	cand := &r.c.list[e]
	score := int64(never)
	switch {
	case !cand.alive:
	case cand.h == nil:
		score = cand.sum
	case len(cand.h.nodes) > 0:
		score = cand.h.pick().sum
	}
	r.keys.set(e, score, cand.u, cand.v)
}
