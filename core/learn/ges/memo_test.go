package ges

import (
	"context"
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/mcbnc/mcbnc/core/graphs/bitset"
	"github.com/mcbnc/mcbnc/core/graphs/equiv"
	"github.com/mcbnc/mcbnc/core/internal/testkit/graphtest"
	"github.com/mcbnc/mcbnc/core/internal/testkit/oracle"
)

// asking is a Scorer that writes down what it is asked for.
type asking struct{ asked string }

func (a *asking) Gains(y int, parents []int32, with bitset.Set) func(x int) int64 {
	a.asked += fmt.Sprint(y, parents, with.Append(nil), ";")
	return func(int) int64 { return 0 }
}

func (a *asking) Fill(context.Context) error { return nil }
func (a *asking) Trim()                      {}

// Where local is the same, a node's operators are the same and ask for the same gains.
func TestLocalTellsTheOperators(t *testing.T) {
	type key struct {
		phase phase
		y     int
		local string
	}
	const n = 6
	again := map[phase]int{}
	for _, limit := range []int{-1, 2} {
		known, classes := map[key]string{}, map[key]string{}
		for seed := range uint64(3000) {
			rng := oracle.Rand(seed)
			density := []float64{0.2, 0.4, 0.7}[rng.IntN(3)]
			class := equiv.FromDAG(graphtest.DAGs(oracle.RandomDAGs(rng, 1, n, density))[0], equiv.Completed)
			scorer := &asking{}
			s := &search{n: n, scorer: scorer, opt: Options{MaxParents: limit}, class: class, lost: &losses{}, scratch: newScratch(n)}
			for _, p := range []phase{inserting{}, deleting{}, turning{}} {
				for y := range n {
					k := key{p, y, fmt.Sprint(p.local(s, y, nil))}
					scorer.asked = ""
					o := &nodeOperators{y: y}
					require.NoError(t, p.enumerate(s, o))
					listed := scorer.asked
					for _, f := range o.families {
						listed += fmt.Sprint(f.clique.Append(nil), f.with.Append(nil), ";")
					}
					whole := whole(class)
					if before, ok := known[k]; ok {
						require.Equal(t, before, listed, "%T at %d", p, y)
						if classes[k] != whole {
							again[p]++
						}
					}
					known[k], classes[k] = listed, whole
				}
			}
		}
	}
	for _, p := range []phase{inserting{}, deleting{}, turning{}} {
		require.Greater(t, again[p], 100, "%T in other classes", p)
	}
}

// whole is all of a class.
func whole(class *equiv.Class) (out string) {
	for v := range class.N {
		out += fmt.Sprint(class.Pa(v).Append(nil), class.Ne(v).Append(nil), ";")
	}
	return out
}

// A memo that forgets gives other memory and the same operators.
func TestMemoForgets(t *testing.T) {
	const n = 5
	class := equiv.FromDAG(graphtest.DAGs(oracle.RandomDAGs(rand.New(rand.NewPCG(1, 2)), 1, n, 0.5))[0], equiv.Completed)
	s := &search{n: n, class: class, lost: &losses{}, scratch: newScratch(n)}
	m := &memo{}
	first, found := m.find(s, inserting{}, 2)
	require.False(t, found)
	same, found := m.find(s, inserting{}, 2)
	require.True(t, found)
	require.Same(t, first, same)
	_, found = m.find(s, inserting{}, 3)
	require.False(t, found)
	for k := 0; m.bytes <= mostBytes; k++ {
		m.count(first)
	}
	_, found = m.find(s, inserting{}, 4)
	require.False(t, found)
	require.Equal(t, 1, m.known.Len())
	other, found := m.find(s, inserting{}, 2)
	require.False(t, found)
	require.NotSame(t, first, other)
}
