package fusion

import (
	"github.com/mcbnc/mcbnc/core/graphs/bitset"
	"github.com/mcbnc/mcbnc/core/graphs/graph"
)

// SinkCosts is one DAG's part in the greedy order. It has the cost of making each node a sink, and
// makes one. The DAG shrinks with every sink.
type SinkCosts struct {
	g    *graph.DAG
	cost []int32 // with 65,536 nodes less than 2^31: k children and n − k parents cost about k (n − k)

	children childLists // of g; nil unless rows are long
}

// Scratch is memory in which one SinkCosts at a time works. It notes how sums of costs change.
type Scratch struct {
	changed bitset.Set // nodes whose parents or children changed
	stale   bitset.Set // nodes whose cost may have changed
	others  bitset.Set
	reach   bitset.Matrix // row c, for a child c of the sink to be: the descendants of c
	queue   []int32

	change []int64 // of each node's costs, summed up since the last AddChanges
	noted  bitset.Set
}

func NewScratch(n int) *Scratch {
	sets := bitset.NewMatrix(4+n, n)
	return &Scratch{
		changed: sets.Row(0), stale: sets.Row(1), others: sets.Row(2), noted: sets.Row(3), reach: sets.Rows(4, n),
		queue: make([]int32, 0, n), change: make([]int64, n),
	}
}

// note adds a change of x's cost to the sums.
func (scratch *Scratch) note(x int, change int64) {
	scratch.change[x] += change
	scratch.noted.Add(x)
}

// AddChanges adds to total what MakeSink has changed of each node's costs since the last AddChanges.
func (scratch *Scratch) AddChanges(total []int64) {
	for x := scratch.noted.Next(0); x >= 0; x = scratch.noted.Next(x + 1) {
		total[x] += scratch.change[x]
		scratch.change[x] = 0
	}
	scratch.noted.Clear()
}

// NewSinkCosts returns the SinkCosts of g. Both g and the memory for a cost of each node belong to it from then on.
func NewSinkCosts(g *graph.DAG, cost []int32, scratch *Scratch) SinkCosts {
	s := SinkCosts{g: g, cost: cost}
	if bitset.Words(g.N) >= bitset.Long {
		s.children = newChildLists(g)
	}
	for x := range g.N {
		cost[x] = s.sinkCost(x, scratch)
	}
	return s
}

// CopyFrom makes s equal to o, which must be of as many nodes.
func (s *SinkCosts) CopyFrom(o *SinkCosts) {
	s.g.CopyFrom(o.g)
	copy(s.cost, o.cost)
	s.children.copyFrom(o.children)
}

// AddCosts adds the cost of each node to total, times times.
func (s *SinkCosts) AddCosts(times int64, total []int64) {
	for x, c := range s.cost {
		total[x] += times * int64(c)
	}
}

// sinkCost is an estimate of the number of arcs that are turned or added when x is made a
// sink (Puerta et al. 2021, the greedy heuristic):
//
//	|ch(x)| + Σ_{c ∈ ch(x)} |pa(x) \ pa(c)| + |∪ pa(c) \ ({x} ∪ pa(x) ∪ ch(x))|.
func (s *SinkCosts) sinkCost(x int, scratch *Scratch) int32 {
	if len(scratch.others) == 1 {
		return s.sinkCostWord(x)
	}
	pa, ch := s.g.Pa(x), s.g.Ch(x)
	arcs, parents, others := 0, pa.Count(), scratch.others
	others.Clear()
	for c := ch.Next(0); c >= 0; c = ch.Next(c + 1) {
		paC := s.g.Pa(c)
		arcs += 1 + parents - pa.CountAnd(paC)
		others.Or(paC)
	}
	others.AndNot(pa)
	others.AndNot(ch)
	if arcs > 0 {
		others.Remove(x)
	}
	return int32(arcs + others.Count())
}

// MakeSink turns x's arcs to its children, one after the other, and removes x. Each arc is
// covered before it is turned: each end gets the other's parents. What changes of the costs is noted
// times times.
func (s *SinkCosts) MakeSink(x int, times int64, scratch *Scratch) {
	if !s.g.Ch(x).Any() {
		s.removeSink(x, times, scratch)
		return
	}
	changed, stale := scratch.changed, scratch.stale
	changed.Clear()
	for c := s.childrenInOrder(x, scratch); len(c) > 0; c = c[1:] {
		s.turn(x, int(c[0]))
		changed.Add(int(c[0]))
	}
	s.remove(x, stale)
	stale.Or(changed)
	for c := changed.Next(0); c >= 0; c = changed.Next(c + 1) {
		stale.Or(s.g.Pa(c))
	}
	for y := stale.Next(0); y >= 0; y = stale.Next(y + 1) {
		cost := s.sinkCost(y, scratch)
		scratch.note(y, times*int64(cost-s.cost[y]))
		s.cost[y] = cost
	}
}

// childrenInOrder lists x's children in the order in which their arcs are turned. The next one
// is always the lowest child that no other child left reaches. Covering and turning x → c adds
// arcs out of c, and out of nodes that do not descend from x. No child left reaches any of
// these. So what the children reach can be found once, before.
func (s *SinkCosts) childrenInOrder(x int, scratch *Scratch) []int32 {
	ch := scratch.others
	ch.Copy(s.g.Ch(x))
	children := ch.Append(nil)
	if len(children) < 2 {
		return children
	}
	for _, c := range children {
		s.findReach(int(c), scratch)
	}
	for i := range children {
		children[i] = int32(scratch.freeChild(ch))
		ch.Remove(int(children[i]))
	}
	return children
}

// freeChild is the lowest of the children left that no other one reaches.
func (scratch *Scratch) freeChild(left bitset.Set) int {
	for c := left.Next(0); ; c = left.Next(c + 1) {
		reached := false
		for d := left.Next(0); d >= 0 && !reached; d = left.Next(d + 1) {
			reached = scratch.reach.Row(d).Has(c)
		}
		if !reached {
			return c
		}
	}
}

// findReach fills row c of reach with the descendants of c.
func (s *SinkCosts) findReach(c int, scratch *Scratch) {
	row := scratch.reach.Row(c)
	row.Clear()
	queue := append(scratch.queue[:0], int32(c))
	if s.children != nil {
		scratch.queue = s.children.addReached(queue, row)
		return
	}
	for i := 0; i < len(queue); i++ {
		for w, word := range s.g.Ch(int(queue[i])) {
			word &^= row[w]
			row[w] |= word
			for ; word != 0; word &= word - 1 {
				queue = append(queue, int32(bitset.Lowest(w, word)))
			}
		}
	}
	scratch.queue = queue
}

// turn covers x → c and makes it c → x.
func (s *SinkCosts) turn(x, c int) {
	paX, paC := s.g.Pa(x), s.g.Pa(c)
	for w := range paX {
		for toC := paX[w] &^ paC[w]; toC != 0; toC &= toC - 1 {
			s.add(bitset.Lowest(w, toC), c)
		}
		for toX := paC[w] &^ paX[w]; toX != 0; toX &= toX - 1 {
			if p := bitset.Lowest(w, toX); p != x {
				s.add(p, x)
			}
		}
	}
	s.g.Remove(x, c)
	if s.children != nil {
		s.children.remove(x, c)
	}
	s.add(c, x)
}

func (s *SinkCosts) add(x, c int) {
	s.g.Add(x, c)
	if s.children != nil {
		s.children.add(x, c)
	}
}

// remove removes the sink x. It fills parents with x's parents.
func (s *SinkCosts) remove(x int, parents bitset.Set) {
	parents.Copy(s.g.Pa(x))
	s.g.RemoveParents(x)
	if s.children != nil {
		for p := parents.Next(0); p >= 0; p = parents.Next(p + 1) {
			s.children.remove(p, x)
		}
	}
}

// removeSink removes x, which is a sink already. Most nodes are when their turn comes.
//
// Then only the costs of x's parents change. The cost of a parent p loses what sinkCost counts
// for the child x: the arc p → x, the parents of p that x lacks, and those other parents of x
// that are neither joined to p nor parents of another child of p.
func (s *SinkCosts) removeSink(x int, times int64, scratch *Scratch) {
	if len(scratch.others) == 1 {
		s.removeSinkWord(x, times, scratch)
		return
	}
	paX, others := scratch.stale, scratch.others
	s.remove(x, paX)
	for p := paX.Next(0); p >= 0; p = paX.Next(p + 1) {
		pa, ch := s.g.Pa(p), s.g.Ch(p)
		others.Copy(paX)
		others.AndNot(pa)
		others.AndNot(ch)
		others.Remove(p)
		for c := ch.Next(0); c >= 0 && others.Any(); c = ch.Next(c + 1) {
			others.AndNot(s.g.Pa(c))
		}
		s.lower(p, 1+pa.Count()-pa.CountAnd(paX)+others.Count(), times, scratch)
	}
}

// lower makes the cost of p less.
func (s *SinkCosts) lower(p, by int, times int64, scratch *Scratch) {
	s.cost[p] -= int32(by)
	scratch.note(p, -times*int64(by))
}
