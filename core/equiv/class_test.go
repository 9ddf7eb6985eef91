package equiv

import (
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/mcbnc/mcbnc/core/bitset"
	"github.com/mcbnc/mcbnc/core/graph"
)

func drawDAG(t *rapid.T, maxN int) *graph.DAG {
	n := rapid.IntRange(2, maxN).Draw(t, "n")
	g := graph.NewDAG(n)
	p := rapid.Float64Range(0.1, 0.9).Draw(t, "p")
	perm := rapid.Permutation(seq(n)).Draw(t, "perm")
	for j := range n {
		for i := range j {
			if rapid.Float64Range(0, 1).Draw(t, "x") < p {
				g.Add(perm[i], perm[j])
			}
		}
	}
	return g
}

func seq(n int) []int {
	s := make([]int, n)
	for i := range s {
		s[i] = i
	}
	return s
}

func TestDeleteIncremental(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := drawDAG(t, 9)
		c := FromDAG(g, Completed)
		h, na := bitset.New(g.N), bitset.New(g.N)
		for c.Edges() > 0 {
			type op struct {
				u, v int
				h    []int32
			}
			var ops []op
			for v := range g.N {
				for u := range g.N {
					if !c.Pa(v).Has(u) && !c.Ne(v).Has(u) {
						continue
					}
					c.NA(v, u, na)
					list := na.Append(nil)
					for m := range 1 << len(list) {
						h.Clear()
						for k, x := range list {
							if m>>k&1 == 1 {
								h.Add(int(x))
							}
						}
						rest := na.Clone()
						rest.AndNot(h)
						if c.IsClique(rest) {
							ops = append(ops, op{u, v, h.Append(nil)})
						}
					}
				}
			}
			o := rapid.SampledFrom(ops).Draw(t, "op")
			h.Clear()
			for _, x := range o.h {
				h.Add(int(x))
			}
			before := c.CPDAG()
			c.Delete(o.u, o.v, h)
			fresh := FromDAG(c.Member(), Completed)
			require.True(t, fresh.CPDAG().Equal(c.CPDAG()), "labels")
			// through an extension of the PDAG that Delete defines
			p := graph.NewPDAG(g.N)
			for y := range g.N {
				for x := range g.N {
					if before.Pa(y).Has(x) && !(x == o.u && y == o.v) {
						p.AddDirected(x, y)
					}
					if x < y && before.Ne(y).Has(x) && !(x == min(o.u, o.v) && y == max(o.u, o.v)) {
						switch {
						case (x == o.u || x == o.v) && h.Has(y):
							p.AddDirected(x, y)
						case (y == o.u || y == o.v) && h.Has(x):
							p.AddDirected(y, x)
						default:
							p.AddUndirected(x, y)
						}
					}
				}
			}
			ext, err := Extension(p)
			require.NoError(t, err)
			require.True(t, FromDAG(ext, Completed).CPDAG().Equal(c.CPDAG()), "class")
		}
	})
}
