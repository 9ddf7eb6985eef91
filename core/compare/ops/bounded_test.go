package ops_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/mcbnc/mcbnc/core/call"
	"github.com/mcbnc/mcbnc/core/internal/testkit/jobtest"
	"github.com/mcbnc/mcbnc/core/internal/testkit/oracle"
	"github.com/mcbnc/mcbnc/core/job"
)

// boundedOps are the fusions of bounded treewidth, with every option that changes what comes out.
var boundedOps = []struct{ op, more string }{
	{"bounded", `,"max_treewidth":1`},
	{"bounded", `,"max_treewidth":2,"genes":"inputs"`},
	{"bounded", `,"max_treewidth":1,"genes":"arcs"`},
	{"genetic", `,"max_treewidth":2,"population":8,"generations":5,"seed":3`},
	{"genetic", `,"max_treewidth":1,"population":8,"generations":5,"genes":"inputs"`},
	{"genetic", `,"max_treewidth":2,"population":8,"generations":5,"genes":"inputs","from":"mcbnc"`},
	{"genetic", `,"max_treewidth":2,"population":8,"generations":5,"genes":"arcs","from":"random","seed":9,"fitness":"fusion"`},
}

// A bounded fusion depends neither on the workers nor on the order of the DAGs, nor on how the caller
// numbers the nodes. A DAG of weight 0 has no part in it.
func TestBoundedFollowsItsInputs(t *testing.T) {
	for seed := range 30 {
		rng := oracle.Rand(uint64(seed))
		n, r := 2+rng.IntN(6), 2+rng.IntN(5)
		dags := oracle.RandomDAGs(rng, r, n, 0.4)
		if seed%2 == 0 {
			dags[0] = dags[r-1] // equal DAGs
		}
		order, nodes := rng.Perm(r+1), rng.Perm(n)
		weights, rank := make([]float64, r), make([]int32, n)
		for u, at := range nodes {
			rank[at] = int32(u)
		}
		for i := range weights {
			weights[i] = float64(1 + rng.IntN(3))
		}
		var moved []oracle.Matrix
		var inOrder []float64
		for _, k := range order {
			m := oracle.New(n)
			if k == r {
				moved, inOrder = append(moved, oracle.RandomDAG(rng, n, 0.5)), append(inOrder, 0)
				continue
			}
			for u := range n {
				for v := range n {
					m[nodes[u]][nodes[v]] = dags[k][u][v]
				}
			}
			moved, inOrder = append(moved, m), append(inOrder, weights[k])
		}
		for _, b := range boundedOps {
			place := fmt.Sprintf("seed %d, %s%s", seed, b.op, b.more)
			want := jobtest.Start(t, jobtest.Request(b.op, n, r, b.more+`,"workers":1`),
				jobtest.Raw("dags", jobtest.Cells(dags)...), jobtest.Raw("weights", weights...))
			other := jobtest.Start(t, jobtest.Request(b.op, n, r+1, b.more+`,"workers":3`),
				jobtest.Raw("dags", jobtest.Cells(moved)...), jobtest.Raw("weights", inOrder...), jobtest.Raw("rank", rank...))
			for _, field := range []string{"fitness", "treewidth", "generations"} {
				require.Equal(t, jobtest.Result(t, want)[field], jobtest.Result(t, other)[field], place)
			}
			a, c := jobtest.Read[uint8](t, want, "adjacency"), jobtest.Read[uint8](t, other, "adjacency")
			for u := range n {
				for v := range n {
					require.Equal(t, a[u*n+v], c[nodes[u]*n+nodes[v]], place)
				}
			}
			for _, name := range []string{"order", "trimmed"} {
				here, there := jobtest.Read[int32](t, want, name), jobtest.Read[int32](t, other, name)
				require.Len(t, there, len(here))
				for k := range here {
					require.Equal(t, nodes[here[k]], int(there[k]), place)
				}
			}
			here, there := keptLists(t, want), keptLists(t, other)
			for i, list := range there {
				own := here[0]
				if len(there) > 1 { // one list for each DAG
					own = append(here, nil)[order[i]]
				}
				require.Len(t, list, len(own), place)
				for k := range own {
					require.Equal(t, nodes[own[k]], int(list[k]), place)
				}
			}
		}
	}
}

// keptLists are the lists of "kept".
func keptLists(t *testing.T, j *job.Job) (lists [][]int32) {
	flat, ptr := jobtest.Read[int32](t, j, "kept"), jobtest.Read[int64](t, j, "kept_ptr")
	for k := range len(ptr) - 1 {
		lists = append(lists, flat[2*ptr[k]:2*ptr[k+1]])
	}
	return lists
}

// Without a seed, a genetic fusion draws by the seed 0.
func TestBoundedDefaults(t *testing.T) {
	dags := jobtest.Raw("dags", jobtest.Cells(oracle.RandomDAGs(oracle.Rand(4), 3, 8, 0.4))...)
	fitness := func(more string) any {
		j := jobtest.Start(t, jobtest.Request("genetic", 8, 3, `,"max_treewidth":2,"from":"random","generations":3`+more), dags)
		return []any{jobtest.Result(t, j)["fitness"], jobtest.Read[uint8](t, j, "adjacency")}
	}
	require.Equal(t, fitness(`,"seed":0`), fitness(""))
	require.Equal(t, fitness(`,"population":100,"genes":"fusion","fitness":"inputs"`), fitness(""))
}

// A search that is out of time, or cancelled, has a result within the bound.
func TestBoundedIsStopped(t *testing.T) {
	dags := oracle.RandomDAGs(oracle.Rand(1), 5, 30, 0.2)
	for _, b := range []struct{ op, more string }{
		{"bounded", `,"genes":"inputs"`},
		{"genetic", ``},
		{"genetic", `,"from":"random","genes":"arcs"`},
		{"genetic", `,"from":"mcbnc","genes":"inputs"`},
	} {
		more := b.more + `,"max_treewidth":2`
		if b.op == "genetic" {
			more += `,"generations":1000000`
		}
		limited := jobtest.Start(t, jobtest.Request(b.op, 30, 5, more+`,"time_limit":0.000001`), jobtest.Raw("dags", jobtest.Cells(dags)...))
		require.Equal(t, "time_limit", jobtest.Result(t, limited)["status"])
		require.LessOrEqual(t, jobtest.Result(t, limited)["treewidth"], 2.0)
		if b.op == "genetic" {
			j := jobtest.Start(t, jobtest.Request(b.op, 30, 5, more), jobtest.Raw("dags", jobtest.Cells(dags)...))
			for j.Progress().EdgesLeft == j.Progress().EdgesAtStart {
				time.Sleep(time.Millisecond)
			}
			j.Cancel()
			result := jobtest.Result(t, j)
			require.Equal(t, "cancelled", result["status"])
			require.LessOrEqual(t, result["treewidth"], 2.0)
			left := j.Progress()
			require.EqualValues(t, result["generations"], left.EdgesAtStart-left.EdgesLeft)
		}
	}
}

func TestBoundedOptions(t *testing.T) {
	dags := jobtest.Raw[uint8]("dags", 0)
	for _, c := range []struct{ more, argument string }{
		{`,"max_treewidth":-1`, "max_treewidth"},
		{`,"max_treewidth":65537`, "max_treewidth"},
		{`,"population":1`, "population"},
		{`,"population":65537`, "population"},
		{`,"generations":0`, "generations"},
		{`,"generations":1048577`, "generations"},
		{`,"genes":"skeleton"`, "genes"},
		{`,"from":"cpdag"`, "from"},
		{`,"fitness":"gold"`, "fitness"},
	} {
		failure := jobtest.Refusal(t, jobtest.Request("genetic", 1, 1, c.more), dags)
		require.Equal(t, c.argument, failure.Argument)
		require.Equal(t, call.InvalidInput, failure.Code)
		failure = jobtest.Refusal(t, jobtest.Request("vote", 1, 1, c.more), dags)
		require.Equal(t, c.argument, failure.Argument)
		require.Equal(t, call.BadRequest, failure.Code)
		require.Contains(t, failure.Message, `operation "vote" has no such field`)
	}
}

func TestPhaseOfBounded(t *testing.T) {
	for _, op := range []string{"bounded", "genetic"} {
		request := jobtest.Request(op, 2, 1, map[string]string{"genetic": `,"generations":7`}[op])
		p := &call.Progress{}
		_, err := jobtest.Work(t, request, jobtest.Raw("dags", jobtest.Matrix(2, [2]int{0, 1})...)).Run(t.Context(), p)
		require.NoError(t, err)
		require.Equal(t, call.Searching, p.Snapshot().Phase)
		require.EqualValues(t, map[string]int{"bounded": 1, "genetic": 7}[op], p.Snapshot().EdgesAtStart)
		require.Zero(t, p.Snapshot().EdgesLeft)
	}
}
