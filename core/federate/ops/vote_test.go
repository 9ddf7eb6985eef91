package ops_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/mcbnc/mcbnc/core/call"
	"github.com/mcbnc/mcbnc/core/internal/testkit/jobtest"
	"github.com/mcbnc/mcbnc/core/internal/testkit/oracle"
)

// The arrays are those of the operation vote, but for whose joins are explained.
func TestVoteFromSums(t *testing.T) {
	over := 0
	for seed := range 200 {
		rng := oracle.Rand(uint64(seed))
		f := anyFederation(rng)
		f.task, f.options = "vote", fmt.Sprintf(`,"threshold":%g`, []float64{0, 0.5, 0.7}[rng.IntN(3)])
		if seed%4 > 0 {
			f.lacks(rng, 0.3)
			if rng.IntN(2) == 0 {
				f.options += `,"explained":3`
			}
		}
		more := f.options + `,"kind":"skeleton"`
		if f.has != nil {
			f.options += `,"nodes":"union"`
		}
		result := f.run(t)
		_, raws := jobtest.OrderedRun(f.dags, nil, f.ranks[f.r], more)
		raws = append(raws, f.shared...)
		if f.has != nil {
			var seen []uint8
			for i := range f.dags {
				seen = append(seen, f.seen(i, f.r)...)
			}
			raws = append(raws, jobtest.Raw("seen", seen...))
			require.Len(t, result["together"].Bytes, 4*f.n*f.n)
			delete(result, "together")
			delete(result, "unsure")
			over++
		}
		want := jobtest.Arrays(t, jobtest.Start(t, jobtest.Request("vote", f.n, f.r, more), raws...))
		for _, name := range []string{"left_out", "explained"} { // nothing is left out of a skeleton
			require.Empty(t, want["left_out"].Bytes)
			delete(want, name)
		}
		require.Len(t, result, len(want))
		for name := range want {
			require.Equal(t, want[name].Bytes, result[name].Bytes, "seed %d: %s", seed, name)
		}
	}
	require.Greater(t, over, 100)
}

func TestVoteTermsThatAreRefused(t *testing.T) {
	none := []call.Raw{jobtest.Raw[uint64]("sums"), jobtest.Raw[int64]("sums_ptr", 0)}
	for more, argument := range map[string]string{
		`,"explained":8`:                   "explained",
		`,"nodes":"union","explained":0`:   "explained",
		`,"nodes":"union","threshold":1.5`: "threshold",
		`,"nodes":"some"`:                  "nodes",
	} {
		failure := jobtest.Refusal(t, jobtest.Request("federated_next", 2, 3, `,"task":"vote"`+more), none...)
		require.Equal(t, argument, failure.Argument)
		require.Equal(t, call.InvalidInput, failure.Code)
	}
}

// A weight that is rounded to 0 would make other edges unsure than in one place.
func TestVoteWithoutLostWeights(t *testing.T) {
	raws := []call.Raw{
		jobtest.Raw[uint64]("sums"), jobtest.Raw[int64]("sums_ptr", 0), jobtest.Raw("weights", 0, 1e-30, 1.0),
	}
	failure := jobtest.Refusal(t, jobtest.Request("federated_next", 2, 3, `,"task":"vote","nodes":"union"`), raws...)
	require.Equal(t, []any{"weights", 1}, []any{failure.Argument, *failure.DAG})
	require.Contains(t, failure.Message, "rounded to 0")
	jobtest.Arrays(t, jobtest.Start(t, jobtest.Request("federated_next", 2, 3, `,"task":"vote"`), raws...))
}
