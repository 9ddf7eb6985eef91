package job

import (
	"context"

	"github.com/mcbnc/mcbnc/core/call"
)

func init() { call.Register("memory", memory) }

// memoryRequest is about another operation, on an input that need not be there.
type memoryRequest struct {
	call.Common
	call.Parallel
	Of      string `json:"of"`
	Bytes   int    `json:"bytes" range:"0.."`                     // of the input, beside its graphs
	Graphs  int    `json:"graphs" range:"0..1048576"`             // that the input has
	Arcs    int    `json:"arcs" range:"0..72057594037927936"`     // of these
	Columns *int   `json:"columns" range:"1..1048576" none:"n"`   // that stand for the nodes
	Pieces  int    `json:"pieces" range:"1..1048576" default:"1"` // that workers share
}

// memory tells what an operation is estimated to take, with a fusion of many edges.
func memory(_ context.Context, q *memoryRequest, _ *call.Progress) (*call.Output, error) {
	rates, known := call.RatesOf[q.Of]
	if !known {
		return nil, call.BadRequestf("of", "nothing is known of an operation %.40q", q.Of)
	}
	columns := float64(q.N)
	if q.Columns != nil {
		columns = float64(*q.Columns)
	}
	m := &call.Memory{Rates: rates, Size: call.Size{
		Graphs: call.GraphBytes(q.N, q.Graphs, q.Arcs), Arrays: float64(q.Bytes), Pairs: columns * columns, Drawn: columns * columns,
	}}
	m.Size.Share(q.Pieces, q.Workers)
	return &call.Output{Counts: map[string]int64{"bytes": m.With(call.ManyEdges(q.N, q.Arcs))}}, nil
}
