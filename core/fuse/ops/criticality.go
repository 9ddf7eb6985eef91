package ops

import (
	"context"

	"github.com/mcbnc/mcbnc/core/call"
	"github.com/mcbnc/mcbnc/core/fuse/consensus"
	"github.com/mcbnc/mcbnc/core/fuse/engine"
	"github.com/mcbnc/mcbnc/core/fuse/flow"
	"github.com/mcbnc/mcbnc/core/fuse/local"
	"github.com/mcbnc/mcbnc/core/fuse/parts"
	"github.com/mcbnc/mcbnc/core/graphs/bitset"
	"github.com/mcbnc/mcbnc/core/graphs/equiv"
	"github.com/mcbnc/mcbnc/core/graphs/graph"
	"github.com/mcbnc/mcbnc/core/run/parallel"
)

func init() { call.Register("criticality", criticality) }

type criticalityRequest struct {
	inputs
	Pair    parts.Pair
	Fusion  parts.Fusion  `call:"optional"`
	Steps   parts.StepsTo `call:"optional"`
	Removed parts.Removed `call:"optional"`
}

// criticality is Ψ of one pair given S in the DAGs. If there are steps of a trajectory, the
// DAGs are as those steps left them. Of DAGs over different nodes, one that lacks an end has the cut -1.
func criticality(ctx context.Context, q *criticalityRequest, _ *call.Progress) (*call.Output, error) {
	s := bitset.New(q.N)
	for _, x := range q.Pair.S {
		s.Add(x)
	}
	ws := flow.NewCutter(q.N)
	perDAG, sizes := make([]int64, q.R), make([]uint16, q.R)
	ptr, cuts := make([]int64, 1, q.R+1), []int32{}
	var score int64
	most := q.run().Cap
	for i, g := range engine.Prune(q.working(), q.Removed.First(q.Steps.Prefix)) {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		cut := ws.CutNearest(flow.NewGraph(g), q.Pair.U, q.Pair.V, s)
		for _, e := range cut {
			cuts = append(cuts, int32(q.Index.Caller(int(e.From))), int32(q.Index.Caller(int(e.To))))
		}
		if perDAG[i] = int64(len(cut)); most > 0 {
			perDAG[i] = min(perDAG[i], int64(most))
		}
		sizes[i] = uint16(perDAG[i])
		score += q.Weights[i] * perDAG[i]
		ptr = append(ptr, int64(len(cuts)/2))
	}
	total, arrays := q.Weights.Total(), call.Arrays{
		"cut_ptr": call.NewArray(ptr, q.R+1),
		"cuts":    call.NewArray(cuts, len(cuts)/2, 2),
	}
	if q.Seen != nil {
		unlike := consensus.NewUnlike(q.Seen, q.Weights, q.N)
		psi := unlike.Psi(q.Pair.U, q.Pair.V, s, sizes, 1)
		score, total = psi.Num, psi.Den
		blind := make([]uint8, q.R)
		for i, cut := range perDAG {
			switch {
			case !unlike.HasSay(i, q.Pair.U, q.Pair.V):
				perDAG[i] = -1
			case cut > 0 && unlike.Blind(i, s):
				blind[i] = 1
			}
		}
		arrays["blind"] = call.NewArray(blind, q.R)
	}
	psi := consensus.Psi(score, total)
	arrays["per_dag"] = call.NewArray(perDAG, q.R)
	return &call.Output{Score: &score, Psi: &psi, TotalWeight: total, Arrays: arrays}, nil
}

// edgesEach is how many edges a worker should have at least: a worker begins with a look at the
// whole class.
const edgesEach = 16

func init() { call.Register("criticalities", criticalities) }

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
	pairs, pruned := pairsOf(state.Member()), q.pruned()
	steps, err := bestDeletions(ctx, &q.inputs, q.Workers, state, pruned, pairs, p)
	if err != nil {
		return nil, err
	}
	edges, psi := make([]int32, 2*len(pairs)), make([]float64, len(pairs))
	for k := range steps {
		copy(edges[2*k:], q.Index.Callers(pairs[k][:]))
		psi[k] = steps[k].Psi
	}
	arrays := call.Arrays{
		"edges": call.NewArray(edges, len(pairs), 2),
		"psi":   call.NewArray(psi, len(psi)),
	}
	if q.Seen != nil {
		q.putSays(arrays, pruned, steps)
	}
	return &call.Output{Arrays: arrays}, nil
}

// putSays puts Ψ of deletions as a fraction among the arrays, and what DAGs over different nodes say there: of each deletion,
// how many join its ends, how many of these are blind, and how many keep the ends apart. DAGs of weight 0 have no say.
func (q *criticalitiesRequest) putSays(out call.Arrays, pruned []*graph.DAG, deletions []consensus.Step) {
	unlike, cutter, s := consensus.NewUnlike(q.Seen, q.Weights, q.N), flow.NewCutter(q.N), bitset.New(q.N)
	m := len(deletions)
	score, weight := make([]int64, m), make([]int64, m)
	joined, blind, apart := make([]int64, m), make([]int64, m), make([]int64, m)
	graphs := make([]*flow.Graph, len(pruned))
	for i, g := range pruned {
		graphs[i] = flow.NewGraph(g)
	}
	for k := range deletions {
		d := &deletions[k]
		score[k], weight[k] = d.Score, d.Weight
		u, v := int(d.U), int(d.V)
		s.Clear()
		for _, x := range d.S {
			s.Add(int(x))
		}
		for i, g := range graphs {
			if q.Weights[i] == 0 || !unlike.HasSay(i, u, v) {
				continue
			}
			if cutter.MinCut(g, u, v, s, s, 1) == 0 {
				apart[k]++
				continue
			}
			joined[k]++
			if unlike.Blind(i, s) {
				blind[k]++
			}
		}
	}
	for name, numbers := range map[string][]int64{
		"score": score, "step_weight": weight, "joined": joined, "blind": blind, "apart": apart,
	} {
		out[name] = call.NewArray(numbers, m)
	}
}

// bestDeletions are the best deletions of the edges between these pairs, in a state with the DAGs
// as they are pruned then. At most the given number of workers look for them.
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
