package consensus

import (
	"context"

	"github.com/mcbnc/mcbnc/core/fuse/consensus/internal/hsearch"
	"github.com/mcbnc/mcbnc/core/graphs/bitset"
	"github.com/mcbnc/mcbnc/core/graphs/equiv"
	"github.com/mcbnc/mcbnc/core/graphs/graph"
)

// directionFilter keeps a run within the classes that have a member with the required
// directions. It lets a deletion through if the deletion takes an edge out of such a member.
// What is left of that member is in the next class, so there always is one. Any edge of the
// member can be taken out, so no direction ever keeps an edge from being deleted.
type directionFilter struct {
	class    *equiv.Class
	directed *graph.DAG
	state    *graph.PDAG // the class's CPDAG; nil until this step asks for it
	barred   []barred    // in this step
}

// barred is an edge and its search, in which a subproblem is barred.
type barred struct {
	e      int
	search *hsearch.Search
}

// newDirectionFilter returns nil if the constraints give no direction.
func newDirectionFilter(class *equiv.Class, c *graph.Constraints) *directionFilter {
	if directed := c.Directions(); directed != nil {
		return &directionFilter{class: class, directed: directed}
	}
	return nil
}

// admits reports whether the best deletion of e, whose key is exact, keeps the directions. If
// not, the best subproblem is barred for this step if none of its deletions does. Else it is
// split.
func (f *directionFilter) admits(ctx context.Context, w *worker, e int) (bool, error) {
	edge := &w.table.list[e]
	if f == nil || edge.search == nil { // with an empty NA, any member will do
		return true, nil
	}
	lo, hi := edge.search.Range()
	if f.hasMember(edge, edge.search.NA, hi, hi) {
		return true, nil
	}
	var err error
	if lo.Equal(hi) || !f.hasMember(edge, edge.search.NA, lo, hi) {
		edge.search.Bar()
		f.barred = append(f.barred, barred{e, edge.search})
	} else {
		err = w.solver.SplitLowest(ctx, edge.search)
	}
	w.queue.update(e)
	return false, err
}

// hasMember reports whether the class has a member that keeps the directions, and from which
// u → v can be taken with lo ⊆ NA \ H ⊆ hi: a member in which v's parents in NA are such a
// set. For u − v either way round will do, since NA(v, u) = NA(u, v).
func (f *directionFilter) hasMember(edge *edge, na, lo, hi bitset.Set) bool {
	if f.state == nil {
		f.state = f.class.CPDAG()
	}
	u, v := int(edge.u), int(edge.v)
	return f.hasMemberWith(u, v, na, lo, hi) || edge.undirected && f.hasMemberWith(v, u, na, lo, hi)
}

func (f *directionFilter) hasMemberWith(u, v int, na, lo, hi bitset.Set) bool {
	directed := f.directed.Clone()
	directed.Add(u, v)
	for x := na.Next(0); x >= 0; x = na.Next(x + 1) {
		switch {
		case lo.Has(x):
			directed.Add(x, v)
		case !hi.Has(x):
			directed.Add(v, x)
		}
	}
	_, err := equiv.Extension(f.state, directed)
	return err == nil
}

// endStep lets all subproblems in again.
func (f *directionFilter) endStep(t *edges, s *queue) {
	if f == nil {
		return
	}
	f.state = nil
	for _, b := range f.barred {
		b.search.Unbar()
		if t.list[b.e].search == b.search {
			s.update(b.e)
		}
	}
	f.barred = f.barred[:0]
}
