package federated

import (
	"context"

	"github.com/mcbnc/mcbnc/core/fusion"
	"github.com/mcbnc/mcbnc/core/graph"
)

// iMaps tells which arcs the minimal I-maps along the order have, for each pair of the order. Where
// counts are wanted, it tells how many DAGs' I-map has the arc. Otherwise it marks those of any DAG as a
// Site marks its own.
func (s *Shard) iMaps(ctx context.Context, q *Question, r *route, secret []byte) ([]uint64, error) {
	if err := s.advance(ctx, r, len(r.steps)); err != nil {
		return nil, err
	}
	n, place := s.terms.N, make([]int, s.terms.N)
	for i, v := range q.Order {
		place[v] = i
	}
	empty := graph.NewDAG(n)
	counts, err := s.each(ctx, pairs(n), func(w *shardWorker, i int) {
		if w.imap == nil {
			w.imap = graph.NewDAG(n)
		}
		w.imap.CopyFrom(empty)
		fusion.MinimalIMap(s.pruned.graphs[i], q.Order, w.ws, w.imap)
		for v := range n {
			pa := w.imap.Pa(v)
			for u := pa.Next(0); u >= 0; u = pa.Next(u + 1) {
				w.sums[pairs(place[v])+place[u]] += s.times[i]
			}
		}
	})
	if err != nil {
		return nil, err
	}
	random := (&answer{Site: &Site{Secret: secret}, q: q}).random()
	numbers := make([]uint64, len(counts))
	for k, count := range counts {
		mark := uint64(count)
		if !s.terms.Counts {
			for mark = random.Uint64(); mark == 0; mark = random.Uint64() {
			}
			if count == 0 {
				mark = 0
			}
		}
		numbers[k] = mark
	}
	return numbers, nil
}
