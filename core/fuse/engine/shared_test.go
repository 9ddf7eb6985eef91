package engine

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/mcbnc/mcbnc/core/fuse/consensus"
	"github.com/mcbnc/mcbnc/core/fuse/local"
	"github.com/mcbnc/mcbnc/core/fuse/synthetic"
	"github.com/mcbnc/mcbnc/core/graphs/bitset"
)

// Workers that look ahead, each at slots of its own, take the steps that one worker alone takes. They
// do the same work however many they are, as long as 16 slots are two for each. The inputs are
// large enough for the members of a team to be started. Odd numbers of workers keep lists in the place of rows.
func TestSharedRuns(t *testing.T) {
	t.Parallel()
	for _, size := range []struct{ n, r int }{{40, 10}, {60, 30}} {
		_, dags := synthetic.Inputs(synthetic.Successful, 1, size.n, size.r)
		_, want := runOn(t, dags, 1, consensus.Options{KMax: -1})
		var counts consensus.Counts
		for _, workers := range []int{2, 3, 7} {
			_, got := runOn(t, dags, workers, consensus.Options{KMax: -1, ShareFrom: 1, WideFrom: workers % 2})
			requireSteps(t, flattenAll(size.r, want.Steps), flattenAll(size.r, got.Steps), "%d workers", workers)
			if workers == 2 {
				counts = got.Counts
			}
			require.Equal(t, counts, got.Counts, "%d workers", workers)
			require.Greater(t, got.Counts.Cuts, want.Counts.Cuts, "nobody looked ahead")
		}
	}
}

// With many DAGs, or wide rows, a single question keeps all workers busy. It is shared out by DAG.
// The steps are the same, and so is the work.
func TestSharedQuestions(t *testing.T) {
	t.Parallel()
	sizes := []struct{ n, r int }{{16, 256}, {130, 170}}
	if testing.Short() {
		sizes = sizes[:1]
	}
	for _, size := range sizes {
		_, dags := synthetic.Inputs(synthetic.Attempted, 1, size.n, size.r)
		_, want := runOn(t, dags, 1, consensus.Options{KMax: -1})
		for _, workers := range []int{2, 7} {
			_, got := runOn(t, dags, workers, consensus.Options{KMax: -1, ShareFrom: 1, WideFrom: workers % 2})
			requireSteps(t, flattenAll(size.r, want.Steps), flattenAll(size.r, got.Steps), "%d workers", workers)
			require.Equal(t, want.Counts, got.Counts, "%d workers", workers)
		}
	}
}

// busyInputs fail the test if a DAG is asked for anything while it is being pruned.
type busyInputs struct {
	local.Inputs
	t     *testing.T
	busy  bitset.Set // over DAGs
	asked int        // how often the others were
}

func (in *busyInputs) Prune(
	ctx context.Context, u, v int, s bitset.Set, dags []int32, marks consensus.Marks, meanwhile func(),
) ([]consensus.CutEdge, error) {
	for _, i := range dags {
		in.busy.Add(int(i))
	}
	return in.Inputs.Prune(ctx, u, v, s, dags, marks, func() {
		meanwhile()
		in.busy.Clear()
	})
}

func (in *busyInputs) Ancestral(ctx context.Context, u, v int, given, probe, dags, set bitset.Set) error {
	require.False(in.t, dags.Intersects(in.busy), "it is being pruned")
	if in.busy.Any() && dags.Any() {
		in.asked++
	}
	return in.Inputs.Ancestral(ctx, u, v, given, probe, dags, set)
}

// The work beside a pruning asks nothing of the DAGs that are being pruned.
func TestWhatIsPrunedIsNotAsked(t *testing.T) {
	t.Parallel()
	asked := 0
	for _, size := range []struct{ n, r int }{{60, 30}, {40, 100}, {80, 60}} {
		n, r := size.n, size.r
		_, dags := synthetic.Inputs(synthetic.Successful, 1, n, r)
		f, err := Fuse(t.Context(), n, local.New(n, dags, nil, nil), nil, nil)
		require.NoError(t, err)
		in := &busyInputs{Inputs: local.New(n, dags, nil, nil), t: t, busy: bitset.New(r)}
		_, err = consensus.Run(t.Context(), f.Union, in, consensus.Options{KMax: -1})
		require.NoError(t, err)
		asked += in.asked
	}
	require.Positive(t, asked)
}
