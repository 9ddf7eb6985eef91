package score

import (
	"math"
	"slices"
)

const (
	// least is the least share of its variance that a column may have of its own in floating point. Rounding is
	// some 2^-50 of the variance. So even then a set's F is exact to about 2^-50 / least rows.
	least = 1e-10
	// leastExpected is that of a scatter that is less exact.
	leastExpected = 1e-7
	// uses is the least standardised coefficient that counts, roughly.
	uses = 1e-3
)

// dependent finds the first column that those before it determine, and those of them that do.
// If there is none, column is -1. Then no set of columns has such a column, because fewer columns
// determine less. A column is determined if less than the least share of its variance is its own. It takes O(columns³),
// unless a ridge leaves every column its share.
func (m *gaussian) dependent(ridge float64, expected bool) (column int, others []int) {
	share := least
	if expected {
		share = leastExpected
	}
	if ridge > 0 && m.leaves(ridge, share) {
		return -1, nil
	}
	a := slices.Clone(m.matrix)
	eliminate(a, m.n)
	for column = range m.n {
		own := m.matrix[column*m.n+column]
		if own == 0 || a[column*m.n+column] < share*own {
			return column, m.determining(a, column)
		}
	}
	return -1, nil
}

// leaves reports whether a ridge leaves every column a share of its variance: no pivot is below the ridge.
func (m *gaussian) leaves(ridge, share float64) bool {
	for j := range m.n {
		if math.Ldexp(ridge, -m.scales[j]) < share*m.matrix[j*m.n+j] {
			return false
		}
	}
	return true
}

// determining are the columns with a coefficient in the regression of a column on those before
// it, by the matrix after elimination.
func (m *gaussian) determining(a []float64, column int) (columns []int) {
	coefficients := make([]float64, column)
	for i := column - 1; i >= 0; i-- {
		row := a[i*m.n : (i+1)*m.n]
		rest := row[column]
		for k := i + 1; k < column; k++ {
			rest -= float64(row[k] * coefficients[k])
		}
		coefficients[i] = rest / row[i]
		if math.Abs(coefficients[i]) > uses {
			columns = append(columns, i)
		}
	}
	slices.Sort(columns)
	return columns
}
