package data

import (
	"fmt"
	"math/bits"
)

// Sums are the Products of a Whole table, or of those of several sites together.
type Sums struct {
	Rows      int
	Arity     []int
	Exponents []int       // by variable of numbers: its unit is 2^exponent
	totals    [][]int64   // by variable: of each state the rows that have it, or of numbers their sum
	cross     [][][]int64 // by variables v ≥ w: the products of all states of v, or of v, with those of w
}

// ImpossibleError is the error that no table has these sums.
type ImpossibleError struct {
	Variables []int32
	Reason    string
}

func (e *ImpossibleError) Error() string { return e.Reason }

// NewSums reads the products of rows in which no number is beyond 2^places. An error is an *ImpossibleError.
func NewSums(rows int, arity []int, products []uint64, places int) (*Sums, error) {
	s := &Sums{Rows: rows, Arity: arity}
	take := func(count int) []int64 {
		out := make([]int64, count)
		for i := range out {
			out[i] = int64(products[i])
		}
		products = products[count:]
		return out
	}
	for v, states := range arity {
		told := take(wholeColumns(states))
		if states > 0 {
			told = withFirst(told, int64(rows))
		}
		s.totals = append(s.totals, told)
		if err := s.checkTotals(v, places); err != nil {
			return nil, err
		}
	}
	for v := range arity {
		s.cross = append(s.cross, make([][]int64, v+1))
		for w := range v + 1 {
			s.cross[v][w] = s.complete(v, w, take(productsBetween(arity, v, w)))
		}
		for w := range v + 1 {
			if err := s.checkProducts(v, w, places); err != nil {
				return nil, err
			}
		}
	}
	return s, nil
}

// withFirst has before the counts of all states but the first that of the first one.
func withFirst(told []int64, rows int64) []int64 {
	out := append([]int64{rows}, told...)
	for _, count := range told {
		out[0] -= count
	}
	return out
}

// complete has the products with the first states too, which follow from the sums.
func (s *Sums) complete(v, w int, told []int64) []int64 {
	switch ofV, ofW := s.Arity[v] > 0, s.Arity[w] > 0; {
	case !ofV && !ofW:
		return told
	case v == w:
		return nil
	case !ofW:
		return withFirst(told, s.totals[w][0])
	case !ofV:
		return withFirst(told, s.totals[v][0])
	}
	columns := s.Arity[w] - 1
	out := make([]int64, s.Arity[w], s.Arity[v]*s.Arity[w])
	copy(out, s.totals[w])
	for x := range s.Arity[v] - 1 {
		row := withFirst(told[x*columns:][:columns], s.totals[v][x+1])
		out = append(out, row...)
		for y, count := range row {
			out[y] -= count
		}
	}
	return out
}

func (s *Sums) checkTotals(v, places int) error {
	furthest := int64(s.Rows) << places
	for state, total := range s.totals[v] {
		switch {
		case s.Arity[v] > 0 && (total < 0 || total > int64(s.Rows)):
			return impossible("%d of %d rows have the state %d", total, s.Rows, state)(v)
		case s.Arity[v] == 0 && (total < -furthest || total > furthest):
			return impossible("the sum of %d rows is beyond that of their largest numbers", s.Rows)(v)
		}
	}
	return nil
}

func (s *Sums) checkProducts(v, w, places int) error {
	ofV, ofW := s.Arity[v] > 0, s.Arity[w] > 0
	if v == w && !ofV && s.cross[v][v][0] > int64(s.Rows)<<(2*places) {
		return impossible("the sum of the squares of %d rows is beyond that of their largest numbers", s.Rows)(v)
	}
	if ofV && ofW {
		for _, count := range s.cross[v][w] {
			if count < 0 || count > int64(s.Rows) {
				return impossible("a joint state is in %d of %d rows", count, s.Rows)(v, w)
			}
		}
		return nil
	}
	for x := range s.totals[v] { // by Cauchy and Schwarz, up to rounding
		for y := range s.totals[w] {
			own, other, both := s.covariance(v, x, v, x), s.covariance(w, y, w, y), s.covariance(v, x, w, y)
			if own < 0 || other < 0 || both*both > own*other*(1+1e-9) {
				return impossible("the squares of the deviations from the means are too small for their products")(v, w)
			}
		}
	}
	return nil
}

func impossible(format string, args ...any) func(variables ...int) error {
	return func(variables ...int) error {
		e := &ImpossibleError{Reason: fmt.Sprintf(format, args...)}
		for _, v := range variables {
			e.Variables = append(e.Variables, int32(v))
		}
		return e
	}
}

// Small is the least count from 1 to most - 1 of a state, or of two variables' states, that the sums show; 0: there is none.
func (s *Sums) Small(most int) (count int, variables []int32) {
	for v := range s.Arity {
		for w := range v + 1 {
			counts, of := s.totals[v], []int32{int32(v)}
			if v != w {
				counts, of = s.cross[v][w], []int32{int32(w), int32(v)}
			}
			if s.Arity[v] == 0 || s.Arity[w] == 0 {
				continue
			}
			for _, n := range counts {
				if n > 0 && int(n) < most && (count == 0 || int(n) < count) {
					count, variables = int(n), of
				}
			}
		}
	}
	return count, variables
}

// product is the sum of the products of a column of v with one of w: state x of v, or v itself.
func (s *Sums) product(v, x, w, y int) int64 {
	switch {
	case v < w:
		return s.product(w, y, v, x)
	case v == w && s.Arity[v] == 0:
		return s.cross[v][v][0]
	case v == w && x == y:
		return s.totals[v][x]
	case v == w:
		return 0
	case s.Arity[v] == 0:
		return s.cross[v][w][y]
	}
	return s.cross[v][w][x*max(s.Arity[w], 1)+y]
}

// covariance is the sum of the products of the deviations of two columns from their means.
func (s *Sums) covariance(v, x, w, y int) float64 {
	return centredSums(s.product(v, x, w, y), s.totals[v][x], s.totals[w][y], int64(s.Rows))
}

// centredSums is Σuv − Σu Σv / n.
func centredSums(uv, u, v, n int64) float64 {
	high, low := times(uv, n)
	h, l := times(u, v)
	low, borrow := bits.Sub64(low, l, 0)
	high, _ = bits.Sub64(high, h, borrow)
	return toFloat(high, low) / float64(max(n, 1))
}

// times is a product in two's complement of 128 bits.
func times(a, b int64) (high, low uint64) {
	high, low = bits.Mul64(uint64(a), uint64(b))
	if a < 0 {
		high -= uint64(b)
	}
	if b < 0 {
		high -= uint64(a)
	}
	return high, low
}

// Correlations are as those of Moments.
func (s *Sums) Correlations() (first []int32, matrix []float64) {
	first = make([]int32, len(s.Arity)+1)
	var of, states []int // by column: its variable, and its state
	for v, totals := range s.totals {
		before := len(of)
		for x, total := range totals {
			if s.Arity[v] == 0 && s.covariance(v, 0, v, 0) > 0 || s.Arity[v] > 0 && total > 0 {
				of, states = append(of, v), append(states, x)
			}
		}
		if s.Arity[v] > 0 && len(of) > before { // the first state that occurs
			of, states = append(of[:before], of[before+1:]...), append(states[:before], states[before+1:]...)
		}
		first[v+1] = int32(len(of))
	}
	size := len(of)
	matrix = make([]float64, size*size)
	for j := range size {
		for k := range j + 1 {
			matrix[j*size+k] = s.covariance(of[j], states[j], of[k], states[k])
		}
	}
	return first, standardised(matrix, size)
}

// Scatter is that of variables of numbers.
func (s *Sums) Scatter() *Scatter {
	n := len(s.Arity)
	// Numbers that were rounded are as exact as expected ones, roughly.
	out := &Scatter{Rows: s.Rows, Variables: n, Expected: true, sums: make([]float64, n*n), exponents: s.Exponents}
	for v := range n {
		for w := range v + 1 {
			sum := s.covariance(v, 0, w, 0)
			out.sums[v*n+w], out.sums[w*n+v] = sum, sum
		}
	}
	return out
}
