package score

import (
	"math"

	"github.com/mcbnc/mcbnc/core/data"
	"github.com/mcbnc/mcbnc/core/graph"
)

// Predictor tells how well networks, estimated on some rows, foretell others.
type Predictor struct {
	all   *data.Dataset // both kinds of rows
	known int           // so many of them, the first, are to estimate from
	ess   float64
}

// NewPredictor returns a predictor from the first rows of all, so many, to the others.
// Probabilities are those expected after the first ones, under the prior that BDeu has:
// (n_jk + ess/(q r)) / (n_j + ess/q). With ess = 0 they are the frequencies n_jk / n_j.
func NewPredictor(all *data.Dataset, known int, ess float64) *Predictor {
	return &Predictor{all, known, ess}
}

// LogLikelihood is the log probability that g gives to y in the rows to be foretold,
// given its parents. It is -Inf where frequencies call a row impossible, or say nothing of
// it. Takes time proportional to the number of rows times the parents'.
func (p *Predictor) LogLikelihood(g *graph.DAG, y int, ws *data.Workspace) float64 {
	parents := g.Pa(y).Append(nil)
	var groups data.Groups
	groups.Group(p.all, parents, ws)
	f := family{p: p, column: &p.all.Columns[y], prior: p.ess}
	for _, x := range parents {
		f.prior /= float64(p.all.Columns[x].Arity)
	}
	f.known = make([]int32, f.column.Codes)
	f.others = make([]int32, f.column.Codes)
	f.left = p.all.Rows - p.known
	groups.Each(f.add)
	// The others stand alone with what their parents are: nothing is known of them.
	return f.sum + f.log(f.left, 0, 0)
}

// family sums up over the joint states of a node's parents.
type family struct {
	p             *Predictor
	column        *data.Column
	prior         float64 // the weight of the prior for one joint state of the parents
	known, others []int32 // rows of either kind by state; zero between two calls
	seen          []int32
	left          int // rows to be foretold that were not summed up yet
	sum           float64
}

func (f *family) add(rows []int32) {
	total := 0
	f.seen = f.seen[:0]
	for _, row := range rows {
		s := f.column.State(int(row))
		if f.known[s]+f.others[s] == 0 {
			f.seen = append(f.seen, int32(s))
		}
		if int(row) < f.p.known {
			f.known[s]++
			total++
		} else {
			f.others[s]++
			f.left--
		}
	}
	for _, s := range f.seen {
		f.sum += f.log(int(f.others[s]), int(f.known[s]), total)
		f.known[s], f.others[s] = 0, 0
	}
}

// log is what so many rows come to whose state was seen so often, among so many with the
// same states of the parents.
func (f *family) log(rows, times, among int) float64 {
	if rows == 0 {
		return 0
	}
	if f.prior == 0 && among == 0 {
		return math.Inf(-1)
	}
	each := f.prior / float64(f.column.Arity)
	return float64(rows) * math.Log((float64(times)+each)/(float64(among)+f.prior))
}
