package ops

import (
	"context"
	"errors"
	"maps"
	"math"
	"time"

	"github.com/mcbnc/mcbnc/core/call"
	"github.com/mcbnc/mcbnc/core/learn/ges"
	"github.com/mcbnc/mcbnc/core/learn/over"
	"github.com/mcbnc/mcbnc/core/learn/score"
	"github.com/mcbnc/mcbnc/core/learn/table"
	"github.com/mcbnc/mcbnc/core/run/garbage"
)

func init() { call.Register("learn_union", learnUnion) }

// unionRequest is about states, some of which are drawn, or about numbers, of which none is.
type unionRequest struct {
	call.Common
	call.Parallel
	call.Timed
	Search
	Datasets Different
	DAGs     call.DAGs `call:"optional"`
	Seen     call.Seen `call:"optional"`
	Seed     *int64    `json:"seed" none:"0"`
	Chains   *int      `json:"chains" range:"1..1024" none:"3"`
	Rounds   *int      `json:"rounds" range:"0..1024" none:"6"`
}

// ofNumbers reports whether there are numbers, also beside states. The rule for these is another one.
func (q *unionRequest) ofNumbers() bool { return q.Datasets.Score.cells() != table.States }

// CheckFields checks what the tags cannot say.
func (q *unionRequest) CheckFields() *call.Error {
	argument := ""
	switch {
	case !q.ofNumbers():
		return nil
	case q.Seed != nil:
		argument = "seed"
	case q.Chains != nil:
		argument = "chains"
	case q.Rounds != nil:
		argument = "rounds"
	default:
		return nil
	}
	return call.Invalidf(argument, "%q is of numbers, of which nothing is drawn", q.Datasets.Name)
}

// CheckParts checks several Parts against each other.
func (q *unionRequest) CheckParts() *call.Error {
	if q.DAGs.List != nil {
		if failure := q.Seen.Check(&q.DAGs, &q.Nodes); failure != nil {
			return failure
		}
	}
	if !q.ofNumbers() {
		return q.checkStates()
	}
	if q.DAGs.List == nil || q.Seen == nil {
		return call.BadRequestf("dags", "operation %q needs this array, and the array \"seen\", where there are numbers", q.Op)
	}
	for k, t := range q.Datasets.Tables {
		for e := range q.N {
			if seen := q.Seen.Of(k).Has(e); seen != t.Known(e).Any() && t.Rows() > 0 {
				v, has := q.Index.Caller(e), "has no value"
				if !seen {
					has = "lacks the column, but has values"
				}
				return call.Invalidf("seen", "dataset %d %s of %s", k, has, q.Name(v)).InDAG(k).At(v)
			}
		}
	}
	return nil
}

// mostStates are those of a column whose cells are drawn. A draw looks at the chance of each of them.
const mostStates = 1 << 20

func (q *unionRequest) checkStates() *call.Error {
	for e, states := range q.Datasets.Tables[0].Arity() {
		if v := q.Index.Caller(e); states > mostStates {
			return call.Invalidf("arity", "%s has %d states, and %q takes at most %d", q.Name(v), states, q.Op, mostStates).At(v)
		}
	}
	return nil
}

func (q *unionRequest) chains() int { return orElse(q.Chains, 3) }
func (q *unionRequest) rounds() int { return orElse(q.Rounds, 6) }

func orElse(given *int, usual int) int {
	if given == nil {
		return usual
	}
	return *given
}

// Pieces are the chains. Numbers have none.
func (q *unionRequest) Pieces() int {
	if q.ofNumbers() {
		return 1
	}
	return q.chains()
}

// Row is that of the rule.
func (q *unionRequest) Row() string {
	if q.ofNumbers() {
		return "learn_union numbers"
	}
	return "learn_union"
}

// learnUnion learns from sites with different columns or with gaps, given the DAG that each site learned, or none. The results
// are those of the chains, in their order, and the rows of each chain with all cells filled. Of numbers there is one result.
func learnUnion(ctx context.Context, q *unionRequest, p *call.Progress) (*call.Output, error) {
	defer garbage.Allow()()
	begin := time.Now()
	ctx, stop := q.Limited(ctx, p)
	defer stop()
	p.Enter(call.Learning)
	problem := &over.Problem{
		Sites: q.Datasets.sites(q.Seen), DAGs: q.DAGs.List, Kind: q.Datasets.Kind, Parameters: q.Datasets.Parameters,
		Weights: q.Weights(q.N, q.N), MaxParents: q.MostParents(), Extended: q.Extended(), Constraints: q.Edges.Given,
		First: q.Datasets.First, Chains: q.chains(), Rounds: q.rounds(), Searched: p.Finished,
	}
	if q.Seed != nil {
		problem.Seed = uint64(*q.Seed)
	}
	learn := q.byDraws
	if q.ofNumbers() {
		learn = q.byExpectation
	}
	p.Begin(problem.Searches())
	results, arrays, counted, err := learn(ctx, problem)
	if err != nil {
		return nil, q.refusal(err)
	}
	p.Enter(call.Finishing)
	for k := range results {
		results[k].seconds = time.Since(begin).Seconds()
	}
	out := found(&q.Nodes, q.Datasets.title(&q.Search), q.Edges.Given, results)
	out.Counts["sets"] = counted
	maps.Copy(out.Arrays, arrays)
	if results[0].stopped {
		out.Status = context.Cause(ctx).Error()
	}
	return out, nil
}

// refusal is an error of the search as the caller's.
func (q *unionRequest) refusal(err error) error {
	var dense *ges.TooDenseError
	var many *over.TooManyStatesError
	switch {
	case errors.As(err, &dense):
		return TooDense(&q.Nodes, dense, "the rows of all datasets together")
	case errors.As(err, &many):
		y := q.Index.Caller(many.Node)
		return call.Invalidf("max_parents", "%s and its parents have more than 2^62 joint states; set a lower one, or require fewer "+
			"edges", q.Nodes.Name(y)).At(y)
	}
	return named(&q.Nodes, err)
}

// byDraws learns from states.
func (q *unionRequest) byDraws(ctx context.Context, problem *over.Problem) ([]learned, call.Arrays, int64, error) {
	result, err := over.Run(ctx, problem, q.Workers)
	if err != nil {
		return nil, nil, 0, err
	}
	chains := make([]learned, len(result.Chains))
	for k, c := range result.Chains {
		chains[k] = learned{
			dag: c.DAG, steps: c.Steps, total: c.Mix + weightOf(problem.Weights, c.DAG), prior: q.priorOf(c.DAG, q.N),
			stopped: result.Stopped, dense: c.Dense,
		}
		for _, step := range c.Steps {
			chains[k].gains = append(chains[k].gains, over.Gain(step.Gain))
		}
	}
	cells := filled[uint32]
	switch q.Datasets.Width {
	case 1:
		cells = filled[uint8]
	case 2:
		cells = filled[uint16]
	}
	return chains, call.Arrays{"filled": cells(q, result)}, result.Counted, nil
}

// byExpectation learns from numbers.
func (q *unionRequest) byExpectation(ctx context.Context, problem *over.Problem) ([]learned, call.Arrays, int64, error) {
	result, err := over.RunNumbers(ctx, problem, q.Workers)
	if err != nil {
		return nil, nil, 0, err
	}
	one := learned{dag: result.DAG, steps: result.Steps, total: math.NaN(), stopped: result.Stopped, dense: result.Dense}
	if model := result.Model; model != nil {
		scorer := score.NewLocalScorer(model)
		one.total, one.prior = weightOf(problem.Weights, one.dag), q.priorOf(one.dag, q.N)
		for y := range q.N {
			one.total += scorer.Score(int32(y), one.dag.Pa(y).Append(nil))
		}
		for _, step := range result.Steps {
			one.gains = append(one.gains, model.Float(step.Gain))
		}
	} else { // the DAG that the searches begin with need not keep the lists of edges
		first, err := q.unscored(ctx, q.N)
		if err != nil {
			return nil, nil, 0, err
		}
		one.dag = first.dag
	}
	information := make([]float64, q.N*q.N)
	for at, x := range result.Information {
		information[q.Index.Caller(at/q.N)*q.N+q.Index.Caller(at%q.N)] = x
	}
	return []learned{one}, call.Arrays{"information": call.NewArray(information, q.N, q.N)}, result.Counted, nil
}

// filled are the cells of all chains, each as in the array "data", but that the rows of a dataset are sorted.
func filled[T uint8 | uint16 | uint32](q *unionRequest, result *over.Result) call.Array {
	total := q.Datasets.Total() * q.N
	cells := make([]T, 0, len(result.Chains)*total)
	for _, c := range result.Chains {
		for k, rows := range q.Datasets.Counts {
			for v := range q.N {
				e := q.Index.Engine(v)
				for row := range rows {
					cells = append(cells, T(c.Cells[k][row*q.N+e]))
				}
			}
		}
	}
	return call.NewArray(cells, len(result.Chains), total)
}
