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
	for _, op := range []string{"state", "profile"} {
		for _, edge := range [][]int32{{0, 2, 0}, {2, 0, 1}} {
			raws := []Raw{
				raw("dags", fusion...), raw("fusion", fusion...), raw("step_edges", edge...),
				raw[int64]("h_ptr", 0, 0), raw[int32]("h"),
			}
			if op == "profile" {
				raws = append(raws, raw[int64]("prefixes", 0, 1))
			}
			j := start(t, request(op, 3, 1, `,"prefix":1`), raws...)
			require.True(t, j.Wait(-1))
			_, err := j.Result()
			failure := AsError(err)
			assert.Equal(t, BadRequest, failure.Code, "%s %v", op, edge)
			assert.Equal(t, "step_edges", failure.Argument)
			assert.Contains(t, failure.Message, "step 0")
		}
	}
}
