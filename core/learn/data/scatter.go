package data

import (
	"context"
	"math"
	"math/big"
	"math/bits"

	"github.com/mcbnc/mcbnc/core/run/parallel"
)

// Scatter holds, for each pair of columns, the sum of the products of their deviations from
// their means. Each column has a unit, which is a power of two.
//
// The sums do not depend on the order of the rows. Every cell becomes an integer, a multiple of
// its column's unit. Sums of products of integers are exact in 128 bits. One rounding makes a
// float64 of each sum.
//
// A column whose values span the range w has a unit of at most w·2^(1-b), with b as in bits.
// A cell is off by at most half a unit, and by the rounding of one subtraction. So it is off by
// at most 2^(1-b)·w. By Cauchy and Schwarz a sum is then off by at most
// 2^(1-b)·√N·(w_j/√S_jj + w_k/√S_kk)·√(S_jj S_kk), to first order. For up to four million rows
// b is 52, and w/√S_jj is at most 2: the correlations are exact to about 2^-49·√N at worst.
type Scatter struct {
	Rows      int
	Variables int
	Expected  bool        // of rows with gaps: the correlations are exact to about 1e-8
	sums      []float64   // (n, n), symmetric, in the units of both columns
	exponents []int       // by column: its unit is 2^exponent
	of        *Continuous // nil if Expected
}

// NewScatter computes the scatter of d. It takes O(rows · columns²). If ctx ends first, NewScatter
// returns ctx's error. With gaps, it is the expected scatter of the number of complete rows that would be about as exact.
func NewScatter(ctx context.Context, d *Continuous, team *parallel.Team) (*Scatter, error) {
	n := len(d.Columns)
	s := &Scatter{Rows: d.Rows, Variables: n, sums: make([]float64, n*n), exponents: make([]int, n), of: d}
	if d.Rows == 0 {
		return s, nil
	}
	if d.Gaps {
		e, err := newExpected(ctx, d, team)
		if err != nil {
			return nil, err
		}
		return e.scatter(pairRows(d)), nil
	}
	columns := make([]fixedColumn, n)
	team.Do(n, nanosecondsToFix*d.Rows, func(_, j int) {
		if ctx.Err() == nil {
			columns[j] = newFixedColumn(d.Columns[j], precision(d.Rows))
			s.exponents[j] = columns[j].exponent
		}
	})
	team.Do(n, n*d.Rows/2, func(_, j int) {
		for k := 0; k <= j && ctx.Err() == nil; k++ {
			sum := columns[j].scatter(&columns[k])
			s.sums[j*n+k], s.sums[k*n+j] = sum, sum
		}
	})
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	return s, nil
}

const nanosecondsToFix = 10 // a cell, roughly

// At is the sum for two columns: sum · 2^exponent.
func (s *Scatter) At(j, k int) (sum float64, exponent int) {
	return s.sums[j*s.Variables+k], s.exponents[j] + s.exponents[k]
}

// Exact is the same sum from the values themselves, rounded once to the given number of bits. It takes O(rows). There is
// none if Expected.
func (s *Scatter) Exact(j, k int, precision uint) *big.Float {
	return Exact(s.of.Columns[j], s.of.Columns[k], precision)
}

// fixedColumn is a column as integers. The deviation of a cell from center is shifted - 2^bits.
type fixedColumn struct {
	shifted  []uint64 // from 0 to 2^(bits+1)
	rest     int64    // the sum of all deviations, which is below the number of rows
	bits     int
	exponent int
}

// newFixedColumn takes the integer part of the mean as the centre, so that the sum of the
// deviations is small. A cell has the given number of bits, at most those of a float64.
func newFixedColumn(column []float64, precision int) fixedColumn {
	low, high := column[0], column[0]
	for _, x := range column {
		low, high = min(low, x), max(high, x)
	}
	span := exponentOf(low, high)
	c := fixedColumn{shifted: make([]uint64, len(column)), bits: min(precision, 52)}
	c.exponent = span - c.bits
	origin := math.Ldexp(low, -span)
	var sumHigh, sumLow, carry uint64
	for i, x := range column {
		q := uint64(math.RoundToEven(math.Ldexp(math.Ldexp(x, -span)-origin, c.bits)))
		c.shifted[i] = q
		sumLow, carry = bits.Add64(sumLow, q, 0)
		sumHigh += carry
	}
	center, rest := bits.Div64(sumHigh, sumLow, uint64(len(column)))
	c.rest = int64(rest)
	for i := range c.shifted {
		c.shifted[i] += 1<<c.bits - center
	}
	return c
}

// exponentOf is the least e such that the range of a column is below 2^e, or one more.
func exponentOf(low, high float64) int {
	if width := high - low; !math.IsInf(width, 1) {
		_, e := math.Frexp(width)
		return e
	}
	_, e := math.Frexp(high/2 - low/2)
	return e + 1
}

// precision is the number of bits of a cell such that sums of rows products stay below 2^126. A
// float64 has no more than 53.
func precision(rows int) int { return (126 - bits.Len(uint(rows))) / 2 }

// scatter is the sum of the products of the deviations of two columns from their means.
//
// With u = x + 2^b and v = y + 2^b, Σxy = Σuv - 2^b (Σx + Σy) - N 2^2b. All of this is modulo
// 2^128, and |Σxy| < 2^126, so the result is exact. The deviations from the centres become
// deviations from the means by taking off Σx Σy / N, which is below N.
func (c *fixedColumn) scatter(d *fixedColumn) float64 {
	high, low := sumOfProducts(c.shifted, d.shifted)
	n := uint64(len(c.shifted))
	restHigh, restLow := bits.Mul64(1<<c.bits, uint64(c.rest+d.rest))
	var borrow uint64
	low, borrow = bits.Sub64(low, restLow, 0)
	high, _ = bits.Sub64(high, restHigh, borrow)
	high -= n << (2*c.bits - 64) // N 2^2b is a multiple of 2^64, since rows have 31 bits
	mean := float64(float64(c.rest)*float64(d.rest)) / float64(n)
	return toFloat(high, low) - mean
}

func sumOfProducts(u, v []uint64) (high, low uint64) {
	v = v[:len(u)]
	for i, x := range u {
		h, l := bits.Mul64(x, v[i])
		var carry uint64
		low, carry = bits.Add64(low, l, 0)
		high, _ = bits.Add64(high, h, carry)
	}
	return high, low
}

// toFloat is the float64 that is nearest to an integer of 128 bits in two's complement. So a power of two as a factor
// changes no bit of it.
func toFloat(high, low uint64) float64 {
	if int64(high) < 0 {
		low, borrow := bits.Sub64(0, low, 0)
		high, _ = bits.Sub64(0, high, borrow)
		return -nearest(high, low)
	}
	return nearest(high, low)
}

func nearest(high, low uint64) float64 {
	if high == 0 {
		return float64(low)
	}
	shift := bits.LeadingZeros64(high)
	top := high<<shift | low>>(64-shift)
	if low<<shift != 0 {
		top |= 1 // what is below decides between two that are as near
	}
	return math.Ldexp(float64(top), 64-shift)
}
