package flow

import (
	"slices"

	"github.com/mcbnc/mcbnc/core/graphs/bitset"
	"github.com/mcbnc/mcbnc/core/graphs/graph"
)

// lists are the parents and the children of each node once more. A graph has them where rows are long and nodes
// have few neighbours: then a list is read sooner than a row. Such a graph has no rows of moral neighbours and ancestors.
type lists struct{ pa, ch nodeLists }

// nodeLists is a list for each node, in one block of memory.
type nodeLists struct {
	starts []int32 // where the list of each node begins; it never changes
	ends   []int32 // where the list ends
	nodes  []int32
}

// newLists returns nil where rows are better.
func newLists(g *graph.DAG) *lists {
	if bitset.Words(g.N) < bitset.Long {
		return nil
	}
	neighbours := 0 // of all nodes, roughly: married parents, mostly
	for x := range g.N {
		parents := g.Pa(x).Count()
		neighbours += parents * (parents + 2)
	}
	if neighbours > g.N*bitset.Words(g.N)/4 {
		return nil
	}
	return &lists{listsOf(g.N, g.Pa), listsOf(g.N, g.Ch)}
}

func listsOf(n int, row func(x int) bitset.Set) nodeLists {
	l := nodeLists{starts: make([]int32, n), ends: make([]int32, n)}
	for x := range n {
		l.starts[x] = int32(len(l.nodes))
		l.nodes = row(x).Append(l.nodes)
		l.ends[x] = int32(len(l.nodes))
	}
	return l
}

func (l *nodeLists) of(x int) []int32 { return l.nodes[l.starts[x]:l.ends[x]] }

func (l *nodeLists) remove(x, y int) {
	list := l.of(x)
	if k := slices.Index(list, int32(y)); k >= 0 {
		list[k] = list[len(list)-1]
		l.ends[x]--
	}
}

// clone shares what never changes.
func (l *lists) clone() *lists {
	if l == nil {
		return nil
	}
	copied := func(l nodeLists) nodeLists { return nodeLists{l.starts, slices.Clone(l.ends), slices.Clone(l.nodes)} }
	return &lists{copied(l.pa), copied(l.ch)}
}

func (l *lists) remove(x, y int) {
	if l != nil {
		l.pa.remove(y, x)
		l.ch.remove(x, y)
	}
}

// neighboursWithin is Graph.neighbours of a whole ancestral set.
func (l *lists) neighboursWithin(x int, within, allowed, row bitset.Set) {
	l.neighbours(x, &inside{within: within, whole: true}, allowed, row)
}

// neighbours is neighboursWithin for a set that may not be whole.
func (l *lists) neighbours(x int, within *inside, allowed, row bitset.Set) {
	row.Clear()
	l.each(x, within, func(y int) {
		if allowed.Has(y) {
			row.Add(y)
		}
	})
}

// each calls f with the neighbours of x in the moral graph of the ancestral set within, some of them more than once.
func (l *lists) each(x int, within *inside, f func(y int)) {
	for _, p := range l.pa.of(x) {
		f(int(p))
	}
	for _, c := range l.ch.of(x) {
		if !within.has(int(c)) {
			continue
		}
		f(int(c))
		for _, p := range l.pa.of(int(c)) {
			if int(p) != x {
				f(int(p))
			}
		}
	}
}

// prepareInLists is prepare.
func (w *Workspace) prepareInLists(u, v int, given, removed bitset.Set) {
	w.addAll(w.g, u, v, given)
	w.allowed.Fill(w.g.N)
	w.allowed.AndNot(removed)
	w.made.Clear()
}

// rowInLists makes x's row.
func (w *Workspace) rowInLists(x int, row bitset.Set) {
	w.g.lists.neighbours(x, &w.inside, w.allowed, row)
}

// searchInLists is Search.
func (w *Workspace) searchInLists(g *Graph, v int, given, family, reached bitset.Set) {
	w.addAll(g, v, v, given)
	w.allowed.Copy(family)
	w.allowed.Remove(v)
	w.boundaryInLists(g.lists, v, w.allowed, &w.inside, reached)
	w.addRegion(reached)
}

// boundaryWithin is Boundary.
func (w *Workspace) boundaryWithin(l *lists, v int, known, within, reached bitset.Set) {
	w.boundaryInLists(l, v, known, &inside{within: within, whole: true}, reached)
}

// boundaryInLists is boundaryWithin for a set that may not be whole.
func (w *Workspace) boundaryInLists(l *lists, v int, known bitset.Set, within *inside, reached bitset.Set) {
	reached.Clear()
	w.visited.Copy(known)
	w.visited.Add(v)
	w.queue = append(w.queue[:0], int32(v))
	for i := 0; i < len(w.queue); i++ {
		l.each(int(w.queue[i]), within, func(y int) {
			if !w.visited.Has(y) {
				w.visited.Add(y)
				w.queue = append(w.queue, int32(y))
			} else if known.Has(y) {
				reached.Add(y)
			}
		})
	}
}

// addDescendantsInLists is addDescendants.
func (w *Workspace) addDescendantsInLists(l *lists, x int, set bitset.Set) {
	if set.Has(x) {
		return
	}
	set.Add(x)
	w.queue = append(w.queue[:0], int32(x))
	for i := 0; i < len(w.queue); i++ {
		for _, c := range l.ch.of(int(w.queue[i])) {
			if !set.Has(int(c)) {
				set.Add(int(c))
				w.queue = append(w.queue, c)
			}
		}
	}
}

// spreadInLists is spread.
func (w *Workspace) spreadInLists(l *lists, x int, old bitset.Set, reached *[]int32) {
	used, first := w.used.Row(x), len(*reached)
	l.each(x, &w.inside, func(y int) {
		if w.allowed.Has(y) && !used.Has(y) && !w.visited.Has(y) && (old == nil || old.Has(y)) {
			w.visited.Add(y)
			w.from[y] = int32(x)
			*reached = append(*reached, int32(y))
		}
	})
	slices.Sort((*reached)[first:]) // the order of a row
}

// lowestChildInLists is lowestChild.
func (w *Workspace) lowestChildInLists(l *lists, x, y int, liked bitset.Set) int {
	first, best := -1, -1
	for _, c32 := range l.ch.of(x) {
		c := int(c32)
		if !w.g.dag.Has(y, c) || !w.has(c) {
			continue
		}
		if first < 0 || c < first {
			first = c
		}
		if liked.Has(c) && (best < 0 || c < best) {
			best = c
		}
	}
	if best >= 0 {
		return best
	}
	return first
}
