package consensus

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/mcbnc/mcbnc/core/graphs/equiv"
	"github.com/mcbnc/mcbnc/core/internal/testkit/graphtest"
	"github.com/mcbnc/mcbnc/core/internal/testkit/oracle"
)

// After every step, of any class, what is known to be on offer is what a run would make that
// begins there, although a step looks at few edges.
func TestEdgesFollowTheClass(t *testing.T) {
	withH := 0
	for seed := range 300 {
		rng := oracle.Rand(uint64(seed))
		dag := oracle.RandomDAGs(rng, 1, 3+rng.IntN(7), 0.5)[0]
		opt := Options{KMax: -1}
		r, err := newRun(t.Context(), equiv.FromDAG(graphtest.DAG(dag), equiv.Start(seed%2)), silent(2), opt)
		require.NoError(t, err)
		for r.class.Edges() > 0 {
			best, found, err := r.best(t.Context())
			require.NoError(t, err)
			require.True(t, found)
			step := r.describe(best)
			require.NoError(t, r.apply(t.Context(), best, &step))
			begun, err := newRun(t.Context(), r.class.Clone(), silent(2), opt)
			require.NoError(t, err)
			want, got := offers(begun.table), offers(r.table)
			require.Equal(t, want, got, "seed %d", seed)
			if len(step.H) > 0 {
				withH++
			}
		}
	}
	require.Positive(t, withH)
}

// offer is what one edge of a table offers.
type offer struct {
	edge     edge // without its search
	searched bool
	group    int32
	na, span string
}

// offers lists what all edges offer, by the pairs that they join.
func offers(table *edges) []offer {
	var out []offer
	for x := range table.n {
		for y := range x {
			e := table.between(x, y)
			if e < 0 {
				continue
			}
			o := offer{edge: table.list[e], group: table.group[e], na: fmt.Sprint(table.naOf(e))}
			o.searched, o.edge.search = o.edge.search != nil, nil
			if !o.edge.inFamily {
				o.span = fmt.Sprint(table.spanOf(e))
			}
			out = append(out, o)
		}
	}
	return out
}
