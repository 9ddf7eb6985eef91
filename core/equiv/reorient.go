package equiv

import "github.com/mcbnc/mcbnc/core/bitset"

// reorder is what reorient needs besides the class.
type reorder struct {
	moved   bitset.Set
	left    bitset.Set
	below   bitset.Set
	visited []int32 // the moved nodes in their new order
	rest    []int32
	weight  []int32
}

// room is the scratch of reorient, made when first needed.
func (c *Class) room() *reorder {
	if c.reorder == nil {
		c.reorder = &reorder{
			moved: bitset.New(c.N), left: bitset.New(c.N), below: bitset.New(c.N),
			weight: make([]int32, c.N),
		}
	}
	return c.reorder
}

// chooseMember makes the member one in which v's parents among its neighbours are
// just those of the set before, a clique of them.
func (c *Class) chooseMember(v int, before bitset.Set) {
	ne := c.neighbours.Row(v)
	if ne.Any() && !c.parentsAmong(v, ne, before) {
		c.reorient(v, before)
	}
}

// parentsAmong says whether v's parents within ne are exactly want.
func (c *Class) parentsAmong(v int, ne, want bitset.Set) bool {
	for w, pa := range c.dag.Pa(v) {
		if pa&ne[w] != want[w] {
			return false
		}
	}
	return true
}

// reorient replaces the member by one that differs from it in v's chain
// component only: there the nodes of the set before (a clique whose members are
// all joined to v) come first, then v.
//
// A chain component is chordal, and so is what is left of it when nodes are taken out.
// Any order by maximum cardinality search (Tarjan & Yannakakis 1984), arcs going from
// earlier to later, makes each node's parents in it a clique. The search may begin with
// any clique, one node after the other, since each next one has as many visited
// neighbours as a node can have by then.
//
// It is made of v, before and their ancestors in the component alone. These come first
// then, and the others as they were: no arc of the component goes from another node to
// one of these, so that the others keep their parents, which are a clique.
func (c *Class) reorient(v int, before bitset.Set) {
	r := c.room()
	c.ancestorsInComponent(v, before, r)
	c.search(before, v, r)
	first, last := int32(c.N), int32(-1)
	for _, x := range r.visited {
		first, last = min(first, c.place[x]), max(last, c.place[x])
	}
	c.replaceOrder(first, last, r)
	c.turnArcs(r)
}

// ancestorsInComponent collects v, the set before, and their ancestors in the member
// along arcs that are undirected in the CPDAG.
func (c *Class) ancestorsInComponent(v int, before bitset.Set, r *reorder) {
	r.moved.Copy(before)
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

// search fills visited by maximum cardinality search over the moved nodes.
func (c *Class) search(before bitset.Set, v int, r *reorder) {
	r.left.Copy(r.moved)
	for _, x := range r.visited {
		r.weight[x] = 0
	}
	r.visited = r.visited[:0]
	for x := before.Next(0); x >= 0; x = before.Next(x + 1) {
		c.visit(x, r)
	}
	c.visit(v, r)
	for r.left.Any() {
		best, most := -1, int32(-1)
		for x := r.left.Next(0); x >= 0; x = r.left.Next(x + 1) {
			if r.weight[x] > most {
				best, most = x, r.weight[x]
			}
		}
		c.visit(best, r)
	}
}

func (c *Class) visit(x int, r *reorder) {
	r.left.Remove(x)
	r.visited = append(r.visited, int32(x))
	for w, word := range c.neighbours.Row(x) {
		for word &= r.left[w]; word != 0; word &= word - 1 {
			r.weight[bitset.Lowest(w, word)]++
		}
	}
}

// replaceOrder mends the topological order between two places, which hold the moved
// nodes, for their new inner order, r.visited. What is not below them goes first, then
// they, then what is below them. That is an order if no node is both below a moved one and
// above one: a single one moves, or those of reorient, since no directed path leads out of
// a chain component and back into it, and in it all that is above them is moved.
func (c *Class) replaceOrder(first, last int32, r *reorder) {
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
			c.putAt(int(at), int32(x))
			at++
		}
	}
	for _, x := range r.visited {
		c.putAt(int(at), x)
		at++
	}
	for _, x := range r.rest {
		c.putAt(int(at), x)
		at++
	}
	for y := range c.last {
		c.last[y] = unknown
	}
}

func (c *Class) putAt(i int, x int32) {
	c.order[i] = x
	c.place[x] = int32(i)
}

// turnArcs makes the member's arcs among the moved nodes follow the order.
func (c *Class) turnArcs(r *reorder) {
	for _, y := range r.visited {
		for w, word := range c.neighbours.Row(int(y)) {
			for word &= c.dag.Pa(int(y))[w]; word != 0; word &= word - 1 {
				x := bitset.Lowest(w, word)
				if c.place[x] > c.place[y] {
					c.dag.Remove(x, int(y))
					c.dag.Add(int(y), x)
				}
			}
		}
	}
}
