package call_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/mcbnc/mcbnc/core/call"
	"github.com/mcbnc/mcbnc/core/internal/testkit/jobtest"
)

// trialRequest has a field of each kind that tags speak of.
type trialRequest struct {
	call.Common
	call.Timed
	call.Parallel
	DAGs    call.DAGs
	Weights call.Weights `call:"optional"`
	Share   float64      `json:"share" default:"0.5" range:"0..1"`
	Count   int          `json:"count" default:"7" range:"1.."`
	Maybe   *float64     `json:"maybe" range:"0..1"`
	Kind    string       `json:"kind" words:"arcs skeleton"`
	Flag    bool         `json:"flag" default:"true"`
}

func (q *trialRequest) CheckFields() *call.Error {
	if q.Share == 1 && q.Count == 1 {
		return call.Invalidf("count", "one of one")
	}
	return nil
}

var seen *trialRequest

func init() {
	call.Register("trial", func(_ context.Context, q *trialRequest, _ *call.Progress) (*call.Output, error) {
		seen = q
		return &call.Output{}, nil
	})
}

func trial(t *testing.T, more string, raws ...call.Raw) *call.Error {
	t.Helper()
	op, fields, failure := call.Find([]byte(jobtest.Request("trial", 2, 2, more)))
	require.Nil(t, failure)
	work, failure := op.Prepare(fields, raws)
	if failure == nil {
		_, err := work.Run(t.Context(), new(call.Progress))
		require.NoError(t, err)
	}
	return failure
}

var dags = jobtest.Raw[uint8]("dags", 0, 1, 0, 0, 0, 0, 0, 0)

func TestTagsSayWhatIsThereIfNothingIsGiven(t *testing.T) {
	require.Nil(t, trial(t, "", dags))
	assert.Equal(t, 0.5, seen.Share)
	assert.Equal(t, 7, seen.Count)
	assert.Nil(t, seen.Maybe)
	assert.Equal(t, "arcs", seen.Kind)
	assert.True(t, seen.Flag)
	assert.Equal(t, call.Weights{1, 1}, seen.Weights)
	assert.Positive(t, seen.Workers)
	assert.True(t, seen.DAGs.List[0].Has(0, 1))
	require.Nil(t, trial(t, `,"share":null,"maybe":1,"count":9,"flag":false,"kind":"skeleton"`,
		dags, jobtest.Raw("weights", 0.5, 1), jobtest.Raw[int32]("rank", 1, 0)))
	assert.Equal(t, 9, seen.Count)
	assert.Equal(t, "skeleton", seen.Kind)
	assert.False(t, seen.Flag)
	assert.Equal(t, call.Weights{5, 10}, seen.Weights)
	assert.True(t, seen.DAGs.List[0].Has(1, 0), "the engine's indices are the ranks")
}

func TestWhatTheTagsDoNotAllow(t *testing.T) {
	for _, c := range []struct {
		more, argument, says string
		code                 call.Status
	}{
		{`,"share":-0.1`, "share", "share must be a number from 0 to 1, not -0.1", call.InvalidInput},
		{`,"maybe":1.5`, "maybe", "maybe must be a number from 0 to 1, not 1.5", call.InvalidInput},
		{`,"count":0`, "count", "count must be a whole number >= 1, not 0", call.InvalidInput},
		{`,"count":1.5`, "count", "wrong type", call.BadRequest},
		{`,"kind":"x"`, "kind", `kind must be "arcs" or "skeleton", not "x"`, call.InvalidInput},
		{`,"share":1,"count":1`, "count", "one of one", call.InvalidInput},
		{`,"theta":1`, "theta", `operation "trial" has no such field`, call.BadRequest},
		{`,"workers":-1`, "workers", "workers must be", call.InvalidInput},
		{`,"time_limit":0`, "time_limit", "seconds > 0", call.InvalidInput},
		{`,"memory_limit":-1`, "memory_limit", "bytes >= 1", call.InvalidInput},
		{`,"memory_limit":1`, "memory_limit", "this takes about 32 MiB of memory, for 2 nodes in 2 graphs", call.OutOfMemory},
		{`,"names":["a"]`, "names", "1 names for 2 nodes", call.BadRequest},
	} {
		failure := trial(t, c.more, dags)
		require.NotNil(t, failure, c.more)
		assert.Equal(t, c.argument, failure.Argument, c.more)
		assert.Contains(t, failure.Message, c.says)
		assert.Equal(t, c.code, failure.Code, c.more)
	}
}

func TestArraysThatAreMissingOrTooMany(t *testing.T) {
	for _, c := range []struct {
		raws     []call.Raw
		argument string
		code     call.Status
	}{
		{nil, "dags", call.BadRequest},
		{[]call.Raw{dags, dags}, "dags", call.BadRequest},
		{[]call.Raw{dags, jobtest.Raw[uint8]("graphs", 0)}, "graphs", call.BadRequest},
		{[]call.Raw{jobtest.Raw[uint8]("dags", 0)}, "dags", call.BadRequest},
		{[]call.Raw{dags, jobtest.Raw[float64]("weights", 1)}, "weights", call.InvalidInput},
		{[]call.Raw{dags, jobtest.Raw[float64]("weights", 0, 0)}, "weights", call.InvalidInput},
		{[]call.Raw{dags, jobtest.Raw[int32]("rank", 0, 0)}, "rank", call.BadRequest},
		{[]call.Raw{dags, {Name: "weights", Data: make([]byte, 15)}}, "weights", call.BadRequest},
	} {
		failure := trial(t, "", c.raws...)
		require.NotNil(t, failure, c.argument)
		assert.Equal(t, c.argument, failure.Argument)
		assert.Equal(t, c.code, failure.Code, failure.Message)
	}
}

// A short request that speaks of much is refused before anything of that size is allocated.
func TestNothingIsAllocatedForNumbersAlone(t *testing.T) {
	op, fields, failure := call.Find([]byte(fmt.Sprintf(`{"op":"trial","n":%d,"r":%d}`, call.MaxNodes, call.MaxGraphs)))
	require.Nil(t, failure)
	_, failure = op.Prepare(fields, []call.Raw{dags})
	require.NotNil(t, failure)
	assert.Equal(t, "dags", failure.Argument)
	_, _, failure = call.Find([]byte(`{"op":"trial"` + strings.Repeat(" ", 10) + `,"op":"trial"}`))
	require.NotNil(t, failure)
	assert.Equal(t, "op", failure.Argument)
}
