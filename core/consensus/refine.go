package consensus

import (
	"context"
	"math"

	"github.com/mcbnc/mcbnc/core/bitset"
)

// subject is what a question is about.
type subject int

const (
	aboutFamily subject = iota // which cuts of the edge's family are 0
	aboutEdge                  // the cuts of an edge that has one S
	aboutHead                  // which bounds of the roots of the edges into the edge's head are 0
	aboutBounds                // the bounds of a node of its frontier
	aboutLeaf                  // the leaf of one
)

// question is one query, and what the answer is for. Searches are about families and heads,
// cuts about the rest.
type question struct {
	about subject
	edge  int
	node  *node
	reach ReachQuery
	cut   CutQuery
}

// isReach says which of the two queries is the question.
func (q *question) isReach() bool { return q.about == aboutFamily || q.about == aboutHead }

// sharpness says what would make an edge's key sharper.
type sharpness int

const (
	exact   sharpness = iota // nothing: it is the score of the edge's best deletion
	toAsk                    // asking the DAGs the question that was posed
	toSplit                  // branching over H
)

// pose says what makes edge e's key sharper, and makes the question that if it is one.
// When the key is exact, a frontier's best node's leaf is its best deletion.
func (d *desk) pose(e int) sharpness {
	if f := d.c.list[e].h; f != nil {
		return d.poseNode(e, f.nodes[f.best])
	}
	return d.poseEdge(e)
}

// poseEdge is pose for an edge whose NA is empty: there is one S.
func (d *desk) poseEdge(e int) sharpness {
	cand := &d.c.list[e]
	d.knownOf(e, d.known)
	if !d.allBut(d.known) {
		return exact
	}
	if cand.inFamily && d.poseFamily(e, d.known) {
		return toAsk
	}
	d.allBut(d.known)
	d.outer(e, d.none, d.given)
	d.fill(aboutEdge, e, nil, d.given)
	if cand.inFamily {
		q, v := &d.question.cut, int(cand.v)
		q.Family, q.Region = d.f.members.Row(v), d.f.region[v]
	}
	return toAsk
}

// poseNode is pose for an edge whose frontier has nd as its best node. That is to be split
// as soon as its leaf is known to score more than its bound: so the DAGs where that is to
// be expected, since it was so where nd comes from, are asked before the others.
func (d *desk) poseNode(e int, nd *node) sharpness {
	d.asked.Copy(nd.doubt)
	d.asked.Or(nd.probed) // and not tight: so the leaf is more than the bound
	switch {
	case nd.solved(d.weights):
		return exact
	case d.without(nd.tight) || d.allBut(nd.tight):
		if !d.poseHead(e) {
			d.poseBounds(e, nd)
		}
	case !nd.clique:
		return toSplit
	case !nd.differs(d.weights) && (d.likeliest(nd) || d.allBut(nd.probed)):
		d.outer(e, nd.hi, d.given)
		d.fill(aboutLeaf, e, nd, d.given)
	default:
		return toSplit
	}
	return toAsk
}

// poseBounds asks for the bounds of nd to be the cuts they stand for.
func (d *desk) poseBounds(e int, nd *node) {
	d.outer(e, nd.lo, d.given)
	d.outer(e, nd.hi, d.removed)
	d.fill(aboutBounds, e, nd, d.removed)
}

// likeliest fills asked with those of the DAGs in doubt in which the leaf of where nd comes
// from was most above the bound, and says whether there are any that were not asked yet.
func (d *desk) likeliest(nd *node) bool {
	d.asked.Copy(nd.doubt)
	if !d.without(nd.probed) {
		return false
	}
	most := int64(math.MinInt64)
	for i := d.asked.Next(0); i >= 0; i = d.asked.Next(i + 1) {
		most = max(most, d.weights[i]*(int64(nd.leaf[i])-int64(nd.bound[i])))
	}
	for i := d.asked.Next(0); i >= 0; i = d.asked.Next(i + 1) {
		if d.weights[i]*(int64(nd.leaf[i])-int64(nd.bound[i])) < most {
			d.asked.Remove(i)
		}
	}
	return true
}

// allBut fills asked with all DAGs but those of answered, and says whether there are any.
func (d *desk) allBut(answered bitset.Set) bool {
	d.asked.Fill(d.c.dags)
	return d.without(answered)
}

// without takes those of answered out of asked, and says whether any are left.
func (d *desk) without(answered bitset.Set) bool {
	d.asked.AndNot(answered)
	return d.asked.Any()
}

// answer has the question answered, and learns from that.
func (d *desk) answer(ctx context.Context) error {
	if err := d.put(ctx); err != nil {
		return err
	}
	d.take()
	return nil
}

// put puts the question to the inputs.
func (d *desk) put(ctx context.Context) error {
	q := &d.question
	if q.isReach() {
		d.counts.Searches += int64(q.reach.Dags.Count())
		return d.in.Reach(ctx, d.number, &q.reach)
	}
	d.counts.Evaluations++
	d.counts.Cuts += int64(q.cut.Dags.Count())
	return d.in.MinCuts(ctx, d.number, &q.cut)
}

// fill makes the question one about a cut of edge e, given d.given, to the DAGs of asked.
func (d *desk) fill(about subject, e int, nd *node, removed bitset.Set) {
	cand := &d.c.list[e]
	q := &d.question
	q.about, q.edge, q.node = about, e, nd
	q.cut = CutQuery{
		U: int(cand.u), V: int(cand.v), Given: d.given, Removed: removed, Limit: int(d.cap),
		Dags: d.asked, Sizes: d.sizes,
	}
}

// take learns from the answer to the question.
func (d *desk) take() {
	q := &d.question
	e, nd, query := q.edge, q.node, &q.cut
	switch q.about {
	case aboutFamily:
		d.learn(&q.reach)
	case aboutHead:
		d.learnHead(&q.reach)
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
			for i := nd.probed.Next(0); i >= 0; i = nd.probed.Next(i + 1) {
				d.c.setCut(e, i, nd.leaf[i]) // of the others, leaf says what it was for another S
			}
			d.c.known.Row(e).Copy(nd.probed)
		}
	}
	if group := int(d.c.group[e]); group < d.n {
		d.findBest(group)
	}
}
