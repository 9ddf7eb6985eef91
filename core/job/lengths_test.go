package job_test

import (
	"math"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/mcbnc/mcbnc/core/call"
	"github.com/mcbnc/mcbnc/core/internal/testkit/jobtest"
)

// allocated is how many bytes f allocates, by whichever goroutine: the least of three calls, since
// the first one makes the buffers of the JSON parser, and so does one after a garbage collection.
func allocated(f func()) uint64 {
	least := uint64(math.MaxUint64)
	for range 3 {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		f()
		runtime.ReadMemStats(&after)
		least = min(least, after.TotalAlloc-before.TotalAlloc)
	}
	return least
}

// A request of some bytes may name sizes by which its arrays would have gigabytes.
// The arrays are looked at first. The smaller sizes come first, so that a mistake
// shows before the memory of the machine is gone.
func TestSizesAreNotBelieved(t *testing.T) {
	cells := call.Raw{Name: "dags", Data: make([]byte, 9)}
	required := `,"required":[[0,1,0]]`
	for name, test := range map[string]struct {
		requests []string
		raws     []call.Raw
	}{
		"constraints": {[]string{
			jobtest.Request("run", 1<<12, 1, required), jobtest.Request("run", 20_000, 1, required),
			jobtest.Request("run", 1<<16, 1, required),
		}, []call.Raw{cells}},
		"arcs": {[]string{
			jobtest.Request("run", 1<<12, 1<<20, ""), jobtest.Request("run", 1<<16, 1<<20, ""), jobtest.Request("fusion", 1<<16, 1, ""),
		}, []call.Raw{jobtest.Raw[int64]("arc_ptr", 0, 1, 1), jobtest.Raw[int32]("arcs", 0, 1)}},
		"runs": {[]string{
			jobtest.Request("batch", 3, 1<<10, `,"runs":1024`), jobtest.Request("batch", 3, 1000, `,"runs":262144`),
			jobtest.Request("batch", 3, 1<<12, `,"runs":1048576`), jobtest.Request("stability", 3, 1<<20, `,"runs":1048576`),
		}, []call.Raw{cells}},
		"runs with the counts of one": {[]string{
			jobtest.Request("batch", 1, 9, `,"runs":100000`), jobtest.Request("stability", 1, 9, `,"runs":1048576`),
		}, []call.Raw{cells, jobtest.Raw[int64]("counts", make([]int64, 9)...)}},
		"graphs": {[]string{
			jobtest.Request("measure", 1, 9, `,"graphs":1048576`), jobtest.Request("exact_treewidth", 1<<16, 1, ""),
		}, []call.Raw{{Name: "graphs", Data: make([]byte, 9)}}},
		"rows": {[]string{
			jobtest.Request("learn", 2, 1, `,"rows":[2147483647],"width":4`),
			jobtest.Request("bootstrap", 2, 1, `,"rows":[2147483647],"width":4,"runs":1048576,"seed":1`),
		}, []call.Raw{{Name: "data", Data: make([]byte, 9)}, jobtest.Raw[int32]("arity", 2, 2)}},
		"rows of values": {[]string{
			jobtest.Request("learn", 2, 1, `,"rows":[2147483647],"score":"bge"`),
		}, []call.Raw{{Name: "values", Data: make([]byte, 9)}}},
		"rows of mixed columns": {[]string{
			jobtest.Request("learn", 2, 1, `,"rows":[2147483647],"score":"dg"`),
			jobtest.Request("bootstrap", 2, 1, `,"rows":[2147483647],"score":"bic-cg","runs":1048576,"seed":1`),
		}, []call.Raw{{Name: "values", Data: make([]byte, 9)}, jobtest.Raw[int32]("arity", math.MaxInt32, 0)}},
		"steps": {[]string{
			jobtest.Request("state", 1<<12, 1, required), jobtest.Request("state", 1<<16, 1, required),
		}, []call.Raw{
			{Name: "fusion", Data: make([]byte, 9)}, jobtest.Raw[int32]("step_edges"), jobtest.Raw[int64]("h_ptr", 0), jobtest.Raw[int32]("h"),
		}},
	} {
		for _, text := range test.requests {
			var failure *call.Error
			used := allocated(func() { failure = jobtest.Refusal(t, text, test.raws...) })
			assert.Equal(t, call.BadRequest, failure.Code, "%s: %s: %v", name, text, failure)
			if !assert.Less(t, used, uint64(4_000_000), "%s: %s", name, text) { // the JSON parser has buffers of 2 MB
				break
			}
		}
	}
}

// Datasets of 2^48 rows in all would have 2^64 entries, which 64 bits take for none.
func TestSizesDoNotWrap(t *testing.T) {
	const n, r = 1 << 16, 1 << 17
	rows := strings.Repeat("2147483647,", r) + "131072"
	failure := jobtest.Refusal(t, jobtest.Request("learn", n, r+1, `,"width":1,"rows":[`+rows+`]`),
		jobtest.Raw[uint8]("data"), jobtest.Raw("arity", slices.Repeat([]int32{2}, n)...))
	assert.Equal(t, call.BadRequest, failure.Code)
	assert.Equal(t, "data", failure.Argument)
}
