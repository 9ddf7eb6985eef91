// Package jobtest helps tests to write requests, to run jobs, and to read what came out.
package jobtest

import (
	"encoding/json"
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/mcbnc/mcbnc/core/call"
	"github.com/mcbnc/mcbnc/core/internal/testkit/oracle"
	"github.com/mcbnc/mcbnc/core/job"
)

// Enough is how long a test waits for a job that must end: a machine that is busy makes it wait, and must not make it fail.
const Enough = 5 * time.Minute

// Request is the JSON of a request. more is the rest of its fields, after a comma.
func Request(op string, n, r int, more string) string {
	return fmt.Sprintf(`{"op":%q,"n":%d,"r":%d%s}`, op, n, r, more)
}

// Raw is an input array.
func Raw[T call.Element](name string, data ...T) call.Raw {
	return call.Raw{Name: name, Data: call.NewArray(data, len(data)).Bytes()}
}

// Matrix is an n by n matrix with a 1 for each pair i, j.
func Matrix(n int, arcs ...[2]int) []byte {
	cells := make([]byte, n*n)
	for _, a := range arcs {
		cells[a[0]*n+a[1]] = 1
	}
	return cells
}

// Cells are the matrices of the DAGs, one after the other.
func Cells(dags []oracle.Matrix) []byte {
	var cells []byte
	for _, g := range dags {
		cells = append(cells, Matrix(len(g), g.Arcs()...)...)
	}
	return cells
}

// Start starts a job that must start.
func Start(t testing.TB, request string, raws ...call.Raw) *job.Job {
	t.Helper()
	j, err := job.Start([]byte(request), raws)
	require.NoError(t, err)
	t.Cleanup(func() {
		j.Cancel()
		require.True(t, j.Wait(Enough), "a cancelled job must end")
	})
	return j
}

// Refusal is the error in which a request must end before it starts.
func Refusal(t testing.TB, request string, raws ...call.Raw) *call.Error {
	t.Helper()
	_, err := job.Start([]byte(request), raws)
	require.Error(t, err, "%s", request)
	failure, ok := err.(*call.Error)
	require.True(t, ok, "%T", err)
	return failure
}

// Failure is the error in which a job must end.
func Failure(t testing.TB, j *job.Job) *call.Error {
	t.Helper()
	require.True(t, j.Wait(Enough), "the job must end")
	_, err := j.Result()
	require.Error(t, err)
	return call.AsError(err)
}

// Result is the JSON in which a job must end.
func Result(t testing.TB, j *job.Job) map[string]any {
	t.Helper()
	var fields map[string]any
	require.NoError(t, json.Unmarshal(text(t, j), &fields))
	return fields
}

func text(t testing.TB, j *job.Job) []byte {
	t.Helper()
	require.True(t, j.Wait(Enough), "the job must end")
	text, err := j.Result()
	require.NoError(t, err)
	return text
}

// Array is a result array.
type Array struct {
	DType  string
	Shape  []int
	Offset int
	Bytes  []byte
}

// Arrays are the result arrays of a job.
func Arrays(t testing.TB, j *job.Job) map[string]Array {
	t.Helper()
	var result struct {
		Arrays map[string]Array
		Bytes  int
	}
	require.NoError(t, json.Unmarshal(text(t, j), &result))
	all := make([]byte, result.Bytes)
	require.NoError(t, j.ReadAll(all))
	width := map[string]int{"u1": 1, "i4": 4, "i8": 8, "u8": 8, "f8": 8}
	for name, a := range result.Arrays {
		size := width[a.DType]
		for _, extent := range a.Shape {
			size *= extent
		}
		a.Bytes = all[a.Offset : a.Offset+size]
		result.Arrays[name] = a
	}
	return result.Arrays
}

// Read is the result array name of a job.
func Read[T call.Element](t testing.TB, j *job.Job, name string) []T {
	t.Helper()
	arrays := Arrays(t, j)
	require.Contains(t, arrays, name)
	return call.Decode[T](arrays[name].Bytes)
}

// Work is what a request to a registered operation asks for.
func Work(t testing.TB, request string, raws ...call.Raw) *call.Work {
	t.Helper()
	op, fields, failure := call.Find([]byte(request))
	require.Nil(t, failure, "%s", request)
	require.NotNil(t, op, "%s", request)
	work, failure := op.Prepare(fields, raws)
	require.Nil(t, failure, "%s", request)
	return work
}
