package job_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/mcbnc/mcbnc/core/call"
	"github.com/mcbnc/mcbnc/core/internal/testkit/jobtest"
)

// Every operation answers for a partially directed graph as it does for the member.
func TestOperationsSeeMembers(t *testing.T) {
	dag := jobtest.Matrix(3, [2]int{0, 1}, [2]int{0, 2})
	class := jobtest.Matrix(3, [2]int{0, 1}, [2]int{1, 0}, [2]int{1, 2}, [2]int{2, 1})
	given := append(append([]byte{}, dag...), class...)
	j := jobtest.Start(t, jobtest.Request("members", 3, 2, ""), jobtest.Raw("dags", given...))
	require.Equal(t, []any{1.0}, jobtest.Result(t, j)["extended"])
	members := jobtest.Read[uint8](t, j, "dags")
	require.Equal(t, dag, members[:9])
	require.Equal(t, jobtest.Matrix(3, [2]int{2, 1}, [2]int{1, 0}), members[9:]) // 0 is the lowest possible sink

	plain := jobtest.Start(t, jobtest.Request("members", 3, 2, ""), jobtest.Raw("dags", members...))
	require.NotContains(t, jobtest.Result(t, plain), "extended")

	for op, array := range map[string]string{"run": "removed", "fusion": "imaps", "vote": "adjacency", "agreement": "median"} {
		a := jobtest.Start(t, jobtest.Request(op, 3, 2, ""), jobtest.Raw("dags", given...))
		b := jobtest.Start(t, jobtest.Request(op, 3, 2, ""), jobtest.Raw("dags", members...))
		require.Equal(t, jobtest.Read[uint8](t, b, array), jobtest.Read[uint8](t, a, array), op)
	}
	for op, more := range map[string]string{"mean_smhd": "", "measure": `,"graphs":1`} {
		request := jobtest.Request(op, 3, 1, more)
		j := jobtest.Start(t, request, jobtest.Raw("dags", class...), jobtest.Raw("graphs", class...))
		name := map[string]string{"mean_smhd": "value", "measure": "smhd"}[op]
		require.Equal(t, []float64{0}, jobtest.Read[float64](t, j, name))
	}
}

// A file has the DAGs of a run, and the record lists the members among them.
func TestWhatIsSavedIsDAGs(t *testing.T) {
	class := jobtest.Matrix(2, [2]int{0, 1}, [2]int{1, 0})
	dag := jobtest.Matrix(2, [2]int{1, 0})
	run := jobtest.Start(t, jobtest.Request("run", 2, 1, ""), jobtest.Raw("dags", class...))
	var raws []call.Raw
	for _, name := range []string{"order", "fusion", "step_edges", "score", "step_seconds", "h_ptr", "h", "s_ptr", "s", "removed"} {
		raws = append(raws, call.Raw{Name: name, Data: jobtest.Read[uint8](t, run, name)})
	}
	request := func(extended string) string {
		return jobtest.Request("save", 2, 1, `,"record":{"mcbnc":"0","nodes":[0,1],"status":"complete","extended":`+extended+`}`)
	}
	failure := jobtest.Refusal(t, request("[0]"), append(raws, jobtest.Raw("dags", class...))...)
	require.Equal(t, call.BadRequest, failure.Code)
	require.Equal(t, "dags", failure.Argument)
	raws = append(raws, jobtest.Raw("dags", dag...))
	for _, wrong := range []string{"[1]", "[-1]", "[0,0]"} {
		require.Equal(t, "record", jobtest.Refusal(t, request(wrong), raws...).Argument)
	}
	file := jobtest.Read[uint8](t, jobtest.Start(t, request("[0]"), raws...), "file")
	load := jobtest.Start(t, `{"op":"load"}`, jobtest.Raw("file", file...))
	require.Equal(t, []any{0.0}, jobtest.Result(t, load)["record"].(map[string]any)["extended"])
	require.Equal(t, dag, jobtest.Read[uint8](t, load, "dags"))
}
