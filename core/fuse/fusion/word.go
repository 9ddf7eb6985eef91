package fusion

import "math/bits"

// Up to 64 nodes a set is one machine word. The functions of this file do what those of sink.go do.

// lowest is the least member of a set that has one.
func lowest(set uint64) int { return bits.TrailingZeros64(set) & 63 }

func (s *SinkCosts) sinkCostWord(x int) int32 {
	pa, ch := s.g.PaWord(x), s.g.ChWord(x)
	arcs, others := bits.OnesCount64(ch), uint64(0)
	for left := ch; left != 0; left &= left - 1 {
		paC := s.g.PaWord(lowest(left))
		arcs += bits.OnesCount64(pa &^ paC)
		others |= paC
	}
	return int32(arcs + bits.OnesCount64(others&^(pa|ch|1<<x)))
}

func (s *SinkCosts) removeSinkWord(x int, times int64, scratch *Scratch) {
	paX := s.g.PaWord(x)
	s.g.RemoveParents(x)
	for left := paX; left != 0; left &= left - 1 {
		p := lowest(left)
		pa, ch := s.g.PaWord(p), s.g.ChWord(p)
		others := paX &^ (pa | ch | 1<<p)
		for ; ch != 0 && others != 0; ch &= ch - 1 {
			others &^= s.g.PaWord(lowest(ch))
		}
		s.lower(p, 1+bits.OnesCount64(pa&^paX)+bits.OnesCount64(others), times, scratch)
	}
}
