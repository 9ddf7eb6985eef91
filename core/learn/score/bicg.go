package score

import (
	"fmt"
	"math"

	"github.com/mcbnc/mcbnc/core/learn/data"
)

func init() {
	registerContinuous(Kind{
		Name:  "bic-g",
		Title: "Gaussian BIC",
		Doc: "The maximum log-likelihood of linear regressions with normal errors, less log(rows) / 2 for each free " +
			"parameter, times a factor (Schwarz 1978).",
		Parameters: []string{"penalty"},
	}, newBICG)
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
	return newGaussian(s, p, 0, func(size int) (weight, constant float64) {
		return rows / 2, float64(size) * rows / 2 * (math.Log(rows) - math.Log(2*math.Pi) - 1)
	}, p.Penalty*math.Log(rows)/2)
}

// SingularError is the error that the likelihood has no maximum, or that a prior decides and the sums are not exact enough
// for it. Column is a linear function of the Others; if there are no others, it does not vary. Or Column is -1, and there
// are too few Rows.
type SingularError struct {
	Column     int
	Others     []int
	Prior      bool // the score has a prior
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
