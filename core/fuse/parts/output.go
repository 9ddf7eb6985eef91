package parts

import (
	"github.com/mcbnc/mcbnc/core/call"
	"github.com/mcbnc/mcbnc/core/fuse/consensus"
	"github.com/mcbnc/mcbnc/core/graphs/equiv"
	"github.com/mcbnc/mcbnc/core/graphs/graph"
)

// StepArrays are the arrays of the steps of a run: the deletions, when each was done, and what
// each removed from the DAGs.
func StepArrays(x call.Index, steps []consensus.Step, unlike bool) call.Arrays {
	seconds := make([]float64, len(steps))
	arcs := 0
	for i := range steps {
		for _, e := range steps[i].Cut {
			arcs += int(Bit(e.Arc))
		}
	}
	removed := make([]int32, 0, 4*arcs) // many, where there are many DAGs
	for i := range steps {
		seconds[i] = steps[i].Seconds
		for _, e := range steps[i].Cut {
			if e.Arc {
				removed = append(removed, int32(i), e.Dag, int32(x.Caller(int(e.From))), int32(x.Caller(int(e.To))))
			}
		}
	}
	out := DeletionArrays(x, steps, unlike)
	out["step_seconds"] = call.NewArray(seconds, len(steps))
	out["removed"] = call.NewArray(removed, len(removed)/4, 4)
	return out
}

// DeletionArrays are the arrays of deletions, whether a run made them or not. Of DAGs over different nodes, each deletion has
// what its score is out of.
func DeletionArrays(x call.Index, deletions []consensus.Step, unlike bool) call.Arrays {
	k := len(deletions)
	edges := make([]int32, 0, 3*k)
	scores, psis := make([]int64, k), make([]float64, k)
	hs, ss := make([][]int32, k), make([][]int32, k)
	for i := range deletions {
		d := &deletions[i]
		edges = append(edges, int32(x.Caller(int(d.U))), int32(x.Caller(int(d.V))), Bit(d.Undirected))
		scores[i], psis[i] = d.Score, d.Psi
		hs[i], ss[i] = d.H, d.S
	}
	out := call.Arrays{
		"step_edges": call.NewArray(edges, k, 3),
		"score":      call.NewArray(scores, k),
		"psi":        call.NewArray(psis, k),
	}
	if unlike {
		weights := make([]int64, k)
		for i := range deletions {
			weights[i] = deletions[i].Weight
		}
		out["step_weight"] = call.NewArray(weights, k)
	}
	out["h_ptr"], out["h"] = x.Ragged(hs)
	out["s_ptr"], out["s"] = x.Ragged(ss)
	return out
}

func Bit(b bool) int32 {
	if b {
		return 1
	}
	return 0
}

// Class is the class of a result that keeps the constraints: the CPDAG, and what the directions fix in it.
func (o *Options) Class(g *graph.DAG) *graph.PDAG {
	return equiv.Known(g, o.Constraints.Directions())
}
