package ops_test

import (
	"fmt"
	"testing"

	"github.com/bytedance/sonic"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/mcbnc/mcbnc/core/call"
	"github.com/mcbnc/mcbnc/core/internal/testkit/jobtest"
	"github.com/mcbnc/mcbnc/core/internal/testkit/oracle"
)

// Steps come back from the caller, who may have changed them. Steps that do not follow from the
// fusion are the caller's fault, not the engine's.
func TestStepsThatDoNotFollow(t *testing.T) {
	fusion := jobtest.Matrix(3, [2]int{0, 1}, [2]int{1, 2})
	for _, op := range []string{"state", "states", "profile", "deletion", "criticalities", "evidence"} {
		for _, edge := range [][]int32{{0, 2, 0}, {2, 0, 1}} {
			raws := []call.Raw{
				jobtest.Raw("dags", fusion...), jobtest.Raw("fusion", fusion...), jobtest.Raw("step_edges", edge...),
				jobtest.Raw[int64]("h_ptr", 0, 0), jobtest.Raw[int32]("h"),
			}
			if op == "profile" || op == "states" {
				raws = append(raws, jobtest.Raw[int64]("prefixes", 0, 1))
			}
			if op == "evidence" {
				raws = append(raws, jobtest.Raw[int64]("s_ptr", 0, 0), jobtest.Raw[int32]("s"))
			}
			if op == "deletion" || op == "criticalities" {
				raws = append(raws, jobtest.Raw[int32]("removed"))
			}
			more := map[string]string{"state": `,"prefix":1`, "deletion": `,"prefix":1,"v":1`, "criticalities": `,"prefix":1`}[op]
			j := jobtest.Start(t, jobtest.Request(op, 3, 1, more), raws...)
			require.True(t, j.Wait(-1))
			_, err := j.Result()
			failure := call.AsError(err)
			assert.Equal(t, call.BadRequest, failure.Code, "%s %v", op, edge)
			assert.Equal(t, "step_edges", failure.Argument)
			assert.Contains(t, failure.Message, "step 0")
		}
	}
}

// Only an edge that is there can be deleted.
func TestDeletionOfNoEdge(t *testing.T) {
	fusion := jobtest.Matrix(3, [2]int{0, 1}, [2]int{1, 2})
	raws := []call.Raw{
		jobtest.Raw("dags", fusion...), jobtest.Raw("fusion", fusion...), jobtest.Raw[int32]("step_edges", 0, 1, 1),
		jobtest.Raw[int64]("h_ptr", 0, 0), jobtest.Raw[int32]("h"), jobtest.Raw[int32]("removed", 0, 0, 0, 1),
	}
	for more, there := range map[string]bool{
		`,"u":0,"v":2`: false, `,"u":0,"v":1`: true, `,"u":1,"v":0,"prefix":1`: false, `,"u":2,"v":1,"prefix":1`: true,
	} {
		j := jobtest.Start(t, jobtest.Request("deletion", 3, 1, more), raws...)
		require.True(t, j.Wait(-1))
		_, err := j.Result()
		if there {
			require.NoError(t, err, more)
			continue
		}
		require.Error(t, err, more)
		assert.Equal(t, "v", call.AsError(err).Argument)
	}
}

// The criticality of each edge is that of the deletion that "deletion" finds, for any number of workers.
func TestCriticalitiesOfAllEdges(t *testing.T) {
	rng := oracle.Rand(1)
	const n, r = 12, 4
	var dags []byte
	for range r {
		dags = append(dags, jobtest.Matrix(n, oracle.RandomDAG(rng, n, 0.4).Arcs()...)...)
	}
	run := jobtest.Start(t, jobtest.Request("run", n, r, `,"theta":0.5`), jobtest.Raw("dags", dags...))
	jobtest.Result(t, run)
	raws := []call.Raw{
		jobtest.Raw("dags", dags...), jobtest.Raw("fusion", jobtest.Read[uint8](t, run, "fusion")...),
		jobtest.Raw("step_edges", jobtest.Read[int32](t, run, "step_edges")...),
		jobtest.Raw("h_ptr", jobtest.Read[int64](t, run, "h_ptr")...), jobtest.Raw("h", jobtest.Read[int32](t, run, "h")...),
		jobtest.Raw("removed", jobtest.Read[int32](t, run, "removed")...),
	}
	prefix := fmt.Sprintf(`,"prefix":%d,"k_max":1`, len(jobtest.Read[int32](t, run, "step_edges"))/3)
	for _, workers := range []int{1, 3} {
		all := jobtest.Start(t, jobtest.Request("criticalities", n, r, fmt.Sprintf(`%s,"workers":%d`, prefix, workers)), raws...)
		jobtest.Result(t, all)
		edges, psi := jobtest.Read[int32](t, all, "edges"), jobtest.Read[float64](t, all, "psi")
		require.Greater(t, len(psi), 2*edgesOfOneWorker, "there must be work for several workers")
		for k := range psi {
			u, v := edges[2*k], edges[2*k+1]
			one := jobtest.Start(t, jobtest.Request("deletion", n, r, fmt.Sprintf(`%s,"u":%d,"v":%d`, prefix, u, v)), raws...)
			jobtest.Result(t, one)
			best, s := jobtest.Read[int32](t, one, "edge"), jobtest.Read[int32](t, one, "s")
			given, err := sonic.MarshalString(append([]int32{}, s...))
			require.NoError(t, err)
			cut := jobtest.Start(t, jobtest.Request("criticality", n, r,
				fmt.Sprintf(`%s,"u":%d,"v":%d,"s":%s`, prefix, best[0], best[1], given)), raws...)
			require.InDelta(t, jobtest.Result(t, cut)["psi"], psi[k], 0, "edge %d, %d", u, v)
		}
	}
}

// edgesOfOneWorker is how many edges opCriticalities gives a worker at least.
const edgesOfOneWorker = 16

// With a trajectory, the cuts are in the DAGs as its steps left them.
func TestCriticalityAfterSteps(t *testing.T) {
	fusion := jobtest.Matrix(3, [2]int{0, 1}, [2]int{1, 2})
	raws := []call.Raw{
		jobtest.Raw("dags", fusion...), jobtest.Raw("fusion", fusion...), jobtest.Raw[int32]("step_edges", 0, 1, 1),
		jobtest.Raw[int64]("h_ptr", 0, 0), jobtest.Raw[int32]("h"), jobtest.Raw[int32]("removed", 0, 0, 0, 1),
	}
	for prefix, score := range map[string]float64{`,"prefix":0`: 1, `,"prefix":1`: 0} {
		j := jobtest.Start(t, jobtest.Request("criticality", 3, 1, `,"u":0,"v":2`+prefix), raws...)
		assert.InDelta(t, score, jobtest.Result(t, j)["score"], 0)
	}
}

// Steps of another run may lead to a class without a DAG that keeps the directions.
func TestStepsAgainstTheDirections(t *testing.T) {
	triangle := jobtest.Matrix(3, [2]int{0, 1}, [2]int{0, 2}, [2]int{1, 2})
	j := jobtest.Start(t, jobtest.Request("state", 3, 1, `,"prefix":1,"required":[[2,0,0]]`),
		jobtest.Raw("fusion", triangle...), jobtest.Raw[int32]("step_edges", 0, 1, 1),
		jobtest.Raw[int64]("h_ptr", 0, 1), jobtest.Raw[int32]("h", 2)) // leaves 0 -> 2 <- 1
	require.True(t, j.Wait(-1))
	_, err := j.Result()
	failure := call.AsError(err)
	assert.Equal(t, call.BadRequest, failure.Code)
	assert.Equal(t, "step_edges", failure.Argument)
	assert.Contains(t, failure.Message, "directions cannot be kept")
}
