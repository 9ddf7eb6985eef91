package job_test

import (
	"bytes"
	"slices"
	"testing"
	"time"

	"github.com/mcbnc/mcbnc/core/call"
	"github.com/mcbnc/mcbnc/core/internal/testkit/jobtest"
	"github.com/mcbnc/mcbnc/core/job"
)

// FuzzStart throws arbitrary requests and arrays at all operations: what passes the checks makes
// none of them fail, and long work ends when it is cancelled. jobtest.Pack makes arrays of bytes.
func FuzzStart(f *testing.F) {
	for _, op := range []string{"moral", "cpdag", "treewidth", "triangulation", "exact_treewidth"} {
		f.Add([]byte(jobtest.Request(op, 3, 1, "")), jobtest.Pack(jobtest.Raw("graphs", jobtest.Matrix(3, [2]int{0, 1}, [2]int{1, 0}, [2]int{1, 2})...)))
	}
	f.Add([]byte(jobtest.Request("cells", 2, 0, `,"sign":";","longest":9,"numbers":true,"blanks":["NA"],"last":true`)),
		jobtest.Pack(call.Raw{Name: "text", Data: []byte("1.5;a\nNA;\"b\"\n;\n")}))
	f.Add([]byte(jobtest.Request("facts", 1, 0, `,"markers":["na"]`)), jobtest.Pack(call.Raw{Name: "text", Data: []byte("NA\n1,5\n")}))
	f.Add([]byte(jobtest.Request("shd", 2, 0, "")), jobtest.Pack(jobtest.Raw[uint8]("graphs", 0, 1, 0, 0, 0, 0, 1, 0)))
	f.Add([]byte(jobtest.Request("run", 3, 2, `,"theta":"auto","k_max":1,"cap":1,"seed":3,"output":"refusion"`)),
		jobtest.Pack(jobtest.Raw("dags", append(jobtest.Matrix(3, [2]int{0, 1}, [2]int{1, 2}), jobtest.Matrix(3, [2]int{0, 2})...)...)))
	f.Add([]byte(jobtest.Request("run", 3, 2, `,"theta":0.5`)), jobtest.Pack(
		jobtest.AsArcs(3, append(jobtest.Matrix(3, [2]int{0, 1}, [2]int{1, 0}), jobtest.Matrix(3, [2]int{0, 2})...))...))
	f.Add([]byte(jobtest.Request("state", 3, 1, `,"prefix":0`)), jobtest.Pack(append(jobtest.AsArcs(3, jobtest.Matrix(3, [2]int{0, 1})),
		jobtest.Arcs("fusion_arcs", [2]int32{0, 1}), jobtest.Raw[int32]("step_edges"), jobtest.Raw[int64]("h_ptr", 0), jobtest.Raw[int32]("h"))...))
	f.Add([]byte(jobtest.Request("criticality", 3, 1, `,"u":2,"s":[1]`)), jobtest.Pack(jobtest.Raw("dags", jobtest.Matrix(3, [2]int{0, 1})...)))
	f.Add([]byte(jobtest.Request("state", 3, 1, `,"prefix":1,"output":"refusion"`)), jobtest.Pack(
		jobtest.Raw("dags", jobtest.Matrix(3, [2]int{0, 1})...), jobtest.Raw("fusion", jobtest.Matrix(3, [2]int{0, 1})...), jobtest.Raw[int32]("step_edges", 0, 1, 0),
		jobtest.Raw[int64]("h_ptr", 0, 1), jobtest.Raw[int32]("h", 2), jobtest.Raw[int32]("removed", 0, 0, 0, 1)))
	f.Add([]byte(jobtest.Request("profile", 3, 1, "")), jobtest.Pack(
		jobtest.Raw("dags", jobtest.Matrix(3, [2]int{0, 1})...), jobtest.Raw("fusion", jobtest.Matrix(3, [2]int{0, 1})...), jobtest.Raw[int32]("step_edges", 0, 1, 0),
		jobtest.Raw[int64]("h_ptr", 0, 0), jobtest.Raw[uint8]("h"), jobtest.Raw[int64]("prefixes", 0, 1)))
	f.Add([]byte(jobtest.Request("states", 3, 1, "")), jobtest.Pack(
		jobtest.Raw("dags", jobtest.Matrix(3, [2]int{0, 1})...), jobtest.Raw("fusion", jobtest.Matrix(3, [2]int{0, 1})...), jobtest.Raw[int32]("step_edges", 0, 1, 0),
		jobtest.Raw[int64]("h_ptr", 0, 0), jobtest.Raw[uint8]("h"), jobtest.Raw[int64]("prefixes", 0, 1)))
	f.Add([]byte(jobtest.Request("evidence", 3, 1, "")), jobtest.Pack(
		jobtest.Raw("dags", jobtest.Matrix(3, [2]int{0, 1})...), jobtest.Raw("fusion", jobtest.Matrix(3, [2]int{0, 1}, [2]int{1, 2})...),
		jobtest.Raw[int32]("step_edges", 0, 1, 1), jobtest.Raw[int64]("h_ptr", 0, 0), jobtest.Raw[uint8]("h"),
		jobtest.Raw[int64]("s_ptr", 0, 1), jobtest.Raw[int32]("s", 2)))
	f.Add([]byte(`{"op":"vote","n":3,"r":1,"kind":"skeleton","threshold":0.3}`), jobtest.Pack(jobtest.Raw("dags", jobtest.Matrix(3, [2]int{0, 1})...)))
	f.Add([]byte(`{"op":"averaged","n":3,"r":1,"cpdag":false}`), jobtest.Pack(jobtest.Raw("dags", jobtest.Matrix(3, [2]int{0, 1})...)))
	f.Add([]byte(`{"op":"dsep_vote","n":3,"r":1,"share":0.7}`), jobtest.Pack(jobtest.Raw("dags", jobtest.Matrix(3, [2]int{0, 1})...)))
	f.Add([]byte(`{"op":"climb","n":3,"r":1,"distance":"shd"}`), jobtest.Pack(jobtest.Raw("dags", jobtest.Matrix(3, [2]int{0, 1})...)))
	f.Add([]byte(`{"op":"measure","n":3,"r":1,"graphs":1}`),
		jobtest.Pack(jobtest.Raw("dags", jobtest.Matrix(3, [2]int{0, 1})...), jobtest.Raw("graphs", jobtest.Matrix(3, [2]int{1, 2})...)))
	f.Add([]byte(jobtest.Request("learn", 2, 1, `,"rows":[3],"width":1,"score":"bic","forbidden":[[0,1,0]],"max_parents":1`)),
		jobtest.Pack(jobtest.Raw[uint8]("data", 0, 1, 0, 1, 1, 0), jobtest.Raw[int32]("arity", 2, 3)))
	f.Add([]byte(jobtest.Request("bootstrap", 2, 1, `,"rows":[3],"width":1,"score":"aic","runs":2,"seed":5,"cpdag":false`)),
		jobtest.Pack(jobtest.Raw[uint8]("data", 0, 1, 0, 1, 1, 0), jobtest.Raw[int32]("arity", 2, 3)))
	f.Add([]byte(jobtest.Request("log_likelihood", 2, 0, `,"rows":[1,2],"width":2,"graphs":1,"ess":0`)),
		jobtest.Pack(jobtest.Raw[uint16]("data", 0, 1, 0, 1, 1, 0), jobtest.Raw[int32]("arity", 2, 2), jobtest.Raw("graphs", jobtest.Matrix(2, [2]int{0, 1})...)))
	f.Add([]byte(jobtest.Request("federated_answer", 2, 1, `,"task":"learning","rows":[3],"width":1,"question":{"unit":30,"tables":[[0,1]],"own":[[1]]}`)),
		jobtest.Pack(jobtest.Raw[uint8]("data", 0, 1, 0, 1, 1, 0), jobtest.Raw[int32]("arity", 2, 3)))
	f.Add([]byte(jobtest.Request("federated_next", 2, 3, `,"task":"learning","pairs":"share","union":"counts","history":[{"facts":true,"pairs":"counts"}]`)),
		jobtest.Pack(jobtest.Raw[int32]("arity", 2, 3), jobtest.Raw[int64]("sums_ptr", 0, 2), jobtest.Raw[uint64]("sums", 9, 2)))
	f.Add([]byte(`{"op":"federated_told","n":2,"r":3,"outliers":"drop","history":[{"pairs":"counts"}],"question":{"facts":true,"told":{"sites":3,"joined":[2]}}}`),
		jobtest.Pack(jobtest.Raw[int32]("arity", 2, 3), jobtest.Raw[int64]("sums_ptr", 0, 1), jobtest.Raw[uint64]("sums", 2)))
	f.Add([]byte(`{"op":"federated_next","task":"consensus","n":3,"r":2,"draft":2,"union":"counts","required":[[0,1,1]]}`),
		jobtest.Pack(jobtest.Raw[uint64]("sums", 1, 2, 0, 0, 0, 1, 2, 1), jobtest.Raw[int64]("sums_ptr", 0, 3, 5, 8)))
	for _, question := range []string{`{"kind":"cuts","drafted":1}`, `{"kind":"arrows"}`, `{"kind":"costs","drafted":1}`, `{"kind":"imaps"}`, `{"kind":"morals"}`} {
		f.Add([]byte(jobtest.Request("federated_answer", 3, 2, `,"task":"consensus","site":1,"open_above":1,"question":`+question)), jobtest.Pack(
			jobtest.Raw("dags", jobtest.Matrix(3, [2]int{0, 1})...), jobtest.Raw[uint8]("secret", 1), jobtest.Raw[int32]("q_order", 2, 1, 0),
			jobtest.Raw[int32]("q_arcs", 0, 1, 0, 2, 1, 2), jobtest.Raw[int32]("q_steps", 0, 1), jobtest.Raw[int64]("q_h_ptr", 0, 1), jobtest.Raw[int32]("q_h", 2),
			jobtest.Raw[int32]("q_open", 1, 2), jobtest.Raw[int32]("q_only")))
	}
	f.Add([]byte(jobtest.Request("federated_answer", 3, 2, `,"task":"consensus","site":1,"canonical":true,"question":{"kind":"morals"}`)), jobtest.Pack(
		jobtest.Raw("dags", append(jobtest.Matrix(3, [2]int{0, 1}), jobtest.Matrix(3, [2]int{0, 2})...)...), jobtest.Raw[int64]("held", 1, 2), jobtest.Raw[uint8]("secret", 1),
		jobtest.Raw[int32]("q_order"), jobtest.Raw[int32]("q_arcs"), jobtest.Raw[int32]("q_steps"), jobtest.Raw[int64]("q_h_ptr", 0), jobtest.Raw[int32]("q_h"),
		jobtest.Raw[int32]("q_open"), jobtest.Raw[int32]("q_only")))
	f.Add([]byte(`{"op":"bounded","n":3,"r":2,"max_treewidth":1,"genes":"inputs"}`), jobtest.Pack(jobtest.Raw("dags",
		append(jobtest.Matrix(3, [2]int{0, 1}, [2]int{1, 2}), jobtest.Matrix(3, [2]int{0, 2})...)...), jobtest.Raw[float64]("weights", 1, 0.5)))
	f.Add([]byte(`{"op":"genetic","n":3,"r":1,"max_treewidth":1,"population":4,"generations":2,"from":"random","genes":"arcs","fitness":"fusion","seed":1}`),
		jobtest.Pack(jobtest.Raw("dags", jobtest.Matrix(3, [2]int{0, 1}, [2]int{1, 2}, [2]int{0, 2})...)))
	f.Add([]byte(`{"op":"batch","n":2,"r":2,"runs":2,"theta":"auto"}`), jobtest.Pack(
		jobtest.Raw("dags", append(jobtest.Matrix(2, [2]int{0, 1}), jobtest.Matrix(2)...)...), jobtest.Raw[int64]("counts", 1, 2, 0, 3)))
	f.Add([]byte(jobtest.Request("learn", 2, 1, `,"rows":[4],"score":"bge"`)), jobtest.Pack(jobtest.Raw[float64]("values", 1, 2, 3, 4, 2, 1, 4, 3)))
	for _, more := range []string{`"bic-cg"`, `"dg","values":"raw"`, `"bic-cg","penalty":0,"search":"xges"`} {
		mixed := jobtest.Pack(jobtest.Raw("values", 0, 1, 1, 0, 0.5, 1e300, -4, 3, 2, 0, 2, 1), jobtest.Raw[int32]("arity", 2, 0, 3))
		f.Add([]byte(jobtest.Request("learn", 3, 1, `,"rows":[4],"score":`+more)), mixed)
		f.Add([]byte(jobtest.Request("bootstrap", 3, 1, `,"rows":[4],"runs":2,"seed":1,"score":`+more)), mixed)
	}
	f.Add([]byte(jobtest.Request("learn", 2, 1, `,"rows":[3],"width":1`)), jobtest.Pack(jobtest.Raw[uint8]("data", 0, 1, 0, 1, 1, 0),
		jobtest.Raw[int32]("arity", 2, 2), jobtest.Raw[float64]("pair_weights", 0, -1, -1, 0)))
	f.Add([]byte(jobtest.Request("learn_jointly", 2, 1, `,"rows":[3],"width":1`)), jobtest.Pack(jobtest.Raw[uint8]("data", 0, 1, 0, 1, 1, 0),
		jobtest.Raw[int32]("arity", 2, 2), jobtest.Raw("dags", jobtest.Matrix(2, [2]int{0, 1})...)))
	f.Add([]byte(jobtest.Request("learn_union", 2, 1, `,"rows":[3],"width":1,"chains":1,"rounds":1`)), jobtest.Pack(jobtest.Raw[uint8]("data", 0, 1, 0, 1, 1, 0),
		jobtest.Raw[int32]("arity", 2, 2), jobtest.Raw("dags", jobtest.Matrix(2)...), jobtest.Raw[uint8]("seen", 1, 0)))
	f.Add([]byte(jobtest.Request("learn_union", 2, 1, `,"rows":[3],"width":1,"chains":1,"rounds":1,"gaps":true`)),
		jobtest.Pack(jobtest.Raw[uint8]("data", 0, 2, 0, 1, 1, 2), jobtest.Raw[int32]("arity", 2, 2)))
	f.Add([]byte(jobtest.Request("pool", 2, 2, `,"row_count":9,"chance":"drop","required":[[0,1,1]]`)), jobtest.Pack(
		jobtest.Raw[float64]("opinions", 0, 1, 1, 0, 0, 0.25, 0.5, 0), jobtest.Raw[float64]("strength", 0, 0.5, 0.5, 0), jobtest.Raw[int32]("groups", 1, 1),
		jobtest.Raw[float64]("direction", 0, 0.25, 0.75, 0), jobtest.Raw[uint8]("columns", 1, 1), jobtest.Raw[uint8]("seen", 1, 1, 1, 1), jobtest.Raw[float64]("weights", 1, 0.5)))
	f.Add([]byte(`{"op":"load"}`), jobtest.Pack(jobtest.Raw("file", []byte(`{"format":"mcbnc","version":2}`)...)))
	f.Add([]byte(`{"op":"selftest_panic","where":"worker","n":1}`), []byte{})
	f.Fuzz(func(t *testing.T, text, stretch []byte) {
		run := job.Start
		if len(text)%2 == 0 {
			run = func(request []byte, arrays []call.Raw) (*job.Job, error) {
				return job.Run(request, arrays, time.Millisecond)
			}
		}
		// Lists of arcs are short, however many nodes there are. So a limit keeps the memory of the machine.
		limited := bytes.Replace(text, []byte("{"), []byte(`{"memory_limit":268435456,`), 1)
		j, err := run(limited, jobtest.Unpack(stretch))
		if err != nil {
			if code := call.AsError(err).Code; !slices.Contains(refusals, code) {
				t.Fatalf("code %d: %v", code, err)
			}
			return
		}
		if !j.Wait(100 * time.Millisecond) { // such as a search through a million generations
			j.Cancel()
			if !j.Wait(time.Minute) {
				t.Fatalf("a cancelled job does not end: %s", text)
			}
		}
		_, err = j.Result()
		if err != nil && call.AsError(err).Code == call.Internal && !bytes.Contains(text, []byte("panic")) {
			t.Fatalf("%s: %v", text, err)
		}
	})
}

// refusals are the statuses with which a request may end before it starts.
var refusals = []call.Status{call.BadRequest, call.InvalidInput, call.Cycle, call.OutOfMemory}
