package ges

import (
	"context"
	"hash/fnv"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/mcbnc/mcbnc/core/graphs/bitset"
	"github.com/mcbnc/mcbnc/core/graphs/equiv"
	"github.com/mcbnc/mcbnc/core/internal/testkit/graphtest"
	"github.com/mcbnc/mcbnc/core/internal/testkit/oracle"
)

// counted is a Scorer whose gains are hashes, and that counts what it is asked for.
type counted struct{ asked int }

func (c *counted) Gains(y int, parents []int32, with bitset.Set) func(x int) int64 {
	c.asked += with.Count()
	parents = slices.Clone(parents)
	return func(x int) int64 {
		h := fnv.New64a()
		h.Write([]byte{byte(y), byte(x)})
		for _, p := range parents {
			h.Write([]byte{byte(p)})
		}
		return int64(h.Sum64())
	}
}

func (c *counted) Fill(context.Context) error { return nil }
func (c *counted) Trim()                      {}

// The losses of a node are what its parents gain besides the others, and they are asked for once for the same parents.
func TestLossesAreGains(t *testing.T) {
	const n = 7
	scorer := &counted{}
	s := &search{n: n, scorer: scorer, lost: &losses{}, scratch: newScratch(n)}
	again := 0
	for seed := range uint64(200) {
		dag := graphtest.DAGs(oracle.RandomDAGs(oracle.Rand(seed), 1, n, 0.5))[0]
		s.class = equiv.FromDAG(dag, equiv.Completed)
		for y := range n {
			before, pa := scorer.asked, s.class.Pa(y)
			lost := s.losses(y)
			require.Equal(t, before, scorer.asked)
			for x := range pa.All() {
				lost.ask(s, x)
				lost.ask(s, x)
			}
			require.LessOrEqual(t, scorer.asked, before+pa.Count())
			if scorer.asked == before && pa.Any() {
				again++
			}
			s.lost.collect()
			for x := range pa.All() {
				others := pa.Clone()
				others.Remove(x)
				require.Equal(t, scorer.Gains(y, others.Append(nil), bitset.New(n))(x), lost.of(x), "%d without %d", y, x)
			}
			require.Same(t, lost, s.losses(y))
		}
	}
	require.Greater(t, again, 100)
}
