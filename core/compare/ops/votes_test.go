package ops_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/mcbnc/mcbnc/core/call"
	"github.com/mcbnc/mcbnc/core/internal/testkit/jobtest"
	"github.com/mcbnc/mcbnc/core/internal/testkit/oracle"
)

// Two DAGs lack node 2, by which the third joins 0 and 1. Node 1 is the engine's first.
func TestVoteWhereTheRestExplains(t *testing.T) {
	blind, whole := oracle.FromArcs(3, [][2]int{{0, 1}}), oracle.FromArcs(3, [][2]int{{2, 0}, {2, 1}})
	arrays := []call.Raw{
		jobtest.Raw("dags", jobtest.Cells([]oracle.Matrix{blind, whole, blind})...), jobtest.Raw("rank", int32(1), 0, 2),
		jobtest.Raw("seen", []uint8{1, 1, 0, 1, 1, 1, 1, 1, 0}...),
	}
	for more, want := range map[string]struct {
		k     float64
		edge  uint8
		share float64
	}{
		`,"kind":"skeleton"`:               {8, 0, 2.0 / 10},
		`,"kind":"skeleton","explained":3`: {3, 0, 2.0 / 5},
		`,"kind":"skeleton","explained":2`: {2, 0, 0.5},
		`,"kind":"skeleton","explained":1`: {1, 1, 2.0 / 3},
	} {
		j := jobtest.Start(t, jobtest.Request("vote", 3, 3, more), arrays...)
		require.Equal(t, want.k, jobtest.Result(t, j)["explained"], more)
		cells := jobtest.Read[uint8](t, j, "adjacency")
		require.Equal(t, want.edge, cells[1]|cells[3], more)
		require.Equal(t, []int32{1, 0, 1, 2, 0, 2}, jobtest.Read[int32](t, j, "joined"))
		require.Equal(t, []float64{2.0 / 3, 1, 1}, jobtest.Read[float64](t, j, "plain_shares"))
		require.Equal(t, []float64{want.share, 1, 1}, jobtest.Read[float64](t, j, "shares"))
		require.Equal(t, []int32{0, 0, 0, 2}, jobtest.Read[int32](t, j, "explained"))
	}
	for _, more := range []string{`,"explained":8`, `,"kind":"arcs","explained":8`, `,"kind":"skeleton","explained":0`} {
		failure := jobtest.Refusal(t, jobtest.Request("vote", 3, 3, more), arrays...)
		require.Equal(t, "explained", failure.Argument)
		require.Equal(t, call.InvalidInput, failure.Code)
	}
	failure := jobtest.Refusal(t, jobtest.Request("vote", 3, 3, `,"kind":"skeleton","explained":1`), arrays[0])
	require.Equal(t, "explained", failure.Argument)
}
