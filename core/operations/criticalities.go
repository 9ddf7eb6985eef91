package operations

import (
	"context"

	"github.com/mcbnc/mcbnc/core/call"
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
func opCriticalities(ctx context.Context, in *wire.Input, p *call.Progress) (*call.Output, error) {
	state, err := stateAfter(in, in.Prefix)
	if err != nil {
		return nil, err
	}
	pairs := pairsOf(state.Member())
	steps, err := bestDeletions(ctx, in, state, engine.Prune(working(in), removals(in)), pairs, p)
	if err != nil {
		return nil, err
	}
	edges, psi := make([]int32, 2*len(pairs)), make([]float64, len(pairs))
	for k := range steps {
		copy(edges[2*k:], in.Index.Callers(pairs[k][:]))
		psi[k] = steps[k].Psi
	}
	return &call.Output{Arrays: map[string]call.Array{
		"edges": call.NewArray(edges, len(pairs), 2),
		"psi":   call.NewArray(psi, len(psi)),
	}}, nil
}

// bestDeletions are the best deletions of the edges between these pairs, in a state with the DAGs
// as they are pruned then.
func bestDeletions(
	ctx context.Context, in *wire.Input, state *equiv.Class, pruned []*graph.DAG, pairs [][2]int32, p *call.Progress,
) ([]consensus.Step, error) {
	workers := max(1, min(in.Workers, len(pairs)/edgesEach))
	seekers := make([]*seeker, workers)
	for w := range seekers {
		seekers[w] = &seeker{in: in, class: state, pruned: pruned}
	}
	p.Begin(len(pairs))
	steps := make([]consensus.Step, len(pairs))
	return steps, parallel.For(ctx, len(pairs), workers, func(w, k int) (err error) {
		steps[k], err = seekers[w].best(ctx, pairs[k][0], pairs[k][1])
		p.Finished()
		return err
	})
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
