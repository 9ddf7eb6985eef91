package ops_test

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/mcbnc/mcbnc/core/call"
	"github.com/mcbnc/mcbnc/core/internal/testkit/jobtest"
	"github.com/mcbnc/mcbnc/core/internal/testkit/oracle"
)

// baselineOps are the baselines, with every option that changes what comes out.
var baselineOps = []struct{ op, more string }{
	{"vote", ""},
	{"vote", `,"threshold":0.3`},
	{"vote", `,"kind":"skeleton"`},
	{"vote", `,"kind":"skeleton","threshold":0.2`},
	{"averaged", ""},
	{"averaged", `,"cpdag":false,"threshold":0.4`},
	{"climb", ""},
	{"climb", `,"distance":"shd"`},
	{"dsep_vote", `,"k_max":10`},
	{"dsep_vote", `,"share":0.2,"start":"dag"`},
}

// A baseline depends neither on the workers nor on the order of the DAGs, nor on how the caller
// numbers the nodes. A weight of two is the same as two copies, except in the order of a fusion,
// which counts copies alone.
func TestBaselinesFollowTheirInputs(t *testing.T) {
	for seed := range 30 {
		rng := oracle.Rand(uint64(seed))
		n, r := 2+rng.IntN(6), 2+rng.IntN(5)
		dags := oracle.RandomDAGs(rng, r, n, 0.4)
		weights := make([]float64, r)
		order, nodes := rng.Perm(r), rng.Perm(n)
		rank := make([]int32, n)
		var copies, turned, moved []oracle.Matrix
		for u, at := range nodes {
			rank[at] = int32(u)
		}
		for i, k := range order {
			weights[k] = float64(1 + i%2)
			m := oracle.New(n)
			for u := range n {
				for v := range n {
					m[nodes[u]][nodes[v]] = dags[k][u][v]
				}
			}
			moved, turned = append(moved, m), append(turned, dags[k])
			copies = append(copies, slices.Repeat([]oracle.Matrix{dags[k]}, int(weights[k]))...)
		}
		inOrder := make([]float64, r)
		for i, k := range order {
			inOrder[i] = weights[k]
		}
		for _, b := range baselineOps {
			place := fmt.Sprintf("seed %d, %s%s", seed, b.op, b.more)
			want := jobtest.Start(t, jobtest.Request(b.op, n, r, b.more+`,"workers":1`),
				jobtest.Raw("dags", jobtest.Cells(dags)...), jobtest.Raw("weights", weights...))
			again := []call.Raw{jobtest.Raw("dags", jobtest.Cells(copies)...)}
			if b.op == "dsep_vote" {
				again = []call.Raw{jobtest.Raw("dags", jobtest.Cells(turned)...), jobtest.Raw("weights", inOrder...)}
			}
			same := jobtest.Start(t, jobtest.Request(b.op, n, len(again[0].Data)/(n*n), b.more+`,"workers":3`), again...)
			other := jobtest.Start(t, jobtest.Request(b.op, n, r, b.more+`,"workers":3`),
				jobtest.Raw("dags", jobtest.Cells(moved)...), jobtest.Raw("weights", inOrder...), jobtest.Raw("rank", rank...))
			for _, name := range []string{"adjacency", "cpdag", "left_out", "conflicts"} {
				require.Equal(t, jobtest.Read[uint8](t, want, name), jobtest.Read[uint8](t, same, name), place)
			}
			require.Equal(t, jobtest.Result(t, want)["threshold"], jobtest.Result(t, same)["threshold"], place)
			for _, name := range []string{"adjacency", "cpdag"} {
				a, b := jobtest.Read[uint8](t, want, name), jobtest.Read[uint8](t, other, name)
				for u := range n {
					for v := range n {
						require.Equal(t, a[u*n+v], b[nodes[u]*n+nodes[v]], place)
					}
				}
			}
			for _, name := range []string{"left_out", "conflicts"} {
				here, there := jobtest.Read[int32](t, want, name), jobtest.Read[int32](t, other, name)
				for k := range here {
					require.Equal(t, nodes[here[k]], int(there[k]), place)
				}
			}
		}
	}
}

// The threshold in force is reported, where there is one.
func TestBaselinesThreshold(t *testing.T) {
	dags := jobtest.Raw("dags", jobtest.Cells([]oracle.Matrix{oracle.FromArcs(2, [][2]int{{0, 1}}), oracle.New(2)})...)
	for _, c := range []struct {
		op, more string
		want     any
	}{
		{"vote", "", 0.5}, {"vote", `,"threshold":0.3`, 0.3}, {"averaged", "", 0.5}, {"climb", "", nil},
	} {
		require.Equal(t, c.want, jobtest.Result(t, jobtest.Start(t, jobtest.Request(c.op, 2, 2, c.more), dags))["threshold"])
	}
}

// The share in force is reported too.
func TestShareOfDSepVote(t *testing.T) {
	dags := jobtest.Raw("dags", jobtest.Cells([]oracle.Matrix{oracle.FromArcs(2, [][2]int{{0, 1}}), oracle.New(2)})...)
	for _, c := range []struct {
		more  string
		share float64
		edges uint8
	}{{"", 0.5, 0}, {`,"share":0.6`, 0.6, 1}, {`,"share":0`, 0, 0}, {`,"share":1`, 1, 1}} {
		j := jobtest.Start(t, jobtest.Request("dsep_vote", 2, 2, c.more), dags)
		result := jobtest.Result(t, j)
		require.Equal(t, c.share, result["share"])
		require.NotContains(t, result, "threshold")
		require.Equal(t, c.edges, jobtest.Read[uint8](t, j, "adjacency")[1], "%s", c.more)
	}
}

func TestPhasesOfBaselines(t *testing.T) {
	for text, want := range map[string]call.Phase{
		jobtest.Request("vote", 2, 1, ""):                   call.Voting,
		jobtest.Request("vote", 2, 1, `,"kind":"skeleton"`): call.Voting,
		jobtest.Request("averaged", 2, 1, ""):               call.Voting,
		jobtest.Request("climb", 2, 1, ""):                  call.Climbing,
		jobtest.Request("climb", 2, 1, `,"distance":"shd"`): call.Climbing,
		jobtest.Request("dsep_vote", 2, 1, ""):              call.Finishing,
	} {
		p := &call.Progress{}
		_, err := jobtest.Work(t, text, jobtest.Raw("dags", jobtest.Matrix(2, [2]int{0, 1})...)).Run(t.Context(), p)
		require.NoError(t, err)
		require.Equal(t, want, p.Snapshot().Phase, "%s", text)
	}
}

func TestMeasure(t *testing.T) {
	for seed := range 30 {
		rng := oracle.Rand(uint64(seed))
		n, r, g := 1+rng.IntN(6), 1+rng.IntN(4), rng.IntN(4)
		dags, graphs := oracle.RandomDAGs(rng, r, n, 0.4), oracle.RandomDAGs(rng, g, n, 0.4)
		weights := make([]float64, r)
		for i := range weights {
			weights[i] = 0.5 + float64(rng.IntN(8))/4
		}
		j := jobtest.Start(t, jobtest.Request("measure", n, r, fmt.Sprintf(`,"graphs":%d`, g)),
			jobtest.Raw("graphs", jobtest.Cells(graphs)...), jobtest.Raw("dags", jobtest.Cells(dags)...), jobtest.Raw("weights", weights...))
		edges, widths := jobtest.Read[int64](t, j, "edges"), jobtest.Read[int64](t, j, "treewidth")
		smhd, shd := jobtest.Read[float64](t, j, "smhd"), jobtest.Read[float64](t, j, "shd")
		require.Len(t, edges, g)
		whole := jobtest.Read[int64](t, j, "weight")
		require.Positive(t, whole[0])
		for i, w := range weights { // multiples of 1/4: all products are exact
			require.Equal(t, weights[0]*float64(whole[i]), w*float64(whole[0]))
		}
		for k, m := range graphs {
			var sumSMHD, sumSHD, total float64
			for i, other := range dags {
				sumSMHD += weights[i] * float64(oracle.SMHD(m, other))
				sumSHD += weights[i] * float64(oracle.SHD(m, other))
				total += weights[i]
			}
			require.Equal(t, m.Edges(), int(edges[k]))
			require.Equal(t, oracle.MinFill(oracle.Moral(m)), int(widths[k]))
			require.Equal(t, sumSMHD/total, smhd[k])
			require.Equal(t, sumSHD/total, shd[k])
		}
	}
}

// A large distance times weights that fill an int64 does not overflow.
func TestMeanSMHDOfHeavyWeights(t *testing.T) {
	n := 40
	full := oracle.New(n)
	for u := range n {
		for v := u + 1; v < n; v++ {
			full[u][v] = true
		}
	}
	weights := jobtest.Raw("weights", 1/math.Pi, 1/math.E, math.Sqrt2)
	empty := jobtest.Raw("dags", make([]uint8, 3*n*n)...)
	mean := jobtest.Start(t, jobtest.Request("mean_smhd", n, 3, ""), jobtest.Raw("graphs", jobtest.Cells([]oracle.Matrix{full})...), empty, weights)
	require.Equal(t, []float64{float64(n * (n - 1) / 2)}, jobtest.Read[float64](t, mean, "value"))
}

func TestBaselineOptions(t *testing.T) {
	dags := jobtest.Raw[uint8]("dags", 0)
	for _, c := range []struct {
		op, more, argument string
		code               call.Status
	}{
		{"vote", `,"threshold":-0.1`, "threshold", call.InvalidInput},
		{"averaged", `,"threshold":1.5`, "threshold", call.InvalidInput},
		{"vote", `,"kind":"edges"`, "kind", call.InvalidInput},
		{"dsep_vote", `,"share":1.01`, "share", call.InvalidInput},
		{"dsep_vote", `,"share":-0.01`, "share", call.InvalidInput},
		{"climb", `,"distance":"hamming"`, "distance", call.InvalidInput},
		{"measure", `,"graphs":-1`, "graphs", call.InvalidInput},
	} {
		raws := []call.Raw{dags}
		if c.op == "measure" {
			raws = append(raws, jobtest.Raw[uint8]("graphs"))
		}
		failure := jobtest.Refusal(t, jobtest.Request(c.op, 1, 1, c.more), raws...)
		require.Equal(t, c.argument, failure.Argument)
		require.Equal(t, c.code, failure.Code)
	}
	failure := jobtest.Refusal(t, jobtest.Request("measure", 1, 1, `,"graphs":2`), dags, jobtest.Raw[uint8]("graphs", 0))
	require.Equal(t, "graphs", failure.Argument)
}
