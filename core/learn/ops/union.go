package ops

import (
	"context"
	"errors"
	"time"

	"github.com/mcbnc/mcbnc/core/call"
	"github.com/mcbnc/mcbnc/core/graphs/bitset"
	"github.com/mcbnc/mcbnc/core/learn/ges"
	"github.com/mcbnc/mcbnc/core/learn/over"
	"github.com/mcbnc/mcbnc/core/run/garbage"
)

func init() { call.Register("learn_union", learnUnion) }

type unionRequest struct {
	call.Common
	call.Parallel
	call.Timed
	Search
	Datasets Gapped
	DAGs     call.DAGs `call:"optional"`
	Seen     call.Seen `call:"optional"`
	Seed     *int64    `json:"seed" none:"0"`
	Chains   int       `json:"chains" range:"1..1024" default:"3"`
	Rounds   int       `json:"rounds" range:"0..1024" default:"6"`
}

// CheckFields checks what the tags cannot say.
func (q *unionRequest) CheckFields() *call.Error {
	if q.Datasets.ofNumbers() {
		return call.Invalidf("score", "%q is of numbers; different columns at different sites, and gaps, need a score of states", q.Datasets.Name)
	}
	return nil
}

// CheckParts checks what several Parts say together.
func (q *unionRequest) CheckParts() *call.Error {
	if q.DAGs.List == nil {
		return nil
	}
	return q.Seen.Check(&q.DAGs, &q.Nodes)
}

// Pieces are the chains.
func (q *unionRequest) Pieces() int { return q.Chains }

// learnUnion learns from sites with different columns or with gaps, given the DAG that each site learned, or none. The results are those of the
// chains, in their order, and the rows of each chain with all cells filled.
func learnUnion(ctx context.Context, q *unionRequest, p *call.Progress) (*call.Output, error) {
	defer garbage.Allow()()
	begin := time.Now()
	ctx, stop := q.Limited(ctx, p)
	defer stop()
	p.Enter(call.Learning)
	p.Begin(1 + q.Chains*q.Rounds)
	problem := &over.Problem{
		Gaps: q.Datasets.Gaps, DAGs: q.DAGs.List, Kind: q.Datasets.Kind, Parameters: q.Datasets.Parameters, Weights: q.Weights(q.N, q.N),
		MaxParents: q.MostParents(), Extended: q.Extended(), Constraints: q.Edges.Given, First: q.Datasets.First, Chains: q.Chains,
		Rounds: q.Rounds, Searched: p.Finished,
	}
	if q.Seed != nil {
		problem.Seed = uint64(*q.Seed)
	}
	for k, table := range q.Datasets.Tables {
		seen := q.Seen.Of(k)
		if seen == nil {
			seen = bitset.Full(q.N)
		}
		problem.Sites = append(problem.Sites, over.Site{Table: table, Seen: seen})
	}
	result, err := over.Run(ctx, problem, q.Workers)
	if err != nil {
		return nil, q.refusal(err)
	}
	p.Enter(call.Finishing)
	out := q.output(result, time.Since(begin).Seconds())
	if result.Stopped {
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
	return err
}

func (q *unionRequest) output(result *over.Result, seconds float64) *call.Output {
	chains, weights := make([]learned, len(result.Chains)), q.Weights(q.N, q.N)
	for k, c := range result.Chains {
		chains[k] = learned{
			dag: c.DAG, steps: c.Steps, total: c.Mix + weightOf(weights, c.DAG), prior: q.priorOf(c.DAG, q.N),
			stopped: result.Stopped, dense: c.Dense, seconds: seconds,
		}
		for _, step := range c.Steps {
			chains[k].gains = append(chains[k].gains, over.Gain(step.Gain))
		}
	}
	out := found(&q.Nodes, q.Datasets.title(&q.Search), q.Edges.Given, chains)
	out.Counts["sets"] = result.Counted
	switch q.Datasets.Width {
	case 1:
		out.Arrays["filled"] = filled[uint8](q, result)
	case 2:
		out.Arrays["filled"] = filled[uint16](q, result)
	default:
		out.Arrays["filled"] = filled[uint32](q, result)
	}
	return out
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
