package baselines

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/mcbnc/mcbnc/core/fuse/consensus"
	"github.com/mcbnc/mcbnc/core/fuse/engine"
	"github.com/mcbnc/mcbnc/core/fuse/local"
	"github.com/mcbnc/mcbnc/core/graphs/equiv"
	"github.com/mcbnc/mcbnc/core/graphs/graph"
	"github.com/mcbnc/mcbnc/core/graphs/metrics"
	"github.com/mcbnc/mcbnc/core/internal/testkit/graphtest"
	"github.com/mcbnc/mcbnc/core/internal/testkit/oracle"
)

// The genes follow what MCBNC leaves of the inputs.
func TestChoose(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := drawWeighted(t, 5)
		bound := rapid.IntRange(0, 3).Draw(t, "bound")
		p, want := problemOf(t, s), plainOf(s)
		ctx := context.Background()
		left, err := p.snapshots(ctx, ctx, bound)
		require.NoError(t, err)
		var copies []oracle.Matrix
		for _, g := range left[0] {
			copies = append(copies, graphtest.Matrix(g))
		}
		for kind := FusionArcs; kind <= SharedArcs; kind++ {
			d := newDecoder(p, p.Genes(kind), bound, false)
			kept := d.g.kept(d.choose(left[0]))
			switch kind {
			case FusionArcs:
				var imaps []oracle.Matrix
				for _, m := range copies {
					imaps = append(imaps, oracle.MinimalIMap(m, want.order))
				}
				requireArcs(t, oracle.Union(imaps).Arcs(), kept[0])
			case InputArcs:
				for i, m := range copies {
					requireArcs(t, m.Arcs(), kept[i])
				}
			case SharedArcs:
				var most [][2]int
				for _, a := range entries(oracle.Union(want.inputs)) {
					if still := want.support(copies, a); still > 0 && 2*still >= want.support(want.inputs, a) {
						most = append(most, a)
					}
				}
				requireArcs(t, most, kept[0])
			}
		}
	})
}

// The snapshot is that of the state within the bound with the least SMHD to the inputs (ties: the last).
func TestSnapshots(t *testing.T) {
	for seed := range uint64(60) {
		p, _ := smallProblem(seed, InputArcs, 40)
		run, err := consensus.Run(t.Context(), p.Fusion, local.New(p.N, p.Inputs, p.Times, nil), consensus.Options{
			Weights: p.Weights, KMax: 10, Start: equiv.Completed,
		})
		require.NoError(t, err)
		states := append([]consensus.Breakpoint{{}}, run.Breakpoints()...)
		for bound := range 4 {
			steps, least := -1, metrics.Sum{}
			walk := engine.NewReplay(run.Fusion, run.Start, engine.Deletions(run.Steps))
			for _, state := range states {
				class, err := walk.Advance(state.Steps)
				require.NoError(t, err)
				m := matrixOf(class.Member())
				distance := p.morals.SMHD(class.Member().Moralize())
				if width(m) <= bound && (steps < 0 || !least.Less(distance)) {
					steps, least = state.Steps, distance
				}
			}
			left, err := p.snapshots(t.Context(), t.Context(), bound)
			require.NoError(t, err)
			for i, g := range engine.Prune(p.Inputs, engine.Removals(run.Steps)[:steps]) {
				require.True(t, g.Equal(left[0][i]))
			}
		}
	}
}

// If the run has no time, no state is within a bound that the fusion is above.
func TestSnapshotsWithoutTime(t *testing.T) {
	p, _ := smallProblem(1, FusionArcs, 30)
	stopped, stop := context.WithCancel(t.Context())
	stop()
	left, err := p.snapshots(t.Context(), stopped, 0)
	require.NoError(t, err)
	require.Equal(t, [][]*graph.DAG{nil}, left)
}
