package score

import (
	"math"
	"math/bits"
)

// formula is a score of discrete data, in natural logarithms. With n_z rows in the joint
// state z of Z, and |Z| joint states that are possible,
//
//	F(Z) = whole(|Z|) + Σ_z first(|Z|) + rest(|Z|, n_z)   over the joint states z that occur
//
// and the penalty is the same for each free parameter.
type formula struct {
	// first is the term of a joint state that occurs. If uniform, which means that a prior
	// is spread evenly over the joint states, first is less log |Z|.
	first   float64
	uniform bool
	// rest makes, of log |Z|, the function of n_z. Unless uniform, it must not use log |Z|.
	// The function is 0 for one row: joint states of one row are not looked at one by one.
	rest func(logStates float64) func(count int) float64
	// whole makes, of log |Z|, a term of F(Z) that no count is in. nil: there is none. It is 0 if |Z| is 1.
	whole func(logStates float64) float64
	// surplus is what F(Z), of two variables or more, loses for each joint state that occurs beyond a quarter of the rows:
	// see surplus.go.
	surplus float64
	// parameter is the penalty for a free parameter.
	parameter float64
	// occurring: a family's |Z| are not of all joint states of its parents, but of those that occur:
	// see familyBatch. Then the formula is uniform and has no whole and no parameter.
	occurring bool
}

// maximumLikelihood is the log-likelihood at its maximum, F(Z) = Σ_z n_z log n_z, less a
// penalty for each free parameter.
func maximumLikelihood(parameter float64) formula {
	return formula{
		rest: func(float64) func(count int) float64 {
			return func(count int) float64 { return float64(count) * math.Log(float64(count)) }
		},
		parameter: parameter,
	}
}

// discrete is what the Models of discrete data have in common, wherever the counts come from.
type discrete struct {
	rows    int
	arity   []int // by variable
	formula formula
	unit    int // values are integers times 2^-unit

	first     int64   // the formula's, in units
	quarter   int64   // the same: of a surplus
	parameter uint64  // the same
	logs      []int64 // by variable: the logarithm of its arity, in units
	fine      []int64 // the same in units of 2^-fineUnit, which tables are named by
	tables    *tables
	wholes    *wholes // nil: the formula has none
}

// fineUnit makes |Z| exact to some 15 digits, in whatever order the logarithms are added,
// and leaves room for the arities of thousands of variables.
const fineUnit = 46

func newDiscrete(rowCount int, arity []int, p Parameters, f formula) *discrete {
	m := &discrete{rows: rowCount, arity: arity, formula: f}
	all := 0.0
	for _, states := range arity {
		all += math.Log(float64(states))
	}
	// A sum has at most one term for each row. It stays below 2^60 units.
	rows := float64(max(rowCount, 1))
	m.unit = p.places(59 - bits.Len64(uint64(rows*(all+2*math.Log(rows)+math.Abs(f.first)+1+f.surplus))))
	for _, states := range arity {
		log := math.Log(float64(states))
		m.logs = append(m.logs, m.fixed(log))
		m.fine = append(m.fine, fine(log))
	}
	m.tables = p.Memo.tables(m.unit)
	m.first, m.quarter = m.fixed(f.first), m.fixed(f.surplus/4)
	m.parameter = uint64(m.fixed(min(f.parameter, m.Float(MaxPenalty))))
	if f.whole != nil {
		m.wholes = newWholes(m)
	}
	return m
}

// fine is the logarithm of a number of joint states in units of 2^-fineUnit.
func fine(log float64) int64 { return int64(math.Round(math.Ldexp(log, fineUnit))) }

// fixed is x in units.
func (m *discrete) fixed(x float64) int64 { return int64(math.Round(math.Ldexp(x, m.unit))) }

func (m *discrete) Variables() int { return len(m.arity) }

func (m *discrete) Equal() bool { return !m.formula.occurring }

func (m *discrete) Unit() int { return m.unit }

func (m *discrete) Float(units int64) float64 { return math.Ldexp(float64(units), -m.unit) }

func (m *discrete) Penalty(y int32, parents []int32) float64 {
	if m.parameter == 0 {
		return 0
	}
	parameters := float64(m.arity[y] - 1)
	for _, p := range parents {
		parameters *= float64(m.arity[p])
	}
	return parameters * m.formula.parameter
}

func (m *discrete) NodePenalty(y int) int64 {
	return int64(min(times(uint64(m.arity[y]-1), m.parameter), MaxPenalty))
}

func (m *discrete) ArcPenalty(others []int32, x, y int) int64 {
	if m.parameter == 0 {
		return 0
	}
	parameters := times(uint64(m.arity[x]-1), uint64(m.arity[y]-1))
	for _, v := range others {
		parameters = times(parameters, uint64(m.arity[v]))
	}
	return int64(min(times(parameters, m.parameter), MaxPenalty))
}

// times is the product, or the largest number if that is larger.
func times(a, b uint64) uint64 {
	high, low := bits.Mul64(a, b)
	if high != 0 {
		return math.MaxUint64
	}
	return low
}

// size is log |Z| of a set of variables Z, in units and in units of 2^-fineUnit.
type size struct {
	logs, fine int64
	variables  int // in Z
}

// with is the size of Z ∪ {x}.
func (m *discrete) with(z size, x int32) size {
	return size{z.logs + m.logs[x], z.fine + m.fine[x], z.variables + 1}
}

// sizeOf is the size of a set.
func (m *discrete) sizeOf(set []int32) (z size) {
	for _, v := range set {
		z = m.with(z, v)
	}
	return z
}

// terms are the terms of F(Z), for Z of one size.
type terms struct {
	whole   int64
	first   int64
	rest    *counted
	surplus surplus
}

func (m *discrete) terms(z size) terms {
	name := z.fine
	if !m.formula.uniform {
		name = 0
	}
	return terms{m.wholes.of(z), m.firstOf(z), m.tables.at(name, m.rest), m.surplusOf(z)}
}

// firstOf is the term of a joint state that occurs.
func (m *discrete) firstOf(z size) int64 {
	if !m.formula.uniform {
		return m.first
	}
	return m.first - z.logs
}

// rest is the formula's in units, for log |Z| in units of 2^-fineUnit.
func (m *discrete) rest(fine int64) func(count int) int64 {
	rest := m.formula.rest(math.Ldexp(float64(fine), -fineUnit))
	return func(count int) int64 { return m.fixed(rest(count)) }
}

// sum is F(Z), given the number of rows of each joint state that occurs. Numbers may be 0. Singletons, joint
// states of one row, may be left out of the counts and only be counted themselves.
func (t terms) sum(counts []int32, singletons int) int64 {
	total, cells := int64(0), singletons
	for _, n := range counts {
		value := t.rest.known(n)
		if value == 0 {
			value = t.rest.other(n)
		}
		total += value ^ coded
		cells += int(uint32(-n) >> 31) // 1 if there are rows
	}
	return total + t.whole + t.first*int64(cells) - t.surplus.of(cells)
}
