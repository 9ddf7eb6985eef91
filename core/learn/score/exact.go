package score

import (
	"math/big"
	"sync/atomic"

	"github.com/mcbnc/mcbnc/core/learn/data"
)

// sparePrecision is how many bits there are below the least pivot.
const sparePrecision = 128

// exactMatrix is the matrix of a gaussian whose columns nearly determine one another. A pivot may then be less than what
// rounding leaves of it, and so sets with such a pivot are eliminated in numbers that are as long as it takes.
type exactMatrix struct {
	scatter   *data.Scatter
	ridge     float64
	precision uint
	entries   []atomic.Pointer[big.Float] // (n, n), the lower triangle: those that were asked for
}

// newExactMatrix is that of scatter + ridge · I. Each entry is at most 2^exponent. No pivot is below the ridge.
func newExactMatrix(s *data.Scatter, ridge float64, exponent int) *exactMatrix {
	return &exactMatrix{s, ridge, precisionFor(exponent, ridge), make([]atomic.Pointer[big.Float], s.Variables*s.Variables)}
}

// precisionFor is that of an elimination whose entries are at most 2^exponent, and whose pivots are at least the ridge.
func precisionFor(exponent int, ridge float64) uint {
	return uint(sparePrecision + max(0, exponent-exponentOf(ridge, 0)))
}

// determinant is that of a set in ascending order.
func (m *exactMatrix) determinant(set []int32) determinant {
	size := len(set)
	a := make([]*big.Float, size*size)
	for i, x := range set {
		for j, y := range set[i:] {
			a[i*size+i+j] = new(big.Float).Copy(m.at(int(y), int(x)))
		}
	}
	eliminateExactly(a, size)
	return exactDeterminant(a, size)
}

// at is an entry of the lower triangle.
func (m *exactMatrix) at(j, k int) *big.Float {
	entry := &m.entries[j*m.scatter.Variables+k]
	if known := entry.Load(); known != nil {
		return known
	}
	made := m.scatter.Exact(j, k, m.precision)
	if j == k {
		made.Add(made, big.NewFloat(m.ridge))
	}
	entry.Store(made)
	return made
}

// eliminateExactly is eliminate in long numbers.
func eliminateExactly(a []*big.Float, size int) {
	var factor, product big.Float
	for k := range size {
		row := a[k*size : (k+1)*size]
		for i := k + 1; i < size; i++ {
			factor.Quo(row[i], row[k])
			for j := i; j < size; j++ {
				a[i*size+j].Sub(a[i*size+j], product.Mul(&factor, row[j]))
			}
		}
	}
}

// exactDeterminant is the product of the pivots.
func exactDeterminant(a []*big.Float, size int) determinant {
	product := new(big.Float).Copy(a[0])
	for k := 1; k < size; k++ {
		product.Mul(product, a[k*size+k])
	}
	exponent := product.MantExp(product)
	mantissa, _ := product.Float64()
	return determinant{mantissa, exponent}
}

// exactTrace is trace in long numbers: a is what eliminateExactly has left of Σ, and s is the upper triangle of S.
func exactTrace(a, s []*big.Float, size int) float64 {
	precision := a[0].Prec()
	zero := func() *big.Float { return new(big.Float).SetPrec(precision) }
	total, v, product := zero(), make([]*big.Float, size), zero()
	for m := range size {
		v[m] = zero().SetInt64(1)
		for i := m - 1; i >= 0; i-- {
			v[i] = zero()
			for l := i + 1; l <= m; l++ {
				v[i].Sub(v[i], product.Mul(a[i*size+l], v[l]))
			}
			v[i].Quo(v[i], a[i*size+i])
		}
		form := zero()
		for i := range m + 1 {
			rest := zero()
			for j := i + 1; j <= m; j++ {
				rest.Add(rest, product.Mul(s[i*size+j], v[j]))
			}
			rest.Add(rest, rest).Add(rest, product.Mul(s[i*size+i], v[i]))
			form.Add(form, product.Mul(rest, v[i]))
		}
		total.Add(total, form.Quo(form, a[m*size+m]))
	}
	out, _ := total.Float64()
	return out
}
