package job

import (
	"context"
	"encoding/json"
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// withOperation makes name an operation for the length of a test.
func withOperation(t testing.TB, name string, op operation) {
	t.Helper()
	require.NotContains(t, operations, name)
	operations[name] = &op
	t.Cleanup(func() { delete(operations, name) })
}

// inputOf is what an operation that takes the same as op would be given.
func inputOf(t testing.TB, request string, raws ...Raw) *Input {
	t.Helper()
	in, _, err := newInput([]byte(request), raws)
	require.NoError(t, err)
	return in
}

// failureOf is the error that a request must end in before it starts.
func failureOf(t testing.TB, request string, raws ...Raw) *Error {
	t.Helper()
	_, err := Start([]byte(request), raws)
	require.Error(t, err, "%s", request)
	failure, ok := err.(*Error)
	require.True(t, ok, "%T", err)
	return failure
}

// start starts a job that must start.
func start(t testing.TB, request string, raws ...Raw) *Job {
	t.Helper()
	j, err := Start([]byte(request), raws)
	require.NoError(t, err)
	t.Cleanup(func() {
		j.Cancel()
		require.True(t, j.Wait(10*time.Second), "a cancelled job must end")
	})
	return j
}

// resultOf is the JSON a job ends with.
func resultOf(t testing.TB, j *Job) map[string]any {
	t.Helper()
	require.True(t, j.Wait(10*time.Second), "the job must end")
	text, err := j.Result()
	require.NoError(t, err)
	var fields map[string]any
	require.NoError(t, json.Unmarshal(text, &fields), "%s", text)
	return fields
}

func raw[T element](name string, data ...T) Raw { return Raw{Name: name, Data: bytesOf(data)} }

// matrix is an n by n matrix with a 1 for each pair i, j.
func matrix(n int, arcs ...[2]int) []byte {
	cells := make([]byte, n*n)
	for _, a := range arcs {
		cells[a[0]*n+a[1]] = 1
	}
	return cells
}

// untilCancelled is busy until its job is told to end, and then has nothing.
func untilCancelled(ctx context.Context, _ *Input, _ *Progress) (*Output, error) {
	<-ctx.Done()
	return nil, ctx.Err()
}

func request(op string, n, r int, more string) string {
	return fmt.Sprintf(`{"op":%q,"n":%d,"r":%d%s}`, op, n, r, more)
}
