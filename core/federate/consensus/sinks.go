package consensus

import (
	"context"
	"fmt"
	"slices"

	"github.com/mcbnc/mcbnc/core/fuse/fusion"
	"github.com/mcbnc/mcbnc/core/graphs/bitset"
	"github.com/mcbnc/mcbnc/core/graphs/graph"
)

// heldSinks is how far a shard's order is made: the sinks that are certain, of what the steps of a
// question have left of the DAGs.
type heldSinks struct {
	steps int // of heldPruned; 0: of the DAGs as they were given
	order []int32
	costs []fusion.SinkCosts
	total []int64 // the summed costs
}

// costs returns the summed costs of each node that is left, by node, after the last sinks (Puerta et al. 2021).
func (s *Shard) costs(ctx context.Context, q *Question, r *route) ([]int64, error) {
	left := bitset.New(s.terms.N)
	left.Fill(s.terms.N)
	for _, x := range q.Order {
		if !left.Has(int(x)) {
			return nil, fmt.Errorf("node %d is made a sink twice", x)
		}
		left.Remove(int(x))
	}
	made := len(q.Order) - q.Drafted
	if err := s.makeSinks(ctx, r, q.Order[:made]); err != nil {
		return nil, err
	}
	changes, err := s.draftSinks(ctx, q.Order[made:])
	if err != nil {
		return nil, err
	}
	for _, x := range q.Order[made:] {
		left.Add(int(x))
	}
	var out []int64
	n, total := s.terms.N, slices.Clone(s.sinks.total)
	for k := 0; ; k++ {
		if made+k >= q.first(len(q.Order)) {
			for x := left.Next(0); x >= 0; x = left.Next(x + 1) {
				out = append(out, total[x])
			}
		}
		if k == q.Drafted {
			return out, nil
		}
		left.Remove(int(q.Order[made+k]))
		for x, change := range changes[k*n : (k+1)*n] {
			total[x] += change
		}
	}
}

// makeSinks makes nodes sinks for good. It begins anew if others have been made sinks.
func (s *Shard) makeSinks(ctx context.Context, r *route, order []int32) error {
	held := s.sinks
	fits := held != nil && len(held.order) <= len(order) && slices.Equal(held.order, order[:len(held.order)]) &&
		held.steps == len(r.steps) && (held.steps == 0 || s.pruned != nil && s.pruned.leadsTo(r, len(r.steps)))
	if !fits {
		var err error
		if held, err = s.beginSinks(ctx, r); err != nil {
			return err
		}
	}
	s.sinks = nil // an order that breaks off leaves some of the DAGs behind
	for len(held.order) < len(order) {
		x := int(order[len(held.order)])
		changes, err := s.each(ctx, s.terms.N, func(w *shardWorker, i int) {
			held.costs[i].MakeSink(x, s.times[i], w.fusion)
			w.fusion.AddChanges(w.sums)
		})
		if err != nil {
			return err
		}
		for y, change := range changes {
			held.total[y] += change
		}
		held.order = append(held.order, int32(x))
	}
	s.sinks = held
	return nil
}

// beginSinks begins an order of what the steps of a route leave of the DAGs.
func (s *Shard) beginSinks(ctx context.Context, r *route) (*heldSinks, error) {
	s.sinks = nil
	at := func(i int) *graph.DAG { return s.dags[i] }
	if len(r.steps) > 0 {
		if err := s.advance(ctx, r, len(r.steps)); err != nil {
			return nil, err
		}
		at = func(i int) *graph.DAG { return s.pruned.graphs[i].DAG() }
	} else {
		s.pruned = nil // an order needs the memory, and comes first
	}
	held := &heldSinks{steps: len(r.steps), costs: make([]fusion.SinkCosts, len(s.dags))}
	total, err := s.each(ctx, s.terms.N, func(w *shardWorker, i int) {
		held.costs[i] = fusion.NewSinkCosts(at(i).Clone(), make([]int32, s.terms.N), w.fusion)
		held.costs[i].AddCosts(s.times[i], w.sums)
	})
	held.total = total
	return held, err
}

// draftSinks returns the change of the summed costs by each further sink. The held costs stay what
// they are.
func (s *Shard) draftSinks(ctx context.Context, sinks []int32) ([]int64, error) {
	if len(sinks) == 0 {
		return nil, nil
	}
	n := s.terms.N
	return s.each(ctx, len(sinks)*n, func(w *shardWorker, i int) {
		if w.costs == nil {
			costs := fusion.NewSinkCosts(graph.NewDAG(n), make([]int32, n), w.fusion)
			w.costs = &costs
		}
		w.costs.CopyFrom(&s.sinks.costs[i])
		for k, x := range sinks {
			w.costs.MakeSink(int(x), s.times[i], w.fusion)
			w.fusion.AddChanges(w.sums[k*n : (k+1)*n])
		}
	})
}
