package ops_test

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/mcbnc/mcbnc/core/call"
	"github.com/mcbnc/mcbnc/core/internal/testkit/jobtest"
	"github.com/mcbnc/mcbnc/core/internal/testkit/oracle"
)

// copies are the DAGs, DAG i times[i] times.
func copies(dags []oracle.Matrix, times []int64) (out []oracle.Matrix) {
	for i, g := range dags {
		out = append(out, slices.Repeat([]oracle.Matrix{g}, int(times[i]))...)
	}
	return out
}

// Each run of a batch equals the answer to a request for that run alone.
func TestBatchEqualsSingleRuns(t *testing.T) {
	for seed := range 40 {
		rng := oracle.Rand(uint64(seed))
		n, r, runs := 2+rng.IntN(6), 2+rng.IntN(5), 1+rng.IntN(4)
		dags := oracle.RandomDAGs(rng, r, n, 0.5)
		counts, weights, ones := make([]int64, runs*r), make([]float64, runs*r), make([]int64, r)
		for i := range counts {
			counts[i], weights[i] = int64(rng.IntN(3)), float64(1+rng.IntN(4))
			if seed%3 == 1 {
				weights[i] = rng.Float64() // with more digits than there is room for
			}
		}
		for i := range ones {
			ones[i] = 1
		}
		for k := range runs {
			counts[k*r]++ // no run without a DAG
		}
		theta := []string{`,"theta":0.5`, `,"theta":"auto"`, `,"theta":"auto","output":"refusion"`, ``}[seed%4]
		batch := jobtest.Start(t, jobtest.Request("batch", n, r, theta+`,"runs":`+string(rune('0'+runs))+`,"workers":2`),
			jobtest.Raw("dags", jobtest.Cells(dags)...), jobtest.Raw("counts", counts...), jobtest.Raw("weights", weights...))
		ptr := jobtest.Read[int64](t, batch, "run_ptr")
		for k := range runs {
			times := counts[k*r : (k+1)*r]
			var each []float64
			for i, count := range times {
				for range count {
					each = append(each, weights[k*r+i])
				}
			}
			single := jobtest.Start(t, jobtest.Request("run", n, len(each), theta),
				jobtest.Raw("dags", jobtest.Cells(copies(dags, times))...), jobtest.Raw("weights", each...))
			for name, size := range map[string]int{"adjacency": n * n, "cpdag": n * n, "fusion": n * n, "order": 4 * n} {
				require.Equal(t, jobtest.Read[uint8](t, single, name), jobtest.Read[uint8](t, batch, name)[k*size:(k+1)*size], "%s, seed %d", name, seed)
			}
			for name, size := range map[string]int64{"step_edges": 12, "score": 8, "psi": 8} {
				all := jobtest.Read[uint8](t, batch, name)
				require.Equal(t, jobtest.Read[uint8](t, single, name), all[size*ptr[k]:size*ptr[k+1]], "%s, seed %d", name, seed)
			}
		}
	}
}

func TestBatchBadInput(t *testing.T) {
	dags := jobtest.Raw("dags", jobtest.Matrix(2)...)
	for more, arrays := range map[string][]call.Raw{
		`,"runs":0`:               {dags},
		`,"runs":1,"workers":1`:   {dags, jobtest.Raw[int64]("counts", -1)},
		`,"runs":1,"workers":2`:   {dags, jobtest.Raw[int64]("counts", 0)},
		`,"runs":1,"workers":3`:   {dags, jobtest.Raw[int64]("counts", 1<<30+1)},
		`,"runs":1,"workers":4`:   {dags, jobtest.Raw[float64]("weights", -1)},
		`,"runs":1,"workers":5`:   {dags, jobtest.Raw[float64]("weights", 0)},
		`,"runs":2,"theta":"why"`: {dags},
		`,"runs":2`:               {dags, jobtest.Raw[int64]("counts", 1)},
	} {
		failure := jobtest.Refusal(t, jobtest.Request("batch", 2, 1, more), arrays...)
		require.Contains(t, []call.Status{call.InvalidInput, call.BadRequest}, failure.Code, "%s", more)
	}
}
