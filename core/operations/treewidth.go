package operations

import (
	"context"

	"github.com/mcbnc/mcbnc/core/bitset"
	"github.com/mcbnc/mcbnc/core/call"
	"github.com/mcbnc/mcbnc/core/treewidth"
	"github.com/mcbnc/mcbnc/core/wire"
)

// statusMemory is the status of a search that would have needed too much memory.
const statusMemory = "memory_limit"

// opTreewidth is the width of a greedy triangulation of each graph's moral graph.
func opTreewidth(ctx context.Context, in *wire.Input, _ *call.Progress) (*call.Output, error) {
	members, failure := members(in)
	if failure != nil {
		return nil, failure
	}
	width := make([]int64, len(members))
	for k, g := range members {
		t, err := treewidth.Triangulate(ctx, in.N, g.Moralize(), rule(in))
		if err != nil {
			return nil, err
		}
		width[k] = int64(t.Width)
	}
	return value(width), nil
}

// opTriangulation is a greedy triangulation of a graph's moral graph.
func opTriangulation(ctx context.Context, in *wire.Input, _ *call.Progress) (*call.Output, error) {
	members, failure := members(in)
	if failure != nil {
		return nil, failure
	}
	moral := members[0].Moralize()
	t, err := treewidth.Triangulate(ctx, in.N, moral, rule(in))
	if err != nil {
		return nil, err
	}
	out := value([]int64{int64(t.Width)})
	putTriangulation(in, out.Arrays, moral, t)
	return out, nil
}

// opExactTreewidth is the treewidth of a graph's moral graph. If the search does not end, it is
// the bounds found so far.
func opExactTreewidth(ctx context.Context, in *wire.Input, p *call.Progress) (*call.Output, error) {
	members, failure := members(in)
	if failure != nil {
		return nil, failure
	}
	ctx, stop := p.Limited(ctx, in.TimeLimit)
	defer stop()
	moral := members[0].Moralize()
	r := treewidth.Exact(ctx, in.N, moral)
	out := value([]int64{int64(r.Best.Width)})
	putTriangulation(in, out.Arrays, moral, r.Best)
	out.Arrays["lower"] = call.NewArray([]int64{int64(r.Lower)}, 1)
	out.Arrays["minor_degree"] = call.NewArray([]int64{int64(r.Minor.Degree)}, 1)
	out.Arrays["minor_ptr"], out.Arrays["minor"] = in.Index.Ragged(r.Minor.Branches)
	switch {
	case r.Proved():
	case r.OutOfMemory:
		out.Status = statusMemory
	default:
		out.Status = context.Cause(ctx).Error()
	}
	return out, nil
}

func rule(in *wire.Input) treewidth.Rule {
	if in.MinDegree {
		return treewidth.MinDegree
	}
	return treewidth.MinFill
}

// putTriangulation adds the arrays that describe a triangulation.
func putTriangulation(in *wire.Input, arrays map[string]call.Array, moral bitset.Matrix, t *treewidth.Triangulation) {
	cliques, parent := t.CliqueTree()
	arrays["order"] = in.Index.Nodes(t.Order)
	arrays["clique_ptr"], arrays["cliques"] = in.Index.Ragged(cliques)
	arrays["parent"] = call.NewArray(parent, len(parent))
	chordal := t.Chordal()
	arrays["adjacency"] = in.Index.PDAG(undirected(in.N, chordal))
	fill := []int32{}
	for x := range in.N {
		row := chordal.Row(x)
		row.AndNot(moral.Row(x))
		for y := row.Next(x + 1); y >= 0; y = row.Next(y + 1) {
			fill = append(fill, int32(in.Index.Caller(x)), int32(in.Index.Caller(y)))
		}
	}
	arrays["fill"] = call.NewArray(fill, len(fill)/2, 2)
}
