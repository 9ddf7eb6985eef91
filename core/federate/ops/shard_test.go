package ops_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/mcbnc/mcbnc/core/call"
	"github.com/mcbnc/mcbnc/core/internal/testkit/jobtest"
	"github.com/mcbnc/mcbnc/core/internal/testkit/oracle"
	"github.com/mcbnc/mcbnc/core/job"
)

// on finds one job, by the handle 7.
func on(j *job.Job) func(uint64) (*job.Job, error) {
	return func(handle uint64) (*job.Job, error) {
		if handle != 7 {
			return nil, call.Errorf(call.BadHandle, "there is no job %d", handle)
		}
		return j, nil
	}
}

// hold is a job that keeps DAGs. Site 1 of 3 has the given number of them.
func hold(t testing.TB, n int, dags []oracle.Matrix, rank []int) *job.Job {
	j := jobtest.Start(t, jobtest.Request("federated_hold", n, 3, `,"site":1,"union":"counts","workers":2`),
		jobtest.Raw("dags", jobtest.Cells(dags)...), jobtest.Raw("held", 4, int64(len(dags)), 1),
		jobtest.Raw("weights", 1.0, 0.5, 2), jobtest.Raw("rank", jobtest.Int32s(rank)...))
	jobtest.Result(t, j)
	return j
}

// questions are arrays of a question about three nodes and more.
func question(order []int32, steps ...int32) []call.Raw {
	return []call.Raw{
		jobtest.Raw("q_order", order...), jobtest.Raw[int32]("q_arcs", 0, 1, 0, 2, 1, 2), jobtest.Raw("q_steps", steps...),
		jobtest.Raw("q_h_ptr", make([]int64, len(steps)/2+1)...), jobtest.Raw[int32]("q_h"), jobtest.Raw[int32]("q_open"),
		jobtest.Raw[int32]("q_only"),
	}
}

// A job that keeps DAGs answers as the sum of sites of one DAG each, in the nodes of the caller.
func TestHeldDAGsAnswerAsTheirSum(t *testing.T) {
	for seed := range 20 {
		rng := oracle.Rand(uint64(seed))
		const n = 4
		dags, rank := oracle.RandomDAGs(rng, 1+rng.IntN(6), n, 0.5), rng.Perm(n)
		held := hold(t, n, dags, rank)
		for _, q := range []struct {
			text string
			raws []call.Raw
		}{
			{`{"kind":"costs","drafted":1}`, question([]int32{3, 1})},
			{`{"kind":"imaps"}`, question([]int32{2, 0, 3, 1})},
			{`{"kind":"cuts"}`, question(nil)},
			{`{"kind":"cuts","drafted":1}`, question(nil, 0, 1)},
			{`{"kind":"morals"}`, question(nil)},
			{`{"kind":"arrows"}`, question(nil)},
			{`{"kind":"costs"}`, question([]int32{3, 1})},
		} {
			secret := jobtest.Raw("secret", make([]byte, 32)...)
			given := append([]call.Raw{secret, jobtest.Raw("rank", jobtest.Int32s(rank)...)}, q.raws...)
			j, err := job.StartOn([]byte(jobtest.Request("federated_ask", n, 3, `,"on":7,"question":`+q.text)), given, on(held))
			require.NoError(t, err)
			got := jobtest.Read[uint64](t, j, "vector")
			want := make([]uint64, len(got))
			for _, g := range dags {
				more := `,"task":"consensus","site":1,"union":"counts","question":` + q.text
				one := jobtest.Read[uint64](t, jobtest.Start(t, jobtest.Request("federated_answer", n, 3, more),
					append(given, jobtest.Raw("dags", jobtest.Cells([]oracle.Matrix{g})...), jobtest.Raw("weights", 2.0, 1, 4))...), "vector")
				require.Len(t, one, len(want))
				for k, x := range one {
					want[k] += x
				}
			}
			if q.text[9:13] == "cuts" || q.text[9:13] == "mora" || q.text[9:13] == "arro" {
				for k := range want { // the weights 1, 0.5, 2 are 10, 5, 20
					want[k] *= 5
				}
			}
			require.Equal(t, want, got, "seed %d: %s", seed, q.text)
		}
	}
}

func TestHeldDAGsThatCannotBe(t *testing.T) {
	cells := jobtest.Raw("dags", jobtest.Cells(oracle.RandomDAGs(oracle.Rand(1), 2, 3, 0.5))...)
	for _, c := range []struct {
		more     string
		held     []int64
		argument string
		code     call.Status
	}{
		{``, nil, "dags", call.InvalidInput},
		{``, []int64{1, 2}, "dags", call.InvalidInput},
		{`,"site":1`, []int64{1, 3}, "dags", call.InvalidInput},
		{`,"site":1`, []int64{0, 2}, "held", call.InvalidInput},
		{`,"site":1`, []int64{1 << 30, 2}, "held", call.InvalidInput},
		{`,"site":1`, []int64{2}, "held", call.BadRequest},
		{`,"site":2`, []int64{1, 2}, "site", call.BadRequest},
	} {
		raws := []call.Raw{cells}
		if c.held != nil {
			raws = append(raws, jobtest.Raw("held", c.held...))
		}
		failure := jobtest.Refusal(t, jobtest.Request("federated_hold", 3, 2, c.more), raws...)
		assert.Equal(t, []any{c.argument, c.code}, []any{failure.Argument, failure.Code}, "%v", c)
	}
}

// A request that names another job needs one that has ended well, and that keeps DAGs of as many nodes.
func TestJobsThatKeepNothing(t *testing.T) {
	held := hold(t, 4, oracle.RandomDAGs(oracle.Rand(1), 2, 4, 0.5), []int{0, 1, 2, 3})
	none := jobtest.Start(t, jobtest.Request("moral", 1, 1, ""), jobtest.Raw("graphs", jobtest.Matrix(1)...))
	failed := jobtest.Start(t, jobtest.Request("selftest_panic", 1, 0, `,"where":"worker"`))
	for _, j := range []*job.Job{none, failed} {
		require.True(t, j.Wait(-1))
	}
	for _, c := range []struct {
		on     int
		j      *job.Job
		n      int
		says   string
		starts bool
	}{
		{8, held, 4, "there is no job 8", false},
		{7, failed, 4, "panic", false},
		{7, none, 4, "the job keeps no DAGs", true},
		{7, held, 3, "the job's DAGs have 4 nodes, not 3", true},
		{0, held, 4, "the job keeps no DAGs", true},
	} {
		more := fmt.Sprintf(`,"on":%d,"question":{"kind":"morals"}`, c.on)
		raws := append(question(nil), jobtest.Raw("secret", make([]byte, 32)...))
		j, err := job.StartOn([]byte(jobtest.Request("federated_ask", c.n, 1, more)), raws, on(c.j))
		if c.starts {
			require.NoError(t, err)
			require.ErrorContains(t, jobtest.Failure(t, j), c.says)
		} else {
			require.ErrorContains(t, err, c.says)
		}
	}
	require.Equal(t, "on", jobtest.Refusal(t, jobtest.Request("federated_ask", 4, 1, `,"on":7,"question":{"kind":"morals"}`),
		append(question(nil), jobtest.Raw("secret", make([]byte, 32)...))...).Argument)
}
