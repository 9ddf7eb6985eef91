package consensus

import (
	"context"

	"github.com/mcbnc/mcbnc/core/fuse/consensus/internal/hsearch"
	"github.com/mcbnc/mcbnc/core/graphs/bitset"
	"github.com/mcbnc/mcbnc/core/graphs/equiv"
	"github.com/mcbnc/mcbnc/core/graphs/graph"
)

// edge is an edge of the class that may be deleted. A directed one is u → v. An undirected
// one has u < v: both ways round give the same scores and the same result.
type edge struct {
	u, v       int32
	undirected bool
	inFamily   bool // directed, free, and NA(v, u) is empty: S is v's family without u and v. No edge if the DAGs are unlike
	rule       rule // the constraint of the edge
	search     *hsearch.Search
}

// rule is the constraint of an edge. Only free edges are in families. So the best edge
// of a family is found without asking for rules.
type rule uint8

const (
	free      rule = iota
	required       // never deleted
	forbidden      // deleted before any free edge
)

// ruleOf returns the rule for the pair u, v. The constraints may be nil.
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

// edges is the table of all edges that a run begins with. It has for each edge what it
// offers, and the cuts that stand. An edge may lose its direction and may be deleted, but
// none ever comes back. So the place of an edge in the table is its name.
//
// An edge is in the group of its head v if it is in v's family, and else ungrouped.
type edges struct {
	class  *equiv.Class
	n      int // nodes
	dags   int
	wide   bool // sets of nodes are long, so most of them are lists: see Options.WideFrom
	capOne bool // cuts are clipped to 1, so where u and v are adjacent the cut is known to be 1
	weight hsearch.Weights
	unlike *hsearch.Unlike // nil: each DAG has all nodes

	list           []edge
	pairs                        // which edge joins two nodes
	groups         [][]int32     // groups[v]: the edges of v's family
	group          []int32       // of each edge: the group, n if it is ungrouped, -1 if it is deleted
	place          []int32       // groups[group[e]][place[e]] = e
	ungrouped      bitset.Matrix // row x, of nodes: those that ungrouped edges join to x
	ungroupedEdges int           // how many there are
	ends           bitset.Set    // of nodes, in wide runs: those that ungrouped edges join
	joins          []int32       // of each node, in wide runs: how many ungrouped edges join it

	spans
	naOld  bitset.Set // NA before orient
	spnOld bitset.Set // the span before orient
	naNew  bitset.Set // scratch
	spnNew bitset.Set // scratch

	joined  bitset.Matrix // row e, of DAGs: those in which u and v are adjacent
	known   bitset.Matrix // row e, of DAGs: those that were asked for the cut that cuts has; see families.known
	nonZero bitset.Matrix // row e, of DAGs: those where cuts is not 0
	raised  bitset.Matrix // row e, of DAGs, of an ungrouped edge: at least those with a bound above the bound by adjacency
	sum     []int64       // of each edge: Σ w_i times its cut in DAG i
	cuts    []uint16      // for S with all of NA: see cutAt; a lower bound where not known
	where   []location    // of each edge's cuts
}

// location is where an edge's cuts are. The cuts of edges that had one head in the fusion lie
// together, DAG by DAG: what is forgotten about a family in one DAG is in one place.
type location struct{ first, step int }

func newEdges(
	ctx context.Context, class *equiv.Class, in Inputs, weights hsearch.Weights, seen []bitset.Set, limit uint16,
	c *graph.Constraints, wide bool,
) (*edges, error) {
	n, count, dags := class.N, class.Edges(), in.Count()
	ofDAGs, scratch := bitset.Interleaved(4, count, dags), bitset.NewMatrix(4, n)
	t := &edges{
		class: class, n: n, dags: dags, wide: wide, weight: weights, capOne: limit == 1,
		unlike:    hsearch.NewUnlike(seen, weights, n),
		list:      make([]edge, 0, count),
		pairs:     newPairs(class.Member(), n <= mostTabled),
		groups:    make([][]int32, n),
		group:     make([]int32, count),
		place:     make([]int32, count),
		ungrouped: bitset.NewMatrix(n, n),
		spans:     newSpans(count, n, wide),
		naNew:     scratch.Row(0), spnNew: scratch.Row(1), naOld: scratch.Row(2), spnOld: scratch.Row(3),
		joined:  ofDAGs[0],
		known:   ofDAGs[1],
		nonZero: ofDAGs[2],
		raised:  ofDAGs[3],
		sum:     make([]int64, count),
		cuts:    make([]uint16, count*dags),
		where:   make([]location, count),
	}
	if wide {
		t.ends, t.joins = bitset.New(n), make([]int32, n)
	}
	var joined []bitset.Set // of the edges into v
	for v := range n {      // by head, so that what belongs to a family mostly lies together
		joined = t.addEdgesInto(v, c, joined[:0])
		if err := in.Adjacent(ctx, v, class.Member().Pa(v), joined); err != nil {
			return nil, err
		}
		for e := len(t.list) - len(joined); e < len(t.list); e++ {
			t.forgetCuts(e)
		}
	}
	return t, nil
}

// addEdgesInto adds the edges that have the head v in the class's member, all of them
// ungrouped. It appends their rows of joined.
func (t *edges) addEdgesInto(v int, c *graph.Constraints, joined []bitset.Set) []bitset.Set {
	pa := t.class.Member().Pa(v)
	first, count := len(t.list), pa.Count()
	for u := pa.Next(0); u >= 0; u = pa.Next(u + 1) {
		e := len(t.list)
		t.list = append(t.list, edge{u: int32(u), v: int32(v), rule: ruleOf(c, u, v)})
		t.pairs.set(u, v, int32(e))
		t.where[e] = location{first*t.dags + e - first, count}
		t.group[e] = -1
		t.move(e, t.n)
		joined = append(joined, t.joined.Row(e))
	}
	return joined
}

// inFamily is the edge u → v if it is of v's family, or -1.
func (t *edges) inFamily(v, u int) int {
	if e := t.between(v, u); e >= 0 && int(t.group[e]) == v {
		return e
	}
	return -1
}

// drop takes edge e, which is deleted, out of the table.
func (t *edges) drop(e int) {
	edge := &t.list[e]
	edge.search = nil
	t.move(e, -1)
	if t.wide {
		t.spans.giveUp(e)
	}
	t.pairs.set(int(edge.u), int(edge.v), -1)
}

// move puts e into another group, among the ungrouped, or nowhere.
func (t *edges) move(e, group int) {
	u, v := int(t.list[e].u), int(t.list[e].v)
	switch from := int(t.group[e]); {
	case from == t.n:
		t.ungroupedEdges--
		t.ungrouped.Row(u).Remove(v)
		t.ungrouped.Row(v).Remove(u)
		if t.wide {
			t.join(u, v, -1)
		}
	case from >= 0:
		members, at := t.groups[from], t.place[e]
		last := members[len(members)-1]
		members[at], t.place[last] = last, at
		t.groups[from] = members[:len(members)-1]
	}
	switch {
	case group == t.n:
		t.ungroupedEdges++
		t.ungrouped.Row(u).Add(v)
		t.ungrouped.Row(v).Add(u)
		if t.wide {
			t.join(u, v, 1)
		}
	case group >= 0:
		t.place[e] = int32(len(t.groups[group]))
		t.groups[group] = append(t.groups[group], int32(e))
	}
	t.group[e] = int32(group)
}

// join counts more ungrouped edges between u and v, or fewer.
func (t *edges) join(u, v int, more int32) {
	for _, x := range [2]int{u, v} {
		if t.joins[x] += more; t.joins[x] > 0 {
			t.ends.Add(x)
		} else {
			t.ends.Remove(x)
		}
	}
}

// orient brings e in line with the class: its direction, its group, and for an ungrouped
// edge NA and span. It forgets cuts that no longer stand. It reports whether what e offers
// may have changed; naOld and spnOld are what it was.
func (t *edges) orient(e int) (changed bool) {
	edge := &t.list[e]
	old := *edge
	edge.direct(t.class)
	t.naNew.Clear()
	if ne := t.class.Ne(int(edge.v)); ne.Any() {
		t.class.NA(int(edge.v), int(edge.u), t.naNew)
	}
	edge.inFamily = !edge.undirected && !t.naNew.Any() && edge.rule == free && t.unlike == nil
	if edge.inFamily {
		if old.inFamily && old.v == edge.v {
			return false // its cuts are the family's matter
		}
		t.move(e, int(edge.v))
		if t.wide {
			t.spans.giveUp(e)
		} else {
			t.na.Row(e).Clear()
		}
		t.forgetCuts(e)
		return true
	}
	if old.inFamily {
		t.move(e, t.n)
	}
	if t.wide {
		t.spans.makeRoom(e)
	}
	na, span := t.naOf(e), t.spanOf(e)
	t.naOld.Copy(na)
	t.spnOld.Copy(span)
	t.spnNew.Copy(t.class.Pa(int(edge.v)))
	t.spnNew.Or(t.naNew)
	t.spnNew.Add(int(edge.u))
	t.spnNew.Add(int(edge.v))
	if same := t.spnNew.Equal(span); old.inFamily || !same {
		t.forgetCuts(e)
	} else if old.v == edge.v && old.undirected == edge.undirected && t.naNew.Equal(na) {
		return false
	}
	na.Copy(t.naNew)
	span.Copy(t.spnNew)
	return true
}

// direct gives the edge the direction that it has in the class.
func (edge *edge) direct(class *equiv.Class) {
	u, v := edge.u, edge.v
	switch {
	case class.Pa(int(v)).Has(int(u)):
		edge.undirected = false
	case class.Pa(int(u)).Has(int(v)):
		edge.u, edge.v, edge.undirected = v, u, false
	default:
		edge.u, edge.v, edge.undirected = min(u, v), max(u, v), true
	}
}

// before compares two edges of one family by their keys.
func (t *edges) before(a, b int32) bool {
	return t.sum[a] < t.sum[b] || t.sum[a] == t.sum[b] && t.list[a].u < t.list[b].u
}

// outer fills set with S, for a part of NA.
func (t *edges) outer(e int, part, set bitset.Set) {
	hsearch.Outer(t.class, int(t.list[e].u), int(t.list[e].v), part, set)
}
