package consensus

import (
	"context"
	"slices"

	"github.com/mcbnc/mcbnc/core/bitset"
	"github.com/mcbnc/mcbnc/core/equiv"
	"github.com/mcbnc/mcbnc/core/graph"
)

// candidate is an edge that can be deleted. A directed one is u → v; an
// undirected one has u < v, since both ways round give the same scores and the
// same result.
type candidate struct {
	u, v       int32
	undirected bool
	inFamily   bool      // directed, NA(v, u) is empty and the edge is free: S is v's family without u and v
	rule       rule      // what the constraints say of it
	h          *frontier // the search over H, nil where NA(v, u) is empty
}

// rule is what constraints say of an edge. Edges that are not free are of no family,
// so that a family's best edge is found without asking.
type rule uint8

const (
	free      rule = iota
	required       // never deleted
	forbidden      // deleted before any that is free
)

// ruleOf is what the constraints, which may be nil, say of the pair u, v.
func ruleOf(c *graph.Constraints, u, v int) rule {
	switch {
	case c == nil:
		return free
	case c.Required.Row(v).Has(u):
		return required
	case c.Forbidden.Row(v).Has(u):
		return forbidden
	}
	return free
}

// candidates holds every edge that a run begins with, and for each the cuts that still
// stand. An edge can lose its direction and vanish, but none ever comes back, so that
// its place in these tables is its name.
type candidates struct {
	class  *equiv.Class
	dags   int
	capOne bool // the cap is 1, so that a DAG that joins u and v says no more by its cut: joined is part of known
	list   []candidate
	edges  []int32       // edges[x*n+y]: the edge that joins x and y, or -1
	groups [][]int32     // groups[v]: the edges of v's family
	group  []int32       // of each edge, whose family it is of, n of a loose edge, -1 when it is gone
	apart  bitset.Matrix // row x: the nodes that loose edges join to x
	loose  int           // how many of these there are
	slot   []int32       // groups[group[e]][slot[e]] = e
	na     bitset.Matrix // row e: NA(v, u)
	span   bitset.Matrix // row e, of a loose edge: {u, v} ∪ pa(v) ∪ NA(v, u)
	joined bitset.Matrix // row e, over DAGs: those in which u and v are adjacent
	known  bitset.Matrix // row e, over DAGs: those that were asked for the cut that stands in cuts; see knownOf
	cutIn  bitset.Matrix // row e, over DAGs: those where cuts is not 0
	raised bitset.Matrix // row e, of a loose edge, over DAGs: all in which something more than adjacency says is known
	sum    []int64       // sum[e]: Σ w_i times its cut in DAG i
	cuts   []uint16      // with all of NA in S, see cutAt; a lower bound where not known
	where  []place       // of each edge's cuts
	weight []int64
	naNew  bitset.Set // scratch
	spnNew bitset.Set // scratch
	naOld  bitset.Set // what orient replaced
	spnOld bitset.Set // the same
}

// place is where an edge's cuts are. Those of the edges that had one head in the fusion
// lie together, DAG by DAG: what is forgotten of a family in one DAG is in one place.
type place struct{ first, step int }

func newCandidates(
	ctx context.Context, class *equiv.Class, in Inputs, weights []int64, limit uint16, constraints *graph.Constraints,
) (*candidates, error) {
	n, edges, dags := class.N, class.Edges(), in.Count()
	sets, over := bitset.Interleaved(2, edges, n), bitset.Interleaved(4, edges, dags)
	scratch := bitset.NewMatrix(4, n)
	c := &candidates{
		class: class, dags: dags, weight: weights, capOne: limit == 1,
		list:   make([]candidate, 0, edges),
		edges:  slices.Repeat([]int32{-1}, n*n),
		groups: make([][]int32, n),
		group:  make([]int32, edges),
		apart:  bitset.NewMatrix(n, n),
		slot:   make([]int32, edges),
		na:     sets[0],
		span:   sets[1],
		joined: over[0],
		known:  over[1],
		cutIn:  over[2],
		raised: over[3],
		sum:    make([]int64, edges),
		cuts:   make([]uint16, edges*dags),
		where:  make([]place, edges),
		naNew:  scratch.Row(0), spnNew: scratch.Row(1), naOld: scratch.Row(2), spnOld: scratch.Row(3),
	}
	var joined []bitset.Set // of the edges into v
	for v := range n {      // by head, so that what belongs to a family mostly lies together
		pa := class.Member().Pa(v)
		first, inFamily := len(c.list), pa.Count()
		for u := pa.Next(0); u >= 0; u = pa.Next(u + 1) {
			e := len(c.list)
			c.list = append(c.list, candidate{u: int32(u), v: int32(v), rule: ruleOf(constraints, u, v)})
			c.edges[u*n+v], c.edges[v*n+u] = int32(e), int32(e)
			c.where[e] = place{first*dags + e - first, inFamily}
			c.group[e] = -1
			c.move(e, n)
			joined = append(joined, c.joined.Row(e))
		}
		if err := in.Adjacent(ctx, v, pa, joined); err != nil {
			return nil, err
		}
		for e := first; e < len(c.list); e++ {
			c.forgetCuts(e)
		}
		joined = joined[:0]
	}
	return c, nil
}

// edgeBetween is the edge that joins x and y, or -1.
func (c *candidates) edgeBetween(x, y int) int { return int(c.edges[x*c.class.N+y]) }

// drop takes edge e out of the tables.
func (c *candidates) drop(e int) {
	cand := &c.list[e]
	cand.h = nil
	c.move(e, -1)
	n, u, v := c.class.N, int(cand.u), int(cand.v)
	c.edges[u*n+v], c.edges[v*n+u] = -1, -1
}

// move puts e into another group, or into none.
func (c *candidates) move(e, group int) {
	u, v, n := int(c.list[e].u), int(c.list[e].v), c.class.N
	switch from := int(c.group[e]); {
	case from == n: // it was loose
		c.loose--
		c.apart.Row(u).Remove(v)
		c.apart.Row(v).Remove(u)
	case from >= 0:
		members, at := c.groups[from], c.slot[e]
		last := members[len(members)-1]
		members[at], c.slot[last] = last, at
		c.groups[from] = members[:len(members)-1]
	}
	switch {
	case group == n:
		c.loose++
		c.apart.Row(u).Add(v)
		c.apart.Row(v).Add(u)
	case group >= 0:
		c.slot[e] = int32(len(c.groups[group]))
		c.groups[group] = append(c.groups[group], int32(e))
	}
	c.group[e] = int32(group)
}

// orient brings e in line with the class: its direction, whether it is in a
// family, and for a loose edge NA and span. It says whether what e offers may
// have changed; cuts that no longer stand are forgotten.
func (c *candidates) orient(e int) (changed bool) {
	cand := &c.list[e]
	old := *cand
	c.direct(cand)
	c.naNew.Clear()
	if ne := c.class.Ne(int(cand.v)); ne.Any() {
		c.class.NA(int(cand.v), int(cand.u), c.naNew)
	}
	cand.inFamily = !cand.undirected && !c.naNew.Any() && cand.rule == free
	if cand.inFamily {
		if old.inFamily && old.v == cand.v {
			return false // its cuts are the family's matter
		}
		c.move(e, int(cand.v))
		c.na.Row(e).Clear()
		c.forgetCuts(e)
		return true
	}
	if old.inFamily {
		c.move(e, c.class.N)
	}
	na, span := c.na.Row(e), c.span.Row(e)
	c.naOld.Copy(na)
	c.spnOld.Copy(span)
	c.spnNew.Copy(c.class.Pa(int(cand.v)))
	c.spnNew.Or(c.naNew)
	c.spnNew.Add(int(cand.u))
	c.spnNew.Add(int(cand.v))
	if same := c.spnNew.Equal(span); old.inFamily || !same {
		c.forgetCuts(e)
	} else if old.v == cand.v && old.undirected == cand.undirected && c.naNew.Equal(na) {
		return false
	}
	na.Copy(c.naNew)
	span.Copy(c.spnNew)
	return true
}

// direct gives the candidate the direction that its edge has in the class.
func (c *candidates) direct(cand *candidate) {
	u, v := cand.u, cand.v
	switch {
	case c.class.Pa(int(v)).Has(int(u)):
		cand.undirected = false
	case c.class.Pa(int(u)).Has(int(v)):
		cand.u, cand.v, cand.undirected = v, u, false
	default:
		cand.u, cand.v, cand.undirected = min(u, v), max(u, v), true
	}
}

// before compares two edges of one family by the lowest key.
func (c *candidates) before(a, b int32) bool {
	return c.sum[a] < c.sum[b] || c.sum[a] == c.sum[b] && c.list[a].u < c.list[b].u
}
