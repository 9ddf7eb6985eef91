package wire_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/mcbnc/mcbnc/core/call"
	"github.com/mcbnc/mcbnc/core/wire"
)

// reads says what an operation of these tests reads.
var reads = map[string][]wire.Part{"data": {wire.Datasets, wire.LearningConstraints}}

// read checks a request as the operation that it names would have it.
func read(t testing.TB, request string, raws []call.Raw) (*wire.Input, *call.Error) {
	t.Helper()
	q, failure := wire.ParseRequest([]byte(request))
	require.Nil(t, failure, "%s", request)
	require.Contains(t, reads, q.Op)
	return wire.NewInput(q, reads[q.Op], raws, nil)
}

// refusal is the error in which a request ends.
func refusal(t testing.TB, request string, raws ...call.Raw) *call.Error {
	t.Helper()
	_, failure := read(t, request, raws)
	require.NotNil(t, failure, "%s", request)
	return failure
}

// replaced is a request with other values of some fields, or with more fields.
func replaced(t testing.TB, request, fields string) string {
	t.Helper()
	all := map[string]json.RawMessage{}
	require.NoError(t, json.Unmarshal([]byte(request), &all))
	require.NoError(t, json.Unmarshal([]byte("{"+strings.TrimPrefix(fields, ",")+"}"), &all))
	text, err := json.Marshal(all)
	require.NoError(t, err)
	return string(text)
}
