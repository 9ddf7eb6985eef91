package ops

import (
	"context"

	"github.com/mcbnc/mcbnc/core/call"
	"github.com/mcbnc/mcbnc/core/fuse/engine"
	"github.com/mcbnc/mcbnc/core/fuse/parts"
	"github.com/mcbnc/mcbnc/core/graphs/graph"
)

func init() {
	call.Register("states", func(q *foundStates, s *call.Size) float64 { return runMemory(q, s) + 64*s.N*s.States }, states)
}

// states is several states of a trajectory found earlier, each told by the edges that differ
// from those of the state before it.
func states(ctx context.Context, q *foundStates, _ *call.Progress) (*call.Output, error) {
	walk, votes := q.Steps.Replay(q.Fusion.DAG, &q.Options), engine.Votes(q.working(), q.Weights)
	before := drawn{graph.NewDAG(q.N), graph.NewPDAG(q.N)}
	ptr, changes := make([]int64, 1, len(q.Steps.Prefixes)+1), []int32{}
	for _, prefix := range q.Steps.Prefixes {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		class, err := walk.Advance(prefix)
		if err != nil {
			return nil, asBadSteps(err)
		}
		dag, err := engine.Extension(class, q.Options.Constraints, votes)
		if err != nil {
			return nil, asLostDirections(err, prefix)
		}
		now := drawn{dag, q.Options.Class(dag)}
		changes = now.changes(before, q.Index, changes)
		ptr = append(ptr, int64(len(changes)/3))
		before = now
	}
	return &call.Output{Arrays: call.Arrays{
		"change_ptr": call.NewArray(ptr, len(ptr)),
		"changes":    call.NewArray(changes, len(changes)/3, 3),
	}}, nil
}

// drawn is a state as a picture shows it: a DAG, and which of its edges are reversible.
type drawn struct {
	dag   *graph.DAG
	class *graph.PDAG
}

// changes appends, for each edge that is not the same in before, its tail, its head and whether
// it is reversible.
func (d drawn) changes(before drawn, x call.Index, out []int32) []int32 {
	for k := range d.dag.N {
		u := x.Engine(k)
		for v := d.dag.Ch(u).Next(0); v >= 0; v = d.dag.Ch(u).Next(v + 1) {
			reversible := d.class.Ne(u).Has(v)
			if !before.dag.Has(u, v) || before.class.Ne(u).Has(v) != reversible {
				out = append(out, int32(k), int32(x.Caller(v)), parts.Bit(reversible))
			}
		}
	}
	return out
}
