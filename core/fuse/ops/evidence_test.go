package ops_test

import (
	"fmt"
	"testing"

	"github.com/bytedance/sonic"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/mcbnc/mcbnc/core/call"
	"github.com/mcbnc/mcbnc/core/internal/testkit/jobtest"
	"github.com/mcbnc/mcbnc/core/internal/testkit/oracle"
	"github.com/mcbnc/mcbnc/core/job"
)

const (
	ownNodes = 9
	ownDAGs  = 5
)

// ownRun is a run on random DAGs, and the arrays that later requests about it take, by name. The
// nodes are numbered backwards, so that the caller's indices are not the engine's.
func ownRun(t *testing.T, more string) (*job.Job, map[string]call.Raw) {
	t.Helper()
	rng := oracle.Rand(7)
	var dags []byte
	for range ownDAGs {
		dags = append(dags, jobtest.Matrix(ownNodes, oracle.RandomDAG(rng, ownNodes, 0.4).Arcs()...)...)
	}
	rank := make([]int32, ownNodes)
	for k := range rank {
		rank[k] = int32(ownNodes - 1 - k)
	}
	given := []call.Raw{
		jobtest.Raw("dags", dags...), jobtest.Raw("rank", rank...), jobtest.Raw("weights", 1, 2, 0.5, 1, 1.5),
	}
	run := jobtest.Start(t, jobtest.Request("run", ownNodes, ownDAGs, more), given...)
	jobtest.Result(t, run)
	raws := map[string]call.Raw{
		"fusion":     jobtest.Raw("fusion", jobtest.Read[uint8](t, run, "fusion")...),
		"step_edges": jobtest.Raw("step_edges", jobtest.Read[int32](t, run, "step_edges")...),
		"removed":    jobtest.Raw("removed", jobtest.Read[int32](t, run, "removed")...),
	}
	for _, name := range []string{"h", "s"} {
		raws[name+"_ptr"] = jobtest.Raw(name+"_ptr", jobtest.Read[int64](t, run, name+"_ptr")...)
		raws[name] = jobtest.Raw(name, jobtest.Read[int32](t, run, name)...)
	}
	for _, raw := range given {
		raws[raw.Name] = raw
	}
	return run, raws
}

// ask is the job of a request about a run, with these of its arrays, and others.
func ask(t *testing.T, op, more string, raws map[string]call.Raw, names []string, others ...call.Raw) *job.Job {
	t.Helper()
	for _, name := range append([]string{"dags", "rank", "weights", "fusion", "step_edges", "h_ptr", "h"}, names...) {
		others = append(others, raws[name])
	}
	j := jobtest.Start(t, jobtest.Request(op, ownNodes, ownDAGs, more), others...)
	jobtest.Result(t, j)
	return j
}

// The changes, applied one after the other, give each state that "state" gives.
func TestStatesAreThoseOfState(t *testing.T) {
	run, raws := ownRun(t, "")
	steps := jobtest.Read[int32](t, run, "step_edges")
	prefixes := []int64{0, 1, 2, 2, 7, int64(len(steps) / 3)}
	all := ask(t, "states", "", raws, nil, jobtest.Raw("prefixes", prefixes...))
	ptr, changes := jobtest.Read[int64](t, all, "change_ptr"), jobtest.Read[int32](t, all, "changes")
	require.Len(t, ptr, len(prefixes)+1)
	dag, cpdag := make([]byte, ownNodes*ownNodes), make([]byte, ownNodes*ownNodes)
	set := func(u, v int32, there, reversible byte) {
		forth, back := u*ownNodes+v, v*ownNodes+u
		dag[forth], dag[back] = there, 0
		cpdag[forth], cpdag[back] = there, there&reversible
	}
	for k, prefix := range prefixes {
		for step := range prefix {
			set(steps[3*step], steps[3*step+1], 0, 0)
		}
		for c := ptr[k]; c < ptr[k+1]; c++ {
			set(changes[3*c], changes[3*c+1], 1, byte(changes[3*c+2]))
		}
		one := ask(t, "state", fmt.Sprintf(`,"prefix":%d`, prefix), raws, []string{"removed"})
		assert.Equal(t, jobtest.Read[uint8](t, one, "adjacency"), dag, "after %d steps", prefix)
		assert.Equal(t, jobtest.Read[uint8](t, one, "cpdag"), cpdag, "after %d steps", prefix)
	}
	assert.Zero(t, ptr[4]-ptr[3], "the same state again has no changes")
}

// The cuts of a step are those of "criticality" in the DAGs before the step. Of an edge that is
// left, deletion and cuts are those of "deletion" and "criticality" after the last step.
func TestEvidenceIsThatOfEachEdge(t *testing.T) {
	for _, c := range []struct{ theta, more string }{
		{`,"theta":0.6`, ""}, {`,"theta":0.6`, `,"cap":1`}, {`,"theta":0.4`, `,"canonical":true`}, {`,"theta":1`, `,"k_max":0`},
	} {
		more := c.more
		run, raws := ownRun(t, c.theta+more)
		evidence := ask(t, "evidence", more, raws, []string{"s_ptr", "s"})
		cuts := map[int32][][]int32{}
		flat := jobtest.Read[int32](t, evidence, "cuts")
		for k := 0; k < len(flat); k += 4 {
			cuts[flat[k]] = append(cuts[flat[k]], flat[k+1:k+4])
		}
		steps := len(jobtest.Read[float64](t, run, "psi"))
		left := jobtest.Read[float64](t, evidence, "psi")
		require.NotZero(t, steps)
		require.NotEmpty(t, left)
		for k := range steps + len(left) {
			source, at, prefix := run, k, k
			if k >= steps {
				source, at, prefix = evidence, k-steps, steps
			}
			edge := jobtest.Read[int32](t, source, "step_edges")[3*at : 3*at+3]
			ptr := jobtest.Read[int64](t, source, "s_ptr")
			s := append([]int32{}, jobtest.Read[int32](t, source, "s")[ptr[at]:ptr[at+1]]...)
			if k >= steps {
				best := ask(t, "deletion", fmt.Sprintf(`%s,"prefix":%d,"u":%d,"v":%d`, more, prefix, edge[0], edge[1]), raws, []string{"removed"})
				require.Equal(t, edge, jobtest.Read[int32](t, best, "edge"))
				require.Equal(t, s, append([]int32{}, jobtest.Read[int32](t, best, "s")...))
			}
			given, err := sonic.MarshalString(s)
			require.NoError(t, err)
			request := fmt.Sprintf(`%s,"prefix":%d,"u":%d,"v":%d,"s":%s`, more, prefix, edge[0], edge[1], given)
			one := ask(t, "criticality", request, raws, []string{"removed"})
			assert.InDelta(t, jobtest.Result(t, one)["psi"], jobtest.Read[float64](t, source, "psi")[at], 0)
			assert.ElementsMatch(t, cutsOf(t, one), cuts[int32(k)], "%s, deletion %d", more, k)
		}
	}
}

// cutsOf lists the cuts of a "criticality" as "evidence" does: dag, and the two ends in the
// order of their ranks, which here is backwards.
func cutsOf(t *testing.T, j *job.Job) [][]int32 {
	t.Helper()
	var out [][]int32
	ptr, ends := jobtest.Read[int64](t, j, "cut_ptr"), jobtest.Read[int32](t, j, "cuts")
	for dag := range ownDAGs {
		for k := ptr[dag]; k < ptr[dag+1]; k++ {
			a, b := ends[2*k], ends[2*k+1]
			out = append(out, []int32{int32(dag), max(a, b), min(a, b)})
		}
	}
	return out
}

func TestEvidenceRefusesAnEndInS(t *testing.T) {
	fusion := jobtest.Matrix(3, [2]int{0, 1}, [2]int{1, 2})
	failure := jobtest.Refusal(t, jobtest.Request("evidence", 3, 1, ""),
		jobtest.Raw("dags", fusion...), jobtest.Raw("fusion", fusion...), jobtest.Raw[int32]("step_edges", 0, 1, 1),
		jobtest.Raw[int64]("h_ptr", 0, 0), jobtest.Raw[int32]("h"), jobtest.Raw[int64]("s_ptr", 0, 1), jobtest.Raw[int32]("s", 1))
	assert.Equal(t, call.BadRequest, failure.Code)
	assert.Equal(t, "s", failure.Argument)
}
