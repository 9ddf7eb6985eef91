package ops_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/mcbnc/mcbnc/core/internal/testkit/jobtest"
	"github.com/mcbnc/mcbnc/core/internal/testkit/oracle"
)

// The verdict is that of a vote of the same DAGs, and some DAGs have none.
func TestChanceIsWhatAVoteTells(t *testing.T) {
	told := 0
	for seed := range 20 {
		dags := oracle.RandomDAGs(oracle.Rand(uint64(seed)), 3, 12, 0.2)
		if seed%2 == 1 {
			dags[1], dags[2] = dags[0], dags[0]
		}
		verdict := countsOf(t, "chance", dags)
		more := verdict["more_than_chance"]
		delete(verdict, "more_than_chance")
		vote := countsOf(t, "vote", dags)
		require.Equal(t, len(vote), len(verdict), "seed %d", seed)
		for name, count := range vote {
			require.Equal(t, count, verdict[name], "seed %d", seed)
		}
		if seed%2 == 1 {
			require.Equal(t, 1.0, more)
		}
		if len(verdict) > 0 {
			require.Nil(t, more)
			require.Zero(t, seed%2)
			require.GreaterOrEqual(t, verdict["shared_by_chance"], verdict["shared"])
			told++
		}
	}
	require.Greater(t, told, 5)
}

// countsOf returns the counts of an operation on DAGs. JSON has them as float64.
func countsOf(t *testing.T, op string, dags []oracle.Matrix) map[string]any {
	t.Helper()
	j := jobtest.Start(t, jobtest.Request(op, len(dags[0]), len(dags), ""), jobtest.Raw("dags", jobtest.Cells(dags)...))
	counts, _ := jobtest.Result(t, j)["counts"].(map[string]any)
	return counts
}
