package job_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/mcbnc/mcbnc/core/call"
	"github.com/mcbnc/mcbnc/core/internal/testkit/jobtest"
	"github.com/mcbnc/mcbnc/core/internal/testkit/oracle"
	"github.com/mcbnc/mcbnc/core/job"
)

// FuzzLearn learns from any table that passes the checks. The rows in another order and other workers give
// the same bytes.
func FuzzLearn(f *testing.F) {
	for _, options := range []string{
		"", `,"score":"bic"`, `,"score":"aic","max_parents":1`, `,"ess":1e-3,"seed":4`, `,"required":[[0,1,0]],"forbidden":[[1,2,1]]`,
	} {
		f.Add([]byte("rows of three variables, each row of three bytes"), []byte(options))
	}
	f.Fuzz(func(t *testing.T, rows, options []byte) {
		if len(rows) > 1<<10 {
			return
		}
		rng := oracle.Bytes(rows)
		n, count := 2+rng.IntN(4), rng.IntN(60)
		columns, arity := make([][]uint8, n), make([]int32, n)
		for v := range columns {
			arity[v] = int32(1 + rng.IntN(4))
			columns[v] = make([]uint8, count)
			for k := range count {
				columns[v][k] = uint8(rng.IntN(int(arity[v])))
				if v > 0 && rng.IntN(3) > 0 {
					columns[v][k] = columns[v-1][k] % uint8(arity[v])
				}
			}
		}
		first, err := learned(t, columns, arity, options, 1)
		other, otherErr := learned(t, shuffled(rng, columns), arity, options, 2)
		require.Equal(t, err, otherErr)
		require.Equal(t, first, other)
	})
}

// learned is all arrays of the result, except the times, or the error.
func learned(t *testing.T, columns [][]uint8, arity []int32, options []byte, workers int) (map[string]jobtest.Array, *call.Error) {
	t.Helper()
	var flat []uint8
	for _, column := range columns {
		flat = append(flat, column...)
	}
	request := jobtest.Request("learn", len(columns), 1,
		fmt.Sprintf(`,"rows":[%d],"width":1,"workers":%d%s`, len(columns[0]), workers, options))
	j, err := job.Start([]byte(request), []call.Raw{jobtest.Raw("data", flat...), jobtest.Raw("arity", arity...)})
	if err != nil {
		return nil, call.AsError(err)
	}
	j.Wait(-1)
	if _, err := j.Result(); err != nil {
		require.NotEqual(t, call.Internal, call.AsError(err).Code, "%v", err)
		return nil, call.AsError(err)
	}
	arrays := jobtest.Arrays(t, j)
	delete(arrays, "learn_seconds")
	return arrays, nil
}

// shuffled are the rows in another order.
func shuffled(rng *rand.Rand, columns [][]uint8) [][]uint8 {
	order, out := rng.Perm(len(columns[0])), make([][]uint8, len(columns))
	for v, column := range columns {
		out[v] = make([]uint8, len(column))
		for k, from := range order {
			out[v][k] = column[from]
		}
	}
	return out
}
