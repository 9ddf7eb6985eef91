package engine

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/mcbnc/mcbnc/bench/synthetic"
	"github.com/mcbnc/mcbnc/core/consensus"
)

// Workers who look ahead, each at seats of its own, take the steps that one alone takes.
// They do the same work however many they are, as long as 16 seats are two for each. The
// inputs are large enough for the members of a team to be started.
func TestSharedRuns(t *testing.T) {
	for _, size := range []struct{ n, r int }{{40, 10}, {60, 30}} {
		_, dags := synthetic.Inputs(synthetic.Successful, 1, size.n, size.r)
		_, want := runOn(t, dags, 1, consensus.Options{KMax: -1})
		var counts consensus.Counts
		for _, workers := range []int{2, 3, 7} {
			_, got := runOn(t, dags, workers, consensus.Options{KMax: -1, ShareFrom: 1})
			require.Len(t, got.Steps, len(want.Steps))
			for k := range want.Steps {
				require.Equal(t, flatten(size.r, want.Steps[k]), flatten(size.r, got.Steps[k]), "%d workers, step %d", workers, k)
			}
			if workers == 2 {
				counts = got.Counts
			}
			require.Equal(t, counts, got.Counts, "%d workers", workers)
			require.Greater(t, got.Counts.Cuts, want.Counts.Cuts, "nobody looked ahead")
		}
	}
}
