package engine

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/mcbnc/mcbnc/core/fuse/consensus"
	"github.com/mcbnc/mcbnc/core/graphs/equiv"
	"github.com/mcbnc/mcbnc/core/internal/testkit/graphtest"
	"github.com/mcbnc/mcbnc/core/internal/testkit/oracle"
)

// The operators of a state are those that the oracle admits there, in its order. An edge is closed
// if it has more of them than are to be listed.
func TestListOperators(t *testing.T) {
	t.Parallel()
	cases, closed := 2000, 0
	if testing.Short() {
		cases = 200
	}
	for seed := range cases {
		rng := oracle.Rand(uint64(seed))
		dags, _ := nasty(rng)
		n := len(dags[0])
		rules := anyConstraints(rng, n, n < 6 && seed%2 == 0)
		kMax := []int{-1, 0, 1, 2, 10}[rng.IntN(5)]
		start := equiv.Start(rng.IntN(2))
		run := oracle.Run(dags, oracle.Options{KMax: kMax, FromDAG: start == equiv.Directed, Constraints: rules})
		k := rng.IntN(len(run.Steps) + 1)
		admitted, forced := rules.Admit(run.State(k), kMax)

		opt := consensus.Options{KMax: kMax, Constraints: constraintsOf(rules)}
		class := classAfter(run.Fusion, start, run.Steps[:k])
		most := rng.IntN(4)
		if most == 3 {
			most = 1 << n // all of them
		}
		edges, gotForced := consensus.ListOperators(class, opt, func(_, _ int32) int { return most })
		require.Equal(t, forced, gotForced, "seed %d", seed)
		for _, m := range edges {
			count := 0
			for count < len(admitted) && admitted[count].U == int(m.U) && admitted[count].V == int(m.V) {
				count++
			}
			require.Positive(t, count, "seed %d: %d-%d", seed, m.U, m.V)
			if m.Closed {
				closed++
				require.Greater(t, count, most, "seed %d: %d-%d", seed, m.U, m.V)
				require.Empty(t, m.Kept)
			} else {
				require.Len(t, m.Kept, count, "seed %d: %d-%d", seed, m.U, m.V)
			}
			for i, kept := range m.Kept {
				step, want := m.Step(class, kept, 1, 4), admitted[i]
				require.Equal(t, []any{want.Undirected, graphtest.Ints(int32s(want.H)), graphtest.Ints(int32s(want.S)), int64(1), 0.25},
					[]any{step.Undirected, graphtest.Ints(step.H), graphtest.Ints(step.S), step.Score, step.Psi}, "seed %d", seed)
			}
			admitted = admitted[count:]
		}
		require.Empty(t, admitted, "seed %d", seed)
	}
	require.Greater(t, closed, cases/2)
}

// classAfter is the class after the steps of the oracle's run.
func classAfter(fusion oracle.Matrix, start equiv.Start, steps []oracle.Step) *equiv.Class {
	class := equiv.FromDAG(graphtest.DAG(fusion), start)
	for _, s := range steps {
		class.Delete(s.U, s.V, graphtest.Set(class.N, s.H...))
	}
	return class
}

func int32s(nodes []int) []int32 {
	out := make([]int32, len(nodes))
	for i, x := range nodes {
		out[i] = int32(x)
	}
	return out
}
