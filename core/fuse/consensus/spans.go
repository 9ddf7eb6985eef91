package consensus

import "github.com/mcbnc/mcbnc/core/graphs/bitset"

// spans keeps two sets of nodes for each ungrouped edge: NA(v, u), and {u, v} ∪ pa(v) ∪ NA(v, u), its span. Each edge has
// rows for them. In wide runs it has them while it is ungrouped, since most edges are in families.
type spans struct {
	na, span         bitset.Matrix // row e; in wide runs of no rows
	naSets, spanSets []bitset.Set  // of edge e; none unless it is ungrouped; nil but in wide runs
	spare            []bitset.Set  // of two rows each, empty
	none             bitset.Set    // stays empty
}

func newSpans(edges, n int, wide bool) spans {
	s := spans{none: bitset.New(n)}
	if !wide {
		sets := bitset.Interleaved(2, edges, n)
		s.na, s.span = sets[0], sets[1]
		return s
	}
	s.naSets, s.spanSets = make([]bitset.Set, edges), make([]bitset.Set, edges)
	for e := range edges {
		s.naSets[e], s.spanSets[e] = s.none, s.none
	}
	return s
}

// naOf is NA of edge e, empty if the edge is in a family.
func (s *spans) naOf(e int) bitset.Set {
	if s.naSets != nil {
		return s.naSets[e]
	}
	return s.na.Row(e)
}

// spanOf is the span of the ungrouped edge e.
func (s *spans) spanOf(e int) bitset.Set {
	if s.spanSets != nil {
		return s.spanSets[e]
	}
	return s.span.Row(e)
}

// makeRoom gives edge e sets of its own in a wide run, unless it has them.
func (s *spans) makeRoom(e int) {
	if s.hasRoom(e) {
		return
	}
	width, last := len(s.none), len(s.spare)-1
	if last < 0 {
		s.spare, last = append(s.spare, make(bitset.Set, 2*width)), 0
	}
	both := s.spare[last]
	s.spare = s.spare[:last]
	s.naSets[e], s.spanSets[e] = both[:width:2*width], both[width:]
}

// hasRoom reports whether edge e has sets of its own in a wide run.
func (s *spans) hasRoom(e int) bool { return &s.naSets[e][0] != &s.none[0] }

// giveUp takes the sets of edge e, which is no longer ungrouped, in a wide run.
func (s *spans) giveUp(e int) {
	if s.hasRoom(e) {
		both := s.naSets[e][:2*len(s.none)]
		both.Clear()
		s.spare = append(s.spare, both)
		s.naSets[e], s.spanSets[e] = s.none, s.none
	}
}
