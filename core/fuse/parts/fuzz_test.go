package parts_test

import (
	"testing"

	"github.com/mcbnc/mcbnc/core/call"
	"github.com/mcbnc/mcbnc/core/internal/testkit/jobtest"
)

// FuzzRead throws arbitrary requests and arrays at the whole of the checking. jobtest.Pack makes arrays of bytes.
func FuzzRead(f *testing.F) {
	f.Add([]byte(`{"op":"all","n":3,"r":1,"v":1}`), jobtest.Pack(
		jobtest.Raw("dags", jobtest.Matrix(3, [2]int{0, 1})...), jobtest.Raw[int32]("rank", 2, 0, 1), jobtest.Raw[float64]("weights", 0.5)))
	f.Add([]byte(`{"op":"all","n":3,"r":1,"v":1,"prefix":1}`), jobtest.Pack(
		jobtest.Raw("fusion", jobtest.Matrix(3, [2]int{0, 1})...), jobtest.Raw[int32]("step_edges", 0, 1, 0), jobtest.Raw[int64]("h_ptr", 0, 1),
		jobtest.Raw[int32]("h", 2), jobtest.Raw[int32]("removed", 0, 0, 0, 1)))
	f.Fuzz(func(t *testing.T, text, stretch []byte) {
		q, failure := prepared(string(text), jobtest.Unpack(stretch))
		if failure == nil {
			if in, all := q.(*allRequest); all {
				checkInput(in)
			}
			return
		}
		if code := failure.Code; code != call.BadRequest && code != call.InvalidInput && code != call.Cycle {
			t.Fatalf("code %d: %v", code, failure)
		}
	})
}

// checkInput panics if an operation could be led astray by its input.
func checkInput(in *allRequest) {
	for _, g := range in.DAGs.List {
		if g.N != in.N || g.TopologicalOrder() == nil {
			panic("a DAG that is none")
		}
	}
	if len(in.Weights) != in.R || in.Workers < 1 || in.Pair.U == in.Pair.V {
		panic("weights, workers or the pair")
	}
	seen := make([]bool, in.N)
	for _, x := range in.Order {
		seen[x] = true
	}
	for _, s := range in.Steps.List {
		seen[s.U], seen[s.V] = true, true
		for _, h := range s.H {
			seen[h] = true
		}
	}
	for _, step := range in.Removed.First(len(in.Steps.List)) {
		for _, arc := range step.Cut {
			seen[arc.From], seen[arc.To] = true, true
		}
	}
	_ = in.Steps.List[:in.Steps.Prefix]
}
