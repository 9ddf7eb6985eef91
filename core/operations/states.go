package operations

import (
	"context"

	"github.com/mcbnc/mcbnc/core/call"
	"github.com/mcbnc/mcbnc/core/engine"
	"github.com/mcbnc/mcbnc/core/graph"
	"github.com/mcbnc/mcbnc/core/wire"
)

// opStates is several states of a trajectory found earlier, each told by the edges that differ
// from those of the state before it.
func opStates(ctx context.Context, in *wire.Input, _ *call.Progress) (*call.Output, error) {
	walk, votes := replay(in), engine.Votes(working(in), in.Weights)
	before := drawn{graph.NewDAG(in.N), graph.NewPDAG(in.N)}
	ptr, changes := make([]int64, 1, len(in.Prefixes)+1), []int32{}
	for _, prefix := range in.Prefixes {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		class, err := walk.Advance(prefix)
		if err != nil {
			return nil, asBadSteps(err)
		}
		dag, err := engine.Extension(class, in.Constraints, votes)
		if err != nil {
			return nil, asLostDirections(err, prefix)
		}
		now := drawn{dag, cpdagOf(dag)}
		changes = now.changes(before, in.Index, changes)
		ptr = append(ptr, int64(len(changes)/3))
		before = now
	}
	return &call.Output{Arrays: map[string]call.Array{
		"change_ptr": call.NewArray(ptr, len(ptr)),
		"changes":    call.NewArray(changes, len(changes)/3, 3),
	}}, nil
}

// drawn is a state as a picture shows it: a DAG, and which of its edges are reversible.
type drawn struct {
	dag   *graph.DAG
	cpdag *graph.PDAG
}

// changes appends, for each edge that is not the same in before, its tail, its head and whether
// it is reversible.
func (d drawn) changes(before drawn, x call.Index, out []int32) []int32 {
	for k := range d.dag.N {
		u := x.Engine(k)
		for v := d.dag.Ch(u).Next(0); v >= 0; v = d.dag.Ch(u).Next(v + 1) {
			reversible := d.cpdag.Ne(u).Has(v)
			if !before.dag.Has(u, v) || before.cpdag.Ne(u).Has(v) != reversible {
				out = append(out, int32(k), int32(x.Caller(v)), bit(reversible))
			}
		}
	}
	return out
}
