package consensus

import (
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/mcbnc/mcbnc/core/internal/testkit/graphtest"
	"github.com/mcbnc/mcbnc/core/internal/testkit/oracle"
)

// The table and the lists find the edges that are there, and no others.
func TestPairs(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 9).Draw(t, "n")
		g := graphtest.DAG(oracle.DrawDAG(t, n, "dag"))
		for _, p := range []pairs{newPairs(g, true), newPairs(g, false)} {
			want := map[[2]int]int{}
			for u, v := range g.All() {
				e := len(want) / 2
				p.set(v, u, int32(e))
				want[[2]int{u, v}], want[[2]int{v, u}] = e, e
			}
			for u, v := range g.All() {
				if rapid.Bool().Draw(t, "gone") {
					p.set(u, v, -1)
					want[[2]int{u, v}], want[[2]int{v, u}] = -1, -1
				}
			}
			for x := range n {
				for y := range n {
					e, joined := want[[2]int{x, y}]
					if !joined {
						e = -1
					}
					require.Equal(t, e, p.between(x, y))
				}
			}
		}
	})
}
