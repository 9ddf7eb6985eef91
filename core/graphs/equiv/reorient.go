package equiv

import "github.com/mcbnc/mcbnc/core/graphs/bitset"

// orderScratch is the scratch of reorient, Insert, Reach and Path.
type orderScratch struct {
	moved   bitset.Set // the nodes that get a new place in the order
	left    bitset.Set // the moved nodes that the search has not visited
	below   bitset.Set // the moved nodes and their descendants
	visited []int32    // the moved nodes in their new order
	rest    []int32    // the nodes of below that are not moved, in order
	weight  []int32    // of each moved node, how many of its neighbours are visited
	from    []int32    // of each node that Path reached, the node before it
}

// orderScratch returns the scratch, and makes it when it is first needed.
func (c *Class) orderScratch() *orderScratch {
	if c.forOrder == nil {
		c.forOrder = &orderScratch{
			moved: bitset.New(c.N), left: bitset.New(c.N), below: bitset.New(c.N),
			weight: make([]int32, c.N), from: make([]int32, c.N),
		}
	}
	return c.forOrder
}

// chooseMember replaces the member, if necessary, by one in which exactly the nodes of parents are
// v's parents among its neighbours in the CPDAG. The nodes of parents must be neighbours of v and
// a clique.
func (c *Class) chooseMember(v int, parents bitset.Set) {
	ne := c.neighbours.Row(v)
	for w, pa := range c.dag.Pa(v) {
		if pa&ne[w] != parents[w] {
			c.reorient(v, parents)
			return
		}
	}
}

// reorient replaces the member by one in which the nodes of parents come first in v's chain
// component, and v next. The two members differ in this component only. The nodes of parents must
// be neighbours of v and a clique.
//
// Why this gives a member: a chain component is chordal, and so is each of its induced subgraphs.
// In a chordal graph, any order by maximum cardinality search (Tarjan & Yannakakis 1984), with
// arcs from earlier to later nodes, makes the parents of each node a clique, so it makes no
// v-structure. The search may begin with the nodes of any clique, in any order: each next node of
// the clique is adjacent to all visited nodes, and no node can have more visited neighbours.
//
// Why a part of the component is enough: the search runs on v, parents and their ancestors in the
// component. These nodes come first in the new order, and the other nodes of the component keep
// their order. No arc of the component goes from one of the other nodes to an ancestor. Therefore
// the other nodes keep their parents, which are a clique.
func (c *Class) reorient(v int, parents bitset.Set) {
	r := c.orderScratch()
	c.ancestorsInComponent(v, parents, r)
	c.maximumCardinality(parents, v, r)
	first, last := int32(c.N), int32(-1)
	for _, x := range r.visited {
		first, last = min(first, c.place[x]), max(last, c.place[x])
	}
	c.updateOrder(first, last, r)
	c.followOrder(r)
}

// ancestorsInComponent fills moved and visited with v, the nodes of parents, and their ancestors
// along arcs of the member that are undirected in the CPDAG.
func (c *Class) ancestorsInComponent(v int, parents bitset.Set, r *orderScratch) {
	r.moved.Copy(parents)
	r.moved.Add(v)
	queue := r.moved.Append(r.visited[:0])
	for i := 0; i < len(queue); i++ {
		x := int(queue[i])
		pa, ne := c.dag.Pa(x), c.neighbours.Row(x)
		for w := range pa {
			word := pa[w] & ne[w] &^ r.moved[w]
			r.moved[w] |= word
			for ; word != 0; word &= word - 1 {
				queue = append(queue, int32(bitset.Lowest(w, word)))
			}
		}
	}
	r.visited = queue
}

// maximumCardinality fills visited with the moved nodes, in an order of maximum cardinality search
// that begins with the nodes of parents and v (ties: the lowest node).
func (c *Class) maximumCardinality(parents bitset.Set, v int, r *orderScratch) {
	r.left.Copy(r.moved)
	for _, x := range r.visited {
		r.weight[x] = 0
	}
	r.visited = r.visited[:0]
	for x := range parents.All() {
		c.visit(x, r)
	}
	for x := v; x >= 0; x = r.left.Least(func(x int) int { return -int(r.weight[x]) }) {
		c.visit(x, r)
	}
}

// visit makes x the next node of the search.
func (c *Class) visit(x int, r *orderScratch) {
	r.left.Remove(x)
	r.visited = append(r.visited, int32(x))
	for y := range c.neighbours.Row(x).All() {
		r.weight[y]++
	}
}

// updateOrder changes the topological order between the places first and last, which enclose all
// moved nodes. The new order has first the nodes that are not below a moved node, then the moved
// nodes in the order of visited, then the nodes below them. Each of the other two groups keeps its
// order.
//
// The result is a topological order if no other node is both below a moved node and above one.
// This holds if one node moves. It also holds for the nodes that reorient moves: no directed path
// leads out of a chain component and back into it, and within the component all ancestors of the
// moved nodes are moved.
func (c *Class) updateOrder(first, last int32, r *orderScratch) {
	r.below.Copy(r.moved)
	r.rest = r.rest[:0]
	at := first
	for i := first; i <= last; i++ {
		x := int(c.order[i])
		switch {
		case r.moved.Has(x):
		case c.dag.Pa(x).Intersects(r.below):
			r.below.Add(x)
			r.rest = append(r.rest, int32(x))
		default:
			c.order[at] = int32(x)
			at++
		}
	}
	copy(c.order[copy(c.order[at:], r.visited)+int(at):], r.rest)
	for i := first; i <= last; i++ {
		c.place[c.order[i]] = i
	}
	for y := range c.last {
		c.last[y] = unknown
	}
}

// followOrder reverses the reversible arcs of the member among the moved nodes that go against the
// topological order.
func (c *Class) followOrder(r *orderScratch) {
	for _, y := range r.visited {
		for x := range c.neighbours.Row(int(y)).All() {
			if c.dag.Has(x, int(y)) && c.place[x] > c.place[y] {
				c.dag.Remove(x, int(y))
				c.dag.Add(int(y), x)
			}
		}
	}
}
