package consensus

import (
	"cmp"
	"context"
	"slices"

	"github.com/mcbnc/mcbnc/core/fuse/consensus"
	"github.com/mcbnc/mcbnc/core/fuse/flow"
	"github.com/mcbnc/mcbnc/core/fuse/local"
	"github.com/mcbnc/mcbnc/core/graphs/bitset"
	"github.com/mcbnc/mcbnc/core/graphs/equiv"
	"github.com/mcbnc/mcbnc/core/graphs/graph"
)

// cuts are the summed cuts of all deletions that the question asks for. They are summed one by one, because an open edge
// may have millions. A closed edge has the least sum.
//
// That is the minimum of the sum, and not the sum of the DAGs' minima: the former is never below the latter, and one search
// finds it for all DAGs. It is as good a bound, since the minimum of the sum over all sites is at least the sum of the
// sites' minima. A bound only decides which edges are opened: see state.
func (a *answer) cuts(ctx context.Context) error {
	s, first, limit := bitset.New(a.terms.N), a.q.first(len(a.q.Steps)), cmp.Or(a.terms.Run.Cap, flow.NoLimit)
	for l, class := range a.route.states {
		if err := a.prune(ctx, first+l); err != nil {
			return err
		}
		var least *consensus.Deletions
		a.alone = make([]*consensus.Deletions, len(a.dags))
		var err error
		consensus.EachEdge(class, a.terms.Run, a.q.listed(a.terms), func(edge *consensus.Operators) bool {
			switch u, v := int(edge.U), int(edge.V); {
			case !a.q.asks(PairOf(edge.U, edge.V)):
			case edge.Closed && a.terms.Unlike:
				err = a.boundUnlike(ctx, class, edge, s)
			case edge.Closed:
				var best consensus.Step
				if least == nil {
					least, err = a.deletions(ctx, class, a.pruned())
				}
				if err == nil {
					best, _, err = least.Best(ctx, u, v)
				}
				a.sums = append(a.sums, best.Score)
			default:
				for _, kept := range edge.Kept {
					if edge.S(class, kept, s); a.terms.Unlike {
						a.weigh(u, v, s, limit)
						continue
					}
					sum := int64(0)
					for _, g := range a.graphs {
						sum += int64(a.ws.MinCut(g, u, v, s, s, limit))
					}
					a.sums = append(a.sums, sum)
				}
				err = ctx.Err()
			}
			return err == nil
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// deletions are those of a class, for some of this site's DAGs.
func (a *answer) deletions(ctx context.Context, class *equiv.Class, dags []*graph.DAG) (*consensus.Deletions, error) {
	run := &a.terms.Run
	return consensus.NewDeletions(ctx, class, local.New(a.terms.N, dags, nil, nil), consensus.Options{
		KMax: run.KMax, Cap: run.Cap, Start: run.Start, Constraints: run.Constraints, Weights: slices.Repeat([]int64{1}, len(dags)),
	})
}
