package job_test

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/mcbnc/mcbnc/core/call"
	"github.com/mcbnc/mcbnc/core/internal/testkit/jobtest"
	"github.com/mcbnc/mcbnc/core/internal/testkit/oracle"
	"github.com/mcbnc/mcbnc/core/job"
)

// FuzzLearnMixed learns from tables of states and numbers, which may be of any size: no job dies, and the order of the rows and
// the workers do not count.
func FuzzLearnMixed(f *testing.F) {
	for _, options := range []string{
		`"bic-cg"`, `"dg"`, `"bic-cg","values":"raw","penalty":0`, `"dg","values":"raw","search":"xges","max_parents":2`,
		`"bic-cg","search":"xges","required":[[0,1,0]],"seed":3`,
	} {
		f.Add([]byte("rows of a few variables, of states and of numbers"), []byte(options))
	}
	f.Fuzz(func(t *testing.T, rows, options []byte) {
		if len(rows) > 1<<10 {
			return
		}
		rng := oracle.Bytes(rows)
		n, count := 2+rng.IntN(4), rng.IntN(40)
		columns, arity := make([][]float64, n), make([]int32, n)
		for v := range columns {
			arity[v] = int32(rng.IntN(5))
			scale := math.Ldexp(1, []int{0, 0, -1060, -30, 40, 1000}[rng.IntN(6)])
			columns[v] = make([]float64, count)
			for k := range count {
				switch {
				case arity[v] > 0:
					columns[v][k] = float64(rng.IntN(int(arity[v])))
				case v > 0 && arity[v-1] == 0 && rng.IntN(3) > 0:
					columns[v][k] = columns[v-1][k]
				default:
					columns[v][k] = scale * float64(rng.IntN(9)-4)
				}
			}
		}
		order := make([]int, count)
		for k := range order {
			order[k] = k
			at := rng.IntN(k + 1)
			order[k], order[at] = order[at], order[k]
		}
		shuffled := make([][]float64, n)
		for v, column := range columns {
			for _, k := range order {
				shuffled[v] = append(shuffled[v], column[k])
			}
		}
		first, err := learnedMixed(t, columns, arity, options, 1)
		other, otherErr := learnedMixed(t, shuffled, arity, options, 2)
		require.Equal(t, err == nil, otherErr == nil, "%v, %v", err, otherErr)
		require.Equal(t, first, other)
	})
}

// learnedMixed is as learned, of numbers.
func learnedMixed(t *testing.T, columns [][]float64, arity []int32, options []byte, workers int) (map[string]jobtest.Array, *call.Error) {
	t.Helper()
	request := jobtest.Request("learn", len(columns), 1,
		fmt.Sprintf(`,"rows":[%d],"workers":%d,"score":%s`, len(columns[0]), workers, options))
	j, err := job.Start([]byte(request), []call.Raw{jobtest.Raw("values", slices.Concat(columns...)...), jobtest.Raw("arity", arity...)})
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
