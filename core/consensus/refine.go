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
	query Query
	about subject
	edge  int
	node  *node
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
func (d *desk) sharpness(e int) sharpness {
	f := d.c.list[e].h
	if f == nil {
		if d.knownOf(e, d.known); d.known.Count() == d.c.dags {
			return exact
		}
		return toAsk
	}
	nd := f.nodes[f.best]
	switch {
	case nd.solved(d.weights):
		return exact
	case nd.tight.Count() < d.c.dags || nd.clique && nd.probed.Count() < d.c.dags:
		return toAsk
	}
	return toSplit
}

// ask makes edge e's key sharper by a question.
func (d *desk) ask(ctx context.Context, e int) error {
	d.pose(e)
	return d.answer(ctx)
}

// answer has the question answered, and learns from that.
func (d *desk) answer(ctx context.Context) error {
	if err := d.in.Answer(ctx, d.number, &d.question.query); err != nil {
		return err
	}
	d.take()
	return nil
}

// pose makes the question what makes edge e's key sharper.
func (d *desk) pose(e int) {
	f := d.c.list[e].h
	if f == nil {
		d.poseEdge(e)
		return
	}
	nd := f.nodes[f.best]
	if nd.tight.Count() < d.c.dags {
		d.poseBounds(e, nd)
		return
	}
	d.outer(e, nd.hi, d.given)
	d.fill(aboutLeaf, e, nd, nd.probed, d.given)
}

// poseEdge is pose for an edge whose NA is empty: there is one S.
func (d *desk) poseEdge(e int) {
	cand := &d.c.list[e]
	d.knownOf(e, d.known)
	if cand.inFamily && d.poseFamily(e, d.known) {
		return
	}
	d.outer(e, d.none, d.given)
	d.fill(aboutEdge, e, nil, d.known, d.given)
	if cand.inFamily {
		q, v := &d.question.query, int(cand.v)
		q.Family, q.Region = d.f.members.Row(v), d.f.region.Rows(v*d.c.dags, d.c.dags)
	}
}

// poseBounds asks for every bound of nd to be the cut it stands for.
func (d *desk) poseBounds(e int, nd *node) {
	d.outer(e, nd.lo, d.given)
	d.outer(e, nd.hi, d.removed)
	d.fill(aboutBounds, e, nd, nd.tight, d.removed)
}

// fill makes the question one about a cut of edge e, given d.given, to the DAGs that are
// not in answered.
func (d *desk) fill(about subject, e int, nd *node, answered, removed bitset.Set) {
	cand := &d.c.list[e]
	d.asked.Fill(d.c.dags)
	d.asked.AndNot(answered)
	d.question = question{
		query: Query{
			U: int(cand.u), V: int(cand.v), Given: d.given, Removed: removed, Limit: int(d.cap),
			Dags: d.asked, Sizes: d.sizes,
		},
		about: about, edge: e, node: nd,
	}
	d.counts.Evaluations++
	d.counts.Cuts += int64(d.asked.Count())
}

// take learns from the answer to the question.
func (d *desk) take() {
	q := &d.question
	e, nd, query := q.edge, q.node, &q.query
	switch q.about {
	case aboutFamily:
		d.learn(query)
	case aboutEdge:
		for i := query.Dags.Next(0); i >= 0; i = query.Dags.Next(i + 1) {
			d.c.setCut(e, i, query.Sizes[i])
			d.c.raise(e, i, query.Sizes[i])
		}
		d.c.known.Row(e).Or(query.Dags)
	case aboutBounds:
		for i := query.Dags.Next(0); i >= 0; i = query.Dags.Next(i + 1) {
			nd.setBound(i, query.Sizes[i], d.weights[i])
			d.c.raise(e, i, query.Sizes[i])
			nd.settle(i, d.cap)
		}
		nd.tight.Or(query.Dags)
		d.c.list[e].h.pick()
	case aboutLeaf:
		for i := query.Dags.Next(0); i >= 0; i = query.Dags.Next(i + 1) {
			nd.leaf[i] = query.Sizes[i]
			d.c.raise(e, i, query.Sizes[i])
			nd.probed.Add(i)
			nd.settle(i, d.cap)
		}
		if nd.hSize == 0 { // S is the whole family: worth keeping for a later frontier
			for i, cut := range nd.leaf {
				d.c.setCut(e, i, cut)
			}
			d.c.known.Row(e).Copy(nd.probed)
		}
	}
	if group := int(d.c.group[e]); group < d.n {
		d.findBest(group)
	}
}
