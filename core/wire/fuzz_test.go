package wire_test

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/mcbnc/mcbnc/core/call"
	"github.com/mcbnc/mcbnc/core/internal/jobtest"
	"github.com/mcbnc/mcbnc/core/wire"
)

// FuzzNewInput throws arbitrary requests and arrays at the whole of the checking. jobtest.Pack
// says how arrays come from bytes.
func FuzzNewInput(f *testing.F) {
	f.Add([]byte(`{"op":"all","n":3,"r":1,"v":1}`), jobtest.Pack(
		jobtest.Raw("dags", jobtest.Matrix(3, [2]int{0, 1})...), jobtest.Raw[int32]("rank", 2, 0, 1), jobtest.Raw[float64]("weights", 0.5)))
	f.Add([]byte(`{"op":"all","n":3,"r":1,"v":1,"prefix":1}`), jobtest.Pack(
		jobtest.Raw("fusion", jobtest.Matrix(3, [2]int{0, 1})...), jobtest.Raw[int32]("step_edges", 0, 1, 0), jobtest.Raw[int64]("h_ptr", 0, 1),
		jobtest.Raw[int32]("h", 2), jobtest.Raw[int32]("removed", 0, 0, 0, 1), jobtest.Raw[int64]("prefixes", 1)))
	f.Add([]byte(jobtest.Request("data", 2, 1, `,"rows":[3],"width":1,"score":"bic","forbidden":[[0,1,0]],"max_parents":1`)),
		jobtest.Pack(jobtest.Raw[uint8]("data", 0, 1, 0, 1, 1, 0), jobtest.Raw[int32]("arity", 2, 3)))
	f.Fuzz(func(t *testing.T, text, stretch []byte) {
		q, failure := wire.ParseRequest(text)
		if failure != nil {
			return // FuzzParseRequest has these
		}
		in, failure := wire.NewInput(q, reads[q.Op], jobtest.Unpack(stretch), nil)
		if failure == nil {
			checkInput(in, slices.Contains(reads[q.Op], wire.Pair))
			return
		}
		if code := failure.Code; code != call.BadRequest && code != call.InvalidInput && code != call.Cycle {
			t.Fatalf("code %d: %v", code, failure)
		}
	})
}

// checkInput panics if an operation could be led astray by its input.
func checkInput(in *wire.Input, pair bool) {
	for _, g := range in.DAGs {
		if g.N != in.N || g.TopologicalOrder() == nil {
			panic("a DAG that is none")
		}
	}
	if len(in.Weights) != in.R || in.Workers < 1 || pair && in.U == in.V {
		panic("weights, workers or the pair")
	}
	seen := make([]bool, in.N)
	for _, x := range in.Order {
		seen[x] = true
	}
	for _, s := range in.Steps {
		seen[s.U], seen[s.V] = true, true
		for _, h := range s.H {
			seen[h] = true
		}
	}
	for _, r := range in.Removed {
		seen[r.A], seen[r.B] = true, true
		_ = in.Steps[r.Step]
	}
	for _, prefix := range append(in.Prefixes, in.Prefix) {
		_ = in.Steps[:prefix]
	}
}

func TestFuzzingGivesEveryArray(t *testing.T) {
	assert.Subset(t, jobtest.Names, wire.ArrayNames())
}
