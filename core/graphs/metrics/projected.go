package metrics

import (
	"slices"

	"github.com/mcbnc/mcbnc/core/graphs/bitset"
	"github.com/mcbnc/mcbnc/core/graphs/graph"
)

// Distances gives the summed distance of a DAG to weighted inputs.
type Distances interface {
	// To is the sum for a DAG, whose moral graph is given. It is the same for equivalent DAGs.
	To(g *graph.DAG, moral bitset.Matrix) Sum

	// Total is the sum of the weights.
	Total() int64
}

// To is SMHD, which needs no DAG.
func (m *WeightedMorals) To(_ *graph.DAG, moral bitset.Matrix) Sum { return m.SMHD(moral) }

// Projected are weighted moral graphs over different nodes. The projected SMHD of a DAG C over all nodes to a moral graph over
// the nodes V is
//
//	|need \ has| + |has \ may|,
//
// where need is the moral graph of the subgraph of C on V, and may has the pairs of V that C does not separate given the rest
// of V. So edges of C among V have to be there, edges that C explains may be there, and no others. If V has all nodes, need
// and may are both the moral graph of C, and the distance is SMHD.
type Projected struct {
	n      int
	total  int64
	groups []projectedGroup
}

// projectedGroup are the moral graphs over one set of nodes.
type projectedGroup struct {
	nodes   bitset.Set
	morals  []bitset.Matrix
	weights []int64
}

// NewProjected returns no graphs, over some of n nodes each.
func NewProjected(n int) *Projected { return &Projected{n: n} }

// Add adds a moral graph over some nodes with its weight.
func (p *Projected) Add(nodes bitset.Set, moral bitset.Matrix, weight int64) {
	p.total += weight
	k := slices.IndexFunc(p.groups, func(g projectedGroup) bool { return g.nodes.Equal(nodes) })
	if k < 0 {
		k = len(p.groups)
		p.groups = append(p.groups, projectedGroup{nodes: nodes})
	}
	g := &p.groups[k]
	g.morals, g.weights = append(g.morals, moral), append(g.weights, weight)
}

// Total is the sum of the weights.
func (p *Projected) Total() int64 { return p.total }

// To is the weighted sum of the projected SMHD. It costs O(n w) for each moral graph, with rows of w words, and O(n² w) for
// each set of nodes.
func (p *Projected) To(g *graph.DAG, _ bitset.Matrix) (sum Sum) {
	need, may := bitset.NewMatrix(p.n, p.n), bitset.NewMatrix(p.n, p.n)
	for k := range p.groups {
		group := &p.groups[k]
		subgraphMoral(g, group.nodes, need)
		marginalMoral(g, group.nodes, may)
		for i, moral := range group.morals {
			twice := 0
			for x := range group.nodes.All() {
				needs, mays, has := need.Row(x), may.Row(x), moral.Row(x)
				twice += needs.Count() - needs.CountAnd(has) + has.Count() - has.CountAnd(mays)
			}
			sum.AddProduct(group.weights[i], int64(twice/2))
		}
	}
	return sum
}

// subgraphMoral fills rows with the moral graph of the subgraph of g on nodes.
func subgraphMoral(g *graph.DAG, nodes bitset.Set, rows bitset.Matrix) {
	parents := bitset.New(g.N)
	rows.Clear()
	for v := range nodes.All() {
		parents.Copy(g.Pa(v))
		parents.And(nodes)
		rows.Row(v).Or(parents)
		for u := range parents.All() { // each parent gets the others, and v
			row := rows.Row(u)
			row.Or(parents)
			row.Remove(u)
			row.Add(v)
		}
	}
}

// marginalMoral fills rows with the pairs of nodes that g does not separate given the rest of nodes: in the moral graph of g on
// the ancestors of nodes, they are adjacent, or have a path whose inner nodes are all outside of nodes. So the nodes around
// each connected component of the nodes outside are joined to each other.
func marginalMoral(g *graph.DAG, nodes bitset.Set, rows bitset.Matrix) {
	ancestral := nodes.Clone()
	for todo := nodes.Append(nil); len(todo) > 0; {
		v := int(todo[len(todo)-1])
		todo = todo[:len(todo)-1]
		for u := range g.Pa(v).All() {
			if !ancestral.Has(u) {
				ancestral.Add(u)
				todo = append(todo, int32(u))
			}
		}
	}
	moral := bitset.NewMatrix(g.N, g.N)
	for x := range ancestral.All() {
		g.MoralRowWithin(x, ancestral, moral.Row(x))
	}
	rows.Clear()
	for x := range nodes.All() {
		rows.Row(x).Copy(moral.Row(x))
		rows.Row(x).And(nodes)
	}
	outside := ancestral
	outside.AndNot(nodes)
	around := bitset.New(g.N)
	for start := outside.Next(0); start >= 0; start = outside.Next(0) {
		around.Clear()
		outside.Remove(start)
		for todo := []int32{int32(start)}; len(todo) > 0; {
			x := int(todo[len(todo)-1])
			todo = todo[:len(todo)-1]
			for y := range moral.Row(x).All() {
				switch {
				case nodes.Has(y):
					around.Add(y)
				case outside.Has(y):
					outside.Remove(y)
					todo = append(todo, int32(y))
				}
			}
		}
		for x := range around.All() {
			rows.Row(x).Or(around)
			rows.Row(x).Remove(x)
		}
	}
}
