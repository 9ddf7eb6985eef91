package job_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/mcbnc/mcbnc/core/call"
	"github.com/mcbnc/mcbnc/core/internal/testkit/jobtest"
)

func TestAPanicIsCarriedBack(t *testing.T) {
	for _, where := range []string{"caller", "worker"} {
		j := jobtest.Start(t, jobtest.Request("selftest_panic", 1, 0, `,"where":"`+where+`"`))
		failure := jobtest.Failure(t, j)
		assert.Equal(t, call.Internal, failure.Code)
		assert.Contains(t, failure.Message, "on purpose, in ")
		assert.Contains(t, failure.Message, where)
		assert.Contains(t, failure.Message, "selftest.go", "the stack shows where")
		assert.NotContains(t, failure.Message, "debug.Stack")
		assert.NotContains(t, failure.Message, "panic.go")
		assert.Less(t, len(failure.Message), 3000)
		assert.Equal(t, call.Done, j.Progress().Phase)
	}
	failure := jobtest.Failure(t, jobtest.Start(t, jobtest.Request("selftest_panic", 1, 0, "")))
	assert.Equal(t, call.InvalidInput, failure.Code)
}

func TestUnknownOperations(t *testing.T) {
	for _, request := range []string{`{"n":3,"r":1}`, jobtest.Request("rnu", 3, 1, "")} {
		failure := jobtest.Refusal(t, request)
		assert.Equal(t, call.BadRequest, failure.Code)
		assert.Equal(t, "op", failure.Argument)
	}
}
