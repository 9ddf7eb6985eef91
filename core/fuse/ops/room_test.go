package ops_test

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/mcbnc/mcbnc/core/call"
	"github.com/mcbnc/mcbnc/core/internal/testkit/jobtest"
	"github.com/mcbnc/mcbnc/core/internal/testkit/oracle"
)

// A run on so many DAGs that it frees them has the result of a run on a few of them, where each stands for as many.
func TestManyDAGsMakeWay(t *testing.T) {
	const n, few, times = 64, 3, 11_000
	require.Greater(t, few*times*call.MatrixBytes(n), float64(1<<24))
	dags := oracle.RandomDAGs(oracle.Rand(5), few, n, 0.03)
	cells := jobtest.Cells(dags)
	for _, more := range []string{`,"theta":"auto","workers":2`, `,"theta":0.4,"canonical":true`} {
		once := jobtest.Start(t, jobtest.Request("run", n, few, more), jobtest.Raw("dags", cells...))
		often := jobtest.Start(t, jobtest.Request("run", n, few*times, more), jobtest.Raw("dags", slices.Repeat(cells, times)...))
		require.Equal(t, jobtest.Result(t, once)["theta"], jobtest.Result(t, often)["theta"])
		for _, name := range []string{"order", "fusion", "step_edges", "s", "h", "adjacency", "cpdag"} {
			require.Equal(t, jobtest.Read[uint8](t, once, name), jobtest.Read[uint8](t, often, name), "%s%s", name, more)
		}
		require.Equal(t, jobtest.Read[float64](t, once, "psi"), jobtest.Read[float64](t, often, "psi"))
		require.Len(t, jobtest.Read[uint8](t, often, "removed"), times*len(jobtest.Read[uint8](t, once, "removed")))
	}
}
