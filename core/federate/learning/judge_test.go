package learning_test

import (
	"context"
	"math/big"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/mcbnc/mcbnc/core/federate/learning"
	"github.com/mcbnc/mcbnc/core/graphs/graph"
	"github.com/mcbnc/mcbnc/core/internal/testkit/graphtest"
	"github.com/mcbnc/mcbnc/core/internal/testkit/oracle"
	"github.com/mcbnc/mcbnc/core/internal/testkit/rowstest"
	"github.com/mcbnc/mcbnc/core/learn/score"
)

// f1 is that of two sets of pairs by their sizes and what they share; 1 of two empty ones.
func f1(both, own, other int64) *big.Rat {
	if own+other == 0 {
		return big.NewRat(1, 1)
	}
	return big.NewRat(2*both, own+other)
}

// A site answers zeros if its F1 with what most of the others join is below three fifths of what sites reach in the mean. Else
// it answers as ever.
func TestSitesJudgeThemselves(t *testing.T) {
	kind, _ := score.Find("bdeu")
	outs := 0
	rapid.Check(t, func(t *rapid.T) {
		n, sites := rapid.IntRange(2, 6).Draw(t, "n"), rapid.IntRange(1, 7).Draw(t, "sites")
		rng := oracle.Rand(rapid.Uint64().Draw(t, "seed"))
		var dags []*graph.DAG
		for range sites {
			dags = append(dags, graphtest.DAG(oracle.RandomDAG(rng, n, rapid.SampledFrom([]float64{0, 0.2, 0.6, 1}).Draw(t, "density"))))
		}
		told := &learning.Told{Sites: sites}
		var joined [][]int64
		for x := range n {
			for y := x + 1; y < n; y++ {
				votes, each := int64(0), make([]int64, sites)
				for k, g := range dags {
					if g.Has(x, y) || g.Has(y, x) {
						each[k] = 1
					}
					votes += each[k]
				}
				joined, told.Joined = append(joined, each), append(told.Joined, int32(votes))
			}
		}
		var all, votes, most int64
		for _, k := range told.Joined {
			votes += int64(k)
			if 2*int(k) > sites {
				all, most = all+int64(k), most+1
			}
		}
		mean := new(big.Rat)
		if votes+int64(sites)*most > 0 {
			mean = big.NewRat(2*all, votes+int64(sites)*most)
		}
		for k, g := range dags {
			var hits, own, others int64
			for at, each := range joined {
				own += each[k]
				if 2*(int(told.Joined[at])-int(each[k])) > sites-1 {
					others, hits = others+1, hits+each[k]
				}
			}
			want := f1(hits, own, others).Cmp(new(big.Rat).Mul(mean, big.NewRat(3, 5))) < 0
			arity := make([]int32, n)
			for v := range arity {
				arity[v] = 2
			}
			site := &learning.Site{
				Data: rowstest.Sites(oracle.Rand(1), 1, arity, 20, 21)[0], Score: kind, Parameters: score.Parameters{ESS: 1},
				Structure: learning.Structure{DAG: g},
			}
			answer, err := site.Answer(context.Background(), &learning.Question{Facts: true, Unit: 3, Tables: [][]int32{{0, 1}}, Told: told})
			require.NoError(t, err)
			require.Len(t, answer, 5)
			require.Equal(t, want, answer[0] == 0, "%v", told)
			if want {
				outs++
				require.Equal(t, make([]uint64, 5), answer)
			}
		}
	})
	require.Positive(t, outs)
}

// What is told must be votes that can be, of which the site's own are some.
func TestVotesThatCannotBe(t *testing.T) {
	kind, _ := score.Find("bdeu")
	site := &learning.Site{
		Data: rowstest.Sites(oracle.Rand(1), 1, []int32{2, 2, 2}, 20, 21)[0], Score: kind, Parameters: score.Parameters{ESS: 1},
		Structure: learning.Structure{DAG: graphtest.DAG(oracle.FromArcs(3, [][2]int{{0, 1}}))},
	}
	ask := func(q *learning.Question) error {
		_, err := site.Answer(context.Background(), q)
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
