package flow

import (
	"sync"

	"github.com/mcbnc/mcbnc/core/graphs/bitset"
)

// inside is the ancestral set of some nodes, the members. A graph with lists has no rows of ancestors: these would be most of
// its memory, and each removal of an arc would renew thousands of them. Instead a search downwards decides on each node that
// somebody asks about. Most cuts and searches ask about few nodes. The search ends below the last member in the topological
// order, and goes through each node once until the next start. So all questions together take no longer than the whole set.
type inside struct {
	graph   *Graph
	within  bitset.Set // what is in the ancestral set, of what was decided on
	decided bitset.Set
	whole   bool    // within is the whole set
	last    int32   // the place of the last member
	path    []int32 // of the search: from the node that is asked about downwards
	turns   []int32 // of each node of path: how many of its children have had their turn
}

// start begins with no member.
func (s *inside) start(g *Graph) {
	s.graph, s.whole, s.last = g, false, -1
	s.within.Clear()
	s.decided.Clear()
}

func (s *inside) add(x int) {
	s.within.Add(x)
	s.decided.Add(x)
	s.last = max(s.last, s.graph.place[x])
}

// has reports whether x is in the ancestral set.
func (s *inside) has(x int) bool {
	if s.whole || s.decided.Has(x) {
		return s.within.Has(x)
	}
	return s.graph.place[x] < s.last && s.search(int32(x))
}

// search decides on x, which is not decided on, and on what it meets. A node whose children are all outside is outside.
func (s *inside) search(x int32) bool {
	g := s.graph
	s.path, s.turns = append(s.path[:0], x), append(s.turns[:0], 0)
	for end := 0; end >= 0; {
		y, children := s.path[end], g.lists.ch.of(int(s.path[end]))
		if int(s.turns[end]) == len(children) {
			s.decided.Add(int(y))
			s.path, s.turns = s.path[:end], s.turns[:end]
			end--
			continue
		}
		c := children[s.turns[end]]
		s.turns[end]++
		switch {
		case s.within.Has(int(c)):
			for _, z := range s.path {
				s.within.Add(int(z))
				s.decided.Add(int(z))
			}
			return true
		case !s.decided.Has(int(c)) && g.place[c] < s.last:
			s.path, s.turns = append(s.path, c), append(s.turns, 0)
			end++
		}
	}
	return false
}

// spares are for questions without a Cutter, of any goroutine. They are of one width each.
type spares struct{ pool sync.Pool }

func (p *spares) take(n int) *inside {
	if s, ok := p.pool.Get().(*inside); ok {
		return s
	}
	sets := bitset.NewMatrix(2, n)
	return &inside{within: sets.Row(0), decided: sets.Row(1)}
}

func (p *spares) put(s *inside) {
	s.graph = nil
	p.pool.Put(s)
}
