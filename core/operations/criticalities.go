package operations

import (
	"context"

	"github.com/mcbnc/mcbnc/core/consensus"
	"github.com/mcbnc/mcbnc/core/engine"
	"github.com/mcbnc/mcbnc/core/equiv"
	"github.com/mcbnc/mcbnc/core/graph"
	"github.com/mcbnc/mcbnc/core/local"
	"github.com/mcbnc/mcbnc/core/parallel"
	"github.com/mcbnc/mcbnc/core/wire"
)

// edgesEach is how many edges a worker should have at least: a worker begins with a look at the
// whole class.
const edgesEach = 16

// opCriticalities is Ψ of the best deletion of every edge in a state of a trajectory found
// earlier, each as opDeletion finds it.
func opCriticalities(ctx context.Context, in *wire.Input, p *wire.Progress) (*wire.Output, error) {
	state, err := replay(in).Advance(in.Prefix)
	if err != nil {
		return nil, wire.BadRequestf("step_edges", "%v", err)
	}
	pairs := pairsOf(state.Member())
	workers := max(1, min(in.Workers, len(pairs)/edgesEach))
	pruned := engine.Prune(working(in), removals(in))
	seekers := make([]*seeker, workers)
	for w := range seekers {
		seekers[w] = &seeker{in: in, class: state, pruned: pruned}
	}
	p.Begin(len(pairs))
	edges, psi := make([]int32, 2*len(pairs)), make([]float64, len(pairs))
	err = parallel.For(ctx, len(pairs), workers, func(w, k int) error {
		step, err := seekers[w].best(ctx, pairs[k][0], pairs[k][1])
		if err != nil {
			return err
		}
		copy(edges[2*k:], callers(in, pairs[k][:]))
		psi[k] = step.Psi
		p.Finished()
		return nil
	})
	if err != nil {
		return nil, err
	}
	return &wire.Output{Arrays: map[string]wire.Array{
		"edges": wire.NewArray(edges, len(pairs), 2),
		"psi":   wire.NewArray(psi, len(psi)),
	}}, nil
}

// pairsOf are the ends of the arcs of g.
func pairsOf(g *graph.DAG) [][2]int32 {
	var pairs [][2]int32
	for u := range g.N {
		ch := g.Ch(u)
		for v := ch.Next(0); v >= 0; v = ch.Next(v + 1) {
			pairs = append(pairs, [2]int32{int32(u), int32(v)})
		}
	}
	return pairs
}

// seeker finds the best deletions of edges in one state. It serves one goroutine.
type seeker struct {
	in           *wire.Input
	class        *equiv.Class
	pruned       []*graph.DAG
	within, free *consensus.Deletions // with k_max, and without; made when they are needed
}

// best is the best deletion of an edge. If every H has more nodes than k_max allows, k_max is
// left out.
func (s *seeker) best(ctx context.Context, u, v int32) (consensus.Step, error) {
	step, found, err := s.ask(ctx, &s.within, s.in.KMax, u, v)
	if err == nil && !found {
		step, _, err = s.ask(ctx, &s.free, -1, u, v)
	}
	return step, err
}

func (s *seeker) ask(ctx context.Context, d **consensus.Deletions, kMax int, u, v int32) (consensus.Step, bool, error) {
	if *d == nil {
		opt := consensus.Options{Weights: s.in.Weights, Cap: s.in.Cap, KMax: kMax, Constraints: s.in.Constraints}
		made, err := consensus.NewDeletions(ctx, s.class.Clone(), local.New(s.in.N, s.pruned, nil, nil), opt)
		if err != nil {
			return consensus.Step{}, false, err
		}
		*d = made
	}
	return (*d).Best(ctx, int(u), int(v))
}
