package fusion

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/mcbnc/mcbnc/core/fuse/flow"
	"github.com/mcbnc/mcbnc/core/graphs/graph"
	"github.com/mcbnc/mcbnc/core/internal/testkit/graphtest"
	"github.com/mcbnc/mcbnc/core/internal/testkit/oracle"
)

// plainInputs are Inputs without anything around them.
type plainInputs struct {
	dags    []*graph.DAG
	each    []SinkCosts
	scratch *Scratch
}

func (in *plainInputs) SinkCosts(_ context.Context, total []int64) error {
	for _, g := range in.dags {
		s := NewSinkCosts(g.Clone(), make([]int32, g.N), in.scratch)
		s.AddCosts(1, total)
		in.each = append(in.each, s)
	}
	return nil
}

func (in *plainInputs) MakeSink(_ context.Context, x int, total []int64) error {
	for i := range in.each {
		in.each[i].MakeSink(x, 1, in.scratch)
	}
	in.scratch.AddChanges(total)
	return nil
}

func (in *plainInputs) MinimalIMaps(context.Context, []int32, *graph.DAG, []*graph.DAG) error {
	return nil
}

// Nodes without arcs change nothing in the order of the others. So it is the same where sets are of several words.
func TestOrder(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 9).Draw(t, "n")
		dags := make([]oracle.Matrix, rapid.IntRange(1, 4).Draw(t, "r"))
		for i := range dags {
			dags[i] = oracle.DrawDAG(t, n, "dag")
		}
		want, _ := oracle.Order(dags, nil)
		got, err := Order(context.Background(), n, &plainInputs{dags: graphtest.DAGs(dags), scratch: NewScratch(n)}, nil)
		require.NoError(t, err)
		require.Equal(t, want, graphtest.Ints(got))

		const stride = 30
		wide := &plainInputs{scratch: NewScratch(stride * n)}
		for _, g := range graphtest.DAGs(dags) {
			wide.dags = append(wide.dags, graphtest.Spaced(g, stride))
		}
		all, err := Order(context.Background(), stride*n, wide, nil)
		require.NoError(t, err)
		var order []int
		for _, x := range all {
			if x%stride == 0 {
				order = append(order, int(x)/stride)
			}
		}
		require.Equal(t, want, order)
	})
}

// The I-map is the oracle's, which is made from the definition. It is minimal: each parent depends
// on the node given the other parents, and every other predecessor does not, given the parents.
func TestMinimalIMap(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 9).Draw(t, "n")
		g := oracle.DrawDAG(t, n, "dag")
		all := make([]int, n)
		for x := range all {
			all[x] = x
		}
		order := rapid.Permutation(all).Draw(t, "order")

		out := graph.NewDAG(n)
		MinimalIMap(flow.NewGraph(graphtest.DAG(g)), nodes(order), flow.NewCutter(n), out)
		got := oracle.Matrix(graphtest.Matrix(out))
		require.Equal(t, oracle.MinimalIMap(g, order), got)
		for at, v := range order {
			parents := got.Parents(v)
			for _, p := range order[:at] {
				require.Equal(t, got[p][v], !oracle.DSeparated(g, p, v, without(parents, p)))
			}
		}
	})
}

func nodes(order []int) []int32 {
	out := make([]int32, len(order))
	for k, x := range order {
		out[k] = int32(x)
	}
	return out
}

func without(list []int, x int) []int {
	var out []int
	for _, y := range list {
		if y != x {
			out = append(out, y)
		}
	}
	return out
}
