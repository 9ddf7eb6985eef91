package learning_test

import (
	"context"
	"math/big"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/mcbnc/mcbnc/core/federate/learning"
	"github.com/mcbnc/mcbnc/core/graphs/graph"
	"github.com/mcbnc/mcbnc/core/internal/testkit/graphtest"
	"github.com/mcbnc/mcbnc/core/internal/testkit/oracle"
	"github.com/mcbnc/mcbnc/core/internal/testkit/rowstest"
	"github.com/mcbnc/mcbnc/core/learn/score"
)

// A site answers zeros if its F1 with what most sites join is below three fifths of what sites reach in the mean, and the votes
// prove that three sites count. Else it answers as ever. So a sum is of three sites, or of all.
func TestSitesJudgeThemselves(t *testing.T) {
	kind, _ := score.Find("bdeu")
	outs, kept := 0, 0
	for seed := range uint64(200) {
		rng := oracle.Rand(seed)
		n, sites := 2+rng.IntN(5), 1+rng.IntN(12)
		var dags []*graph.DAG
		common := graphtest.DAG(oracle.RandomDAG(rng, n, 0.5))
		for range sites {
			dags = append(dags, common)
			if rng.IntN(3) == 0 {
				dags[len(dags)-1] = graphtest.DAG(oracle.RandomDAG(rng, n, []float64{0, 0.2, 0.6, 1}[rng.IntN(4)]))
			}
		}
		told := &learning.Told{Sites: sites}
		joins := func(g *graph.DAG, x, y int) bool { return g.Has(x, y) || g.Has(y, x) }
		var hits, weight, majority int64
		for x := range n {
			for y := x + 1; y < n; y++ {
				votes := 0
				for _, g := range dags {
					if joins(g, x, y) {
						votes++
					}
				}
				told.Joined = append(told.Joined, int32(votes))
				weight += int64(votes)
				if 2*votes > sites {
					hits, majority = hits+int64(votes), majority+1
				}
			}
		}
		weight += int64(sites) * majority
		var unlike, out []int
		for k, g := range dags {
			var own, both int64
			at := 0
			for x := range n {
				for y := x + 1; y < n; y++ {
					if joins(g, x, y) {
						own++
						if 2*int(told.Joined[at]) > sites {
							both++
						}
					}
					at++
				}
			}
			if own+majority > 0 && big.NewRat(2*both, own+majority).Cmp(big.NewRat(3*2*hits, 5*weight)) < 0 {
				unlike = append(unlike, k)
			}
			arity := make([]int32, n)
			for v := range arity {
				arity[v] = 2
			}
			site := &learning.Site{
				Data: rowstest.Sites(oracle.Rand(1), 1, arity, 20, 21)[0], Score: kind, Parameters: score.Parameters{ESS: 1},
				Structure: learning.Structure{DAG: g},
			}
			answer, err := site.Unmasked(context.Background(), &learning.Question{Facts: true, Unit: 3, Tables: [][]int32{{0, 1}}, Told: told})
			require.NoError(t, err)
			require.Len(t, answer, 5)
			if answer[0] == 0 {
				out = append(out, k)
				require.Equal(t, make([]uint64, 5), answer)
			}
		}
		if len(out) == 0 {
			kept += len(unlike)
			continue
		}
		outs++
		require.Equal(t, unlike, out)
		require.GreaterOrEqual(t, sites-len(out), 3)
	}
	require.Positive(t, outs)
	require.Positive(t, kept, "no case in which too few sites might have counted")
}

// The votes must be possible, and contain the site's own.
func TestVotesThatCannotBe(t *testing.T) {
	kind, _ := score.Find("bdeu")
	site := &learning.Site{
		Data: rowstest.Sites(oracle.Rand(1), 1, []int32{2, 2, 2}, 20, 21)[0], Score: kind, Parameters: score.Parameters{ESS: 1},
		Structure: learning.Structure{DAG: graphtest.DAG(oracle.FromArcs(3, [][2]int{{0, 1}}))},
	}
	ask := func(q *learning.Question) error {
		_, err := site.Unmasked(context.Background(), q)
		return err
	}
	for _, joined := range [][]int32{{1, 0, 0}, {3, 2, 2}} {
		require.NoError(t, ask(&learning.Question{Facts: true, Told: &learning.Told{Sites: 3, Joined: joined}}))
	}
	for _, joined := range [][]int32{{0, 0, 0}, {4, 0, 0}, {1, 3, 0}, {1, -1, 0}, {1, 0}, nil} {
		require.Error(t, ask(&learning.Question{Facts: true, Told: &learning.Told{Sites: 3, Joined: joined}}), "%v", joined)
	}
	good := &learning.Told{Sites: 3, Joined: []int32{1, 0, 0}}
	require.Error(t, ask(&learning.Question{Facts: true, Pairs: learning.Counted, Told: good}))
	site.DAG = nil
	require.Error(t, ask(&learning.Question{Facts: true, Told: good}))
}
