package ops

import (
	"github.com/mcbnc/mcbnc/core/call"
	"github.com/mcbnc/mcbnc/core/graphs/equiv"
	"github.com/mcbnc/mcbnc/core/graphs/graph"
)

const (
	kindInsert = 1
	kindDelete = 2
	kindTurn   = 3
)

// found makes the result arrays of searches under these constraints, by the score of this title. The steps of all
// searches follow one another.
func found(x *call.Nodes, title string, given *graph.Constraints, results []learned) *call.Output {
	var (
		dags    []*graph.DAG
		cpdags  []*graph.PDAG
		totals  []float64
		priors  []float64
		seconds []float64
		stopped []uint8
		dense   []int32
		kinds   []uint8
		edges   []int32
		gains   []float64
		sets    [][]int32
		counted int64
		ptr     = []int64{0}
		r       = len(results)
	)
	for k := range results {
		l := &results[k]
		dags, cpdags = append(dags, l.dag), append(cpdags, equiv.Known(l.dag, given.Directions()))
		totals, priors, seconds = append(totals, l.total), append(priors, l.prior), append(seconds, l.seconds)
		state := uint8(0)
		if l.stopped {
			state = 1
		}
		stopped, dense = append(stopped, state), append(dense, int32(denseNode(x, l.dense)))
		for _, step := range l.steps {
			kind := uint8(kindDelete)
			switch {
			case step.Insert:
				kind = kindInsert
			case step.Turn:
				kind = kindTurn
			}
			kinds = append(kinds, kind)
			edges = append(edges, int32(x.Index.Caller(step.X)), int32(x.Index.Caller(step.Y)))
			sets = append(sets, step.Set)
		}
		gains = append(gains, l.gains...)
		ptr = append(ptr, int64(len(kinds)))
		counted += l.counted
	}
	setPtr, set := x.Index.Ragged(sets)
	return &call.Output{
		ScoreTitle: title,
		Counts:     map[string]int64{"sets": counted},
		Arrays: call.Arrays{
			"adjacency": x.Index.DAGs(x.N, dags), "cpdag": x.Index.PDAGs(x.N, cpdags),
			"total": call.NewArray(totals, r), "prior": call.NewArray(priors, r), "learn_seconds": call.NewArray(seconds, r),
			"learn_status": call.NewArray(stopped, r), "dense": call.NewArray(dense, r), "step_ptr": call.NewArray(ptr, r+1),
			"step_kind": call.NewArray(kinds, len(kinds)), "step_edges": call.NewArray(edges, len(kinds), 2),
			"gain": call.NewArray(gains, len(gains)), "h_ptr": setPtr, "h": set,
		},
	}
}
