package engine

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/mcbnc/mcbnc/core/fuse/consensus"
	"github.com/mcbnc/mcbnc/core/fuse/local"
	"github.com/mcbnc/mcbnc/core/graphs/equiv"
	"github.com/mcbnc/mcbnc/core/internal/testkit/graphtest"
	"github.com/mcbnc/mcbnc/core/internal/testkit/oracle"
)

// At any state of a run, the best deletion of a pair is the first of the lowest score among all
// that the oracle lists for this pair. If the oracle lists none, there is none.
func TestBestDeletionOfOneEdge(t *testing.T) {
	t.Parallel()
	cases := 600
	if testing.Short() {
		cases = 60
	}
	none := 0
	for seed := range cases {
		rng := oracle.Rand(uint64(seed))
		dags, weights := nasty(rng)
		kMax := []int{-1, 0, 1, 10}[rng.IntN(4)]
		opt := consensus.Options{Weights: weights, KMax: kMax, Start: equiv.Start(rng.IntN(2))}
		want := oracle.Run(dags, oracle.Options{Weights: weights, KMax: kMax, FromDAG: opt.Start == equiv.Directed})
		inputs := graphtest.DAGs(dags)
		f, run := runOn(t, inputs, 1, opt)
		k := rng.IntN(len(run.Steps) + 1)
		class := NewReplay(f.Union, opt.Start, Deletions(run.Steps)).mustAdvance(k)
		pruned := local.New(f.Union.N, Prune(inputs, Removals(run.Steps[:k])), nil, nil)
		candidates := oracle.Candidates(want.State(k), want.Pruned(k), weights, kMax, false)
		for u := range f.Union.N {
			for v := range u {
				var ofPair []oracle.Candidate
				for _, c := range candidates {
					if c.U == u && c.V == v || c.U == v && c.V == u {
						ofPair = append(ofPair, c)
					}
				}
				got, found, err := deletionOf(context.Background(), class, pruned, opt, u, v)
				require.NoError(t, err)
				require.Equal(t, len(ofPair) > 0, found, "seed %d, step %d, %d-%d", seed, k, u, v)
				if !found {
					if class.Adj(u).Has(v) {
						none++
					}
					continue
				}
				best, _ := oracle.Best(ofPair)
				require.Equal(t,
					flattenParts(best.U, best.V, best.Undirected, best.H, best.S, best.Score, nil, nil),
					flattenParts(int(got.U), int(got.V), got.Undirected, graphtest.Ints(got.H), graphtest.Ints(got.S),
						got.Score, nil, nil), "seed %d, step %d, %d-%d", seed, k, u, v)
			}
		}
	}
	require.Positive(t, none, "no edge without an admissible H was tried")
}

// deletionOf is the best deletion of one edge of a class.
func deletionOf(
	ctx context.Context, class *equiv.Class, in consensus.Inputs, opt consensus.Options, u, v int,
) (consensus.Step, bool, error) {
	deletions, err := consensus.NewDeletions(ctx, class, in, opt)
	if err != nil {
		return consensus.Step{}, false, err
	}
	return deletions.Best(ctx, u, v)
}
