package score

import (
	"context"

	"github.com/mcbnc/mcbnc/core/learn/data"
	"github.com/mcbnc/mcbnc/core/run/parallel"
)

func init() {
	registerMixed(Kind{
		Name:  "dg",
		Title: "degenerate Gaussian BIC",
		Doc: "The Gaussian BIC of the real-valued columns and of indicators of the discrete columns' states (Andrews, " +
			"Ramsey and Cooper 2019).",
		OfCorrelations: func(first []int32, matrix []float64, rows int, p Parameters) Maker {
			return degenerateOf(first, matrix, rows, p, degenerateRidge)
		},
	}, func(ctx context.Context, m *data.Moments, p Parameters, team *parallel.Team) (Maker, error) {
		return newDegenerate(ctx, m, p, degenerateRidge, team)
	})
}

// degenerateRidge is added to the variances, which are 1: indicators may determine one another.
const degenerateRidge = 1e-6

// degenerate is the score of Andrews, Ramsey and Cooper (2019). Each discrete variable stands for the indicators of its
// states that occur but the first, and each real-valued one for itself. With R the correlation matrix of these columns,
// plus the ridge on the diagonal, and c the number of columns that A stands for,
//
//	J(A) = −N/2 · log det R[A, A] − penalty/2 · log N · c (c + 1)/2
//
// and the score of y with parents P is J(P ∪ {y}) − J(P). A column that does not vary stands for none.
type degenerate struct {
	*gaussian         // of the columns
	first     []int32 // by variable: its first column; one more
	each      float64 // the penalty of a parameter
	parameter uint64  // the same in units
}

func newDegenerate(ctx context.Context, m *data.Moments, p Parameters, ridge float64, team *parallel.Team) (Maker, error) {
	first, matrix, err := m.Correlations(ctx, team)
	if err != nil {
		return nil, err
	}
	return degenerateOf(first, matrix, m.Rows, p, ridge), nil
}

// degenerateOf makes the models of columns with these correlations, from the given number of rows.
func degenerateOf(first []int32, matrix []float64, rows int, p Parameters, ridge float64) Maker {
	size := int(first[len(first)-1])
	for j := range size {
		matrix[j*size+j] += ridge
	}
	return p.maker(func(p Parameters) (Model, error) {
		g := &gaussian{n: size, matrix: matrix, scales: make([]int, size)}
		g.setFormula(func(int) (weight, constant float64) { return float64(rows) / 2, 0 }, p, 0)
		each := halfLog(rows, p)
		return degenerate{g, first, each, uint64(g.fixed(min(each, g.Float(MaxPenalty))))}, nil
	})
}

func (m degenerate) Variables() int { return len(m.first) - 1 }

// columns is the number of columns that a variable stands for.
func (m degenerate) columns(v int) int { return int(m.first[v+1] - m.first[v]) }

func (m degenerate) Penalty(y int32, parents []int32) float64 {
	own, before := m.columns(int(y)), 0
	for _, x := range parents {
		before += m.columns(int(x))
	}
	return float64(own*before+own*(own+1)/2) * m.each
}

func (m degenerate) NodePenalty(y int) int64 {
	own := uint64(m.columns(y))
	return int64(min(times(own*(own+1)/2, m.parameter), MaxPenalty))
}

func (m degenerate) ArcPenalty(_ []int32, x, y int) int64 {
	return int64(min(times(uint64(m.columns(x))*uint64(m.columns(y)), m.parameter), MaxPenalty))
}

func (m degenerate) NewBatch(workers int) Batch {
	columns, scratch := make([][]int32, workers), make([][]float64, workers)
	return newSetBatch(workers, gaussianCost, func(worker int, set []int32) int64 {
		own := columns[worker][:0]
		for _, v := range set {
			for column := m.first[v]; column < m.first[v+1]; column++ {
				own = append(own, column)
			}
		}
		columns[worker] = own
		return m.f(own, &scratch[worker])
	})
}
