package over

import "github.com/mcbnc/mcbnc/core/learn/resample"

// source gives the random numbers of one row in one sweep: see doc.go.
type source struct {
	key     [2]uint64
	counter [4]uint64
	block   [4]uint64
	drawn   int
}

// newSource is the source of a site in a sweep of a chain. Sweep 0 is the start.
func newSource(seed uint64, chain, site, sweep int) source {
	return source{key: [2]uint64{seed, uint64(chain)}, counter: [4]uint64{0, 0, uint64(site), uint64(sweep)}}
}

// begin begins a row.
func (s *source) begin(row int) { s.counter[0], s.counter[1], s.drawn = 0, uint64(row), 0 }

// uniform is the next number, a multiple of 2^-53 from 0 to below 1.
func (s *source) uniform() float64 {
	if s.drawn&3 == 0 {
		s.counter[0]++
		s.block = resample.Philox(s.key, s.counter)
	}
	word := s.block[s.drawn&3]
	s.drawn++
	return float64(word>>11) * (1.0 / (1 << 53))
}

// draw draws a state with chances in proportion to the weights, of which one is above 0: the first one at which the sum of
// the weights so far is above u times the sum of all.
func draw(u float64, weights []float64) int32 {
	total := 0.0
	for _, w := range weights {
		total += w
	}
	bound, sum, last := float64(u*total), 0.0, 0
	for s, w := range weights {
		if sum += w; sum > bound {
			return int32(s)
		}
		if w > 0 {
			last = s
		}
	}
	return int32(last) // u times the sum may be rounded up to it
}
