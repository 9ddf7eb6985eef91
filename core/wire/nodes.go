package wire

import (
	"slices"

	"github.com/mcbnc/mcbnc/core/call"
)

// rank reads the array "rank", which every operation takes.
func (r *reader) rank() (failure *call.Error) {
	if r.has("rank") {
		r.in.Index, failure = call.ReadRank(r.arrays["rank"])
	}
	return failure
}

// order reads the array "order".
func (r *reader) order() *call.Error {
	order := numbers[int32](r, "order")
	if bad := call.NotPermutation(order); bad >= 0 {
		return call.Invalidf("order", "every node must be in it once, but position %d has %d", bad, order[bad])
	}
	for i, k := range order {
		order[i] = int32(r.in.Index.Engine(int(k)))
	}
	r.in.Order = order
	return r.orderKeepsDirections()
}

// pair reads the nodes "u" and "v" and the set "s".
func (r *reader) pair() *call.Error {
	q := r.q
	if failure := r.in.InRange("u", q.U); failure != nil {
		return failure
	}
	if failure := r.in.InRange("v", q.V); failure != nil {
		return failure
	}
	if q.U == q.V {
		return call.Invalidf("v", "u and v are the same node, %s", r.in.Name(q.U)).At(q.U)
	}
	for i, s := range q.S {
		if failure := r.in.InRange("s", s); failure != nil {
			return failure
		}
		if s == q.U || s == q.V || slices.Contains(q.S[:i], s) {
			return call.Invalidf("s", "%s is in it twice, or is u or v", r.in.Name(s)).At(s)
		}
		r.in.S = append(r.in.S, r.in.Index.Engine(s))
	}
	slices.Sort(r.in.S)
	r.in.U, r.in.V = r.in.Index.Engine(q.U), r.in.Index.Engine(q.V)
	return nil
}
