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
}

// The numbers of a batch's runs are the user's, and are refused as those of a bootstrap's resamples are.
func TestNumbersOfRuns(t *testing.T) {
	dags := jobtest.Raw("dags", jobtest.Matrix(2)...)
	for argument, fields := range map[string]string{"runs": `,"runs":0`, "first": `,"runs":1,"first":-1`} {
		bootstrap := jobtest.Refusal(t, jobtest.Request("bootstrap", 2, 1, `,"seed":1`+fields))
		for _, op := range []string{"batch", "stability"} {
			failure := jobtest.Refusal(t, jobtest.Request(op, 2, 1, fields), dags)
			assert.Equal(t, call.InvalidInput, failure.Code, fields)
			assert.Equal(t, argument, failure.Argument)
			assert.Equal(t, bootstrap.Message, failure.Message)
		}
	}
}
