package consensus

import (
	"context"

	"github.com/mcbnc/mcbnc/core/bitset"
	"github.com/mcbnc/mcbnc/core/equiv"
	"github.com/mcbnc/mcbnc/core/graph"
)

// guide keeps a run within the classes that have a member with the right directions:
// it lets those deletions through that take an edge out of such a member. What is left
// of the member is one of the next class, so that there always is one; and any of its
// edges can be taken out, so that no direction ever keeps an edge from going.
type guide struct {
	directed *graph.DAG
	state    *graph.PDAG // the class's CPDAG, nil until this step asks for it
	barred   []barredNode
}

// barredNode is a node of e's frontier f that is barred in this step.
type barredNode struct {
	e  int
	f  *frontier
	nd *node
}

// newGuide returns nil where the constraints give no direction.
func newGuide(c *graph.Constraints) *guide {
	if directed := c.Directions(); directed != nil {
		return &guide{directed: directed}
	}
	return nil
}

// keepsDirections says whether the best deletion of e, whose key is exact, is to be
// had. If not, its node is barred for this step where none of it is, or else parted.
func (r *run) keepsDirections(ctx context.Context, e int) (keeps bool, err error) {
	f := r.c.list[e].h
	if r.guide == nil || f == nil { // NA is empty: any member will do
		return true, nil
	}
	nd := f.nodes[f.best]
	if r.hasMember(e, nd.hi, nd.hi) {
		return true, nil
	}
	if nd.lo.Equal(nd.hi) || !r.hasMember(e, nd.lo, nd.hi) {
		nd.barred = true
		r.guide.barred = append(r.guide.barred, barredNode{e, f, nd})
		r.rekey(e)
		return false, nil
	}
	err = r.alone.split(ctx, e, nd.undecided())
	r.rekey(e)
	return false, err
}

// hasMember says whether the class has a member that keeps the directions and from
// which u → v can be taken with lo ⊆ NA \ H ⊆ hi: in which v's parents in NA are such a
// set. For u − v the same holds either way round: NA(v, u) = NA(u, v).
func (r *run) hasMember(e int, lo, hi bitset.Set) bool {
	cand := &r.c.list[e]
	if r.guide.state == nil {
		r.guide.state = r.class.CPDAG()
	}
	u, v := int(cand.u), int(cand.v)
	return r.hasMemberWith(u, v, e, lo, hi) || cand.undirected && r.hasMemberWith(v, u, e, lo, hi)
}

// hasMemberWith is hasMember for u → v.
func (r *run) hasMemberWith(u, v, e int, lo, hi bitset.Set) bool {
	directed := r.guide.directed.Clone()
	directed.Add(u, v)
	na := r.c.na.Row(e)
	for x := na.Next(0); x >= 0; x = na.Next(x + 1) {
		switch {
		case lo.Has(x):
			directed.Add(x, v)
		case !hi.Has(x):
			directed.Add(v, x)
		}
	}
	_, err := equiv.Extension(r.guide.state, directed)
	return err == nil
}

// admitAgain lifts the bars when a step has been taken.
func (r *run) admitAgain() {
	if r.guide == nil {
		return
	}
	r.guide.state = nil
	for _, b := range r.guide.barred {
		b.nd.barred = false
		if r.c.list[b.e].h == b.f {
			r.rekey(b.e)
		}
	}
	r.guide.barred = r.guide.barred[:0]
}
