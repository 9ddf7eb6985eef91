package ops_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/mcbnc/mcbnc/core/call"
	"github.com/mcbnc/mcbnc/core/internal/testkit/jobtest"
)

// Messages about a part of a batch count its runs as the whole does.
func TestMessagesCountFromTheFirst(t *testing.T) {
	dags := jobtest.Raw("dags", jobtest.Matrix(2)...)
	failure := jobtest.Refusal(t, jobtest.Request("batch", 2, 1, `,"runs":1,"first":7`), dags, jobtest.Raw[int64]("counts", 0))
	assert.Contains(t, failure.Message, "run 7 has 0 DAGs")
	failure = jobtest.Refusal(t, jobtest.Request("batch", 2, 1, `,"runs":1,"first":-1`), dags)
	assert.Equal(t, call.BadRequest, failure.Code)
	assert.Equal(t, "first", failure.Argument)
}
