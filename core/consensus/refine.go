package consensus

import (
	"context"

	"github.com/mcbnc/mcbnc/core/bitset"
)

// subject is what a question is about.
type subject int

const (
	aboutFamily subject = iota // which cuts of the edge's family are 0
	aboutEdge                  // the cuts of an edge that has one S
	aboutBounds                // the bounds of a node of its frontier
	aboutLeaf                  // the leaf of one
)

// question is one query, and what the answer is for.
type question struct {
	query          Query
	about          subject
	edge           int
	node           *node
	given, removed bitset.Set
	dags           bitset.Set
	sizes          []uint16
}

// sharpness says what would make an edge's key sharper.
type sharpness int

const (
	exact   sharpness = iota // nothing: it is the score of the edge's best deletion
	toAsk                    // asking the DAGs
	toSplit                  // branching over H
)

// sharpness of edge e. When it is exact, a frontier's best node's leaf is its best
// deletion.
func (r *run) sharpness(e int) sharpness {
	f := r.c.list[e].h
	if f == nil {
		if r.knownOf(e, r.known); r.known.Count() == r.c.dags {
			return exact
		}
		return toAsk
	}
	nd := f.nodes[f.best]
	switch {
	case nd.solved(r.weights):
		return exact
	case nd.tight.Count() < r.c.dags || nd.clique && nd.probed.Count() < r.c.dags:
		return toAsk
	}
	return toSplit
}

// pose asks, in q, what makes edge e's key sharper.
func (r *run) pose(e int, q *question) {
	f := r.c.list[e].h
	if f == nil {
		r.poseEdge(e, q)
		return
	}
	nd := f.nodes[f.best]
	if nd.tight.Count() < r.c.dags {
		r.poseBounds(e, nd, q)
		return
	}
	r.outer(e, nd.hi, q.given)
	r.fill(q, aboutLeaf, e, nd, nd.probed, q.given)
}

// poseEdge is pose for an edge whose NA is empty: there is one S.
func (r *run) poseEdge(e int, q *question) {
	cand := &r.c.list[e]
	r.knownOf(e, r.known)
	if cand.inFamily && r.poseFamily(e, q, r.known) {
		return
	}
	r.outer(e, r.none, q.given)
	r.fill(q, aboutEdge, e, nil, r.known, q.given)
	if cand.inFamily {
		q.query.Family = r.f.members.Row(int(cand.v))
	}
}

// poseBounds asks for every bound of nd to be the cut it stands for.
func (r *run) poseBounds(e int, nd *node, q *question) {
	r.outer(e, nd.lo, q.given)
	r.outer(e, nd.hi, q.removed)
	r.fill(q, aboutBounds, e, nd, nd.tight, q.removed)
}

// fill makes q a question about a cut of edge e to the DAGs that are not in
// answered.
func (r *run) fill(q *question, about subject, e int, nd *node, answered, removed bitset.Set) {
	cand := &r.c.list[e]
	q.about, q.edge, q.node = about, e, nd
	q.dags.Fill(r.c.dags)
	q.dags.AndNot(answered)
	q.query = Query{
		U: int(cand.u), V: int(cand.v), Given: q.given, Removed: removed, Limit: int(r.cap),
		Dags: q.dags, Sizes: q.sizes,
	}
	r.counts.Evaluations++
	r.counts.Cuts += int64(q.dags.Count())
}

// take learns from the answer to q. Afterwards the edge's seat is to get its key.
func (r *run) take(q *question) {
	e, nd, query := q.edge, q.node, &q.query
	switch q.about {
	case aboutFamily:
		r.learn(query)
	case aboutEdge:
		for i := query.Dags.Next(0); i >= 0; i = query.Dags.Next(i + 1) {
			r.c.setCut(e, i, query.Sizes[i])
		}
		r.c.known.Row(e).Or(query.Dags)
	case aboutBounds:
		for i := query.Dags.Next(0); i >= 0; i = query.Dags.Next(i + 1) {
			nd.setBound(i, query.Sizes[i], r.weights[i])
			nd.settle(i, r.cap)
		}
		nd.tight.Or(query.Dags)
		r.c.list[e].h.pick()
	case aboutLeaf:
		for i := query.Dags.Next(0); i >= 0; i = query.Dags.Next(i + 1) {
			nd.leaf[i] = query.Sizes[i]
		}
		nd.probed.Or(query.Dags)
		if nd.hSize == 0 { // S is the whole family: worth keeping for a later frontier
			for i, cut := range nd.leaf {
				r.c.setCut(e, i, cut)
			}
			r.c.known.Row(e).Copy(nd.probed)
		}
	}
	if group := int(r.c.group[e]); group < r.n {
		r.findBest(group)
	}
}

// ask has one question answered, and learns from it.
func (r *run) ask(ctx context.Context, q *question) error {
	r.batch.queries = append(r.batch.queries[:0], &q.query)
	if err := r.in.Answer(ctx, r.batch.queries); err != nil {
		return err
	}
	r.take(q)
	r.seat(r.seatOf(q.edge))
	return nil
}
