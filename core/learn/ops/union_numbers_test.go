package ops_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/mcbnc/mcbnc/core/call"
	"github.com/mcbnc/mcbnc/core/internal/testkit/jobtest"
)

const numbersOf = 5 // columns

func numbersFields(more string) string {
	return jobtest.Request("learn_union", numbersOf, 2, `,"rows":[120,80],"gaps":true`+more)
}

// numbersRaws are two sites: the first one lacks the last column, and the second one the first.
func numbersRaws(change func(values []float64, seen []uint8), arcs ...[2]int) []call.Raw {
	rng := rand.New(rand.NewPCG(1, 2))
	var values []float64
	seen := make([]uint8, 2*numbersOf)
	for site, rows := range []int{120, 80} {
		columns := make([][]float64, numbersOf)
		for v := range columns {
			for row := range rows {
				x := rng.NormFloat64()
				if v > 0 {
					x += columns[v-1][row]
				}
				columns[v] = append(columns[v], x)
			}
		}
		for v, column := range columns {
			if site == 0 && v == numbersOf-1 || site == 1 && v == 0 {
				for row := range column {
					column[row] = math.NaN()
				}
			} else {
				seen[site*numbersOf+v] = 1
			}
		}
		for _, column := range columns {
			values = append(values, column...)
		}
	}
	if change != nil {
		change(values, seen)
	}
	dags := append(jobtest.Matrix(numbersOf, arcs...), jobtest.Matrix(numbersOf)...)
	return []call.Raw{jobtest.Raw("values", values...), jobtest.Raw("dags", dags...), jobtest.Raw("seen", seen...)}
}

// The result has the same bytes with any number of workers, and joins no pair that no site sees, unless it must.
func TestUnionOfNumbersIsDeterministic(t *testing.T) {
	for _, more := range []string{`,"score":"bic-g"`, `,"score":"bge","search":"xges"`, `,"score":"bic-g","required":[[0,4,0]]`} {
		var first map[string]jobtest.Array
		for _, workers := range []int{1, 2, 5} {
			j := jobtest.Start(t, numbersFields(more+fmt.Sprintf(`,"workers":%d`, workers)), numbersRaws(nil, [2]int{0, 1})...)
			require.Equal(t, "complete", jobtest.Result(t, j)["status"])
			arrays := jobtest.Arrays(t, j)
			delete(arrays, "learn_seconds")
			if first == nil {
				first = arrays
			}
			require.Equal(t, first, arrays)
		}
		joined := first["adjacency"].Bytes[4] + first["adjacency"].Bytes[4*numbersOf]
		require.Equal(t, more[len(more)-1] == ']', joined == 1)
		require.Equal(t, []int{numbersOf, numbersOf}, first["information"].Shape)
	}
}

func TestUnionOfNumbersRefusals(t *testing.T) {
	for _, test := range []struct {
		more     string
		change   func(values []float64, seen []uint8)
		argument string
		message  string
	}{
		{`,"score":"bic-g"`, func(_ []float64, seen []uint8) { seen[4] = 1 }, "seen", "dataset 0 has no value of node 4"},
		{`,"score":"bic-g"`, func(_ []float64, seen []uint8) { seen[1] = 0 }, "seen", "DAG 0 has an edge at node 1, which it lacks"},
		{`,"score":"bic-g"`, func(_ []float64, seen []uint8) { seen[2] = 0 }, "seen", "dataset 0 lacks the column, but has values of node 2"},
		{`,"score":"bic-g"`, func(values []float64, _ []uint8) { values[0] = math.Inf(1) }, "values", "values must be finite"},
		{`,"score":"bic-g"`, func(values []float64, _ []uint8) {
			for row := range 120 {
				values[row] = 7
			}
		}, "values", "do not vary"},
	} {
		failure := jobtest.Refusal(t, numbersFields(test.more), numbersRaws(test.change, [2]int{0, 1})...)
		require.Equal(t, test.argument, failure.Argument, "%v: %v", test.more, failure)
		require.Contains(t, failure.Message, test.message)
	}
	for _, argument := range []string{"seed", "chains", "rounds"} {
		failure := jobtest.Refusal(t, numbersFields(fmt.Sprintf(`,"score":"bge",%q:1`, argument)), numbersRaws(nil)...)
		require.Equal(t, argument, failure.Argument)
		require.Contains(t, failure.Message, `"bge" is of numbers, of which nothing is drawn`)
	}
	for lacks := 1; lacks < 3; lacks++ {
		failure := jobtest.Refusal(t, numbersFields(`,"score":"bge"`), append(numbersRaws(nil)[:lacks:lacks], numbersRaws(nil)[lacks+1:]...)...)
		require.Equal(t, "dags", failure.Argument)
		require.Contains(t, failure.Message, `"learn_union" needs this array, and the array "seen", where there are numbers`)
	}
}
