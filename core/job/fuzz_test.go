package job

import (
	"bytes"
	"context"
	"encoding/binary"
	"testing"
)

// FuzzStart throws arbitrary requests and arrays at the whole of the checking.
// Arrays come from one stretch of bytes, each as a number of its name, a length
// and its contents.
func FuzzStart(f *testing.F) {
	f.Add([]byte(`{"op":"fuzz","n":3,"r":1,"v":1}`), pieces(
		0, matrix(3, [2]int{0, 1}), 3, bytesOf([]int32{2, 0, 1}), 2, bytesOf([]float64{0.5})))
	f.Add([]byte(`{"op":"fuzz","n":3,"r":1,"v":1,"prefix":1}`), pieces(
		5, matrix(3, [2]int{0, 1}), 6, bytesOf([]int32{0, 1, 0}), 7, bytesOf([]int64{0, 1}),
		8, bytesOf([]int32{2}), 9, bytesOf([]int32{0, 0, 0, 1}), 10, bytesOf([]int64{1})))
	for _, op := range []string{"moral", "cpdag", "treewidth", "triangulation", "exact_treewidth"} {
		f.Add([]byte(request(op, 3, 1, "")), pieces(1, matrix(3, [2]int{0, 1}, [2]int{1, 0}, [2]int{1, 2})))
	}
	f.Add([]byte(request("shd", 2, 0, "")), pieces(1, []byte{0, 1, 0, 0, 0, 0, 1, 0}))
	f.Add([]byte(request("run", 3, 2, `,"theta":"auto","k_max":1,"cap":1,"seed":3,"output":"refusion"`)),
		pieces(0, append(matrix(3, [2]int{0, 1}, [2]int{1, 2}), matrix(3, [2]int{0, 2})...)))
	f.Add([]byte(request("criticality", 3, 1, `,"u":2,"s":[1]`)), pieces(0, matrix(3, [2]int{0, 1})))
	f.Add([]byte(request("state", 3, 1, `,"prefix":1,"output":"refusion"`)), pieces(
		0, matrix(3, [2]int{0, 1}), 5, matrix(3, [2]int{0, 1}), 6, bytesOf([]int32{0, 1, 0}),
		7, bytesOf([]int64{0, 1}), 8, bytesOf([]int32{2}), 9, bytesOf([]int32{0, 0, 0, 1})))
	f.Add([]byte(request("profile", 3, 1, "")), pieces(
		0, matrix(3, [2]int{0, 1}), 5, matrix(3, [2]int{0, 1}), 6, bytesOf([]int32{0, 1, 0}),
		7, bytesOf([]int64{0, 0}), 8, []byte{}, 10, bytesOf([]int64{0, 1})))
	f.Add([]byte(`{"op":"vote","n":3,"r":1,"kind":"skeleton","threshold":0.3}`), pieces(0, matrix(3, [2]int{0, 1})))
	f.Add([]byte(`{"op":"averaged","n":3,"r":1,"cpdag":false}`), pieces(0, matrix(3, [2]int{0, 1})))
	f.Add([]byte(`{"op":"climb","n":3,"r":1,"distance":"shd"}`), pieces(0, matrix(3, [2]int{0, 1})))
	f.Add([]byte(`{"op":"measure","n":3,"r":1,"graphs":1}`),
		pieces(0, matrix(3, [2]int{0, 1}), 1, matrix(3, [2]int{1, 2})))
	f.Add([]byte(request("learn", 2, 1, `,"rows":[3],"width":1,"score":"bic","forbidden":[[0,1,0]],"max_parents":1`)),
		pieces(12, []byte{0, 1, 0, 1, 1, 0}, 13, bytesOf([]int32{2, 3})))
	f.Add([]byte(request("log_likelihood", 2, 0, `,"rows":[1,2],"width":2,"graphs":1,"ess":0`)),
		pieces(12, bytesOf([]uint16{0, 1, 0, 1, 1, 0}), 13, bytesOf([]int32{2, 2}), 1, matrix(2, [2]int{0, 1})))
	f.Add([]byte(`{"op":"selftest_panic","where":"worker","n":1}`), []byte{})
	op := takesAll
	op.run = func(_ context.Context, in *Input, _ *Progress) (*Output, error) {
		checkInput(in)
		return &Output{}, nil
	}
	withOperation(f, "fuzz", op)
	f.Fuzz(func(t *testing.T, text, stretch []byte) {
		j, err := Start(text, unpack(stretch))
		if err != nil {
			if code := AsError(err).Code; code != BadRequest && code != InvalidInput && code != Cycle {
				t.Fatalf("code %d: %v", code, err)
			}
			return
		}
		j.Wait(-1)
		_, err = j.Result()
		if err != nil && AsError(err).Code == Internal && !bytes.Contains(text, []byte("panic")) {
			t.Fatalf("%s: %v", text, err)
		}
	})
}

// checkInput panics if an operation could be led astray by its input.
func checkInput(in *Input) {
	for _, g := range in.DAGs {
		if g.N != in.N || g.TopologicalOrder() == nil {
			panic("a DAG that is none")
		}
	}
	if len(in.Weights) != in.R || in.Workers < 1 || in.U == in.V {
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

var fuzzNames = []string{
	"dags", "graphs", "weights", "rank", "order", "fusion",
	"step_edges", "h_ptr", "h", "removed", "prefixes", "other", "data", "arity",
}

func pieces(parts ...any) []byte {
	var stretch []byte
	for i := 0; i < len(parts); i += 2 {
		data := parts[i+1].([]byte)
		stretch = append(stretch, byte(parts[i].(int)))
		stretch = binary.LittleEndian.AppendUint16(stretch, uint16(len(data)))
		stretch = append(stretch, data...)
	}
	return stretch
}

func unpack(stretch []byte) []Raw {
	var raws []Raw
	for len(stretch) >= 3 {
		name := fuzzNames[int(stretch[0])%len(fuzzNames)]
		length := int(binary.LittleEndian.Uint16(stretch[1:]))
		stretch = stretch[3:]
		length = min(length, len(stretch))
		raws = append(raws, Raw{name, stretch[:length]})
		stretch = stretch[length:]
	}
	return raws
}
