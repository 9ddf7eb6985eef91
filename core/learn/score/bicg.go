package score

import (
	"fmt"
	"math"
	"slices"

	"github.com/mcbnc/mcbnc/core/learn/data"
)

func init() {
	register(Kind{
		Name:  "bic-g",
		Title: "Gaussian BIC",
		Doc: "The maximum log-likelihood of linear regressions with normal errors, less log(rows) / 2 for each free " +
			"parameter, times a factor (Schwarz 1978).",
		Parameters: []string{"penalty"},
		Continuous: newBICG,
	})
}

// newBICG is BIC of a Gaussian network. The covariance of maximum likelihood is S / N, where S
// is the scatter of the N rows. The log-likelihood of a set Z of variables at its maximum is
//
//	F(Z) = −N/2 · (log det (S/N)[Z, Z] + |Z| (log 2π + 1))
//
// A node has a coefficient for each parent, an intercept and a variance.
func newBICG(s *data.Scatter, p Parameters) (Model, error) {
	rows := float64(s.Rows)
	if s.Rows <= s.Variables {
		return nil, &SingularError{Column: -1, Rows: s.Rows, RowsNeeded: s.Variables + 1}
	}
	m := newGaussian(s, p, 0, func(size int) (weight, constant float64) {
		return rows / 2, float64(size) * rows / 2 * (math.Log(rows) - math.Log(2*math.Pi) - 1)
	}, p.Penalty*math.Log(rows)/2)
	share := least
	if s.Expected {
		share = leastExpected
	}
	if column, others := m.dependent(share); column >= 0 {
		return nil, &SingularError{Column: column, Others: others}
	}
	return m, nil
}

// SingularError tells that the likelihood has no maximum. Column is a linear function of the
// Others; if there are no others, it does not vary. Or Column is -1, and there are too few Rows.
type SingularError struct {
	Column     int
	Others     []int
	Rows       int
	RowsNeeded int // at least
}

func (e *SingularError) Error() string {
	if e.Column < 0 {
		return fmt.Sprintf("there are too few rows: %d, and at least %d are needed", e.Rows, e.RowsNeeded)
	}
	if len(e.Others) == 0 {
		return fmt.Sprintf("column %d does not vary", e.Column)
	}
	return fmt.Sprintf("column %d is a linear function of columns %v", e.Column, e.Others)
}

const (
	// least is the least share of its variance that a column may have of its own. Rounding is
	// some 2^-50 of the variance. So even then a set's F is exact to about 2^-50 / least rows.
	least = 1e-10
	// leastExpected is that of a scatter that is less exact.
	leastExpected = 1e-7
	// uses is the least standardised coefficient that counts, roughly.
	uses = 1e-3
)

// dependent finds the first column that those before it determine, and those of them that do.
// If there is none, column is -1. Then no set of columns has such a column, because fewer columns
// determine less. A column is determined if less than this share of its variance is its own. It takes O(columns³).
func (m *gaussian) dependent(share float64) (column int, others []int) {
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
