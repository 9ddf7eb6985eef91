package consensus

import (
	"context"

	"github.com/mcbnc/mcbnc/core/bitset"
)

// refine makes edge e's key sharper, and says whether that was impossible: then
// the key is the exact score of the edge's best deletion, its frontier's best
// node's leaf.
func (r *run) refine(ctx context.Context, e int) (exact bool, err error) {
	f := r.c.list[e].h
	if f == nil {
		return r.refineOnly(ctx, e)
	}
	nd := f.nodes[f.best]
	switch {
	case nd.solved(r.weights):
		return true, nil
	case nd.tight.Count() < r.c.dags:
		err = r.tighten(ctx, e, nd)
	case nd.clique && nd.probed.Count() < r.c.dags:
		err = r.probeLeaf(ctx, e, nd)
	default:
		err = r.branch(ctx, e, f)
	}
	r.rekey(e)
	return false, err
}

// refineOnly is refine for an edge whose NA is empty: there is one S.
func (r *run) refineOnly(ctx context.Context, e int) (exact bool, err error) {
	known := r.c.known.Row(e)
	if known.Count() == r.c.dags {
		return true, nil
	}
	cand := &r.c.list[e]
	if cand.inFamily {
		if searched, err := r.searchFamily(ctx, int(cand.v), known); searched || err != nil {
			return false, err
		}
		r.query.Family = r.f.members.Row(int(cand.v))
	}
	r.outer(e, r.none, r.given)
	err = r.ask(ctx, e, known, r.given, r.given)
	r.query.Family = nil
	if err != nil {
		return false, err
	}
	for k, i := range r.query.Dags {
		r.c.setCut(e, int(i), r.query.Sizes[k])
		known.Add(int(i))
	}
	r.rekey(e)
	return false, nil
}

// tighten makes every bound of nd the cut it stands for.
func (r *run) tighten(ctx context.Context, e int, nd *node) error {
	r.outer(e, nd.lo, r.given)
	r.outer(e, nd.hi, r.removed)
	if err := r.ask(ctx, e, nd.tight, r.given, r.removed); err != nil {
		return err
	}
	for k, i := range r.query.Dags {
		nd.setBound(int(i), r.query.Sizes[k], r.weights[i])
		nd.tight.Add(int(i))
	}
	return nil
}

// probeLeaf finds every cut of nd's leaf.
func (r *run) probeLeaf(ctx context.Context, e int, nd *node) error {
	r.outer(e, nd.hi, r.given)
	if err := r.ask(ctx, e, nd.probed, r.given, r.given); err != nil {
		return err
	}
	for k, i := range r.query.Dags {
		nd.leaf[i] = r.query.Sizes[k]
		nd.probed.Add(int(i))
	}
	if nd.hSize == 0 { // S is the whole family: worth keeping for a later frontier
		for i, cut := range nd.leaf {
			r.c.setCut(e, i, cut)
		}
		r.c.known.Row(e).Copy(nd.probed)
	}
	return nil
}

// ask queries, for edge e, the DAGs that are not in answered. The answer is left
// in r.query until the next one.
func (r *run) ask(ctx context.Context, e int, answered, given, removed bitset.Set) error {
	cand, q := &r.c.list[e], &r.query
	q.U, q.V, q.Given, q.Removed = int(cand.u), int(cand.v), given, removed
	q.Dags = q.Dags[:0]
	for i := range r.c.dags {
		if !answered.Has(i) {
			q.Dags = append(q.Dags, int32(i))
		}
	}
	q.Sizes = q.Sizes[:len(q.Dags)]
	r.counts.Evaluations++
	r.counts.Cuts += int64(len(q.Dags))
	return r.in.Cuts(ctx, &r.query)
}
