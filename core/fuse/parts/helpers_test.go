package parts_test

import (
	"context"
	"encoding/json"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/mcbnc/mcbnc/core/call"
	"github.com/mcbnc/mcbnc/core/fuse/parts"
)

// allRequest reads almost everything.
type allRequest struct {
	call.Common
	call.Timed
	call.Parallel
	parts.Goal
	Pair    parts.Pair
	Options parts.Options
	DAGs    call.DAGs          `call:"optional"`
	Weights call.Weights       `call:"optional"`
	Graphs  call.CountedGraphs `call:"optional"`
	Fusion  parts.Fusion       `call:"optional"`
	Order   parts.Order        `call:"optional"`
	Steps   parts.StepsTo      `call:"optional"`
	Removed parts.Removed      `call:"optional"`
}

func (q *allRequest) CheckParts() *call.Error { return q.Options.GoWith(&q.Goal) }

// dagsRequest reads DAGs, graphsRequest graphs, and eachRequest several states of a run.
type dagsRequest struct {
	call.Common
	DAGs call.DAGs
}

type graphsRequest struct {
	call.Common
	Graphs call.CountedGraphs
}

type eachRequest struct {
	call.Common
	Steps parts.StepsToEach
}

// last is the request that was read last.
var last any

func keep[Q any](_ context.Context, q Q, _ *call.Progress) (*call.Output, error) {
	last = q
	return &call.Output{}, nil
}

func init() {
	call.Register("all", keep[*allRequest])
	call.Register("dags", keep[*dagsRequest])
	call.Register("graphs", keep[*graphsRequest])
	call.Register("each", keep[*eachRequest])
}

// prepared is a request as its operation gets it.
func prepared(request string, raws []call.Raw) (any, *call.Error) {
	op, fields, failure := call.Find([]byte(request))
	if failure != nil {
		return nil, failure
	}
	work, failure := op.Prepare(fields, raws)
	if failure != nil {
		return nil, failure
	}
	if _, err := work.Run(context.Background(), new(call.Progress)); err != nil {
		return nil, call.AsError(err)
	}
	return last, nil
}

// inputOf is the input that a good request "all" gives.
func inputOf(t testing.TB, request string, raws ...call.Raw) *allRequest {
	t.Helper()
	q, failure := prepared(request, raws)
	require.Nil(t, failure)
	return q.(*allRequest)
}

// refusal is the error in which a request ends.
func refusal(t testing.TB, request string, raws ...call.Raw) *call.Error {
	t.Helper()
	_, failure := prepared(request, raws)
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
