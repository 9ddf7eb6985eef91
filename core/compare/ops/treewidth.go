package ops

import (
	"context"

	"github.com/mcbnc/mcbnc/core/call"
	"github.com/mcbnc/mcbnc/core/graphs/bitset"
	"github.com/mcbnc/mcbnc/core/graphs/treewidth"
)

func init() {
	call.Register("treewidth", width)
	call.Register("triangulation", triangulation)
	call.Register("exact_treewidth", exactTreewidth)
}

// statusMemory is the status of a search that would have needed too much memory.
const statusMemory = "memory_limit"

// rule is how a greedy elimination chooses.
type rule struct {
	Method string `json:"method" words:"min-fill min-degree"`
}

func (r rule) of() treewidth.Rule { return treewidth.Rule(place(r.Method, "min-fill min-degree")) }

type widthRequest struct {
	graphsRequest
	rule
}

// width is the width of a greedy triangulation of each graph's moral graph.
func width(ctx context.Context, q *widthRequest, _ *call.Progress) (*call.Output, error) {
	found := make([]int64, len(q.Graphs.Members))
	for k, g := range q.Graphs.Members {
		t, err := treewidth.Triangulate(ctx, q.N, g.Moralize(), q.of())
		if err != nil {
			return nil, err
		}
		found[k] = int64(t.Width)
	}
	return value(found), nil
}

type oneGraphRequest struct {
	call.Common
	Graph call.OneGraph
}

type exactRequest struct {
	oneGraphRequest
	call.Timed
}

type triangulationRequest struct {
	oneGraphRequest
	rule
}

// triangulation is a greedy triangulation of a graph's moral graph.
func triangulation(ctx context.Context, q *triangulationRequest, _ *call.Progress) (*call.Output, error) {
	moral := q.Graph.Members[0].Moralize()
	t, err := treewidth.Triangulate(ctx, q.N, moral, q.of())
	if err != nil {
		return nil, err
	}
	out := value([]int64{int64(t.Width)})
	putTriangulation(&q.Common, out.Arrays, moral, t)
	return out, nil
}

// exactTreewidth is the treewidth of a graph's moral graph. If the search does not end, it is the bounds found so far.
func exactTreewidth(ctx context.Context, q *exactRequest, p *call.Progress) (*call.Output, error) {
	ctx, stop := q.Limited(ctx, p)
	defer stop()
	moral := q.Graph.Members[0].Moralize()
	r := treewidth.Exact(ctx, q.N, moral)
	out := value([]int64{int64(r.Best.Width)})
	putTriangulation(&q.Common, out.Arrays, moral, r.Best)
	out.Arrays["lower"] = call.NewArray([]int64{int64(r.Lower)}, 1)
	out.Arrays["minor_degree"] = call.NewArray([]int64{int64(r.Minor.Degree)}, 1)
	out.Arrays["minor_ptr"], out.Arrays["minor"] = q.Index.Ragged(r.Minor.Branches)
	switch {
	case r.Proved():
	case r.OutOfMemory:
		out.Status = statusMemory
	default:
		out.Status = context.Cause(ctx).Error()
	}
	return out, nil
}

// putTriangulation adds the arrays that describe a triangulation.
func putTriangulation(in *call.Common, arrays call.Arrays, moral bitset.Matrix, t *treewidth.Triangulation) {
	cliques, parent := t.CliqueTree()
	arrays["order"] = in.Index.Nodes(t.Order)
	arrays["clique_ptr"], arrays["cliques"] = in.Index.Ragged(cliques)
	arrays["parent"] = call.NewArray(parent, len(parent))
	chordal := t.Chordal()
	arrays["adjacency"] = in.Index.PDAG(undirected(chordal))
	fill := []int32{}
	for x, y := range chordal.All() {
		if x < y && !moral.Row(x).Has(y) {
			fill = append(fill, int32(x), int32(y))
		}
	}
	arrays["fill"] = call.NewArray(in.Index.Callers(fill), len(fill)/2, 2)
}
