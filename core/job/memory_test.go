package job_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/mcbnc/mcbnc/core/call"
	"github.com/mcbnc/mcbnc/core/internal/testkit/jobtest"
)

// Every operation has its row in the table, and no row is of none.
func TestEveryOperationIsEstimated(t *testing.T) {
	var named []string
	for name := range call.RatesOf {
		named = append(named, name)
	}
	assert.ElementsMatch(t, append(call.Registered(), "run auto", "learn_union numbers"), append(named, "memory", "selftest_panic"))
}

// told is what the operation "memory" says.
func told(t testing.TB, n int, more string) int64 {
	j := jobtest.Start(t, jobtest.Request("memory", n, 0, more))
	return int64(jobtest.Result(t, j)["counts"].(map[string]any)["bytes"].(float64))
}

// What the operation "memory" says of an input that is not there is what a refusal says of one that is.
func TestMemoryIsThatOfARefusal(t *testing.T) {
	rapid.Check(t, func(draw *rapid.T) {
		n, r := rapid.IntRange(1, 80).Draw(draw, "n"), rapid.IntRange(1, 9).Draw(draw, "r")
		rows, workers := rapid.IntRange(1, 200).Draw(draw, "rows"), rapid.IntRange(1, 3).Draw(draw, "workers")
		runs := rapid.IntRange(1, 500).Draw(draw, "runs")
		dags := jobtest.Raw("dags", make([]byte, r*n*n)...)
		cells, arity := jobtest.Raw("data", make([]byte, rows*n)...), jobtest.Raw("arity", make([]int32, n)...)
		draws := jobtest.Raw("counts", make([]int64, runs*r)...)
		of := rapid.SampledFrom([]string{"run", "run auto", "climb", "stability", "learn", "bootstrap"}).Draw(draw, "of")
		more, size, arrays := fmt.Sprintf(`,"workers":%d`, workers), fmt.Sprintf(`,"graphs":%d`, r), []call.Raw{dags}
		op, _, auto := strings.Cut(of, " ")
		if auto {
			more += `,"theta":"auto"`
		}
		switch of {
		case "stability":
			more += fmt.Sprintf(`,"theta":1,"runs":%d`, runs)
			size += fmt.Sprintf(`,"bytes":%d,"pieces":%d`, 8*runs*r, runs)
			arrays = append(arrays, draws)
		case "learn", "bootstrap":
			more += fmt.Sprintf(`,"score":"bdeu","width":1,"rows":[%d]`, rows)
			size, arrays, r = fmt.Sprintf(`,"bytes":%d`, rows*n+4*n), []call.Raw{cells, arity}, 1
			if of == "bootstrap" {
				more += fmt.Sprintf(`,"seed":1,"runs":%d`, runs)
				size += fmt.Sprintf(`,"pieces":%d`, runs)
			}
		}
		refusal := jobtest.Refusal(t, jobtest.Request(op, n, r, more+`,"memory_limit":1`), arrays...)
		require.Equal(t, call.OutOfMemory, refusal.Code)
		require.Equal(t, refusal.Bytes, told(t, n, fmt.Sprintf(`,"of":%q,"workers":%d%s`, of, workers, size)), "%s %s", of, size)
	})
}

func TestMemoryOfAnUnknownOperation(t *testing.T) {
	failure := jobtest.Failure(t, jobtest.Start(t, jobtest.Request("memory", 3, 0, `,"of":"rnu"`)))
	assert.Equal(t, `of: nothing is known of an operation "rnu"`, failure.Message)
	assert.Equal(t, "of", failure.Argument)
}
