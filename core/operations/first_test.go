package operations_test

import (
	"bytes"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/mcbnc/mcbnc/core/call"
	"github.com/mcbnc/mcbnc/core/internal/jobtest"
)

// Messages about a part count its runs, resamples and datasets as the whole does.
func TestMessagesCountFromTheFirst(t *testing.T) {
	arity := jobtest.Raw[int32]("arity", 2, 2)
	dags := jobtest.Raw("dags", jobtest.Matrix(2)...)
	values := jobtest.Raw[float64]("values", 1, 2, 3, 3)
	for _, c := range []struct {
		op, more string
		arrays   []call.Raw
		dag      int
		says     string
	}{
		{"batch", `,"runs":1`, []call.Raw{dags, jobtest.Raw[int64]("counts", 0)}, -1, "run 7 has 0 DAGs"},
		{"learn", `,"rows":[2],"width":1`, []call.Raw{jobtest.Raw[uint8]("data", 0, 1, 0, 2), arity}, 7, "of dataset 7"},
		{"learn", `,"rows":[2],"score":"bge"`, []call.Raw{values}, 7, "values[7]"},
	} {
		failure := jobtest.Refusal(t, jobtest.Request(c.op, 2, 1, c.more+`,"first":7`), c.arrays...)
		assert.Contains(t, failure.Message, c.says)
		if c.dag >= 0 {
			assert.Equal(t, c.dag, *failure.DAG, c.says)
		}
	}
	failure := jobtest.Refusal(t, jobtest.Request("batch", 2, 1, `,"runs":1,"first":-1`), dags)
	assert.Equal(t, call.BadRequest, failure.Code)
	assert.Equal(t, "first", failure.Argument)
}

// The same of failures that only the search finds.
func TestFailedSearchesCountFromTheFirst(t *testing.T) {
	const n = 22
	data, arity := rowsOf(1, 50, 2)
	copies, sizes := jobtest.Raw("data", bytes.Repeat(data[:50], n)...), jobtest.Raw("arity", slices.Repeat(arity, n)...)
	for op, says := range map[string]string{"learn": "in dataset 7,", "bootstrap": "in resample 7,"} {
		fields := `,"rows":[50],"width":1,"workers":1,"seed":1,"runs":1,"first":7`
		j := jobtest.Start(t, jobtest.Request(op, n, 1, fields), copies, sizes)
		require.True(t, j.Wait(10*time.Second), op)
		_, err := j.Result()
		assert.Contains(t, call.AsError(err).Message, says)
	}
}
