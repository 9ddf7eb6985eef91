package wire

import (
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
