package over

import "github.com/mcbnc/mcbnc/core/learn/resample"

// source gives the random numbers of the rows of a site in one sweep: see doc.go.
type source struct {
	key     [2]uint64
	counter [4]uint64
	numbers []float64 // of a row
}

// each calls a function with each cell of a row that is to be drawn, by its column's place in missing, and with its number.
func (s *site) each(row int, from *source, cell func(at int, u float64)) {
	if s.drawn == nil {
		for at, u := range from.row(row, len(s.missing)) {
			cell(at, u)
		}
		return
	}
	places := s.drawn[row]
	for k, u := range from.row(row, len(places)) {
		cell(int(places[k]), u)
	}
}

// newSource is the source of a site in a sweep, of at most the given count of numbers a row.
func newSource(key [2]uint64, site, sweep, numbers int) *source {
	const perBlock = 4
	return &source{
		key: key, counter: [4]uint64{0, 0, uint64(site), uint64(sweep)},
		numbers: make([]float64, (numbers+perBlock-1)/perBlock*perBlock),
	}
}

// row are count numbers of a row: multiples of 2^-53 from 0 to below 1. They stay until the next call.
func (s *source) row(row, count int) []float64 {
	s.counter[1] = uint64(row)
	for k := 0; k < count; k += 4 {
		s.counter[0] = uint64(k/4 + 1)
		for i, word := range resample.Philox(s.key, s.counter) {
			s.numbers[k+i] = float64(word>>11) * (1.0 / (1 << 53))
		}
	}
	return s.numbers[:count]
}

// draw draws a state with chances in proportion to the weights, at least one of them above 0: the first one at which the
// sum of the weights so far is above u times the sum of all.
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
