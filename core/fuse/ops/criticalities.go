package ops

import (
	"context"

	"github.com/mcbnc/mcbnc/core/call"
	"github.com/mcbnc/mcbnc/core/fuse/consensus"
	"github.com/mcbnc/mcbnc/core/fuse/local"
	"github.com/mcbnc/mcbnc/core/graphs/equiv"
	"github.com/mcbnc/mcbnc/core/graphs/graph"
	"github.com/mcbnc/mcbnc/core/run/parallel"
)

// edgesEach is how many edges a worker should have at least: a worker begins with a look at the
// whole class.
const edgesEach = 16

func init() { call.Register("criticalities", runMemory[criticalitiesRequest], criticalities) }

type criticalitiesRequest struct {
	found
	call.Parallel
}

// criticalities is Ψ of the best deletion of every edge in a state of a trajectory found
// earlier, each as deletion finds it.
func criticalities(ctx context.Context, q *criticalitiesRequest, p *call.Progress) (*call.Output, error) {
	state, err := q.state()
	if err != nil {
		return nil, err
	}
	pairs := pairsOf(state.Member())
	steps, err := bestDeletions(ctx, &q.inputs, q.Workers, state, q.pruned(), pairs, p)
	if err != nil {
		return nil, err
	}
	edges, psi := make([]int32, 2*len(pairs)), make([]float64, len(pairs))
	for k := range steps {
		copy(edges[2*k:], q.Index.Callers(pairs[k][:]))
		psi[k] = steps[k].Psi
	}
	return &call.Output{Arrays: call.Arrays{
		"edges": call.NewArray(edges, len(pairs), 2),
		"psi":   call.NewArray(psi, len(psi)),
	}}, nil
}

// bestDeletions are the best deletions of the edges between these pairs, in a state with the DAGs
// as they are pruned then. At most so many workers look for them.
func bestDeletions(
	ctx context.Context, q *inputs, most int, state *equiv.Class, pruned []*graph.DAG, pairs [][2]int32, p *call.Progress,
) ([]consensus.Step, error) {
	workers := max(1, min(most, len(pairs)/edgesEach))
	seekers := make([]*seeker, workers)
	for w := range seekers {
		seekers[w] = &seeker{inputs: q, class: state, pruned: pruned}
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
	*inputs
	class     *equiv.Class
	pruned    []*graph.DAG
	deletions [2]*consensus.Deletions // with k_max, and without; made when they are needed
}

// best is the best deletion of an edge. If every H has more nodes than k_max allows, k_max is
// left out.
func (s *seeker) best(ctx context.Context, u, v int32) (step consensus.Step, err error) {
	opt, found := s.run(), false
	opt.Seed = nil // a best deletion is not drawn
	for k := range s.deletions {
		if s.deletions[k] == nil {
			s.deletions[k], err = consensus.NewDeletions(ctx, s.class.Clone(), local.New(s.N, s.pruned, nil, nil), opt)
			if err != nil {
				return step, err
			}
		}
		if step, found, err = s.deletions[k].Best(ctx, int(u), int(v)); found || err != nil {
			break
		}
		opt.KMax = -1
	}
	return step, err
}
