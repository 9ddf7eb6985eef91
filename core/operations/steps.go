package operations

import (
	"github.com/mcbnc/mcbnc/core/consensus"
	"github.com/mcbnc/mcbnc/core/wire"
)

// stepArrays are the arrays of the steps.
func stepArrays(x wire.Index, steps []consensus.Step) map[string]wire.Array {
	k := len(steps)
	edges := make([]int32, 0, 3*k)
	scores, psis, seconds := make([]int64, k), make([]float64, k), make([]float64, k)
	hs, ss := make([][]int32, k), make([][]int32, k)
	var removed []int32
	for i := range steps {
		s := &steps[i]
		edges = append(edges, int32(x.Caller(int(s.U))), int32(x.Caller(int(s.V))), bit(s.Undirected))
		scores[i], psis[i], seconds[i] = s.Score, s.Psi, s.Seconds
		hs[i], ss[i] = s.H, s.S
		for _, e := range s.Cut {
			if e.Arc {
				removed = append(removed, int32(i), e.Dag, int32(x.Caller(int(e.From))), int32(x.Caller(int(e.To))))
			}
		}
	}
	out := map[string]wire.Array{
		"step_edges":   wire.NewArray(edges, k, 3),
		"score":        wire.NewArray(scores, k),
		"psi":          wire.NewArray(psis, k),
		"step_seconds": wire.NewArray(seconds, k),
		"removed":      wire.NewArray(removed, len(removed)/4, 4),
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
