package consensus

import (
	"context"

	"github.com/mcbnc/mcbnc/core/fuse/consensus"
	"github.com/mcbnc/mcbnc/core/fuse/local"
	"github.com/mcbnc/mcbnc/core/graphs/bitset"
	"github.com/mcbnc/mcbnc/core/graphs/graph"
)

// Site is a shard of one DAG, which only it has, at its place among the weights, for one question. Secret is a seed that
// only it has, and that no two sessions share. Most is how many numbers the site sends at most; 0 is any number.
type Site struct {
	Terms  *Terms
	Number int
	DAG    *graph.DAG
	Secret []byte
	Most   int
}

// Answer is the site's answer to a question. It is always the same, so a question may be asked
// again. A question that makes no sense is an error. One that asks for too much is a
// *TooLongError, before anything of that size is made.
func (s *Site) Answer(ctx context.Context, q *Question) ([]uint64, error) {
	shard := NewShard(s.Terms, s.Number, []*graph.DAG{s.DAG}, 1)
	if q.Kind != Cuts {
		return shard.Answer(ctx, q, s.Secret, s.Most)
	}
	route, err := s.Terms.admit(ctx, q, s.Most)
	if err != nil {
		return nil, err
	}
	return shard.eachCut(ctx, q, route)
}

// eachCut is Shard.cuts for one DAG, cut by cut. The list of all cuts, which Shard.cuts makes first, pays where there are
// several DAGs. For one it takes up to twice as long, and for an open edge, which may have millions of deletions, too
// much memory.
func (s *Shard) eachCut(ctx context.Context, q *Question, r *route) (numbers []uint64, err error) {
	w, set, first := s.workers[0], bitset.New(s.terms.N), q.first(len(q.Steps))
	weight := s.terms.Weights[s.number]
	for l, class := range r.states {
		if err := s.advance(ctx, r, first+l); err != nil {
			return nil, err
		}
		g, closed, at := s.pruned.graphs[0], []Pair(nil), []int(nil)
		consensus.EachEdge(class, s.terms.Run, q.listed(s.terms), func(edge *consensus.Operators) bool {
			switch {
			case !q.asks(PairOf(edge.U, edge.V)):
			case edge.Closed:
				closed, at = append(closed, Pair{edge.U, edge.V}), append(at, len(numbers))
				numbers = append(numbers, 0)
			default:
				for _, kept := range edge.Kept {
					edge.S(class, kept, set)
					numbers = append(numbers, uint64(weight*s.terms.cut(w, g, int(edge.U), int(edge.V), set)))
				}
			}
			err = ctx.Err()
			return err == nil
		})
		if err != nil {
			return nil, err
		}
		if len(closed) == 0 {
			continue
		}
		least, err := s.leastAt(ctx, class, local.New(s.terms.N, []*graph.DAG{g.DAG()}, nil, nil), closed, nil)
		if err != nil {
			return nil, err
		}
		for k, x := range least {
			numbers[at[k]] = uint64(weight * x)
		}
	}
	return numbers, nil
}
