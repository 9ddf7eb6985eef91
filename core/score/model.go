package score

import (
	"math"
	"math/bits"

	"github.com/mcbnc/mcbnc/core/data"
)

// Kind is which score it is.
type Kind int

const (
	// BDeu is the likelihood-equivalent Bayesian Dirichlet score with a uniform joint
	// distribution as its prior.
	BDeu Kind = iota
	// BIC is the Bayesian information criterion, on the scale of the log-likelihood.
	BIC
)

// Model is a score on a dataset. Any number of goroutines may use it.
type Model struct {
	Data *data.Dataset
	kind Kind
	ess  float64
	unit int     // values are integers times 2^-unit
	logs []int64 // the logarithm of each variable's arity
	fine []int64 // the same in units of 2^-fineUnit, which tables go by

	tables tables
	row    int64 // BIC: what a free parameter costs
}

// fineUnit makes α exact to some 15 digits, whichever way the sum of logarithms is made,
// and leaves room for the arities of thousands of variables.
const fineUnit = 46

// New returns the score of the given kind on d. The equivalent sample size ess, above 0,
// is BDeu's.
func New(d *data.Dataset, kind Kind, ess float64) *Model {
	m := &Model{Data: d, kind: kind, ess: ess}
	all := 0.0
	for i := range d.Columns {
		all += math.Log(float64(d.Columns[i].Arity))
	}
	// No sum of terms, of which there is at most one for each row, leaves 2^60 units.
	rows := float64(max(d.Rows, 1))
	m.unit = min(40, 59-bits.Len64(uint64(rows*(all+2*math.Log(rows)+math.Abs(math.Log(ess))+1))))
	for i := range d.Columns {
		log := math.Log(float64(d.Columns[i].Arity))
		m.logs = append(m.logs, m.fixed(log))
		m.fine = append(m.fine, int64(math.Round(math.Ldexp(log, fineUnit))))
	}
	m.row = m.fixed(math.Log(rows) / 2)
	return m
}

// fixed is x in the model's units.
func (m *Model) fixed(x float64) int64 { return int64(math.Round(math.Ldexp(x, m.unit))) }

// Float is a value in natural logarithms.
func (m *Model) Float(value int64) float64 { return math.Ldexp(float64(value), -m.unit) }

// prior is what F takes from a set of variables besides its counts.
type prior struct {
	first int64  // the term of a joint state that occurs: log α
	table *table // what is added to it, by how many rows have the state
}

// prior of a set, given the sums of logs and of fine over its members.
func (m *Model) prior(logs, fine int64) prior {
	if m.kind == BIC {
		return prior{0, m.tables.at(0, m.entropies)}
	}
	return prior{m.fixed(math.Log(m.ess)) - logs, m.tables.at(fine, m.gammas)}
}

// gammas is what BDeu's tables keep. One row alone adds nothing to the first term: so that
// with one row, no arc gains or loses anything, to the last bit.
func (m *Model) gammas(fine int64) func(count int) int64 {
	alpha := math.Exp(math.Log(m.ess) - math.Ldexp(float64(fine), -fineUnit))
	one, _ := math.Lgamma(1 + alpha)
	return func(count int) int64 {
		all, _ := math.Lgamma(float64(count) + alpha)
		return m.fixed(all - one)
	}
}

// entropies is what BIC's table keeps.
func (m *Model) entropies(int64) func(count int) int64 {
	return func(count int) int64 { return m.fixed(float64(count) * math.Log(float64(count))) }
}

// logarithms are the sums of logs and of fine over some variables.
func (m *Model) logarithms(variables []int32) (logs, fine int64) {
	for _, v := range variables {
		logs += m.logs[v]
		fine += m.fine[v]
	}
	return logs, fine
}

// sum is F of a set: what its joint states have in rows, and how many more have just one.
func (p prior) sum(counts []int32, alone int) int64 {
	total := p.first * int64(len(counts)+alone)
	for _, n := range counts {
		total += p.table.of(n)
	}
	return total
}

// penalty is what x → y costs beside F where y's other parents have so many joint
// states. It is the same for y → x.
func (m *Model) penalty(joint uint64, x, y int) int64 {
	if m.kind == BDeu {
		return 0
	}
	parameters := times(times(joint, uint64(m.Data.Columns[x].Arity-1)), uint64(m.Data.Columns[y].Arity-1))
	return int64(min(times(parameters, uint64(m.row)), 1<<61)) // more than any F can make up for
}

// joint is the number of joint states of some variables, or the most that can be said.
func (m *Model) joint(variables []int32) uint64 {
	states := uint64(1)
	for _, v := range variables {
		states = times(states, uint64(m.Data.Columns[v].Arity))
	}
	return states
}

// times is the product, or the largest number.
func times(a, b uint64) uint64 {
	high, low := bits.Mul64(a, b)
	if high != 0 {
		return math.MaxUint64
	}
	return low
}
