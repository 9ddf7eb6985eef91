package operations

import (
	"github.com/mcbnc/mcbnc/core/call"
	"github.com/mcbnc/mcbnc/core/consensus"
	"github.com/mcbnc/mcbnc/core/equiv"
	"github.com/mcbnc/mcbnc/core/fuse/parts"
	"github.com/mcbnc/mcbnc/core/graph"
	"github.com/mcbnc/mcbnc/core/wire"
)

// runOptions are the request's options as core/consensus takes them.
func runOptions(in *wire.Input) consensus.Options {
	opt := consensus.Options{Cap: in.Cap, KMax: in.KMax, Start: equiv.Completed, Constraints: in.Constraints, Seed: in.Seed}
	if in.StartDAG {
		opt.Start = equiv.Directed
	}
	if in.Theta.Set && !in.Theta.Auto {
		opt.Until = &in.Theta.Value
	}
	return opt
}

func cpdagOf(g *graph.DAG) *graph.PDAG { return parts.CPDAG(g) }

func countEdges(in *wire.Input, dags []*graph.DAG, as equiv.Start) map[string]call.Array {
	return in.Index.EdgeCounts(in.N, dags, as)
}
