package score

import (
	"math"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/mcbnc/mcbnc/core/internal/testkit/oracle"
	"github.com/mcbnc/mcbnc/core/learn/data"
)

// A table gives F of all subsets of its variables as the rows do, to the last bit, and of no others.
func TestTablesGiveTheFOfRows(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		tb := drawTable(t, 40)
		d := tb.dataset()
		rng := oracle.Rand(rapid.Uint64().Draw(t, "sets"))
		drawSet := func(most int) (set []int32) {
			for _, v := range rng.Perm(len(tb.columns))[:min(most, len(tb.columns))] {
				if rng.IntN(3) > 0 {
					set = append(set, int32(v))
				}
			}
			slices.Sort(set)
			return set
		}
		table := drawSet(3)
		if data.Cells(d.Arity(), table) > 1<<16 {
			return
		}
		model, kind, p := drawModel(t, tb)
		shape := kind.Shape(d.Rows, d.Arity(), p)
		require.Equal(t, model.Unit(), shape.Unit())
		partial := shape.OfTables([]data.Joint{d.Joint(table)})
		set := drawSet(4)
		subset := !slices.ContainsFunc(set, func(v int32) bool { return !slices.Contains(table, v) })
		require.Equal(t, subset, partial.Knows(set))
		if len(set) > 0 && !model.Equal() {
			set = append([]int32{Child(set[0])}, set[1:]...)
			require.Equal(t, subset, partial.Knows(set))
		}
		if subset {
			rows := model.NewBatch(1)
			require.Equal(t, rows.Open(0, 0, set, 0), partial.NewBatch(1).Open(0, 0, set, 0))
		} else {
			require.Zero(t, partial.NewBatch(1).Open(0, 0, set, 0))
		}
	})
}

// A node's penalty is Penalty in units, rounded once for each free parameter and model.
func TestNodePenalty(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		tb := drawTable(t, 40)
		m, _, _ := drawModel(t, tb)
		both := Sum([]Model{m, m})
		for y := range tb.columns {
			want := min(m.Penalty(int32(y), nil), m.Float(MaxPenalty))
			rounding := float64(tb.arity[y]) * m.Float(1)
			require.InDelta(t, want, m.Float(m.NodePenalty(y)), math.Max(rounding, 1e-9*want))
			require.Equal(t, min(2*m.NodePenalty(y), MaxPenalty), both.NodePenalty(y))
		}
	})
}

// A factor of the penalty that no unit holds makes the largest penalty.
func TestTheLargestPenalty(t *testing.T) {
	kind, _ := Find("bic")
	m := kind.Discrete(data.New(4, [][]uint32{{0, 1, 0, 1}, {0, 0, 1, 1}}, []int32{2, 2}), Parameters{Penalty: math.MaxFloat32})
	require.EqualValues(t, MaxPenalty, m.NodePenalty(0))
	require.EqualValues(t, MaxPenalty, m.ArcPenalty(nil, 0, 1))
}
