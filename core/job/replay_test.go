package job

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// Steps come back from a caller, who may have kept them anywhere: steps that do
// not follow from the fusion are the caller's fault, not the engine's.
func TestStepsThatDoNotFollow(t *testing.T) {
	fusion := matrix(3, [2]int{0, 1}, [2]int{1, 2})
	for _, op := range []string{"state", "profile", "deletion"} {
		for _, edge := range [][]int32{{0, 2, 0}, {2, 0, 1}} {
			raws := []Raw{
				raw("dags", fusion...), raw("fusion", fusion...), raw("step_edges", edge...),
				raw[int64]("h_ptr", 0, 0), raw[int32]("h"),
			}
			if op == "profile" {
				raws = append(raws, raw[int64]("prefixes", 0, 1))
			}
			if op == "deletion" {
				raws = append(raws, raw[int32]("removed"))
			}
			j := start(t, request(op, 3, 1, `,"prefix":1,"v":1`), raws...)
			require.True(t, j.Wait(-1))
			_, err := j.Result()
			failure := AsError(err)
			assert.Equal(t, BadRequest, failure.Code, "%s %v", op, edge)
			assert.Equal(t, "step_edges", failure.Argument)
			assert.Contains(t, failure.Message, "step 0")
		}
	}
}

// Only an edge that is there can be deleted.
func TestDeletionOfNoEdge(t *testing.T) {
	fusion := matrix(3, [2]int{0, 1}, [2]int{1, 2})
	raws := []Raw{
		raw("dags", fusion...), raw("fusion", fusion...), raw[int32]("step_edges", 0, 1, 1),
		raw[int64]("h_ptr", 0, 0), raw[int32]("h"), raw[int32]("removed", 0, 0, 0, 1),
	}
	for more, there := range map[string]bool{
		`,"u":0,"v":2`: false, `,"u":0,"v":1`: true, `,"u":1,"v":0,"prefix":1`: false, `,"u":2,"v":1,"prefix":1`: true,
	} {
		j := start(t, request("deletion", 3, 1, more), raws...)
		require.True(t, j.Wait(-1))
		_, err := j.Result()
		if there {
			require.NoError(t, err, more)
			continue
		}
		require.Error(t, err, more)
		assert.Equal(t, "v", AsError(err).Argument)
	}
}

// With a trajectory, cuts are those in the DAGs as its steps left them.
func TestCriticalityAfterSteps(t *testing.T) {
	fusion := matrix(3, [2]int{0, 1}, [2]int{1, 2})
	raws := []Raw{
		raw("dags", fusion...), raw("fusion", fusion...), raw[int32]("step_edges", 0, 1, 1),
		raw[int64]("h_ptr", 0, 0), raw[int32]("h"), raw[int32]("removed", 0, 0, 0, 1),
	}
	for prefix, score := range map[string]float64{`,"prefix":0`: 1, `,"prefix":1`: 0} {
		j := start(t, request("criticality", 3, 1, `,"u":0,"v":2`+prefix), raws...)
		assert.InDelta(t, score, resultOf(t, j)["score"], 0)
	}
}
