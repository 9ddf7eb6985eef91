package equiv

import (
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/mcbnc/mcbnc/core/graphs/graph"
	"github.com/mcbnc/mcbnc/core/internal/testkit/graphtest"
	"github.com/mcbnc/mcbnc/core/internal/testkit/oracle"
)

// votesOf are the votes of graphs, each with its weight.
func votesOf(dags []oracle.Matrix, weights []int64) Votes {
	return func(x, y int) (sum int64) {
		for i, g := range dags {
			if g[x][y] {
				sum += weights[i]
			}
		}
		return sum
	}
}

// drawVotes draws no votes, or those of a few DAGs.
func drawVotes(t *rapid.T, n int) Votes {
	if rapid.Bool().Draw(t, "no votes") {
		return nil
	}
	return votesOf(drawVoters(t, n))
}

func drawVoters(t *rapid.T, n int) (dags []oracle.Matrix, weights []int64) {
	for range rapid.IntRange(1, 5).Draw(t, "r") {
		dags = append(dags, oracle.DrawDAG(t, n, "voter"))
		weights = append(weights, rapid.Int64Range(0, 3).Draw(t, "weight"))
	}
	return dags, weights
}

// Preferred takes the sinks that the definition takes, which looks at every node before each choice.
func TestPreferredEqualsTheDefinition(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 8).Draw(t, "n")
		p := oracle.CPDAG(oracle.DrawDAG(t, n, "dag"))
		if rapid.Bool().Draw(t, "any PDAG") {
			for _, arc := range p.Arcs() {
				p[arc[1]][arc[0]] = rapid.Bool().Draw(t, "undirected")
			}
		}
		dags, weights := drawVoters(t, n)
		var rules oracle.Matrix
		var directed *graph.DAG
		if rapid.Bool().Draw(t, "directions") {
			rules = oracle.DrawDAG(t, n, "directed")
			directed = graphtest.DAG(rules)
		}
		want, ok := oracle.Preferred(p, rules, dags, weights)
		got, err := Preferred(graphtest.PDAG(p), directed, votesOf(dags, weights))
		if !ok {
			require.ErrorIs(t, err, ErrNoExtension)
			return
		}
		require.NoError(t, err)
		require.Equal(t, [][]bool(want), graphtest.Matrix(got))
	})
}

// The votes of one member of the class give that member, whatever their weight, and with any of the
// member's directions as constraints. So does a majority that agrees.
func TestPreferredOfOneMember(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 9).Draw(t, "n")
		g := oracle.DrawDAG(t, n, "dag")
		class := graphtest.PDAG(oracle.CPDAG(g))
		var directed *graph.DAG
		if rapid.Bool().Draw(t, "directions") {
			directed = graphtest.DAG(g)
		}
		got, err := Preferred(class, directed, votesOf([]oracle.Matrix{g}, []int64{3}))
		require.NoError(t, err)
		require.Equal(t, [][]bool(g), graphtest.Matrix(got))
	})
}

// The greedy choice is not always the member with the most votes. This test holds what was measured:
// in 50 of these 2,000 cases another member has more, by 1.3 of ten voters on average.
func TestPreferredIsNearTheBestMember(t *testing.T) {
	t.Parallel()
	const cases, voters = 2000, 10
	short, lost := 0, int64(0)
	for seed := range cases {
		rng := oracle.Rand(uint64(seed))
		n := 3 + rng.IntN(4)
		g := oracle.RandomDAG(rng, n, 0.5)
		members := oracle.ClassMembers(g)
		dags, weights := make([]oracle.Matrix, voters), make([]int64, voters)
		for i := range dags {
			dags[i], weights[i] = members[rng.IntN(len(members))], 1
			if rng.IntN(3) == 0 {
				dags[i] = oracle.RandomDAG(rng, n, 0.5)
			}
		}
		votes := votesOf(dags, weights)
		best := int64(-1)
		for _, m := range members {
			best = max(best, votesFor(m, votes))
		}
		got, err := Preferred(graphtest.PDAG(oracle.CPDAG(g)), nil, votes)
		require.NoError(t, err)
		if missing := best - votesFor(graphtest.Matrix(got), votes); missing > 0 {
			short++
			lost += missing
		}
	}
	t.Logf("%d of %d cases have a better member, by %d votes in all", short, cases, lost)
	require.LessOrEqual(t, short, cases/20)
	require.LessOrEqual(t, lost, int64(2*short))
}

// votesFor is the sum of the votes for a DAG's arcs.
func votesFor(g oracle.Matrix, votes Votes) (sum int64) {
	for _, a := range g.Arcs() {
		sum += votes(a[0], a[1])
	}
	return sum
}
