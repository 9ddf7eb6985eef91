package engine

import (
	"context"
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/mcbnc/mcbnc/core/consensus"
	"github.com/mcbnc/mcbnc/core/equiv"
	"github.com/mcbnc/mcbnc/core/flow"
	"github.com/mcbnc/mcbnc/core/graph"
	"github.com/mcbnc/mcbnc/core/internal/golden"
	"github.com/mcbnc/mcbnc/core/local"
)

func dagOf(n int, arcs []golden.Arc) *graph.DAG {
	g := graph.NewDAG(n)
	for _, a := range arcs {
		g.Add(a[0], a[1])
	}
	return g
}

func dagsOf(n int, lists [][]golden.Arc) []*graph.DAG {
	var out []*graph.DAG
	for _, arcs := range lists {
		out = append(out, dagOf(n, arcs))
	}
	return out
}

func arcsOf(arcs []flow.Arc) []golden.Arc {
	out := []golden.Arc{}
	for _, a := range arcs {
		out = append(out, golden.Arc{int(a.From), int(a.To)})
	}
	return out
}

func ints(xs []int32) []int {
	out := []int{}
	for _, x := range xs {
		out = append(out, int(x))
	}
	return out
}

func TestSharedGolden(t *testing.T) {
	golden.Each(t, checkCase)
}

func checkCase(t *testing.T, c golden.Case) {
	ctx := context.Background()
	in := local.New(c.N, dagsOf(c.N, c.DAGs), 1)
	f, err := Fuse(ctx, c.N, in, nil)
	require.NoError(t, err)
	require.Equal(t, c.Order, ints(f.Order))
	for i, g := range f.IMaps {
		require.True(t, g.Equal(dagOf(c.N, c.MinimalIMaps[i])))
	}
	require.True(t, f.Union.Equal(dagOf(c.N, c.Union)))
	for start, want := range map[equiv.Start]golden.Run{equiv.Completed: c.Trajectory.CPDAG, equiv.Directed: c.Trajectory.DAG} {
		in := local.New(c.N, dagsOf(c.N, c.DAGs), 1)
		tr, err := consensus.Run(ctx, f.Union, in, consensus.Options{Weights: c.Weights, KMax: c.Cap(), Start: start})
		require.NoError(t, err)
		require.Len(t, tr.Steps, len(want.Steps))
		for k, s := range tr.Steps {
			w := want.Steps[k]
			require.Equal(t, []any{w.U, w.V, w.Undirected, w.H, w.S, w.Score},
				[]any{int(s.U), int(s.V), s.Undirected, ints(s.H), ints(s.S), s.Score}, "step %d", k)
			cuts, removed := make([][]golden.Arc, c.R), make([][]golden.Arc, c.R)
			for i := range cuts {
				cuts[i], removed[i] = []golden.Arc{}, []golden.Arc{}
			}
			for _, p := range s.Pruned {
				cuts[p.Dag], removed[p.Dag] = arcsOf(p.Cut), arcsOf(p.Arcs)
			}
			require.Equal(t, w.Cuts, cuts)
			require.Equal(t, w.Removed, removed)
		}
	}
}

func TestReal(t *testing.T) {
	for _, c := range golden.RealRuns(t, "") {
		t.Run(c.ID, func(t *testing.T) {
			dags := matricesOf(golden.LoadClients(t, c.Clients).Matrices(c.R))
			if c.Options.Canonical {
				dags = Canonicalize(dags)
			}
			t0 := time.Now()
			in := local.New(len(c.Names), dags, 1)
			f, err := Fuse(context.Background(), len(c.Names), in, nil)
			require.NoError(t, err)
			t1 := time.Now()
			require.Equal(t, c.Order, ints(f.Order))
			kmax := -1
			if c.Options.KMax != nil {
				kmax = *c.Options.KMax
			}
			start := equiv.Completed
			if c.Options.Start == "dag" {
				start = equiv.Directed
			}
			tr, err := consensus.Run(context.Background(), f.Union, in, consensus.Options{Weights: c.Options.Weights, KMax: kmax, Start: start})
			require.NoError(t, err)
			require.Len(t, tr.Steps, len(c.Steps))
			for k, s := range tr.Steps {
				require.Equal(t, c.Steps[k], golden.RealStep{U: int(s.U), V: int(s.V), Undirected: s.Undirected, H: ints(s.H), Score: s.Score}, "step %d", k)
			}
			fmt.Println(c.ID, t1.Sub(t0), time.Since(t1), tr.Counts)
		})
	}
}

func matricesOf(ms [][][]bool) []*graph.DAG {
	var out []*graph.DAG
	for _, m := range ms {
		g := graph.NewDAG(len(m))
		for i := range m {
			for j := range m {
				if m[i][j] {
					g.Add(i, j)
				}
			}
		}
		out = append(out, g)
	}
	return out
}
