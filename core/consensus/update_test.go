package consensus

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/mcbnc/mcbnc/core/equiv"
	"github.com/mcbnc/mcbnc/core/internal/graphtest"
	"github.com/mcbnc/mcbnc/core/internal/oracle"
)

// After every step, of any class, what is kept of each edge is what a run would make that
// begins there: although only few edges were looked at.
func TestCandidatesFollowTheClass(t *testing.T) {
	withH := 0
	for seed := range 300 {
		rng := oracle.Rand(uint64(seed))
		dag := oracle.RandomDAGs(rng, 1, 3+rng.IntN(7), 0.5)[0]
		opt, run := Options{KMax: -1}, &Trajectory{}
		r, err := newRun(t.Context(), equiv.FromDAG(graphtest.DAG(dag), equiv.Start(seed%2)), silent(2), opt)
		require.NoError(t, err)
		for more := r.class.Edges() > 0; more; {
			more, err = r.advance(t.Context(), run, opt, time.Now())
			require.NoError(t, err)
			begun, err := newRun(t.Context(), r.class.Clone(), silent(2), opt)
			require.NoError(t, err)
			want, got := offers(begun.c), offers(r.c)
			require.True(t, slices.Equal(want, got), "seed %d: %v, not %v", seed, got, want)
		}
		for _, s := range run.Steps {
			if len(s.H) > 0 {
				withH++
			}
		}
	}
	require.Positive(t, withH)
}

// offer is what a table says of what one edge offers.
type offer struct {
	candidate
	searched bool
	group    int32
	na, span string
}

// offers lists those of all edges, by the pairs that they join.
func offers(c *candidates) []offer {
	var out []offer
	for x := range c.class.N {
		for y := range x {
			e := c.edgeBetween(x, y)
			if e < 0 {
				continue
			}
			o := offer{candidate: c.list[e], searched: c.list[e].h != nil, group: c.group[e], na: fmt.Sprint(c.na.Row(e))}
			if o.h = nil; !o.inFamily {
				o.span = fmt.Sprint(c.span.Row(e))
			}
			out = append(out, o)
		}
	}
	return out
}
