package ops_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/mcbnc/mcbnc/core/call"
	"github.com/mcbnc/mcbnc/core/internal/testkit/jobtest"
)

// Messages about a part count its datasets as the whole does. A bootstrap has one dataset, whatever resamples it makes.
func TestMessagesCountFromTheFirst(t *testing.T) {
	arity := jobtest.Raw[int32]("arity", 2, 2)
	states := []call.Raw{jobtest.Raw[uint8]("data", 0, 1, 0, 2), arity}
	values := []call.Raw{jobtest.Raw[float64]("values", 1, 2, 3, 3)}
	for _, c := range []struct {
		op, more string
		arrays   []call.Raw
		dag      int
		says     string
	}{
		{"learn", `,"rows":[2],"width":1`, states, 7, "of dataset 7"},
		{"learn", `,"rows":[2],"score":"bge"`, values, 7, "values[7]"},
		{"bootstrap", `,"rows":[2],"width":1,"runs":1,"seed":1`, states, 0, "of dataset 0"},
		{"bootstrap", `,"rows":[2],"score":"bge","runs":1,"seed":1`, values, 0, "values[0]"},
	} {
		failure := jobtest.Refusal(t, jobtest.Request(c.op, 2, 1, c.more+`,"first":7`), c.arrays...)
		assert.Contains(t, failure.Message, c.says)
		assert.Equal(t, c.dag, *failure.DAG, c.says)
	}
}

// The same of failures that only the search finds.
func TestFailedSearchesCountFromTheFirst(t *testing.T) {
	values := jobtest.Raw[float64]("values", 1, 2, 4, 3, 1, 2, 5, 7, 1) // too few rows for this number of columns
	for op, says := range map[string]string{"learn": "values[7]: 3 rows are too few", "bootstrap": "in resample 7,"} {
		fields := `,"rows":[3],"score":"bic-g","workers":1,"seed":1,"first":7`
		if op == "bootstrap" {
			fields += `,"runs":1`
		}
		j := jobtest.Start(t, jobtest.Request(op, 3, 1, fields), values)
		require.True(t, j.Wait(jobtest.Enough), op)
		_, err := j.Result()
		assert.Contains(t, call.AsError(err).Message, says)
	}
}
