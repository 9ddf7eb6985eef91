package parts

import (
	"slices"

	"github.com/mcbnc/mcbnc/core/call"
	"github.com/mcbnc/mcbnc/core/graphs/bitset"
)

// Order is the nodes from first to last; nil if it is not given.
type Order []int32

var orderSpecs = []call.Spec{call.NewSpec("order", 4, call.NodeCount)}

func (o *Order) Arrays() []call.Spec { return orderSpecs }

func (o *Order) Read(r *call.Reader) *call.Error {
	if !r.Has("order") {
		return nil
	}
	order := call.Numbers[int32](r, "order")
	if bad := call.NotPermutation(order); bad >= 0 {
		return call.Invalidf("order", "every node must be in it once, but position %d has %d", bad, order[bad])
	}
	for i, k := range order {
		order[i] = int32(r.Index.Engine(int(k)))
	}
	*o = order
	return nil
}

// Keeps checks that the order keeps all directions of the options.
func (o Order) Keeps(opt *Options, x *call.Nodes) *call.Error {
	directed := opt.Constraints.Directions()
	if directed == nil {
		return nil
	}
	later := bitset.New(x.N)
	for _, v := range slices.Backward(o) {
		ch := directed.Ch(int(v))
		for u := ch.Next(0); u >= 0; u = ch.Next(u + 1) {
			if !later.Has(u) {
				return against(opt, x, x.Index.Caller(int(v)), x.Index.Caller(u))
			}
		}
		later.Add(int(v))
	}
	return nil
}

// against is the error that the order has v before u, although an edge between the two must go
// from u to v. u and v are the caller's nodes.
func against(opt *Options, x *call.Nodes, u, v int) *call.Error {
	if opt.RequiresArc(u, v) {
		return call.Invalidf("order", "%s is before %s, but %[2]s -> %[1]s is required", x.Name(v), x.Name(u)).At(u, v)
	}
	return call.Invalidf("order", "%s is before %s, but %[1]s -> %[2]s is forbidden", x.Name(v), x.Name(u)).At(v, u)
}
