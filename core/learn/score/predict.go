package score

import (
	"math"

	"github.com/mcbnc/mcbnc/core/graphs/graph"
	"github.com/mcbnc/mcbnc/core/learn/data"
)

// Predictor estimates the parameters of networks on training rows, and predicts held-out
// rows by them.
type Predictor struct {
	all   *data.Dataset // the training rows, then the held-out ones
	train int           // the number of training rows
	ess   float64
}

// NewPredictor returns a predictor of the other rows of all by its first ones, the training
// rows. Probabilities are the posterior means under BDeu's prior:
// (n_jk + ess/(q r)) / (n_j + ess/q). With ess = 0 they are the frequencies n_jk / n_j.
func NewPredictor(all *data.Dataset, train int, ess float64) *Predictor {
	return &Predictor{all, train, ess}
}

// LogLikelihood is the log-probability that g gives to y in the held-out rows, given its
// parents. With ess = 0 it is -Inf if a held-out row has the frequency 0, or if its parents'
// states do not occur in the training rows. It takes O(rows · (parents + 1)).
func (p *Predictor) LogLikelihood(g *graph.DAG, y int, ws *data.Workspace) float64 {
	parents := g.Pa(y).Append(nil)
	var groups data.Groups
	groups.Group(p.all, parents, ws)
	f := family{p: p, column: &p.all.Columns[y], prior: math.Log(p.ess)}
	for _, x := range parents {
		f.prior -= math.Log(float64(p.all.Columns[x].Arity))
	}
	f.states = math.Log(float64(f.column.Arity))
	f.all, f.each = math.Exp(f.prior), math.Exp(f.prior-f.states)
	f.train = make([]int32, f.column.Codes)
	f.heldOut = make([]int32, f.column.Codes)
	f.left = p.all.Rows - p.train
	groups.Each(p.all, f.add, ws)
	// No training row has the same parents' states as one of the rows that are left.
	return f.sum + f.log(f.left, 0, 0)
}

// family sums the log-likelihood of a node over the joint states of its parents.
type family struct {
	p              *Predictor
	column         *data.Column
	states         float64 // log r, the number of states of the node
	prior          float64 // log (ess / q), the prior of one joint state of the parents
	all, each      float64 // ess / q and ess / (q r); 0 for many parents, where float64 underflows
	train, heldOut []int32 // rows by state; all zero between calls of add
	seen           []int32
	left           int // held-out rows that are not in sum yet
	sum            float64
}

// add sums the rows of one joint state of the parents.
func (f *family) add(rows []int32) {
	total := 0
	f.seen = f.seen[:0]
	for _, row := range rows {
		s := f.column.State(int(row))
		if f.train[s]+f.heldOut[s] == 0 {
			f.seen = append(f.seen, int32(s))
		}
		if int(row) < f.p.train {
			f.train[s]++
			total++
		} else {
			f.heldOut[s]++
			f.left--
		}
	}
	for _, s := range f.seen {
		f.sum += f.log(int(f.heldOut[s]), int(f.train[s]), total)
		f.train[s], f.heldOut[s] = 0, 0
	}
}

// log is the log-likelihood of held-out rows that have the same state. That state occurs in times
// training rows, out of among with the same states of the parents.
func (f *family) log(rows, times, among int) float64 {
	if rows == 0 {
		return 0
	}
	if among == 0 && f.p.ess > 0 { // the prior alone
		return -float64(rows) * f.states
	}
	if among == 0 {
		return math.Inf(-1)
	}
	log := f.prior - f.states
	if times > 0 {
		log = math.Log(float64(times) + f.each)
	}
	return float64(rows) * (log - math.Log(float64(among)+f.all))
}
