package score

import (
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/mcbnc/mcbnc/core/learn/data"
)

// Where all joint states of the parents occur, BDs is BDeu to the last bit; and else it is not, but by chance.
func TestBDsIsBDeuWhereAllOccurs(t *testing.T) {
	bds, _ := Find("bds")
	bdeu, _ := Find("bdeu")
	all, others := 0, 0
	rapid.Check(t, func(t *rapid.T) {
		arity := []int32{rapid.Int32Range(2, 4).Draw(t, "a"), rapid.Int32Range(2, 3).Draw(t, "b"), rapid.Int32Range(2, 4).Draw(t, "y")}
		rows := rapid.IntRange(1, 60).Draw(t, "rows")
		columns := make([][]uint32, 3)
		for v := range columns {
			columns[v] = rapid.SliceOfN(rapid.Uint32Range(0, uint32(arity[v])-1), rows, rows).Draw(t, "column")
		}
		seen := map[[2]uint32]bool{}
		for row := range rows {
			seen[[2]uint32{columns[0][row], columns[1][row]}] = true
		}
		p := Parameters{ESS: rapid.SampledFrom([]float64{0.1, 1, 10}).Draw(t, "ess")}
		d := data.New(rows, columns, arity)
		one, other := NewLocalScorer(bds.Discrete(d, p)).Score(2, []int32{0, 1}), NewLocalScorer(bdeu.Discrete(d, p)).Score(2, []int32{0, 1})
		if len(seen) == int(arity[0]*arity[1]) {
			require.Equal(t, other, one)
			all++
		} else if one != other {
			others++
		}
	})
	require.Positive(t, all)
	require.Positive(t, others)
}
