package job

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/mcbnc/mcbnc/core/internal/oracle"
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
}

// A baseline depends neither on the workers nor on the order of the DAGs, nor on how
// the caller counts the nodes; and a weight of two is the same as two copies.
func TestBaselinesFollowTheirInputs(t *testing.T) {
	for seed := range 30 {
		rng := oracle.Rand(uint64(seed))
		n, r := 2+rng.IntN(6), 2+rng.IntN(5)
		dags := oracle.RandomDAGs(rng, r, n, 0.4)
		weights := make([]float64, r)
		order, nodes := rng.Perm(r), rng.Perm(n)
		rank := make([]int32, n)
		var copies, moved []oracle.Matrix
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
			moved = append(moved, m)
			copies = append(copies, slices.Repeat([]oracle.Matrix{dags[k]}, int(weights[k]))...)
		}
		inOrder := make([]float64, r)
		for i, k := range order {
			inOrder[i] = weights[k]
		}
		for _, b := range baselineOps {
			place := fmt.Sprintf("seed %d, %s%s", seed, b.op, b.more)
			want := start(t, request(b.op, n, r, b.more+`,"workers":1`),
				raw("dags", cellsOf(dags)...), raw("weights", weights...))
			same := start(t, request(b.op, n, len(copies), b.more+`,"workers":3`), raw("dags", cellsOf(copies)...))
			other := start(t, request(b.op, n, r, b.more+`,"workers":3`),
				raw("dags", cellsOf(moved)...), raw("weights", inOrder...), raw("rank", rank...))
			for _, name := range []string{"adjacency", "cpdag", "left_out", "conflicts"} {
				require.Equal(t, array(t, want, name), array(t, same, name), place)
			}
			require.Equal(t, resultOf(t, want)["threshold"], resultOf(t, same)["threshold"], place)
			for _, name := range []string{"adjacency", "cpdag"} {
				a, b := array(t, want, name), array(t, other, name)
				for u := range n {
					for v := range n {
						require.Equal(t, a[u*n+v], b[nodes[u]*n+nodes[v]], place)
					}
				}
			}
			for _, name := range []string{"left_out", "conflicts"} {
				here, there := decode[int32](array(t, want, name)), decode[int32](array(t, other, name))
				for k := range here {
					require.Equal(t, nodes[here[k]], int(there[k]), place)
				}
			}
		}
	}
}

func cellsOf(dags []oracle.Matrix) (cells []uint8) {
	for _, m := range dags {
		for _, row := range m {
			for _, bit := range row {
				cell := uint8(0)
				if bit {
					cell = 1
				}
				cells = append(cells, cell)
			}
		}
	}
	return cells
}

// The threshold in force is reported, where there is one.
func TestBaselinesThreshold(t *testing.T) {
	dags := raw("dags", cellsOf([]oracle.Matrix{oracle.FromArcs(2, [][2]int{{0, 1}}), oracle.New(2)})...)
	for _, c := range []struct {
		op, more string
		want     any
	}{
		{"vote", "", 0.5}, {"vote", `,"threshold":0.3`, 0.3}, {"averaged", "", 0.5}, {"climb", "", nil},
	} {
		require.Equal(t, c.want, resultOf(t, start(t, request(c.op, 2, 2, c.more), dags))["threshold"])
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
		j := start(t, request("measure", n, r, fmt.Sprintf(`,"graphs":%d`, g)),
			raw("graphs", cellsOf(graphs)...), raw("dags", cellsOf(dags)...), raw("weights", weights...))
		edges, widths := decode[int64](array(t, j, "edges")), decode[int64](array(t, j, "treewidth"))
		smhd, shd := decode[float64](array(t, j, "smhd")), decode[float64](array(t, j, "shd"))
		require.Len(t, edges, g)
		require.Equal(t, scaleWeights(weights, nil, n), decode[int64](array(t, j, "weight")))
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

// A distance of many edges, times weights that fill an int64, does not run over.
func TestMeanSMHDOfHeavyWeights(t *testing.T) {
	n := 40
	full := oracle.New(n)
	for u := range n {
		for v := u + 1; v < n; v++ {
			full[u][v] = true
		}
	}
	weights := raw("weights", 1/math.Pi, 1/math.E, math.Sqrt2)
	empty := raw("dags", make([]uint8, 3*n*n)...)
	mean := start(t, request("mean_smhd", n, 3, ""), raw("graphs", cellsOf([]oracle.Matrix{full})...), empty, weights)
	require.Equal(t, []float64{float64(n * (n - 1) / 2)}, decode[float64](array(t, mean, "value")))
}

func TestBaselineOptions(t *testing.T) {
	dags := raw[uint8]("dags", 0)
	for _, c := range []struct {
		op, more, argument string
		code               Status
	}{
		{"vote", `,"threshold":-0.1`, "threshold", InvalidInput},
		{"averaged", `,"threshold":1.5`, "threshold", InvalidInput},
		{"vote", `,"kind":"edges"`, "kind", InvalidInput},
		{"climb", `,"distance":"hamming"`, "distance", InvalidInput},
		{"measure", `,"graphs":-1`, "graphs", BadRequest},
	} {
		raws := []Raw{dags}
		if c.op == "measure" {
			raws = append(raws, raw[uint8]("graphs"))
		}
		failure := failureOf(t, request(c.op, 1, 1, c.more), raws...)
		require.Equal(t, c.argument, failure.Argument)
		require.Equal(t, c.code, failure.Code)
	}
	failure := failureOf(t, request("measure", 1, 1, `,"graphs":2`), dags, raw[uint8]("graphs", 0))
	require.Equal(t, "graphs", failure.Argument)
}
