package table_test

import (
	"context"
	"math"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/mcbnc/mcbnc/core/learn/data"
	"github.com/mcbnc/mcbnc/core/learn/table"
	"github.com/mcbnc/mcbnc/core/run/parallel"
)

// draw draws states with gaps, as a table of states and as one of float64.
func draw(t *rapid.T, arity []int32, gaps bool) (states, numbers *table.Table) {
	rows := rapid.IntRange(0, 20).Draw(t, "rows")
	codes, with := make([][]uint32, len(arity)), make([]int32, len(arity))
	d := &data.Numbers{Rows: rows, Gaps: gaps, Columns: make([][]float64, len(arity)), Arity: make([]int, len(arity))}
	for v, most := range arity {
		d.Arity[v], with[v] = int(most), most
		if gaps {
			with[v]++
		}
		for range rows {
			state := rapid.Uint32Range(0, uint32(with[v])-1).Draw(t, "state")
			value := float64(state)
			if state == uint32(most) {
				value = math.NaN()
			}
			codes[v], d.Columns[v] = append(codes[v], state), append(d.Columns[v], value)
		}
	}
	return &table.Table{States: data.New(rows, codes, with), Last: gaps}, &table.Table{Numbers: d}
}

// cells are all cells, with -1 for a gap.
func cells(t *table.Table) (out [][]int32) {
	for v, most := range t.Arity() {
		column := make([]int32, t.Rows())
		if t.States != nil {
			t.States.Columns[v].States(t.Rows(), column, 1)
		}
		for row := range column {
			if t.Numbers != nil {
				if column[row] = -1; !math.IsNaN(t.Numbers.Columns[v][row]) {
					column[row] = int32(t.Numbers.Columns[v][row])
				}
			} else if int(column[row]) == most {
				column[row] = -1
			}
		}
		out = append(out, column)
	}
	return out
}

// What a table tells does not depend on what its cells are inside.
func TestStatesAndNumbersTellTheSame(t *testing.T) {
	ctx := context.Background()
	team := parallel.NewTeam(1)
	defer team.Close()
	rapid.Check(t, func(t *rapid.T) {
		arity, gaps := rapid.SliceOfN(rapid.Int32Range(1, 300), 1, 4).Draw(t, "arity"), rapid.Bool().Draw(t, "gaps")
		var both [2][]*table.Table
		for range rapid.IntRange(1, 3).Draw(t, "tables") {
			states, numbers := draw(t, arity, gaps)
			both[0], both[1] = append(both[0], states), append(both[1], numbers)
		}
		a, b := table.Join(both[0]), table.Join(both[1])
		same := func(a, b *table.Table) {
			require.Equal(t, a.Rows(), b.Rows())
			require.Equal(t, a.Arity(), b.Arity())
			require.Equal(t, a.Gaps(), b.Gaps())
			require.Equal(t, cells(a), cells(b))
			for v := range arity {
				require.Equal(t, a.Known(v), b.Known(v))
			}
		}
		same(a, b)
		times := rapid.SliceOfN(rapid.Int32Range(0, 3), a.Rows(), a.Rows()).Draw(t, "times")
		drawn, err := a.Repeated(ctx, times)
		require.NoError(t, err)
		other, err := b.Repeated(ctx, times)
		require.NoError(t, err)
		same(drawn, other)
		ranked, err := b.NormalScores(ctx, team) // which states have not
		require.NoError(t, err)
		same(a, ranked)
		if !gaps { // a gap is the last state, and the first number
			drawn, err = a.Sorted(ctx)
			require.NoError(t, err)
			other, err = b.Sorted(ctx)
			require.NoError(t, err)
			same(drawn, other)
		}
	})
}
