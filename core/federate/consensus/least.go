package consensus

import (
	"context"

	"github.com/mcbnc/mcbnc/core/fuse/consensus"
	"github.com/mcbnc/mcbnc/core/fuse/local"
	"github.com/mcbnc/mcbnc/core/graphs/equiv"
	"github.com/mcbnc/mcbnc/core/graphs/graph"
	"github.com/mcbnc/mcbnc/core/run/parallel"
)

// least finds the least sum of a deletion of each closed edge, level by level.
//
// A shard sends the minimum of its sum, not the sum of its DAGs' minima: the former is never below
// the latter, and one search finds it for all DAGs. It is as good a bound, since the minimum of the
// sum over all shards is at least the sum of the shards' minima. A bound only decides which edges are
// opened: see state.
func (t *tally) least(ctx context.Context, r *route) (out []int64, err error) {
	s, left := t.shard, 0
	for l := range t.levels {
		left += len(t.levels[l].closed)
	}
	if left == 0 {
		return nil, nil
	}
	dags, all := make([]*graph.DAG, len(s.dags)), make([]int32, len(s.dags))
	for i, g := range s.pruned.graphs {
		dags[i], all[i] = g.DAG(), int32(i)
	}
	team := parallel.NewTeam(len(s.workers))
	defer team.Close()
	inputs, marks := local.New(s.terms.N, dags, nil, team), consensus.NewMarks(len(dags), s.terms.N)
	for l := range t.levels {
		at := &t.levels[l]
		if p := at.prune; p != nil && left > 0 {
			if _, err = inputs.Prune(ctx, p.u, p.v, p.s, all, marks, func() {}); err != nil {
				return nil, err
			}
		}
		if len(at.closed) > 0 {
			if out, err = s.leastAt(ctx, r.states[max(l-1, 0)], inputs, at.closed, out); err != nil {
				return nil, err
			}
			left -= len(at.closed)
		}
	}
	return out, nil
}

// leastAt appends the least sum of a deletion of each edge at a state.
func (s *Shard) leastAt(
	ctx context.Context, class *equiv.Class, inputs local.Inputs, edges []Pair, out []int64,
) ([]int64, error) {
	run := &s.terms.Run
	deletions, err := consensus.NewDeletions(ctx, class, inputs, consensus.Options{
		KMax: run.KMax, Cap: run.Cap, Start: run.Start, Constraints: run.Constraints, Weights: s.times,
	})
	if err != nil {
		return nil, err
	}
	for _, p := range edges {
		best, _, err := deletions.Best(ctx, int(p.U), int(p.V))
		if err != nil {
			return nil, err
		}
		out = append(out, best.Score)
	}
	return out, nil
}
