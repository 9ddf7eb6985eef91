package ops_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/mcbnc/mcbnc/core/call"
	"github.com/mcbnc/mcbnc/core/internal/testkit/jobtest"
	"github.com/mcbnc/mcbnc/core/job"
)

// refusal is the error of a request with this limit of memory, nil if there is none.
func refusal(t *testing.T, request string, limit int64, arrays ...call.Raw) *call.Error {
	t.Helper()
	j, err := job.Start(fmt.Appendf(nil, `{%s,"memory_limit":%d}`, request, limit), arrays)
	if err == nil {
		require.True(t, j.Wait(-1))
		_, err = j.Result()
	}
	if err == nil {
		return nil
	}
	return call.AsError(err)
}

// complete is a DAG over n nodes in which every two are joined.
func complete(n int) []byte {
	cells := make([]byte, n*n)
	for u := range n {
		for v := u + 1; v < n; v++ {
			cells[u*n+v] = 1
		}
	}
	return cells
}

func TestWhatIsNeededIsEnoughForAnyFusionOfAFewHundredNodes(t *testing.T) {
	const n = 300
	request, dags := fmt.Sprintf(`"op":"run","n":%d,"r":1,"theta":2,"workers":1`, n), jobtest.Raw("dags", complete(n)...)
	first := refusal(t, request, 1, dags)
	require.Equal(t, call.OutOfMemory, first.Code)
	assert.Regexp(t, `^this takes about 4\d.* MiB of memory, or up to 9\d.* MiB if a fusion has many edges, for 300 nodes, `+
		`and the limit is 1 bytes$`, first.Message)
	assert.Greater(t, first.Bytes, int64(n*(n-1)/2*1024), "each step takes that much")
	assert.Nil(t, refusal(t, request, first.Bytes, dags))
	second := refusal(t, request, first.Bytes/2, dags)
	require.Equal(t, call.OutOfMemory, second.Code, "the edges of the fusion are known, and are too many")
	assert.NotContains(t, second.Message, "up to")
	assert.Equal(t, first.Bytes, second.Bytes)
}

// stars are two DAGs over n nodes: all arcs are from node 0 in one, and to it in the other. In any order, one of the two
// has an I-map in which all others are joined.
func stars(n int) []byte {
	cells := make([]byte, 2*n*n)
	for v := 1; v < n; v++ {
		cells[v], cells[n*n+v*n] = 1, 1
	}
	return cells
}

// The arcs of DAGs do not determine how many edges their fusion has. So of many nodes a fusion may still have more
// than was counted on, and is refused by the edges that it has.
func TestAFusionOfManyNodesMayBeRefusedOnceMore(t *testing.T) {
	const n = 330
	request, dags := fmt.Sprintf(`"op":"run","n":%d,"r":2,"theta":2,"time_limit":0.1`, n), jobtest.Raw("dags", stars(n)...)
	first := refusal(t, request, 1, dags)
	second := refusal(t, request, first.Bytes, dags)
	require.NotNil(t, second)
	require.Equal(t, call.OutOfMemory, second.Code)
	assert.Greater(t, second.Bytes, first.Bytes)
	assert.Nil(t, refusal(t, request, second.Bytes, dags))
}

// The runs of a batch have fusions of their own, and not all of them have as many edges.
func TestWhatIsNeededIsEnoughForAllRunsOfABatch(t *testing.T) {
	const n, runs = 24, 10
	dags := jobtest.Raw("dags", stars(n)...)
	counts := make([]int64, 0, 2*runs)
	for k := range runs {
		counts = append(counts, 1, int64(k/(runs-1))) // the last run alone has both DAGs
	}
	for _, op := range []string{"batch", "stability"} {
		request := fmt.Sprintf(`"op":%q,"n":%d,"r":2,"theta":2,"runs":%d`, op, n, runs)
		first := refusal(t, request, 1, dags, jobtest.Raw("counts", counts...))
		assert.Nil(t, refusal(t, request, first.Bytes, dags, jobtest.Raw("counts", counts...)), op)
	}
}

func TestMemoryOfTheInputIsRefusedBeforeItIsRead(t *testing.T) {
	const n = 1000
	bad := make([]byte, n*n)
	bad[0] = 7 // no entry of a DAG
	dags := jobtest.Raw("dags", bad...)
	failure := refusal(t, fmt.Sprintf(`"op":"fusion","n":%d,"r":1`, n), 1, dags)
	assert.Equal(t, call.OutOfMemory, failure.Code)
	failure = refusal(t, fmt.Sprintf(`"op":"fusion","n":%d,"r":1`, n), 1<<40, dags)
	assert.Equal(t, call.InvalidInput, failure.Code)
	failure = refusal(t, fmt.Sprintf(`"op":"fusion","n":%d,"r":1`, n), -1, dags)
	assert.Equal(t, call.InvalidInput, failure.Code)
	assert.Equal(t, "memory_limit", failure.Argument)
}

func TestEstimatesGrowWithTheWork(t *testing.T) {
	const n = 20
	dags := jobtest.Raw("dags", complete(n)...)
	of := func(request string) int64 {
		return refusal(t, fmt.Sprintf(`"n":%d,"r":1,%s`, n, request), 33<<20, dags).Bytes
	}
	genetic := func(population int) string {
		return fmt.Sprintf(`"op":"genetic","max_treewidth":3,"generations":2,"seed":1,"population":%d`, population)
	}
	assert.Greater(t, of(genetic(20_000)), 2*of(genetic(2_000)))
	batch := func(runs int) string { return fmt.Sprintf(`"op":"batch","theta":1,"runs":%d`, runs) }
	assert.Greater(t, of(batch(100_000)), of(batch(10_000)))
}
