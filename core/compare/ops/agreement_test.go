package ops_test

import (
	"fmt"
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/mcbnc/mcbnc/core/call"
	"github.com/mcbnc/mcbnc/core/internal/testkit/jobtest"
	"github.com/mcbnc/mcbnc/core/internal/testkit/oracle"
)

// An agreement's arrays are indexed by the DAGs as they were given, copies included. They depend
// neither on the workers nor on the order of DAGs and nodes.
func TestAgreementFollowsItsInputs(t *testing.T) {
	for seed := range 40 {
		rng := oracle.Rand(uint64(seed))
		n, d, r := 2+rng.IntN(6), 1+rng.IntN(4), 2+rng.IntN(8)
		different := oracle.RandomDAGs(rng, d, n, 0.4)
		dags, moved := make([]oracle.Matrix, r), make([]oracle.Matrix, r)
		order, nodes := rng.Perm(r), rng.Perm(n)
		for i := range dags {
			dags[i] = different[rng.IntN(d)]
		}
		for i, k := range order {
			moved[i] = oracle.New(n)
			for u := range n {
				for v := range n {
					moved[i][nodes[u]][nodes[v]] = dags[k][u][v]
				}
			}
		}
		a := agreementOf(t, dags, `,"workers":1`)
		b := agreementOf(t, moved, `,"workers":3`)
		require.Equal(t, a.threshold, b.threshold)
		for i, k := range order {
			require.Equal(t, a.median[k], b.median[i], "seed %d", seed)
			require.Equal(t, a.flagged[k], b.flagged[i], "seed %d", seed)
			for j, l := range order {
				require.Equal(t, a.f1[k*r+l], b.f1[i*r+j], "seed %d", seed)
				require.Equal(t, a.f1[k*r+l], a.f1[l*r+k], "seed %d", seed)
			}
		}
	}
}

type agreed struct {
	median, threshold, f1 []float64
	flagged               []byte
}

func agreementOf(t *testing.T, dags []oracle.Matrix, more string) agreed {
	t.Helper()
	ones := make([]int64, len(dags))
	for i := range ones {
		ones[i] = 1
	}
	j := jobtest.Start(t, jobtest.Request("agreement", len(dags[0]), len(dags), `,"matrix":true`+more),
		jobtest.Raw("dags", jobtest.Cells(dags)...))
	return agreed{
		median:    jobtest.Read[float64](t, j, "median"),
		threshold: jobtest.Read[float64](t, j, "threshold"),
		f1:        jobtest.Read[float64](t, j, "f1"),
		flagged:   jobtest.Read[uint8](t, j, "flagged"),
	}
}

// A single DAG agrees with itself. It has no median, and is not flagged.
func TestAgreementOfOne(t *testing.T) {
	a := agreementOf(t, []oracle.Matrix{oracle.New(3)}, "")
	require.True(t, math.IsNaN(a.median[0]) && math.IsNaN(a.threshold[0]))
	require.Equal(t, []float64{1}, a.f1)
	require.Equal(t, []byte{0}, a.flagged)
}

func TestAgreementWithoutAMatrix(t *testing.T) {
	j := jobtest.Start(t, jobtest.Request("agreement", 1, 2, ""), jobtest.Raw[uint8]("dags", 0, 0))
	require.NotContains(t, jobtest.Result(t, j)["arrays"], "f1")
	failure := jobtest.Refusal(t, fmt.Sprintf(`{"op":"agreement","n":1,"r":%d,"matrix":true}`, 1<<15+1),
		jobtest.Raw("dags", make([]byte, 1<<15+1)...))
	require.Equal(t, call.InvalidInput, failure.Code)
	require.Equal(t, "matrix", failure.Argument)
}
