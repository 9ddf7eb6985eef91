package flow

import "github.com/mcbnc/mcbnc/core/graphs/bitset"

// inRows is a Graph that has a row for the ancestors of each node, and one for its neighbours in the moral graph. It is the
// form to read first.
type inRows Graph

// byRows finds the rows. It makes the memory for them where there is none.
func byRows(g *Graph) form {
	r := (*inRows)(g)
	r.makeRows()
	for _, x := range g.order {
		g.dag.AncestorsOf(int(x), g.anc)
		g.dag.MoralRow(int(x), g.moral.Row(int(x)))
	}
	return r
}

func (g *inRows) makeRows() {
	if g.anc.None() {
		g.anc = bitset.NewMatrix(g.N, g.N)
	}
	if g.moral.None() {
		g.moral = bitset.NewMatrix(g.N, g.N)
	}
}

func (g *inRows) copyTo(o *Graph) form {
	r := (*inRows)(o)
	r.makeRows()
	r.anc.Copy(g.anc)
	r.moral.Copy(g.moral)
	return r
}

// Ancestral adds nothing for a member that is an ancestor of an earlier one. It skips such members
// only where rows are wide: the test makes each fetch of a row wait for the one before, and
// that wait takes longer than uniting with a short row.
func (g *inRows) Ancestral(u, v int, given, set bitset.Set) {
	set.Copy(g.anc.Row(u))
	set.Or(g.anc.Row(v))
	for w, word := range given {
		for ; word != 0; word &= word - 1 {
			if x := bitset.Lowest(w, word); len(set) <= worthATest || !set.Has(x) {
				set.Or(g.anc.Row(x))
			}
		}
	}
}

// worthATest is the number of words above which a row is worth a test before it is fetched.
const worthATest = 8

// AncestralHas does not build the set: mostly it reads one word of each row.
func (g *inRows) AncestralHas(u, v int, given, probe bitset.Set) bool {
	for k, word := range probe {
		if word == 0 {
			continue
		}
		if (g.anc.Row(u)[k]|g.anc.Row(v)[k])&word != 0 {
			return true
		}
		for w, members := range given {
			for ; members != 0; members &= members - 1 {
				if g.anc.Row(bitset.Lowest(w, members))[k]&word != 0 {
					return true
				}
			}
		}
	}
	return false
}

func (g *inRows) AddAncestors(x int, set bitset.Set) { set.Or(g.anc.Row(x)) }

func (g *inRows) descends(x, from int) bool { return g.anc.Row(x).Has(from) }

func (g *inRows) begin(set *inside, u, v int, given bitset.Set) {
	g.Ancestral(u, v, given, set.within)
	set.whole = true
}

// neighbours mostly finds all of x's children in within. Then x's neighbours are those in the moral graph of the whole DAG,
// which is at hand.
func (g *inRows) neighbours(x int, within *inside, allowed, row bitset.Set) {
	if g.dag.Ch(x).SubsetOf(within.within) {
		moral := g.moral.Row(x)
		for k := range row {
			row[k] = moral[k] & allowed[k]
		}
		return
	}
	g.dag.MoralRowWithin(x, within.within, row)
	row.And(allowed)
}

func (g *inRows) boundary(w *wide, v int, known bitset.Set, within *inside, reached bitset.Set) {
	reached.Clear()
	w.visited.Copy(known)
	w.visited.Add(v)
	w.queue = append(w.queue[:0], int32(v))
	row := w.rows.Row(v)
	for i := 0; i < len(w.queue); i++ {
		g.neighbours(int(w.queue[i]), within, within.within, row)
		for k := range row {
			reached[k] |= row[k] & known[k]
			next := row[k] &^ w.visited[k]
			w.visited[k] |= next
			for ; next != 0; next &= next - 1 {
				w.queue = append(w.queue, int32(bitset.Lowest(k, next)))
			}
		}
	}
}

func (g *inRows) addDescendants(w *wide, x int, set bitset.Set) {
	if set.Has(x) {
		return
	}
	set.Add(x)
	w.queue = append(w.queue[:0], int32(x))
	for i := 0; i < len(w.queue); i++ {
		for k, word := range g.dag.Ch(int(w.queue[i])) {
			word &^= set[k]
			set[k] |= word
			for ; word != 0; word &= word - 1 {
				w.queue = append(w.queue, int32(bitset.Lowest(k, word)))
			}
		}
	}
}

func (g *inRows) lose(w *wide, arcs []Arc, touched bitset.Set) {
	for k := range arcs {
		g.updateMoral(arcs, k)
	}
	places := w.visited
	places.Clear()
	for x := touched.Next(0); x >= 0; x = touched.Next(x + 1) {
		places.Add(int(g.place[x]))
	}
	for k := places.Next(0); k >= 0; k = places.Next(k + 1) { // parents first
		g.dag.AncestorsOf(int(g.order[k]), g.anc)
	}
}

// updateMoral removes from the moral graph the edges that it lost with arcs[k], x → y. All
// of the arcs have been removed from the DAG before. The edges that can be lost are the arc
// itself, and those between x and y's other parents. These other parents include the tails
// of removed arcs into y: each such pair is looked at when the later arc's turn comes.
func (g *inRows) updateMoral(arcs []Arc, k int) {
	x, y := int(arcs[k].From), int(arcs[k].To)
	g.updateEdge(x, y)
	pa := g.dag.Pa(y)
	for z := pa.Next(0); z >= 0; z = pa.Next(z + 1) {
		g.updateEdge(x, z)
	}
	for _, other := range arcs[:k] {
		if int(other.To) == y {
			g.updateEdge(x, int(other.From))
		}
	}
}

// updateEdge removes the edge between x and z from the moral graph, unless an arc or a common
// child still joins them.
func (g *inRows) updateEdge(x, z int) {
	if !g.dag.Adjacent(x, z) && !g.dag.Ch(x).Intersects(g.dag.Ch(z)) {
		g.moral.Row(x).Remove(z)
		g.moral.Row(z).Remove(x)
	}
}
