package operations

import (
	"context"
	"errors"

	"github.com/mcbnc/mcbnc/core/baselines"
	"github.com/mcbnc/mcbnc/core/call"
	"github.com/mcbnc/mcbnc/core/parallel"
	"github.com/mcbnc/mcbnc/core/wire"
)

// opBounded is the greedy fusion within a bound on the treewidth.
func opBounded(ctx context.Context, in *wire.Input, p *call.Progress) (*call.Output, error) {
	return searchBounded(ctx, in, p, func(limited context.Context, s *baselines.Problem) (*baselines.BoundedOutcome, error) {
		kind := baselines.Kind(in.Genes)
		p.Begin(s.Genes(kind).Count())
		return s.Bounded(ctx, limited, kind, in.MaxTreewidth, p.Finished)
	})
}

// opGenetic is the genetic fusion within a bound on the treewidth.
func opGenetic(ctx context.Context, in *wire.Input, p *call.Progress) (*call.Output, error) {
	o := baselines.GeneticOptions{
		Kind: baselines.Kind(in.Genes), Bound: in.MaxTreewidth, Population: in.Population, Generations: in.Generations,
		Start: baselines.Start(in.From), NearFusion: in.NearFusion, Finished: p.Finished,
	}
	if in.Seed != nil {
		o.Seed = uint64(*in.Seed)
	}
	return searchBounded(ctx, in, p, func(limited context.Context, s *baselines.Problem) (*baselines.BoundedOutcome, error) {
		p.Begin(in.Generations)
		return s.Genetic(ctx, limited, o)
	})
}

// searchBounded makes the fusion of the DAGs, and then a search. The time limit is for the search. If the
// search ends early, the result is what it has so far.
func searchBounded(
	ctx context.Context, in *wire.Input, p *call.Progress,
	search func(limited context.Context, s *baselines.Problem) (*baselines.BoundedOutcome, error),
) (*call.Output, error) {
	team := parallel.NewTeam(in.Workers)
	defer team.Close()
	p.Enter(call.Ordering)
	problem, err := baselines.NewProblem(ctx, in.DAGs, in.Weights, team)
	if err != nil {
		return nil, err
	}
	p.Enter(call.Searching)
	limited, stop := p.Limited(ctx, in.TimeLimit)
	defer stop()
	found, err := search(limited, problem)
	if err != nil && (limited.Err() == nil || !errors.Is(err, limited.Err())) {
		return nil, err
	}
	out := outcome(in, &found.Outcome)
	if err != nil {
		out.Status = context.Cause(limited).Error()
	}
	out.Fitness, out.Treewidth, out.Generations = &found.Fitness, &found.Width, &found.Generations
	putChoice(in, out.Arrays, problem, found)
	return out, nil
}

// putChoice adds the arrays that tell how the DAG was decoded.
func putChoice(in *wire.Input, arrays map[string]call.Array, s *baselines.Problem, found *baselines.BoundedOutcome) {
	kept := found.Kept
	if baselines.Kind(in.Genes) == baselines.InputArcs {
		kept = make([][]int32, len(s.Of)) // of each of the caller's DAGs
		for i, input := range s.Of {
			if input >= 0 {
				kept[i] = found.Kept[input]
			}
		}
	}
	ptr, flat := []int64{0}, []int32{}
	for _, arcs := range kept {
		flat = append(flat, callers(in, arcs)...)
		ptr = append(ptr, int64(len(flat)/2))
	}
	trimmed := []int32{}
	for _, arc := range found.Trimmed {
		trimmed = append(trimmed, callers(in, arc[:])...)
	}
	arrays["order"] = in.Index.Nodes(s.Order)
	arrays["kept_ptr"] = call.NewArray(ptr, len(ptr))
	arrays["kept"] = call.NewArray(flat, len(flat)/2, 2)
	arrays["trimmed"] = call.NewArray(trimmed, len(trimmed)/2, 2)
}
