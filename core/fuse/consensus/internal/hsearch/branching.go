package hsearch

import (
	"cmp"
	"context"
	"slices"
)

// branchingNode chooses the node of hi \ lo to decide on. While hi is no clique, that is the
// node with most non-neighbours in hi. Afterwards it is a node whose ancestors decide
// whether a DAG's cut can be as low as its bound.
func (sv *Solver) branchingNode(ctx context.Context, s *Search, sub *subproblem) (int, error) {
	if sub.clique {
		return sv.decisive(ctx, s, sub)
	}
	return sv.leastAdjacent(sub), nil
}

// leastAdjacent is the node of hi with most non-neighbours in hi. If hi is no clique, this
// node is not in lo, since hi holds only nodes that are adjacent to all of lo.
func (sv *Solver) leastAdjacent(sub *subproblem) int {
	x, most := -1, -1
	for y := sub.hi.Next(0); y >= 0; y = sub.hi.Next(y + 1) {
		if others := sub.hi.Count() - sub.hi.CountAnd(sv.Class.Adj(y)); others > most {
			x, most = y, others
		}
	}
	return x
}

// decisive is the node of hi \ lo that the cheapest way to raise a bound rests on. It is the
// node that explains a larger cut, in one of the DAGs whose leaf is above their bound: in
// the DAG whose cut needs the fewest edges that are not there yet, then the one of the
// largest weight, then the one with the lowest node. So the order of the DAGs does not
// matter.
func (sv *Solver) decisive(ctx context.Context, s *Search, sub *subproblem) (int, error) {
	sv.outer(s, sub.lo, sv.given)
	sv.outer(s, sub.hi, sv.removed)
	sv.larger = sv.larger[:0]
	for i, w := range sv.Weights {
		if w > 0 && sub.known.Has(i) && sub.leaf[i] != sub.bound[i] {
			sv.larger = append(sv.larger, int32(i))
		}
	}
	sv.Explained += int64(len(sv.larger))
	sv.causes = slices.Grow(sv.causes[:0], len(sv.larger))[:len(sv.larger)]
	err := sv.Inputs.Explain(ctx, sv.worker, s.U, s.V, sv.given, sv.removed, sv.larger, sv.causes)
	if err != nil {
		return -1, err
	}
	best, heaviest := Cause{Node: -1}, int64(0)
	for k, cause := range sv.causes {
		w := sv.Weights[sv.larger[k]]
		better := cmp.Or(
			cmp.Compare(cause.Edges, best.Edges), cmp.Compare(heaviest, w), cmp.Compare(cause.Node, best.Node),
		) < 0
		if best.Node < 0 || better {
			best, heaviest = cause, w
		}
	}
	return best.Node, nil
}
