package flow

import "github.com/mcbnc/mcbnc/core/graphs/bitset"

// Search fills reached with v and the nodes u which v reaches: the moral graph of the
// ancestral set of {v} ∪ given has a path from v to u with no inner node in family. Members
// of family that are outside of the ancestral set are obstacles only. The family of v is v
// and its parents in some other graph: Search then finds the parents on which v depends in
// this DAG given all other parents. The other nodes of reached, and v, are the region of the search.
// Take any minimum cut between v and a member of the family given the others. All paths that it
// breaks run through the region.
func (w *Workspace) Search(g *Graph, v int, given, family, reached bitset.Set) {
	if g.listed(reached) {
		w.searchInLists(g, v, given, family, reached)
		return
	}
	g.ancestralInRows(v, v, given, w.within)
	w.allowed.Copy(family)
	w.allowed.Remove(v)
	w.Boundary(g, v, w.allowed, w.within, reached)
	w.addRegion(reached)
}

// addRegion adds what the search visited outside of the family.
func (w *Workspace) addRegion(reached bitset.Set) {
	for k, visited := range w.visited {
		reached[k] |= visited &^ w.allowed[k]
	}
}

// Disturbed is called before arcs are removed. It fills set with b and all parents of b, for
// each arc a → b of arcs. If a region has no node of set, then its search stands after the
// removal, and so do the answers of CutInFamily that rest on it.
//
// Proof. Let the region R have no node of set.
//
// R stays in the ancestral set. Each node of R has a directed path down to a member of the
// family. The second node on that path is next to the first in the moral graph, so it is in
// R or in the family; and so on, until a node is in the family. All arcs of the path up to
// there begin in R. A removed arc begins in set, so none of them is removed. The family
// stays in the ancestral set too.
//
// The edges of the moral graph at R stay. Let such an edge join x, in R, and y. If it is an
// arc, one of its ends is in R. Both ends of a removed arc are in set, so it is not removed.
// Otherwise x and y are parents of a node c of the ancestral set. As c is next to x, c
// is in R or in the family. If an arc into c were removed, all parents of c, hence x, would be in set. So both arcs
// into c stay.
//
// No edge is new, since the DAG only loses arcs. So v reaches what it reached before, and
// all that CutInFamily looks at is what it was.
func (g *Graph) Disturbed(arcs []Arc, set bitset.Set) {
	set.Clear()
	for _, arc := range arcs {
		if len(set) == 1 {
			set[0] |= g.dag.PaWord(int(arc.To))
		} else {
			set.Or(g.dag.Pa(int(arc.To)))
		}
		set.Add(int(arc.To))
	}
}

// CutInFamily is the size of the minimum cut between v and u, a member of v's family, given
// the other members. It is limit if the size is larger than limit. The answer is MinCut's,
// but it is computed in the region of the Search that found reached. A child that marries a node of
// the region to another node is next to the former, so it is in the region or in the family.
// Hence the ancestral set need not be known.
func (w *Workspace) CutInFamily(g *Graph, u, v int, family, reached bitset.Set, limit int) int {
	if w.word != nil {
		return w.word.cutInFamily(g, u, v, family[0], reached[0], limit)
	}
	w.g, w.whole = g, true
	w.within.Copy(reached)
	w.within.Or(family)
	w.allowed.Copy(reached)
	w.allowed.AndNot(family)
	w.allowed.Add(u)
	w.allowed.Add(v)
	w.made.Clear()
	return w.cutSize(u, v, limit)
}

// Boundary fills reached with the members p of known on which v depends given all other
// members of known. One search from v in the moral graph of the ancestral set within, which
// does not pass through known, answers for every p at once. within must hold v and known.
func (w *Workspace) Boundary(g *Graph, v int, known, within, reached bitset.Set) {
	if w.word != nil {
		reached[0], w.visited[0] = g.boundaryWord(v, known[0], within[0])
		return
	}
	if g.listed(reached) {
		w.boundaryWithin(g.lists, v, known, within, reached)
		return
	}
	reached.Clear()
	w.visited.Copy(known)
	w.visited.Add(v)
	w.queue = append(w.queue[:0], int32(v))
	row := w.rows.Row(v)
	for i := 0; i < len(w.queue); i++ {
		g.neighbours(int(w.queue[i]), within, within, row)
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
