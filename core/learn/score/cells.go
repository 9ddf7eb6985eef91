package score

import (
	"math"
	"math/big"
	"slices"

	"github.com/mcbnc/mcbnc/core/learn/data"
)

// cellWork evaluates the log-likelihood of conditional at its maximum, one set at a time. It is a worker's own.
type cellWork struct {
	states, values []int32 // the discrete and the real-valued variables of the set, ascending

	products [][]float64 // by pair of values, row by row of the lower triangle: the sums of each cell
	ridges   []float64   // by value
	rounding []float64   // by value: the least variance by conditional.least
	exponent int         // the logarithm of the square of the product of the units, to base 2

	sums, pooled []float64 // by pair: of one cell, and of the cells that have no matrix of their own

	matrix, scaled, factors, pivots, column []float64 // scratch of normal and trace
}

// logLikelihood is J without its penalty, for a set in ascending order.
func (w *cellWork) logLikelihood(m *conditional, set []int32) float64 {
	w.states, w.values, w.ridges, w.exponent = w.states[:0], w.values[:0], w.ridges[:0], 0
	w.rounding = w.rounding[:0]
	for _, v := range set {
		if m.Arity[v] > 0 {
			w.states = append(w.states, v)
			continue
		}
		w.values, w.ridges = append(w.values, v), append(w.ridges, m.ridges[v])
		w.rounding = append(w.rounding, m.least[v])
		w.exponent += 2 * m.Scale(v)
	}
	cells, rows := m.Cells(w.states), float64(m.Rows)
	total := 0.0
	if len(w.states) > 0 && m.Rows > 0 {
		for _, n := range cells.Sizes {
			total += float64(float64(n) * math.Log(float64(n)/rows))
		}
		total -= float64(float64(cells.Singletons) * math.Log(rows))
	}
	if len(w.values) == 0 || m.Rows == 0 {
		return total
	}
	w.products = w.products[:0]
	for i, x := range w.values {
		for _, y := range w.values[:i+1] {
			w.products = append(w.products, cells.Products(x, y))
		}
	}
	pairs := len(w.products)
	w.pooled, w.sums = zeros(w.pooled, pairs), zeros(w.sums, pairs)
	left := cells.Singletons // rows of cells without a matrix of their own
	for cell, n := range cells.Sizes {
		if int(n) <= len(w.values)+moreRows {
			left += int(n)
			for k, sums := range w.products {
				w.pooled[k] += sums[cell]
			}
			continue
		}
		for k, sums := range w.products {
			w.sums[k] = sums[cell]
		}
		value, exact := w.normal(float64(n), w.sums, float64(n), w.sums)
		if !exact {
			own := []exactCell{{cells, cell}}
			value = w.normalExactly(own[0], own, int(n))
		}
		total += value
	}
	if left == 0 {
		return total
	}
	whole := m.Cells(nil)
	for k := range w.sums {
		w.sums[k] = 0
	}
	if len(whole.Sizes) > 0 { // of one row, all sums are 0
		k := 0
		for i, x := range w.values {
			for _, y := range w.values[:i+1] {
				w.sums[k] = whole.Products(x, y)[0]
				k++
			}
		}
	}
	value, exact := w.normal(rows, w.sums, float64(left), w.pooled)
	if !exact {
		var pooled []exactCell
		for cell, n := range cells.Sizes {
			if int(n) <= len(w.values)+moreRows {
				pooled = append(pooled, exactCell{cells, cell})
			}
		}
		value = w.normalExactly(exactCell{whole, 0}, pooled, left)
	}
	return total + value
}

func zeros(s []float64, size int) []float64 {
	s = slices.Grow(s[:0], size)[:size]
	clear(s)
	return s
}

// normal is the log-likelihood of rows by normal distributions. The covariance matrix Σ is that of the sums of the
// given number of rows, plus the ridges. S are the sums of the rows' own deviations from the means of their cells:
//
//	−1/2 · (rows · (|C| log 2π + log det Σ) + tr(Σ⁻¹ S))
//
// Each variable is first divided by a power of two that makes its variance in Σ 1/4 to 2, as eliminate needs it. If a pivot
// is so small that rounding changes it, the result is not exact.
func (w *cellWork) normal(of float64, sums []float64, rows float64, s []float64) (value float64, exact bool) {
	size, exponent := len(w.values), w.exponent
	w.matrix, w.scaled = zeros(w.matrix, size*size), zeros(w.scaled, size*size)
	w.factors, w.pivots = zeros(w.factors, size), zeros(w.pivots, size)
	k := 0
	for i := range size {
		variance := sums[k+i]/of + w.ridges[i]
		_, e := math.Frexp(variance)
		own := (e + 1) >> 1
		exponent += 2 * own
		w.factors[i] = math.Ldexp(1, -own)
		for j := range i {
			factor := w.factors[i] * w.factors[j]
			w.matrix[j*size+i] = sums[k] / of * factor
			w.scaled[j*size+i] = s[k] * factor
			k++
		}
		factor := w.factors[i] * w.factors[i]
		w.matrix[i*size+i], w.scaled[i*size+i] = variance*factor, s[k]*factor
		w.pivots[i] = max(least*variance, w.rounding[i]) * factor
		k++
	}
	eliminate(w.matrix, size)
	for i, pivot := range w.pivots {
		if w.matrix[i*size+i] < pivot {
			return 0, false
		}
	}
	return likelihood(determinantOf(w.matrix, size, exponent), w.trace(size), of, rows, size), true
}

// likelihood is that of normal, given its trace.
func likelihood(det determinant, trace, of, rows float64, size int) float64 {
	const logTau = 1.8378770664093453 // log 2π
	logs := det.log() + float64(float64(size)*logTau)
	return -(float64(rows*logs) + min(max(0, trace), of*float64(size))) / 2
}

// exactCell is a cell whose sums are made from the values themselves.
type exactCell struct {
	of   *data.CellMoments
	cell int
}

// normalExactly is normal in long numbers: Σ is that of one cell, and S is the sum of those of some cells with a number of
// rows.
func (w *cellWork) normalExactly(of exactCell, some []exactCell, rows int) float64 {
	size, n := len(w.values), int(of.of.Sizes[of.cell])
	widest := math.MinInt32
	for _, v := range w.values {
		widest = max(widest, of.of.Exact(v, v, of.cell, sparePrecision).MantExp(nil))
	}
	precision := precisionFor(widest, conditionalRidge)
	sigma, s := make([]*big.Float, size*size), make([]*big.Float, size*size)
	divisor := new(big.Float).SetPrec(precision).SetInt64(int64(n))
	for i, x := range w.values {
		for j, y := range w.values[i:] {
			entry := of.of.Exact(x, y, of.cell, precision)
			if entry.Quo(entry, divisor); j == 0 {
				entry.Add(entry, big.NewFloat(conditionalRidge))
			}
			sum := new(big.Float).SetPrec(precision)
			for _, c := range some {
				sum.Add(sum, c.of.Exact(x, y, c.cell, precision))
			}
			sigma[i*size+i+j], s[i*size+i+j] = entry, sum
		}
	}
	eliminateExactly(sigma, size)
	return likelihood(exactDeterminant(sigma, size), exactTrace(sigma, s, size), float64(n), float64(rows), size)
}

// trace is tr(Σ⁻¹ S). Elimination has left D and the unit upper triangular T with Σ = Tᵀ D T. With the columns v of T⁻¹,
// the trace is the sum of vᵀ S v / D.
func (w *cellWork) trace(size int) float64 {
	total := 0.0
	w.column = zeros(w.column, size)
	v := w.column
	for m := range size {
		v[m] = 1
		for i := m - 1; i >= 0; i-- {
			row, sum := w.matrix[i*size:(i+1)*size], 0.0
			for l := i + 1; l <= m; l++ {
				sum += float64(row[l] * v[l])
			}
			v[i] = -sum / row[i]
		}
		form := 0.0
		for i := range m + 1 {
			row, rest := w.scaled[i*size:(i+1)*size], 0.0
			for j := i + 1; j <= m; j++ {
				rest += float64(row[j] * v[j])
			}
			form += float64(v[i] * (float64(row[i]*v[i]) + float64(2*rest)))
		}
		total += form / w.matrix[m*size+m]
	}
	return total
}
