package score

import (
	"math"

	"github.com/mcbnc/mcbnc/core/learn/data"
)

// surplus is what F of a set of at least two variables loses where its joint states are many for the rows. With K joint
// states that occur in N rows and a surplus penalty s, F loses
//
//	s · max(0, K − N/4)
//
// A score's price of a pair may fall below what independent columns gain in the mean, if there are about as many joint
// states as rows. So the price rises there (docs/defaults.md has numbers). It is a function of sets, so equivalent DAGs
// score the same.
type surplus struct {
	quarter int64 // of the penalty, in units; 0: none
	rows    int
}

// of is what F loses if a number of joint states occur.
func (s surplus) of(states int) int64 { return s.quarter * int64(max(0, 4*states-s.rows)) }

func (m *discrete) surplusOf(z size) surplus {
	if z.variables < 2 {
		return surplus{}
	}
	return surplus{m.quarter, m.rows}
}

// statesByPart are the numbers of joint states that occur in each part of the rows.
type statesByPart struct {
	rows   []int   // by part
	states []int32 // by part
}

func newStatesByPart(d *data.Dataset) statesByPart {
	rows := d.PartRows()
	return statesByPart{rows, make([]int32, len(rows))}
}

// begin makes each row alone in its joint state.
func (s *statesByPart) begin() {
	for k, rows := range s.rows {
		s.states[k] = int32(rows)
	}
}

// count counts the joint states of each part. Rows that are in no count are alone in theirs.
func (s *statesByPart) count(counts *data.Counts) {
	s.begin()
	start := int32(0)
	for _, run := range counts.Runs {
		for _, n := range counts.Each[start:run.End] {
			s.states[run.Part] += int32(uint32(-n)>>31) - n // 1 if there are rows
		}
		start = run.End
	}
}

// surplusByPart is the sum of the parts' surplus, each by its own rows and joint states.
type surplusByPart struct {
	statesByPart
	quarter int64
	free    int64 // the fine size of as many joint states as are no surplus in any part
}

func newSurplusByPart(m ofRows) surplusByPart {
	s := surplusByPart{newStatesByPart(m.data), m.quarter, math.MaxInt64}
	for _, rows := range s.rows {
		if m.quarter != 0 && rows > 0 {
			s.free = min(s.free, fine(math.Log(float64(rows)/4)))
		}
	}
	return s
}

// asks reports whether sets of a size may have a surplus in some part. Then the counts must record their parts.
func (s *surplusByPart) asks(z size) bool { return z.variables >= 2 && z.fine > s.free }

// of is the sum of the surplus of counts that record their parts.
func (s *surplusByPart) of(counts *data.Counts) (total int64) {
	s.count(counts)
	for k, rows := range s.rows {
		total += surplus{s.quarter, rows}.of(int(s.states[k]))
	}
	return total
}
