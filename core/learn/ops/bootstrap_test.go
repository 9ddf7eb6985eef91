package ops_test

import (
	"bytes"
	"fmt"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/mcbnc/mcbnc/core/call"
	"github.com/mcbnc/mcbnc/core/internal/testkit/jobtest"
	"github.com/mcbnc/mcbnc/core/learn/resample"
)

func bootstrapFields(n, rows int, more string) string {
	return jobtest.Request("bootstrap", n, 1, fmt.Sprintf(`,"rows":[%d],"width":1`, rows)+more)
}

// Each resample is learned as its rows are learned alone. The counts are those of the CPDAGs, or
// of the DAGs themselves, and have the same bytes with any number of workers.
func TestBootstrapLearnsTheRowsThatAreDrawn(t *testing.T) {
	const n, rows, runs = 8, 100, 6
	data, arity := rowsOf(n, rows, 3)
	data = data[:n*rows]
	sizes := jobtest.Raw("arity", arity...)
	for more, counted := range map[string]string{
		"": "cpdag", `,"score":"bic"`: "adjacency", `,"max_parents":1`: "cpdag",
		`,"required":[[3,6,0]],"forbidden":[[0,1,1]]`: "cpdag",
	} {
		directed, undirected, packed := make([]int64, n*n), make([]int64, n*n), []byte(nil)
		for k := range runs {
			alone := jobtest.Start(t, jobtest.Request("learn", n, 1, fmt.Sprintf(`,"rows":[%d],"width":1`, rows)+more),
				jobtest.Raw("data", drawn(data, n, rows, resample.Draw(9, k, rows))...), sizes)
			jobtest.Result(t, alone)
			count(n, jobtest.Read[uint8](t, alone, counted), directed, undirected)
			packed = append(packed, packedBits(jobtest.Read[uint8](t, alone, "adjacency"))...)
		}
		for _, workers := range []int{1, 2, 3, 2 * runs} {
			fields := fmt.Sprintf(`,"runs":%d,"seed":9,"workers":%d,"cpdag":%t`, runs, workers, counted == "cpdag")
			j := jobtest.Start(t, bootstrapFields(n, rows, fields+more),
				jobtest.Raw("data", data...), sizes)
			require.Equal(t, "complete", jobtest.Result(t, j)["status"])
			require.Equal(t, directed, jobtest.Read[int64](t, j, "directed"), more)
			require.Equal(t, undirected, jobtest.Read[int64](t, j, "undirected"), more)
			require.Equal(t, packed, jobtest.Read[uint8](t, j, "packed"), more)
		}
	}
}

// drawn are the columns of the sorted rows, with row k times[k] times.
func drawn(data []uint8, n, rows int, times []int32) []uint8 {
	table := make([][]uint8, rows)
	for row := range table {
		for v := range n {
			table[row] = append(table[row], data[v*rows+row])
		}
	}
	slices.SortFunc(table, slices.Compare)
	var out []uint8
	for v := range n {
		for row, times := range times {
			out = append(out, slices.Repeat([]uint8{table[row][v]}, int(times))...)
		}
	}
	return out
}

// count adds the edges of a graph (n, n) to the counts.
func count(n int, graph []uint8, directed, undirected []int64) {
	for i := range graph {
		switch back := graph[i%n*n+i/n]; {
		case graph[i] == 1 && back == 1:
			undirected[i]++
		case graph[i] == 1:
			directed[i]++
		}
	}
}

// packedBits are a DAG's entries as bits, the first one the highest.
func packedBits(dag []uint8) []byte {
	out := make([]byte, (len(dag)+7)/8)
	for i, bit := range dag {
		out[i/8] |= bit << (7 - i%8)
	}
	return out
}

func TestBadBootstraps(t *testing.T) {
	arity := jobtest.Raw[int32]("arity", 2, 2)
	for _, c := range []struct {
		more, rows string
		data       call.Raw
		code       call.Status
		argument   string
		says       string
	}{
		{`,"seed":1`, "2", jobtest.Raw[uint8]("data", 0, 1, 0, 1), call.InvalidInput, "runs", "from 1 to 1048576, not 0"},
		{`,"seed":1,"runs":1048577`, "2", jobtest.Raw[uint8]("data", 0, 1, 0, 1), call.InvalidInput, "runs", "not 1048577"},
		{`,"runs":3`, "2", jobtest.Raw[uint8]("data", 0, 1, 0, 1), call.BadRequest, "seed", "by a seed"},
		{`,"seed":1,"runs":3`, "0", jobtest.Raw[uint8]("data"), call.InvalidInput, "data", "no rows"},
	} {
		failure := jobtest.Refusal(t, jobtest.Request("bootstrap", 2, 1, `,"width":1,"rows":[`+c.rows+`]`+c.more), c.data, arity)
		assert.Equal(t, c.code, failure.Code, c.more)
		assert.Equal(t, c.argument, failure.Argument, c.more)
		assert.Contains(t, failure.Message, c.says, c.more)
	}
}

// Columns that are copies of one make too many cliques to enumerate, in each resample. So each keeps to few parents.
func TestBootstrapTooDense(t *testing.T) {
	const n = 22
	data, arity := rowsOf(1, 50, 2)
	copies, sizes := jobtest.Raw("data", bytes.Repeat(data[:50], n)...), jobtest.Raw("arity", slices.Repeat(arity, n)...)
	for _, workers := range []int{1, 3} {
		fields := fmt.Sprintf(`,"runs":4,"seed":1,"workers":%d`, workers)
		j := jobtest.Start(t, bootstrapFields(n, 50, fields), copies, sizes)
		require.True(t, j.Wait(jobtest.Enough))
		jobtest.Result(t, j)
		for _, node := range jobtest.Read[int32](t, j, "dense") {
			require.GreaterOrEqual(t, node, int32(0))
		}
		few := jobtest.Start(t, bootstrapFields(n, 50, fields+`,"max_parents":4`), copies, sizes)
		jobtest.Result(t, few)
		require.Equal(t, []int32{-1, -1, -1, -1}, jobtest.Read[int32](t, few, "dense"))
		require.Equal(t, jobtest.Read[uint8](t, few, "packed"), jobtest.Read[uint8](t, j, "packed"))
	}
}

// The parts of a bootstrap are together the whole: resample k is the same in any request.
func TestPartsOfABootstrap(t *testing.T) {
	const n, rows, runs = 6, 80, 7
	data, arity := rowsOf(n, rows, 3)
	columns, sizes := jobtest.Raw("data", data[:n*rows]...), jobtest.Raw("arity", arity...)
	whole := jobtest.Start(t, bootstrapFields(n, rows, fmt.Sprintf(`,"seed":5,"runs":%d`, runs)), columns, sizes)
	jobtest.Result(t, whole)
	var packed []uint8
	for _, part := range [][2]int{{0, 3}, {3, 1}, {4, 3}} {
		fields := fmt.Sprintf(`,"seed":5,"workers":1,"first":%d,"runs":%d`, part[0], part[1])
		j := jobtest.Start(t, bootstrapFields(n, rows, fields), columns, sizes)
		jobtest.Result(t, j)
		packed = append(packed, jobtest.Read[uint8](t, j, "packed")...)
	}
	require.Equal(t, jobtest.Read[uint8](t, whole, "packed"), packed)
}
