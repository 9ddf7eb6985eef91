package consensus

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/mcbnc/mcbnc/core/equiv"
	"github.com/mcbnc/mcbnc/core/internal/graphtest"
	"github.com/mcbnc/mcbnc/core/internal/oracle"
)

// After every step, of any class, what is kept of each edge is what a run would make that
// begins there: although only few edges were looked at.
func TestCandidatesFollowTheClass(t *testing.T) {
	withH := 0
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(3, 9).Draw(t, "n")
		start := rapid.SampledFrom([]equiv.Start{equiv.Completed, equiv.Directed}).Draw(t, "start")
		opt, steps := Options{KMax: -1}, &Trajectory{}
		r := newRun(equiv.FromDAG(graphtest.DAG(oracle.DrawDAG(t, n, "dag")), start), silent(2), opt)
		for more := r.class.Edges() > 0; more; {
			var err error
			more, err = r.advance(t.Context(), steps, opt, time.Now())
			require.NoError(t, err)
			want, got := offers(newRun(r.class.Clone(), silent(2), opt).c), offers(r.c)
			require.True(t, slices.Equal(want, got), "%v, not %v", got, want)
		}
		for _, s := range steps.Steps {
			if len(s.H) > 0 {
				withH++
			}
		}
	})
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
