package consensus

import (
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
	alive      bool
	h          *frontier // the search over H, nil where NA(v, u) is empty
	sum        int64     // Σ w_i cuts[i]
}

// inFamily says whether S is all of v's parents but u: a directed edge with no
// H to choose.
func (c *candidate) inFamily() bool { return c.alive && !c.undirected && c.h == nil }

// candidates holds every edge of the fusion, and for each the exact cuts that
// still stand. An edge of the fusion can lose its direction and vanish, but none
// ever comes back, so that its place in these tables is its name.
type candidates struct {
	class  *equiv.Class
	dags   int
	list   []candidate
	at     [][]incidence // at[x]: the edges that end in x
	na     bitset.Matrix // row e: NA(v, u)
	family bitset.Matrix // row e: {u, v} ∪ pa(v) ∪ NA(v, u)
	joined bitset.Matrix // row e, over DAGs: those in which u and v are adjacent
	known  bitset.Matrix // row e, over DAGs: those whose cut stands in cuts
	cuts   []uint16      // cuts[e*dags+i]: of DAG i given S = family \ {u, v}; a lower bound where not known
	weight []int64
	stale  bitset.Set // scratch of refresh
	naNew  bitset.Set
	famNew bitset.Set
}

// incidence is one end of an edge: which edge, and the node at its other end.
type incidence struct{ edge, other int32 }

func newCandidates(fusion *graph.DAG, class *equiv.Class, in Inputs, weights []int64) *candidates {
	n, edges, dags := fusion.N, fusion.Arcs(), in.Count()
	c := &candidates{
		class: class, dags: dags, weight: weights,
		list:   make([]candidate, 0, edges),
		at:     make([][]incidence, n),
		na:     bitset.NewMatrix(edges, n),
		family: bitset.NewMatrix(edges, n),
		joined: bitset.NewMatrix(edges, dags),
		known:  bitset.NewMatrix(edges, dags),
		cuts:   make([]uint16, edges*dags),
		stale:  bitset.New(n), naNew: bitset.New(n), famNew: bitset.New(n),
	}
	for x := range n {
		adj := class.Adj(x)
		for y := adj.Next(x + 1); y >= 0; y = adj.Next(y + 1) {
			e := len(c.list)
			c.list = append(c.list, candidate{u: int32(x), v: int32(y), alive: true})
			c.at[x] = append(c.at[x], incidence{int32(e), int32(y)})
			c.at[y] = append(c.at[y], incidence{int32(e), int32(x)})
			in.Adjacent(x, y, c.joined.Row(e))
			c.forgetCuts(e)
		}
	}
	return c
}

// edgeBetween is the edge that joins x and y, or -1.
func (c *candidates) edgeBetween(x, y int32) int {
	if len(c.at[y]) < len(c.at[x]) {
		x, y = y, x
	}
	for _, end := range c.at[x] {
		if end.other == y {
			return int(end.edge)
		}
	}
	return -1
}

// drop takes edge e out of the tables.
func (c *candidates) drop(e int) {
	cand := &c.list[e]
	cand.alive, cand.h = false, nil
	for _, x := range [2]int32{cand.u, cand.v} {
		ends := c.at[x]
		for i := range ends {
			if ends[i].edge == int32(e) {
				ends[i] = ends[len(ends)-1]
				c.at[x] = ends[:len(ends)-1]
				break
			}
		}
	}
}

// orient brings e's direction, NA and family in line with the class and says
// whether any of them changed, and whether the family, and so the cuts, stand.
func (c *candidates) orient(e int) (changed, cutsStand bool) {
	cand := &c.list[e]
	u, v := cand.u, cand.v
	undirected := false
	switch {
	case c.class.Pa(int(v)).Has(int(u)):
	case c.class.Pa(int(u)).Has(int(v)):
		u, v = v, u
	default:
		u, v, undirected = min(u, v), max(u, v), true
	}
	c.class.NA(int(v), int(u), c.naNew)
	c.famNew.Copy(c.class.Pa(int(v)))
	c.famNew.Or(c.naNew)
	c.famNew.Add(int(u))
	c.famNew.Add(int(v))
	na, family := c.na.Row(e), c.family.Row(e)
	cutsStand = c.famNew.Equal(family)
	changed = !cutsStand || u != cand.u || v != cand.v || undirected != cand.undirected || !c.naNew.Equal(na)
	cand.u, cand.v, cand.undirected = u, v, undirected
	na.Copy(c.naNew)
	family.Copy(c.famNew)
	return changed, cutsStand
}

// forgetCuts puts every cut of e back to what adjacency alone says of it.
func (c *candidates) forgetCuts(e int) {
	for i := range c.dags {
		c.forgetCut(e, i)
	}
}

// forgetCut does so for one DAG.
func (c *candidates) forgetCut(e, dag int) {
	c.known.Row(e).Remove(dag)
	c.setCut(e, dag, joinedBound(c.joined.Row(e), dag))
}

// setCut replaces one cut, or bound, of e.
func (c *candidates) setCut(e, dag int, cut uint16) {
	at := &c.cuts[e*c.dags+dag]
	c.list[e].sum += c.weight[dag] * (int64(cut) - int64(*at))
	*at = cut
}

func (c *candidates) row(e int) []uint16 { return c.cuts[e*c.dags : (e+1)*c.dags] }

// joinedBound is a lower bound on any cut in DAG i: two adjacent nodes cannot be
// separated without cutting their own edge.
func joinedBound(joined bitset.Set, i int) uint16 {
	if joined.Has(i) {
		return 1
	}
	return 0
}
