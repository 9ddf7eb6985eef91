package operations

import (
	"github.com/mcbnc/mcbnc/core/call"
	"github.com/mcbnc/mcbnc/core/consensus"
)

// stepArrays are the arrays of the steps of a run: the deletions, when each was done, and what
// each removed from the DAGs.
func stepArrays(x call.Index, steps []consensus.Step) map[string]call.Array {
	seconds := make([]float64, len(steps))
	var removed []int32
	for i := range steps {
		seconds[i] = steps[i].Seconds
		for _, e := range steps[i].Cut {
			if e.Arc {
				removed = append(removed, int32(i), e.Dag, int32(x.Caller(int(e.From))), int32(x.Caller(int(e.To))))
			}
		}
	}
	out := deletionArrays(x, steps)
	out["step_seconds"] = call.NewArray(seconds, len(steps))
	out["removed"] = call.NewArray(removed, len(removed)/4, 4)
	return out
}

// deletionArrays are the arrays of deletions, whether a run made them or not.
func deletionArrays(x call.Index, deletions []consensus.Step) map[string]call.Array {
	k := len(deletions)
	edges := make([]int32, 0, 3*k)
	scores, psis := make([]int64, k), make([]float64, k)
	hs, ss := make([][]int32, k), make([][]int32, k)
	for i := range deletions {
		d := &deletions[i]
		edges = append(edges, int32(x.Caller(int(d.U))), int32(x.Caller(int(d.V))), bit(d.Undirected))
		scores[i], psis[i] = d.Score, d.Psi
		hs[i], ss[i] = d.H, d.S
	}
	out := map[string]call.Array{
		"step_edges": call.NewArray(edges, k, 3),
		"score":      call.NewArray(scores, k),
		"psi":        call.NewArray(psis, k),
	}
	out["h_ptr"], out["h"] = x.Ragged(hs)
	out["s_ptr"], out["s"] = x.Ragged(ss)
	return out
}

func bit(b bool) int32 {
	if b {
		return 1
	}
	return 0
}
