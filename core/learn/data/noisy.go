package data

import (
	"math"
	"slices"
)

// NoisySums are the Products of whole tables with Gaussian noise added to each: so that they do not show single rows
// (differential privacy). What is made of them here is a function of them alone, and so as private as they are.
type NoisySums struct {
	rows   float64
	noise  float64     // the standard deviation, where a count is 1 and numbers are from -1 to 1
	first  []int       // by variable: its first column; one more
	totals []float64   // by column
	cross  [][]float64 // by column j and k ≤ j: the sum of the products
}

// NewNoisySums reads the products of rows in which no number is beyond 2^places. The noise of a sum is in its own
// unit: 1 for counts, 2^places for sums of numbers, and its square for products of two numbers.
func NewNoisySums(rows int, arity []int, products []uint64, places int, noise float64) *NoisySums {
	s := &NoisySums{rows: float64(rows), noise: noise, first: make([]int, len(arity)+1)}
	unit := func(v int) int {
		if arity[v] == 0 {
			return places
		}
		return 0
	}
	take := func(exponent int) float64 {
		x := math.Ldexp(float64(int64(products[0])), -exponent)
		products = products[1:]
		return x
	}
	for v, states := range arity {
		s.first[v+1] = s.first[v] + wholeColumns(states)
		for range wholeColumns(states) {
			s.totals = append(s.totals, take(unit(v)))
		}
	}
	for j := range s.totals {
		s.cross = append(s.cross, make([]float64, j+1))
	}
	for v := range arity {
		for w := range v + 1 {
			for k := range productsBetween(arity, v, w) {
				columns := wholeColumns(arity[w])
				s.cross[s.first[v]+k/columns][s.first[w]+k%columns] = take(unit(v) + unit(w))
			}
		}
		if arity[v] > 0 { // a row has one state
			for j := s.first[v]; j < s.first[v+1]; j++ {
				s.cross[j][j] = s.totals[j]
			}
		}
	}
	return s
}

const (
	// seldom is how many times the noise a column's sum of squared deviations must be. Below it the column is noise.
	seldom = 3
	// mostLeft bounds the variance that a column must keep when those before it are given.
	mostLeft = 1.0 / 4
	// fewest is how many rows there must be to learn from. At this number no edge is chosen. A log of 1 row has no penalty.
	fewest   = 10
	halvings = 12
)

// Correlations are as those of Moments, without columns of rare states, and shrunk; and of how many rows they are as exact.
//
// A correlation of N rows has a sampling error of variance 1/N. Noise adds n² to it, here the median of all pairs. Where other
// columns are given, less is left of a column's variance, and so of the sampling error, but not of the noise. If at least L is
// left, a partial correlation is as exact as in R = 1 / (1/N + n²/L²) rows. A smaller L leaves fewer rows, and a larger one
// shrinks all correlations more: they are multiplied by the largest number that leaves L. L = √n is a balance of both (its
// results are in docs/federate.md). A correlation to which noise adds more than n² is shrunk until chance makes it no
// larger than in R rows.
func (s *NoisySums) Correlations() (first []int32, matrix []float64, rows int) {
	first = make([]int32, len(s.first))
	var kept, of []int // columns, and their variables
	for v := range len(s.first) - 1 {
		for j := s.first[v]; j < s.first[v+1]; j++ {
			if s.deviations(j, j) > seldom*s.noise {
				kept, of = append(kept, j), append(of, v)
			}
		}
		first[v+1] = int32(len(kept))
	}
	size := len(kept)
	matrix = make([]float64, size*size)
	var noises []float64
	for a, j := range kept {
		for b, k := range kept[:a+1] {
			matrix[a*size+b] = s.deviations(j, k)
			if of[a] != of[b] {
				noises = append(noises, s.added(j, k))
			}
		}
	}
	if len(noises) == 0 {
		return first, shrunk(standardised(matrix, size), size, mostLeft), int(s.rows)
	}
	sorted := slices.Sorted(slices.Values(noises))
	median := sorted[len(sorted)/2]
	least := min(math.Sqrt(math.Sqrt(median)), mostLeft)
	rows = int(1 / (1/s.rows + median/float64(least*least)))
	if rows < fewest {
		return make([]int32, len(s.first)), nil, 1
	}
	for a := range kept {
		for b := range a {
			if of[a] != of[b] {
				matrix[a*size+b] /= math.Sqrt(1 + float64(float64(rows)*max(noises[0]-median, 0))/float64(least*least))
				noises = noises[1:]
			}
		}
	}
	return first, shrunk(standardised(matrix, size), size, least), rows
}

// deviations is the sum of the products of the deviations of two columns from their means. Conversions keep the compiler from
// fusing a product and a sum, which some machines do.
func (s *NoisySums) deviations(j, k int) float64 {
	return s.cross[max(j, k)][min(j, k)] - float64(s.totals[j]*s.totals[k])/s.rows
}

// added is the variance of what noise adds to the correlation of two columns.
func (s *NoisySums) added(j, k int) float64 {
	mean, other := s.totals[j]/s.rows, s.totals[k]/s.rows
	ofProducts := float64(s.noise*s.noise) * (1 + float64(mean*mean) + float64(other*other))
	return ofProducts / float64(s.deviations(j, j)*s.deviations(k, k))
}

// shrunk multiplies the correlations by the largest number, within 2^-halvings, that leaves each column the given variance
// when those before it are given.
func shrunk(matrix []float64, size int, least float64) []float64 {
	scratch := make([]float64, len(matrix))
	leaves := func(factor float64) bool {
		scale(scratch, matrix, size, factor)
		return leavesVariance(scratch, size, least)
	}
	factor := 1.0
	if !leaves(factor) {
		factor = 0
		for step := 0.5; step >= 1.0/(1<<halvings); step /= 2 {
			if leaves(factor + step) {
				factor += step
			}
		}
	}
	scale(matrix, matrix, size, factor)
	return matrix
}

// scale multiplies a matrix by a factor, except its diagonal.
func scale(out, matrix []float64, size int, factor float64) {
	for i, x := range matrix {
		if i/size != i%size {
			x *= factor
		}
		out[i] = x
	}
}

// leavesVariance reports whether each column keeps the given variance. It eliminates them one by one, and overwrites the
// matrix.
func leavesVariance(a []float64, size int, least float64) bool {
	for k := range size {
		pivot := a[k*size+k]
		if pivot < least {
			return false
		}
		for i := k + 1; i < size; i++ {
			factor := a[k*size+i] / pivot
			for j := i; j < size; j++ {
				a[i*size+j] -= float64(factor * a[k*size+j])
			}
		}
	}
	return true
}
