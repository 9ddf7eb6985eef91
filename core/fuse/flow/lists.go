package flow

import (
	"slices"

	"github.com/mcbnc/mcbnc/core/graphs/bitset"
)

// inLists is a Graph that has the parents and the children of each node once more, in lists. Rows are long there and nodes
// have few neighbours, so a list is read sooner than a row. There are no rows of moral neighbours and ancestors.
type inLists Graph

type lists struct{ pa, ch nodeLists }

// nodeLists is a list for each node, in one block of memory.
type nodeLists struct {
	starts []int32 // where the list of each node begins; it never changes
	ends   []int32 // where the list ends
	nodes  []int32
}

// sparse reports whether lists are better than rows.
func (g *Graph) sparse() bool {
	if bitset.Words(g.N) < bitset.Long {
		return false
	}
	neighbours := 0 // of all nodes, roughly: married parents, mostly
	for x := range g.N {
		parents := g.dag.Pa(x).Count()
		neighbours += parents * (parents + 2)
	}
	return neighbours <= g.N*bitset.Words(g.N)/4
}

func byLists(g *Graph) form {
	g.lists = lists{listsOf(g.N, g.dag.Pa), listsOf(g.N, g.dag.Ch)}
	return (*inLists)(g)
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
func (l nodeLists) clone() nodeLists {
	return nodeLists{l.starts, slices.Clone(l.ends), slices.Clone(l.nodes)}
}

func (g *inLists) copyTo(o *Graph) form {
	o.lists = lists{g.lists.pa.clone(), g.lists.ch.clone()}
	return (*inLists)(o)
}

func (g *inLists) begin(set *inside, u, v int, given bitset.Set) {
	set.start((*Graph)(g))
	set.add(u)
	set.add(v)
	for x := given.Next(0); x >= 0; x = given.Next(x + 1) {
		set.add(x)
	}
}

func (g *inLists) AncestralHas(u, v int, given, probe bitset.Set) bool {
	s := g.spares.take(g.N)
	defer g.spares.put(s)
	g.begin(s, u, v, given)
	for x := probe.Next(0); x >= 0; x = probe.Next(x + 1) {
		if s.has(x) {
			return true
		}
	}
	return false
}

func (g *inLists) descends(x, from int) bool {
	s := g.spares.take(g.N)
	defer g.spares.put(s)
	g.begin(s, x, x, nil)
	return s.has(from)
}

func (g *inLists) Ancestral(u, v int, given, set bitset.Set) {
	set.Clear()
	g.AddAncestors(u, set)
	g.AddAncestors(v, set)
	for x := given.Next(0); x >= 0; x = given.Next(x + 1) {
		g.AddAncestors(x, set)
	}
}

func (g *inLists) AddAncestors(x int, set bitset.Set) {
	s := g.spares.take(g.N)
	defer g.spares.put(s)
	s.path = g.lists.pa.follow(x, set, s.path)
}

func (g *inLists) addDescendants(w *wide, x int, set bitset.Set) {
	w.queue = g.lists.ch.follow(x, set, w.queue)
}

// follow adds x, and what the lists lead to from there, to set, which must hold that of its members. It returns the queue,
// which is scratch.
func (l *nodeLists) follow(x int, set bitset.Set, queue []int32) []int32 {
	queue = queue[:0]
	if !set.Has(x) {
		set.Add(x)
		queue = append(queue, int32(x))
	}
	for i := 0; i < len(queue); i++ {
		for _, y := range l.of(int(queue[i])) {
			if !set.Has(int(y)) {
				set.Add(int(y))
				queue = append(queue, y)
			}
		}
	}
	return queue
}

func (g *inLists) neighbours(x int, within *inside, allowed, row bitset.Set) {
	row.Clear()
	g.each(x, within, func(y int) {
		if allowed.Has(y) {
			row.Add(y)
		}
	})
}

// each calls f with the neighbours of x in the moral graph of the ancestral set within, some of them more than once.
func (g *inLists) each(x int, within *inside, f func(y int)) {
	for _, p := range g.lists.pa.of(x) {
		f(int(p))
	}
	for _, c := range g.lists.ch.of(x) {
		if !within.has(int(c)) {
			continue
		}
		f(int(c))
		for _, p := range g.lists.pa.of(int(c)) {
			if int(p) != x {
				f(int(p))
			}
		}
	}
}

func (g *inLists) boundary(w *wide, v int, known bitset.Set, within *inside, reached bitset.Set) {
	reached.Clear()
	w.visited.Copy(known)
	w.visited.Add(v)
	w.queue = append(w.queue[:0], int32(v))
	for i := 0; i < len(w.queue); i++ {
		g.each(int(w.queue[i]), within, func(y int) {
			if !w.visited.Has(y) {
				w.visited.Add(y)
				w.queue = append(w.queue, int32(y))
			} else if known.Has(y) {
				reached.Add(y)
			}
		})
	}
}

func (g *inLists) lose(_ *wide, arcs []Arc, _ bitset.Set) {
	for _, a := range arcs {
		g.lists.pa.remove(int(a.To), int(a.From))
		g.lists.ch.remove(int(a.From), int(a.To))
	}
}
