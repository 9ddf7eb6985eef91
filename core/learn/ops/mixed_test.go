package ops_test

import (
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/mcbnc/mcbnc/core/call"
	"github.com/mcbnc/mcbnc/core/internal/testkit/jobtest"
	"github.com/mcbnc/mcbnc/core/internal/testkit/oracle"
)

// mixedRows are columns, every other one real-valued. Each depends on one or two before it.
func mixedRows(n, rows int, seed uint64) (values []float64, arity []int32) {
	rng := oracle.Rand(seed)
	values = make([]float64, n*rows)
	for v := range n {
		states := int32(v % 2 * (2 + v%3))
		arity = append(arity, states)
		a, b := v, v
		if v > 0 {
			a, b = rng.IntN(v), rng.IntN(v)
		}
		for row := range rows {
			x := rng.NormFloat64()
			if v > 0 {
				x += values[a*rows+row] + values[b*rows+row]/2
			}
			if states > 0 {
				x = math.Mod(math.Abs(math.Floor(x)), float64(states))
			}
			values[v*rows+row] = x
		}
	}
	return values, arity
}

// mixedScores are the scores of mixed columns, as fields of requests.
var mixedScores = []string{
	`,"score":"bic-cg"`, `,"score":"dg"`, `,"score":"bic-cg","values":"raw","penalty":2`, `,"score":"dg","values":"raw"`,
}

// mixedArrays are the results of a job, except its times. rows has the numbers of rows of the datasets.
func mixedArrays(t testing.TB, op, more string, rows []int, raws ...call.Raw) map[string]jobtest.Array {
	n := len(raws[1].Data) / 4
	text, err := json.Marshal(rows)
	require.NoError(t, err)
	j := jobtest.Start(t, jobtest.Request(op, n, len(rows), fmt.Sprintf(`,"rows":%s%s`, text, more)), raws...)
	require.Equal(t, "complete", jobtest.Result(t, j)["status"])
	arrays := jobtest.Arrays(t, j)
	delete(arrays, "learn_seconds")
	return arrays
}

// The results have the same bytes with any number of workers and for any order of the rows.
func TestMixedResultsAreDeterministic(t *testing.T) {
	const n, rows = 9, 300
	values, arity := mixedRows(n, rows, 4)
	sizes := jobtest.Raw("arity", arity...)
	turned := make([]float64, 0, len(values)) // the rows from last to first
	for v := range n {
		column := slices.Clone(values[v*rows : (v+1)*rows])
		slices.Reverse(column)
		turned = append(turned, column...)
	}
	for _, score := range mixedScores {
		for op, more := range map[string]string{
			"learn": "", "bootstrap": `,"runs":5,"seed":3`, "learn ": `,"search":"xges","max_parents":3,"required":[[3,8,0]]`,
		} {
			op = strings.TrimSpace(op)
			first := mixedArrays(t, op, score+more+`,"workers":1`, []int{rows}, jobtest.Raw("values", values...), sizes)
			for _, workers := range []string{`,"workers":2`, `,"workers":5`} {
				require.Equal(t, first, mixedArrays(t, op, score+more+workers, []int{rows}, jobtest.Raw("values", turned...), sizes), score)
			}
		}
	}
}

// A structure has an edge where the columns depend on one another, whichever of them are states.
func TestMixedSearchFindsTheEdges(t *testing.T) {
	const rows = 2000
	rng := oracle.Rand(3)
	values := make([]float64, 3*rows)
	for row := range rows {
		sex := float64(rng.IntN(2))
		height := rng.NormFloat64() + 2*sex
		values[row], values[rows+row], values[2*rows+row] = sex, height, float64(rng.IntN(3))
	}
	for _, score := range mixedScores {
		got := mixedArrays(t, "learn", score, []int{rows}, jobtest.Raw("values", values...), jobtest.Raw[int32]("arity", 2, 0, 3))
		require.Equal(t, []byte{0, 1, 0, 1, 0, 0, 0, 0, 0}, got["cpdag"].Bytes, score)
	}
}

// The own score is the sum of the sites' scores. The pooled score is that of the rows of all sites in one table, in which
// normal scores are those of each site's own ranks.
func TestMixedScoresOfSites(t *testing.T) {
	const n, rows = 6, 200
	values, arity := mixedRows(n, 2*rows, 9)
	sizes, table := jobtest.Raw("arity", arity...), jobtest.Raw("values", values...)
	var halves [2][]float64
	for v := range n {
		for k := range halves {
			halves[k] = append(halves[k], values[v*2*rows+k*rows:][:rows]...)
		}
	}
	sites := jobtest.Raw("values", slices.Concat(halves[0], halves[1])...)
	ranked := make([]float64, 0, len(values)) // the table of all rows
	for v := range n {
		for k := range halves {
			ranked = append(ranked, normalScores(halves[k][v*rows:][:rows], arity[v])...)
		}
	}
	total := func(adjacency []byte, score string, size int, table call.Raw) float64 {
		j := jobtest.Start(t, jobtest.Request("scores", n, 1, fmt.Sprintf(`,"rows":[%d],"graphs":1`, size)+score), table, sizes,
			jobtest.Raw("graphs", adjacency...))
		jobtest.Result(t, j)
		return jobtest.Read[float64](t, j, "total")[0]
	}
	for _, score := range mixedScores {
		for _, own := range []bool{false, true} {
			more := score + fmt.Sprintf(`,"pairs":"all","own":%t,"tables":%t`, own, !own)
			dags := jobtest.Raw("dags", make([]uint8, 2*n*n)...)
			got := mixedArrays(t, "learn_jointly", more, []int{rows, rows}, sites, sizes, dags)
			adjacency := got["adjacency"].Bytes[:n*n]
			require.Contains(t, adjacency, byte(1))
			want := total(adjacency, score, 2*rows, table)
			if !strings.Contains(score, "raw") {
				want = total(adjacency, score+`,"values":"raw"`, 2*rows, jobtest.Raw("values", ranked...))
			}
			if own {
				want = total(adjacency, score, rows, jobtest.Raw("values", halves[0]...)) +
					total(adjacency, score, rows, jobtest.Raw("values", halves[1]...))
			}
			require.InDelta(t, want, call.Decode[float64](got["total"].Bytes)[0], 1e-8*math.Abs(want), more)
		}
	}
}

// normalScores are those of a column of different numbers; states stay.
func normalScores(column []float64, arity int32) []float64 {
	if arity > 0 {
		return column
	}
	sorted := slices.Sorted(slices.Values(column))
	var out []float64
	for _, x := range column {
		rank, _ := slices.BinarySearch(sorted, x)
		out = append(out, math.Sqrt2*math.Erfinv(2*float64(rank+1)/float64(len(column)+1)-1))
	}
	return out
}

func TestBadMixedRows(t *testing.T) {
	for _, c := range []struct {
		values []float64
		arity  []int32
		more   string
		says   string
	}{
		{[]float64{0, 1, 2, math.NaN()}, []int32{2, 0}, "", "node 1 has the value NaN in row 1"},
		{[]float64{0, 1, 2, math.Inf(-1)}, []int32{2, 0}, "", "node 1 has the value -Inf in row 1"},
		{[]float64{0, math.NaN(), 2, 3}, []int32{2, 0}, "", "node 0 has the value NaN in row 1; its states are whole numbers from 0 to 1"},
		{[]float64{0, 2, 2, 3}, []int32{2, 0}, "", "node 0 has the value 2 in row 1"},
		{[]float64{0.5, 1, 2, 3}, []int32{2, 0}, "", "node 0 has the value 0.5 in row 0"},
		{[]float64{0, 1, 3, 3}, []int32{2, 0}, "", "node 1 has the value 3 in all rows"},
		{[]float64{0, 1, 2, 3}, []int32{-1, 0}, "", "node 0 has -1 states"},
		{[]float64{0, 1, 2, 3}, []int32{2, 0}, `,"values":"ranks"`, `must be "normal-scores" or "raw"`},
		{[]float64{0, 1, 2, 3}, []int32{2, 0}, `,"ess":1`, "no parameter of the score"},
	} {
		failure := jobtest.Refusal(t, jobtest.Request("learn", 2, 1, `,"rows":[2],"score":"bic-cg"`+c.more),
			jobtest.Raw("values", c.values...), jobtest.Raw("arity", c.arity...))
		assert.Equal(t, call.InvalidInput, failure.Code, c.says)
		assert.Contains(t, failure.Message, c.says)
	}
}

// Tables that a likelihood has no maximum for have a score all the same: a state in one row or in none, one row, no rows,
// equal columns, and numbers of any size.
func TestDegenerateMixedRows(t *testing.T) {
	const rows = 40
	values, _ := mixedRows(2, rows, 2)
	column := values[:rows]
	states := make([]float64, rows)
	states[7] = 1
	for _, score := range mixedScores {
		for _, scale := range []float64{1, 1e-300, 1e150, 1e300} {
			scaled := make([]float64, rows)
			for row, x := range column {
				scaled[row] = x * scale
			}
			all := slices.Concat(scaled, scaled, states, states, make([]float64, rows), column)
			got := mixedArrays(t, "learn", score, []int{rows}, jobtest.Raw("values", all...), jobtest.Raw[int32]("arity", 0, 0, 2, 3, 2, 0))
			total := call.Decode[float64](got["total"].Bytes)[0]
			require.False(t, math.IsNaN(total) || math.IsInf(total, 0), score)
			require.Equal(t, byte(1), got["cpdag"].Bytes[1], "copies are joined by %s", score)
		}
		// No array is as long as an arity. Half of the states occur once.
		many := slices.Concat([]float64{0, 5, math.MaxInt32 - 1, 7, 7, 7, 7, 9}, column[:8])
		mixedArrays(t, "learn", score, []int{8}, jobtest.Raw("values", many...), jobtest.Raw[int32]("arity", math.MaxInt32, 0))
		for _, rows := range []int{0, 1} {
			mixedArrays(t, "learn", score, []int{rows}, jobtest.Raw("values", make([]float64, rows)...), jobtest.Raw[int32]("arity", 2))
		}
	}
}

func BenchmarkMixed(b *testing.B) {
	const n, rows = 20, 5000
	values, arity := mixedRows(n, rows, 4)
	for _, score := range mixedScores[:2] {
		b.Run(score[10:], func(b *testing.B) {
			for b.Loop() {
				mixedArrays(b, "learn", score+`,"workers":2`, []int{rows}, jobtest.Raw("values", values...), jobtest.Raw("arity", arity...))
			}
		})
	}
}
