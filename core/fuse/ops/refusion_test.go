package ops_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/mcbnc/mcbnc/core/call"
	"github.com/mcbnc/mcbnc/core/internal/testkit/jobtest"
)

// A fusion of the pruned inputs needs the inputs, and what was pruned.
func TestARefusionOfNothing(t *testing.T) {
	raws := []call.Raw{
		jobtest.Raw("fusion", jobtest.Matrix(3, [2]int{0, 1})...),
		jobtest.Raw[int32]("step_edges", 0, 1, 1), jobtest.Raw[int64]("h_ptr", 0, 0), jobtest.Raw[int32]("h"),
	}
	request := jobtest.Request("state", 3, 1, `,"prefix":1,"output":"refusion"`)
	for _, missing := range []string{"dags", "removed"} {
		failure := jobtest.Refusal(t, request, raws...)
		assert.Equal(t, call.BadRequest, failure.Code, failure.Message)
		assert.Equal(t, missing, failure.Argument)
		raws = append(raws, jobtest.Raw("dags", jobtest.Matrix(3)...))
	}
}
