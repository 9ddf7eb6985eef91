package job

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/mcbnc/mcbnc/core/internal/oracle"
)

// bytesOfDAGs is the array (r, n, n) of the DAGs, DAG i times[i] times.
func bytesOfDAGs(dags []oracle.Matrix, times []int64) []byte {
	var out []byte
	for i, g := range dags {
		for range times[i] {
			out = append(out, matrix(len(g), g.Arcs()...)...)
		}
	}
	return out
}

func array(t testing.TB, j *Job, name string) []byte {
	t.Helper()
	require.True(t, j.Wait(-1))
	_, err := j.Result()
	require.NoError(t, err)
	buffer := make([]byte, len(j.arrays[name].bytes))
	require.NoError(t, j.Read(name, buffer))
	return buffer
}

// Each run of a batch is what a request for just that run answers.
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
		batch := start(t, request("batch", n, r, theta+`,"runs":`+string(rune('0'+runs))+`,"workers":2`),
			raw("dags", bytesOfDAGs(dags, ones)...), raw("counts", counts...), raw("weights", weights...))
		ptr := decode[int64](array(t, batch, "run_ptr"))
		for k := range runs {
			times := counts[k*r : (k+1)*r]
			var each []float64
			for i, count := range times {
				for range count {
					each = append(each, weights[k*r+i])
				}
			}
			single := start(t, request("run", n, len(each), theta),
				raw("dags", bytesOfDAGs(dags, times)...), raw("weights", each...))
			for name, size := range map[string]int{"adjacency": n * n, "cpdag": n * n, "fusion": n * n, "order": 4 * n} {
				require.Equal(t, array(t, single, name), array(t, batch, name)[k*size:(k+1)*size], "%s, seed %d", name, seed)
			}
			for name, size := range map[string]int64{"step_edges": 12, "score": 8, "psi": 8} {
				all := array(t, batch, name)
				require.Equal(t, array(t, single, name), all[size*ptr[k]:size*ptr[k+1]], "%s, seed %d", name, seed)
			}
		}
	}
}

func TestBatchBadInput(t *testing.T) {
	dags := raw("dags", matrix(2)...)
	for more, arrays := range map[string][]Raw{
		`,"runs":0`:               {dags},
		`,"runs":1,"workers":1`:   {dags, raw[int64]("counts", -1)},
		`,"runs":1,"workers":2`:   {dags, raw[int64]("counts", 0)},
		`,"runs":1,"workers":3`:   {dags, raw[int64]("counts", mostCopies+1)},
		`,"runs":1,"workers":4`:   {dags, raw[float64]("weights", -1)},
		`,"runs":1,"workers":5`:   {dags, raw[float64]("weights", 0)},
		`,"runs":2,"theta":"why"`: {dags},
		`,"runs":2`:               {dags, raw[int64]("counts", 1)},
	} {
		failure := failureOf(t, request("batch", 2, 1, more), arrays...)
		require.Contains(t, []Status{InvalidInput, BadRequest}, failure.Code, "%s", more)
	}
}
