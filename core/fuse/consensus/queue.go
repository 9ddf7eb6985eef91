package consensus

import (
	"math"
	"slices"

	"github.com/mcbnc/mcbnc/core/fuse/consensus/internal/tournament"
	"github.com/mcbnc/mcbnc/core/run/parallel"
)

const (
	// noKey is the key of what offers no deletion. Required edges have it too.
	noKey = tournament.NoKey
	// forbiddenOffset is subtracted from the scores of forbidden edges. It is larger than
	// any score. So these edges come before all others, in the order of their scores.
	forbiddenOffset = math.MaxInt64
)

// queue is the priority queue of the edges: it finds the edge with the lowest key. The key
// of an edge is a lower bound on the score of all deletions that it offers.
//
// The slots of the tournament are the families and the ungrouped edges. The slot of v's
// family is v. It stands for the best edge of the family. The slot of the ungrouped edge e
// is n + e. Among equal keys the lowest (u, v) comes first.
type queue struct {
	table *edges
	team  *parallel.Team
	tree  *tournament.Tree

	best  []int32 // of each v, the edge of its family with the lowest key, or -1
	stale []bool  // of each v: best must be found again
	todo  []int32 // the v that are stale
	find  func(worker, k int)
}

func newQueue(t *edges, team *parallel.Team) *queue {
	s := &queue{
		table: t, team: team, tree: tournament.New(t.n + len(t.list)),
		best: slices.Repeat([]int32{-1}, t.n), stale: make([]bool, t.n),
	}
	s.find = func(_, k int) { s.findBest(int(s.todo[k])) }
	return s
}

// update is called when what is known of edge e has changed.
func (s *queue) update(e int) {
	if slot := s.of(e); slot < s.table.n {
		s.markStale(slot)
	} else {
		s.tree.Set(s.entry(slot))
	}
}

// left is called when edge e has left a group, or has left the ungrouped edges.
func (s *queue) left(e, group int) {
	if group < s.table.n {
		s.markStale(group)
	} else {
		s.tree.Set(tournament.Entry{Score: noKey, Slot: int32(s.table.n + e)})
	}
}

// markStale is called when the best edge of v's family must be found again.
func (s *queue) markStale(v int) {
	if !s.stale[v] {
		s.stale[v] = true
		s.todo = append(s.todo, int32(v))
	}
}

// lowest is the edge with the lowest key, or -1 if no edge offers a deletion.
func (s *queue) lowest() int {
	each := len(s.table.list) / s.table.n * 4 // nanoseconds, roughly
	s.team.Do(len(s.todo), each, s.find)
	for _, v := range s.todo {
		s.stale[v] = false
		s.tree.Set(s.entry(int(v)))
	}
	s.todo = s.todo[:0]
	if slot := s.tree.Min(); slot >= 0 {
		return s.edgeAt(slot)
	}
	return -1
}

func (s *queue) findBest(v int) {
	best := int32(-1)
	for _, e := range s.table.groups[v] {
		if best < 0 || s.table.before(e, best) {
			best = e
		}
	}
	s.best[v] = best
}

// entry is a slot with the key that it should have.
func (s *queue) entry(slot int) tournament.Entry {
	e := s.edgeAt(slot)
	if e < 0 {
		return tournament.Entry{Score: noKey, Slot: int32(slot)}
	}
	edge := &s.table.list[e]
	return tournament.Entry{Score: s.key(e), Tie: uint64(edge.u)<<32 | uint64(edge.v), Slot: int32(slot)}
}

// of is the slot of edge e, which is not deleted.
func (s *queue) of(e int) int {
	if group := int(s.table.group[e]); group < s.table.n {
		return group
	}
	return s.table.n + e
}

// edgeAt is the edge that a slot stands for, or -1 for a family without edges.
func (s *queue) edgeAt(slot int) int {
	if slot < s.table.n {
		return int(s.best[slot])
	}
	return slot - s.table.n
}

// key is the key of edge e.
func (s *queue) key(e int) int64 {
	edge := &s.table.list[e]
	if s.table.group[e] < 0 || edge.rule == required {
		return noKey
	}
	score := s.table.sum[e]
	switch {
	case edge.search != nil:
		bound, found := edge.search.Best()
		if !found {
			return noKey
		}
		score = bound
	case s.table.unlike != nil:
		score = s.table.unlikeKey(e)
	}
	if edge.rule == forbidden {
		return score - forbiddenOffset
	}
	return score
}
