package score

import (
	"context"
	"math"
	"math/bits"

	"github.com/mcbnc/mcbnc/core/learn/data"
	"github.com/mcbnc/mcbnc/core/run/parallel"
)

func init() {
	registerMixed(Kind{
		Name:  "bic-cg",
		Title: "conditional Gaussian BIC",
		Doc: "The BIC of discrete columns and, in each of their joint states, of normal distributions of the real-valued " +
			"columns (Andrews, Ramsey and Cooper 2018).",
	}, func(_ context.Context, m *data.Moments, p Parameters, _ *parallel.Team) (Maker, error) {
		return p.maker(func(p Parameters) (Model, error) { return newConditional(m, p), nil }), nil
	})
}

const (
	// conditionalRidge is added to the variances in a cell.
	conditionalRidge = 1e-4
	// moreRows is how many more rows than real-valued variables a cell without a covariance matrix of its own has at most.
	moreRows = 4
	// leastPlaces is how many binary places a standard deviation has at least above what cells are rounded to.
	leastPlaces = 20
)

// conditional is the score of Andrews, Ramsey and Cooper (2018). A set A has the discrete variables D and the real-valued
// ones C. Of N rows, n_d are in the joint state d of D, a cell. r_D is the product of the arities of D. Then
//
//	J(A) = Σ_d n_d log(n_d / N) + Σ_d log-likelihood of the n_d rows of C
//	       − penalty/2 · log N · ((r_D − 1) + r_D |C| (|C| + 3) / 2)
//
// and the score of y with parents P is J(P ∪ {y}) − J(P). In a cell, C is normal, with the mean of the cell. The
// covariance matrix is that of the cell if n_d > |C| + 4, and else that of all rows; the ridge is added to its diagonal.
//
// Numbers are in units of powers of two near the standard deviations of the columns. So products do not overflow.
type conditional struct {
	*data.Moments
	ridges    []float64 // by real-valued variable, in its unit
	least     []float64 // likewise: below such a variance, rounding of the cells counts
	unit      int
	each      float64 // the penalty of a parameter
	parameter uint64  // the same in units
}

func newConditional(m *data.Moments, p Parameters) *conditional {
	c := &conditional{Moments: m, ridges: make([]float64, len(m.Arity)), least: make([]float64, len(m.Arity)), each: halfLog(m.Rows, p)}
	rows := float64(max(m.Rows, 1))
	width, most := float64(bits.Len(uint(m.Rows))), math.Log(rows)
	for v, arity := range m.Arity {
		if arity == 0 {
			scale := m.Scale(int32(v))
			// Beside values of 2^490 the ridge is nothing, and must not be 0.
			c.ridges[v] = max(math.Ldexp(conditionalRidge, -2*scale), 0x1p-1000)
			c.least[v] = math.Ldexp(1, 2*(m.Rounding(int32(v))+leastPlaces))
			// A pivot is from 2^-42 of the ridge to N times the variance of all rows. The logarithm of a ridge that was
			// raised is at most 1000.
			most += (64+4*math.Abs(float64(scale))+width)*math.Ln2/2 + 2
		}
	}
	_, e := math.Frexp(rows * most)
	c.unit = p.places(59 - e)
	c.parameter = uint64(c.fixed(min(c.each, c.Float(MaxPenalty))))
	return c
}

func (m *conditional) fixed(x float64) int64 { return int64(math.RoundToEven(math.Ldexp(x, m.unit))) }

func (m *conditional) Variables() int { return len(m.Arity) }

func (m *conditional) Equal() bool { return true }

func (m *conditional) Unit() int { return m.unit }

func (m *conditional) Float(units int64) float64 { return math.Ldexp(float64(units), -m.unit) }

func (m *conditional) Penalty(y int32, parents []int32) float64 {
	if m.each == 0 { // a product of many arities may be infinite
		return 0
	}
	states, values := 1.0, 0
	for _, x := range parents {
		if r := m.Arity[x]; r > 0 {
			states *= float64(r)
		} else {
			values++
		}
	}
	parameters := float64(values + 2)
	if r := m.Arity[y]; r > 0 {
		parameters = float64(r-1) * float64(1+values*(values+3)/2)
	}
	return states * parameters * m.each
}

func (m *conditional) NodePenalty(y int) int64 { return inUnits(m, m.Penalty(int32(y), nil)) }

// ArcPenalty is the parameters of A ∪ {x, y}, less those of A ∪ {x} and of A ∪ {y}, and those of A, where A are the
// others. With r the states of A and c its real-valued variables, it is
//
//	r (r_x − 1) (r_y − 1) (1 + c (c + 3) / 2)   if x and y are discrete
//	r (r_x − 1) (c + 2)                         if x alone is
//	r                                           if none is
func (m *conditional) ArcPenalty(others []int32, x, y int) int64 {
	states, values := uint64(1), uint64(0)
	for _, v := range others {
		if r := m.Arity[v]; r > 0 {
			states = times(states, uint64(r))
		} else {
			values++
		}
	}
	discrete := uint64(0)
	for _, r := range []int{m.Arity[x], m.Arity[y]} {
		if r > 0 {
			states = times(states, uint64(r-1))
			discrete++
		}
	}
	switch discrete {
	case 2:
		states = times(states, 1+values*(values+3)/2)
	case 1:
		states = times(states, values+2)
	}
	return int64(min(times(states, m.parameter), MaxPenalty))
}

// conditionalCost is roughly what a set of few variables takes, in nanoseconds.
const conditionalCost = 5000

func (m *conditional) NewBatch(workers int) Batch {
	scratch := make([]cellWork, workers)
	return newSetBatch(workers, conditionalCost, func(worker int, set []int32) int64 {
		return m.fixed(scratch[worker].logLikelihood(m, set))
	})
}
