package engine

import (
	"context"
	"fmt"
	"math/bits"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/mcbnc/mcbnc/core/fuse/consensus"
	"github.com/mcbnc/mcbnc/core/fuse/local"
	"github.com/mcbnc/mcbnc/core/graphs/bitset"
	"github.com/mcbnc/mcbnc/core/graphs/equiv"
	"github.com/mcbnc/mcbnc/core/internal/testkit/golden"
	"github.com/mcbnc/mcbnc/core/internal/testkit/graphtest"
)

// All deletions that the first step can choose from, with S and each DAG's cut, are those of the
// golden cases. They are enumerated from the class's operators and the inputs' cuts.
func TestGoldenCandidates(t *testing.T) {
	t.Parallel()
	golden.Each(t, func(t *testing.T, c golden.Case) {
		union := graphtest.DAG(golden.Matrix(c.N, c.Union))
		in := local.New(c.N, graphtest.DAGs(c.Matrices()), nil, nil)
		for start, want := range map[equiv.Start][]golden.Candidate{
			equiv.Completed: c.FirstIteration.CPDAG, equiv.Directed: c.FirstIteration.DAG,
		} {
			expected := map[string]string{}
			for _, w := range want {
				expected[fmt.Sprint(w.U, w.V, w.H)] = fmt.Sprint(w.S, w.PerClient)
			}
			require.Equal(t, expected, candidatesOf(t, equiv.FromDAG(union, start), in, c))
		}
	})
}

func candidatesOf(t *testing.T, class *equiv.Class, in local.Inputs, c golden.Case) map[string]string {
	found := map[string]string{}
	na := bitset.New(c.N)
	for v := range c.N {
		for u := range c.N {
			if !class.Pa(v).Has(u) && !class.Ne(v).Has(u) {
				continue
			}
			class.NA(v, u, na)
			members := graphtest.Ints(na.Append(nil))
			for choice := range uint(1) << len(members) {
				if c.Cap() >= 0 && bits.OnesCount(choice) > c.Cap() {
					continue
				}
				h, rest := []int{}, bitset.New(c.N)
				for k, x := range members {
					if choice>>k&1 == 1 {
						h = append(h, x)
					} else {
						rest.Add(x)
					}
				}
				if class.IsClique(rest) {
					rest.Or(class.Pa(v))
					rest.Remove(u)
					found[fmt.Sprint(u, v, h)] = fmt.Sprint(graphtest.Ints(rest.Append(nil)), cutsGiven(t, in, u, v, rest))
				}
			}
		}
	}
	return found
}

func cutsGiven(t *testing.T, in Inputs, u, v int, s bitset.Set) []uint16 {
	r := in.Count()
	q := consensus.CutQuery{U: u, V: v, Given: s, Removed: s, Dags: bitset.New(r), Sizes: make([]uint16, r)}
	q.Dags.Fill(r)
	require.NoError(t, in.MinCuts(context.Background(), consensus.Alone, &q))
	return q.Sizes
}
