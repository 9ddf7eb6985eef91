package ops_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/mcbnc/mcbnc/core/call"
	"github.com/mcbnc/mcbnc/core/internal/testkit/jobtest"
	"github.com/mcbnc/mcbnc/core/internal/testkit/oracle"
)

// pausedArrays are what a slice passes to the next one.
var pausedArrays = []string{
	"order", "fusion", "step_edges", "score", "step_seconds", "h_ptr", "h", "s_ptr", "s", "removed",
}

// A run in slices ends with the arrays of the run in one piece, to the last byte.
func TestSlicesMakeTheWholeRun(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		rng := oracle.Rand(rapid.Uint64().Draw(rt, "seed"))
		n, r := rapid.IntRange(2, 7).Draw(rt, "n"), rapid.IntRange(1, 5).Draw(rt, "r")
		dags := oracle.RandomDAGs(rng, r, n, 0.6)
		rank := make([]int32, n)
		for i, x := range rng.Perm(n) {
			rank[i] = int32(x)
		}
		raws := []call.Raw{jobtest.Raw("dags", jobtest.Cells(dags)...), jobtest.Raw("rank", rank...)}
		more := rapid.SampledFrom([]string{
			``, `,"theta":"auto"`, `,"theta":0.5,"output":"refusion"`, `,"theta":1,"canonical":true,"start":"dag"`,
			`,"theta":"auto","forbidden":[[0,1,1]]`, `,"theta":0.4,"forbidden":[[0,1,0]]`, `,"cap":1,"k_max":0`,
		}).Draw(rt, "options")
		whole := jobtest.Start(t, jobtest.Request("run", n, r, more), raws...)

		carried, status := raws, call.StatusPaused
		for slices := 0; status == call.StatusPaused; slices++ {
			require.Less(t, slices, n*n, "each slice but the first must take a step")
			slice := jobtest.Start(t, jobtest.Request("run", n, r, more+`,"slice":1e-9`), carried...)
			status = jobtest.Result(t, slice)["status"].(string)
			require.NotContains(t, jobtest.Arrays(t, slice), "adjacency", "a slice has no result")
			carried = append(raws[:len(raws):len(raws)], carry(t, jobtest.Arrays(t, slice))...)
		}
		require.Equal(t, call.StatusComplete, status)
		ended := jobtest.Start(t, jobtest.Request("run", n, r, more+`,"ended":"complete"`), carried...)
		requireSameRun(t, jobtest.Arrays(t, whole), jobtest.Arrays(t, ended))
		for _, field := range []string{"status", "theta", "total_weight", "forced"} {
			require.Equal(t, jobtest.Result(t, whole)[field], jobtest.Result(t, ended)[field], field)
		}
		onward := jobtest.Start(t, jobtest.Request("run", n, r, more), carried...)
		requireSameRun(t, jobtest.Arrays(t, whole), jobtest.Arrays(t, onward))
	})
}

// carry is the paused run as input arrays.
func carry(t *testing.T, arrays map[string]jobtest.Array) []call.Raw {
	raws := make([]call.Raw, len(pausedArrays))
	for i, name := range pausedArrays {
		require.Contains(t, arrays, name)
		raws[i] = call.Raw{Name: name, Data: arrays[name].Bytes}
	}
	return raws
}

// requireSameRun compares two runs, except the time that they took.
func requireSameRun(t *testing.T, want, got map[string]jobtest.Array) {
	require.Len(t, got, len(want))
	for name, array := range want {
		require.Equal(t, array.Shape, got[name].Shape, name)
		if name != "step_seconds" {
			require.Equal(t, array.Bytes, got[name].Bytes, name)
		}
	}
}

// A paused run that cannot be is refused, and so are fields that do not go together.
func TestPausedRunsAreChecked(t *testing.T) {
	dags := oracle.RandomDAGs(oracle.Rand(3), 3, 5, 0.6)
	raws := []call.Raw{jobtest.Raw("dags", jobtest.Cells(dags)...)}
	whole := jobtest.Arrays(t, jobtest.Start(t, jobtest.Request("run", 5, 3, ""), raws...))
	steps := len(call.Decode[int64](whole["score"].Bytes))
	require.Greater(t, steps, 2)
	with := func(name string, data []byte) []call.Raw {
		out := append(raws[:1:1], carry(t, whole)...)
		for i := range out {
			if out[i].Name == name {
				out[i].Data = data
			}
		}
		return out
	}
	same := with("", nil)
	for _, c := range []struct {
		more, says string
		arrays     []call.Raw
	}{
		{`,"seed":1`, "seed: a run that draws ties cannot go on from its steps", same},
		{`,"slice":0`, "slice must be a number of seconds > 0", same},
		{`,"ended":"done"`, "ended must be a status with which a run ends", same},
		{`,"ended":"complete","slice":1`, "ended: it is valid with the steps of a run", same},
		{`,"ended":"complete"`, "ended: it is valid with the steps of a run", raws},
		{``, "order: a run that goes on needs this array", append(same[:1:1], same[2:]...)},
		{``, `fusion: operation "run" needs this array`, append(same[:2:2], same[3:]...)},
		{``, "score: step 0 has score -1", with("score", jobtest.Raw("score", append([]int64{-1}, make([]int64, steps-1)...)...).Data)},
	} {
		refusal := jobtest.Refusal(t, jobtest.Request("run", 5, 3, c.more), c.arrays...)
		require.Contains(t, fmt.Sprint(refusal.Message), c.says, c.more)
	}
	edges := call.Decode[int32](whole["step_edges"].Bytes)
	copy(edges[3:6], edges[:3]) // the first edge twice
	again := jobtest.Start(t, jobtest.Request("run", 5, 3, ""), with("step_edges", jobtest.Raw("step_edges", edges...).Data)...)
	require.Contains(t, jobtest.Failure(t, again).Message, "step 1")
	removed := jobtest.Start(t, jobtest.Request("run", 5, 3, ""), with("removed", jobtest.Raw[int32]("removed", 0, 1, 2, 2).Data)...)
	require.Contains(t, jobtest.Failure(t, removed).Message, "removes an arc that DAG 1 does not have")
}
