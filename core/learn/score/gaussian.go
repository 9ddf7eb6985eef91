package score

import (
	"math"
	"slices"

	"github.com/mcbnc/mcbnc/core/learn/data"
)

// gaussian is a Model of real-valued data. With a symmetric positive definite matrix M of all
// variables,
//
//	F(Z) = constant(|Z|) − weight(|Z|) · log det M[Z, Z]
//
// and the penalty is the same for each arc. F is evaluated by eliminating the variables of Z in
// ascending order, so it does not depend on how Z came about.
type gaussian struct {
	n      int
	matrix []float64    // (n, n): M with each row and column divided by a power of two, diagonal from 1/4 to 2
	scales []int        // by variable: log₂ of the square of that power
	unit   int          // values are integers times 2^-unit
	exact  *exactMatrix // nil if no set has a pivot that rounding changes much

	weights   []float64 // by |Z|
	constants []int64   // by |Z|, in units
	penalty   float64   // of an arc; of a node it is twice as much
	arc       int64     // the same in units
}

// formulaOfSize is F without its determinant: the factor of log det M[Z, Z] and the rest, by |Z|.
type formulaOfSize func(size int) (weight, constant float64)

// newGaussian makes the model of M = scatter + ridge · I. An error is a *SingularError.
func newGaussian(s *data.Scatter, p Parameters, ridge float64, f formulaOfSize, penalty float64) (*gaussian, error) {
	n := s.Variables
	m := &gaussian{n: n, matrix: make([]float64, n*n), scales: make([]int, n), penalty: penalty}
	fraction, shift := math.Frexp(ridge)
	own := make([]int, n) // the powers of two by which rows and columns are divided
	for j := range n {
		sum, exponent := s.At(j, j)
		exponent = exponentOf(sum, exponent)
		if fraction > 0 {
			exponent = max(exponent, shift)
		}
		own[j] = (exponent + 1) >> 1
		m.scales[j] = 2 * own[j]
	}
	for j := range n {
		for k := range j + 1 {
			sum, exponent := s.At(j, k)
			value := math.Ldexp(sum, exponent-own[j]-own[k])
			if j == k {
				value += math.Ldexp(fraction, shift-2*own[j])
			}
			m.matrix[j*n+k], m.matrix[k*n+j] = value, value
		}
	}
	lowest := 0
	if column, others := m.dependent(ridge, s.Expected); column >= 0 {
		if ridge == 0 || s.Expected {
			return nil, &SingularError{Column: column, Others: others, Prior: ridge > 0}
		}
		m.exact = newExactMatrix(s, ridge, slices.Max(m.scales)+1)
		lowest = max(0, -shift)
	}
	m.setFormula(f, p, lowest)
	return m, nil
}

// exponentOf is the exponent e of the number sum · 2^exponent, which is at most 2^e.
func exponentOf(sum float64, exponent int) int {
	if sum == 0 {
		return math.MinInt32
	}
	_, e := math.Frexp(sum)
	return e + exponent
}

// setFormula chooses the unit such that every F stays below 2^60 units. No pivot is below 2^-lowest, or else below the floor.
func (m *gaussian) setFormula(f formulaOfSize, p Parameters, lowest int) {
	constants := make([]float64, m.n+1)
	determinant, largest := 0.0, 1.0
	for size := range m.n + 1 {
		var weight float64
		weight, constants[size] = f(size)
		if size > 0 {
			determinant += float64((64 + math.Abs(float64(m.scales[size-1])) + float64(lowest)) * math.Ln2)
		}
		m.weights = append(m.weights, weight)
		largest = max(largest, math.Abs(constants[size]))
	}
	largest += m.weights[m.n] * determinant // weights do not fall
	_, e := math.Frexp(largest)
	m.unit = p.places(59 - e)
	for _, constant := range constants {
		m.constants = append(m.constants, m.fixed(constant))
	}
	m.arc = m.fixed(min(m.penalty, m.Float(MaxPenalty)))
}

func (m *gaussian) fixed(x float64) int64 { return int64(math.RoundToEven(math.Ldexp(x, m.unit))) }

func (m *gaussian) Variables() int { return m.n }

func (m *gaussian) Equal() bool { return true }

func (m *gaussian) Unit() int { return m.unit }

func (m *gaussian) Float(units int64) float64 { return math.Ldexp(float64(units), -m.unit) }

func (m *gaussian) Penalty(_ int32, parents []int32) float64 {
	return m.penalty * float64(len(parents)+2)
}

func (m *gaussian) NodePenalty(y int) int64 { return inUnits(m, m.Penalty(int32(y), nil)) }

func (m *gaussian) ArcPenalty([]int32, int, int) int64 { return m.arc }

const gaussianCost = 100 // nanoseconds for a set of few variables

func (m *gaussian) NewBatch(workers int) Batch { return newGaussianBatch(m, workers) }

// f is F of a set in ascending order. The scratch memory is the worker's own.
func (m *gaussian) f(set []int32, scratch *[]float64) int64 {
	size := len(set)
	a := slices.Grow((*scratch)[:0], size*size)[:size*size]
	*scratch = a
	exponent := m.submatrix(set, a)
	eliminate(a, size)
	if m.exact != nil && m.depends(set, a) {
		return m.value(size, m.exact.determinant(set))
	}
	return m.value(size, determinantOf(a, size, exponent))
}

// depends reports whether a pivot of a set is below its least share.
func (m *gaussian) depends(set []int32, a []float64) bool {
	for k, x := range set {
		if a[k*len(set)+k] < least*m.matrix[int(x)*(m.n+1)] {
			return true
		}
	}
	return false
}

// submatrix fills a with the upper triangle of the matrix of a set in ascending order, and returns by which power of two its
// determinant is to be multiplied.
func (m *gaussian) submatrix(set []int32, a []float64) (exponent int) {
	size := len(set)
	for i, x := range set {
		row := m.matrix[int(x)*m.n:]
		for j, y := range set[i:] {
			a[i*size+i+j] = row[y]
		}
		exponent += m.scales[x]
	}
	return exponent
}

// value is F of a set of the given number of variables with this determinant.
func (m *gaussian) value(size int, d determinant) int64 {
	if size == 0 {
		return m.constants[0]
	}
	return m.constants[size] - m.fixed(m.weights[size]*d.log())
}
