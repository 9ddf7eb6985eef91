package masked_test

import (
	"context"
	"errors"
	"math"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/mcbnc/mcbnc/core/federate/masked"
	"github.com/mcbnc/mcbnc/core/graphs/graph"
	"github.com/mcbnc/mcbnc/core/internal/testkit/oracle"
	"github.com/mcbnc/mcbnc/core/learn/data"
	"github.com/mcbnc/mcbnc/core/run/parallel"
)

// allot gives rows to sites by chance, and returns the sum of what the sites send.
func allot(t require.TestingT, columns [][]float64, arity []int, sites int, seed uint64) []uint64 {
	rng, team := oracle.Rand(seed), parallel.NewTeam(1)
	defer team.Close()
	parts := make([][]int, sites)
	for row := range columns[0] {
		k := rng.IntN(sites)
		parts[k] = append(parts[k], row)
	}
	var sum []uint64
	for _, part := range parts {
		numbers := &data.Numbers{Rows: len(part), Arity: arity}
		codes, states := make([][]uint32, len(arity)), make([]int32, len(arity))
		for v, column := range columns {
			own := make([]float64, len(part))
			for at, row := range part {
				own[at] = column[row]
				codes[v] = append(codes[v], uint32(column[row]))
			}
			numbers.Columns, states[v] = append(numbers.Columns, own), int32(max(arity[v], 2))
		}
		answer := new(masked.Answer)
		round := func(_ int, x float64) int32 { return data.Rounded(x, 0.5, 1, 20) }
		add := func(r *masked.Rows, f masked.Function) {
			require.NoError(t, answer.AddRows(context.Background(), r, f))
		}
		ofNumbers := &masked.Rows{Numbers: numbers, Round: round, Places: 20, Units: 1 << 20, Team: team}
		add(ofNumbers, masked.One{})
		add(ofNumbers, masked.Products{})
		add(&masked.Rows{States: data.New(len(part), codes, states)}, masked.Joint{Variables: []int32{0, 1}})
		if sum == nil {
			sum = make([]uint64, len(answer.Numbers()))
		}
		for k, x := range answer.Numbers() {
			sum[k] += x
		}
	}
	return sum
}

// The sums are the same whichever site holds which row.
func TestSumsDoNotShowWhoHasWhichRow(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rng := oracle.Rand(rapid.Uint64().Draw(t, "seed"))
		arity, columns := []int{2, 2, 0, 0}, make([][]float64, 4)
		for range 1 + rng.IntN(40) {
			for v, states := range arity {
				if states > 0 {
					columns[v] = append(columns[v], float64(rng.IntN(states)))
				} else {
					columns[v] = append(columns[v], rng.Float64())
				}
			}
		}
		one := allot(t, columns, arity, 1, 0)
		for _, sites := range []int{2, 3, 6} {
			require.Equal(t, one, allot(t, columns, arity, sites, rng.Uint64()))
		}
	})
}

// Bits are proved, and the width of a number is checked, before anything is computed.
func TestWhatIsRefusedBeforeItIsComputed(t *testing.T) {
	unit := masked.Structure{DAG: graph.NewDAG(2)}
	ask := func(greatest, units, weight int64) error {
		return new(masked.Answer).AddStructure(unit, masked.Asked{
			Bound: masked.Bound{Greatest: greatest, Units: units}, Weight: weight,
			Of: func(masked.Structure) ([]int64, error) { return nil, errors.New("computed") },
		})
	}
	var bits *masked.BoundError
	for _, bad := range [][2]int64{{1 << 31, 1<<31 + 1}, {math.MaxInt64, 2}, {0, 1}, {1, 0}, {-1, 1}, {1, 1<<62 + 1}} {
		require.ErrorAs(t, ask(bad[0], bad[1], 1), &bits, "%v", bad)
	}
	require.ErrorContains(t, ask(1, 3, 4), "4 units, and all sites together may have 3")
	require.ErrorContains(t, ask(1<<31, 1<<31, 4), "computed")

	rows := &masked.Rows{States: data.New(1, [][]uint32{{0}, {0}, {1}}, []int32{2, 2, 2}), Variables: 2}
	var wide *masked.WideError
	require.ErrorAs(t, new(masked.Answer).AddRows(t.Context(), rows, masked.Joint{Variables: []int32{0, 1, 2}}), &wide)
	require.Equal(t, masked.WideError{Columns: 3, Most: 2}, *wide)
	require.NoError(t, new(masked.Answer).AddRows(t.Context(), rows, masked.Joint{Variables: []int32{0, 2}}))
	rows.Numbers, rows.Places, rows.Units = &data.Numbers{Rows: 1, Arity: []int{0, 0}}, 30, 4
	rows.Units = 5
	require.ErrorAs(t, new(masked.Answer).AddRows(t.Context(), rows, masked.Products{}), &bits)
	rows.Variables, rows.Units = 1, 4
	require.ErrorAs(t, new(masked.Answer).AddRows(t.Context(), rows, masked.Products{}), &wide)
}

// A function that goes beyond its bound sends nothing.
func TestNumbersBeyondTheirBound(t *testing.T) {
	for _, told := range [][]int64{{0, 3}, {-1}} {
		answer := new(masked.Answer)
		require.Error(t, answer.AddStructure(masked.Structure{}, masked.Asked{
			Bound: masked.Bound{Greatest: 2, Units: 3}, Weight: 1, Of: func(masked.Structure) ([]int64, error) { return told, nil },
		}))
	}
	numbers := &data.Numbers{Rows: 1, Arity: []int{0}, Columns: [][]float64{{9}}}
	rows := &masked.Rows{Numbers: numbers, Places: 3, Units: 4, Round: func(int, float64) int32 { return 9 }}
	require.ErrorContains(t, new(masked.Answer).AddRows(t.Context(), rows, masked.Products{}), "more than 3 binary places")
}

// A weight multiplies what is sent, and a disguise hides all but whether it is 0.
func TestWeightAndDisguise(t *testing.T) {
	asked := masked.Asked{
		Bound: masked.Bound{Greatest: 2, Units: 9}, Weight: 3, Of: func(masked.Structure) ([]int64, error) { return []int64{0, 1, 2}, nil },
	}
	answer := new(masked.Answer)
	require.NoError(t, answer.AddStructure(masked.Structure{}, asked))
	drawn := uint64(70)
	asked.Disguise = func() uint64 { drawn++; return drawn }
	require.NoError(t, answer.AddStructure(masked.Structure{}, asked))
	require.Equal(t, []uint64{0, 3, 6, 0, 72, 73}, answer.Numbers())
}
