package ops

import (
	"context"
	"errors"
	"slices"
	"strings"

	"github.com/mcbnc/mcbnc/core/call"
	"github.com/mcbnc/mcbnc/core/compare/baselines"
	"github.com/mcbnc/mcbnc/core/run/parallel"
)

func init() {
	call.Register("bounded", bounded)
	call.Register("genetic", genetic)
}

type boundedRequest struct {
	voters
	call.Parallel
	call.Timed
	MaxTreewidth int    `json:"max_treewidth" range:"0..65536"`
	Genes        string `json:"genes" words:"fusion inputs arcs"`
}

type geneticRequest struct {
	boundedRequest
	Population  int    `json:"population" default:"100" range:"2..65536"`
	Generations int    `json:"generations" default:"100" range:"1..1048576"`
	From        string `json:"from" words:"greedy mcbnc random"`
	Fitness     string `json:"fitness" words:"inputs fusion"`
	Seed        int64  `json:"seed"`
}

// Pieces are the members of the population.
func (q *geneticRequest) Pieces() int { return q.Population }

// kind is what the searches choose from.
func (q *boundedRequest) kind() baselines.Kind {
	return baselines.Kind(place(q.Genes, "fusion inputs arcs"))
}

// place is the place of a word in a list of words.
func place(word, words string) int { return slices.Index(strings.Fields(words), word) }

// bounded is the greedy fusion within a bound on the treewidth.
func bounded(ctx context.Context, q *boundedRequest, p *call.Progress) (*call.Output, error) {
	return q.search(ctx, p, func(limited context.Context, s *baselines.Problem) (*baselines.BoundedOutcome, error) {
		p.Begin(s.Genes(q.kind()).Count())
		return s.Bounded(ctx, limited, q.kind(), q.MaxTreewidth, p.Finished)
	})
}

// genetic is the genetic fusion within a bound on the treewidth.
func genetic(ctx context.Context, q *geneticRequest, p *call.Progress) (*call.Output, error) {
	o := baselines.GeneticOptions{
		Kind: q.kind(), Bound: q.MaxTreewidth, Population: q.Population, Generations: q.Generations,
		Start: baselines.Start(place(q.From, "greedy mcbnc random")), NearFusion: q.Fitness == "fusion",
		Seed: uint64(q.Seed), Finished: p.Finished,
	}
	return q.search(ctx, p, func(limited context.Context, s *baselines.Problem) (*baselines.BoundedOutcome, error) {
		p.Begin(q.Generations)
		return s.Genetic(ctx, limited, o)
	})
}

// search makes the fusion of the DAGs, and then a search. The time limit is for the search. If the search ends early, the
// result is what it has so far.
func (q *boundedRequest) search(
	ctx context.Context, p *call.Progress,
	search func(limited context.Context, s *baselines.Problem) (*baselines.BoundedOutcome, error),
) (*call.Output, error) {
	team := parallel.NewTeam(q.Workers)
	defer team.Close()
	p.Enter(call.Ordering)
	problem, err := baselines.NewProblem(ctx, q.DAGs.List, q.Weights, team)
	if err != nil {
		return nil, err
	}
	p.Enter(call.Searching)
	limited, stop := q.Limited(ctx, p)
	defer stop()
	found, err := search(limited, problem)
	if err != nil && (limited.Err() == nil || !errors.Is(err, limited.Err())) {
		return nil, err
	}
	out := q.output(ctx, &found.Outcome)
	if err != nil {
		out.Status = context.Cause(limited).Error()
	}
	out.Fitness, out.Treewidth, out.Generations = &found.Fitness, &found.Width, &found.Generations
	q.putChoice(out.Arrays, problem, found)
	return out, nil
}

// putChoice adds the arrays that tell how the DAG was decoded.
func (q *boundedRequest) putChoice(arrays call.Arrays, s *baselines.Problem, found *baselines.BoundedOutcome) {
	kept := found.Kept
	if q.kind() == baselines.InputArcs {
		kept = make([][]int32, len(s.Of)) // of each of the caller's DAGs
		for i, input := range s.Of {
			if input >= 0 {
				kept[i] = found.Kept[input]
			}
		}
	}
	ptr, flat := []int64{0}, []int32(nil)
	for _, arcs := range kept {
		flat = append(flat, arcs...)
		ptr = append(ptr, int64(len(flat)/2))
	}
	arrays["order"] = q.Index.Nodes(s.Order)
	arrays["kept_ptr"] = call.NewArray(ptr, len(ptr))
	arrays["kept"] = call.NewArray(q.Index.Callers(flat), len(flat)/2, 2)
	arrays["trimmed"] = q.arcs(found.Trimmed)
}
