package ges_test

import (
	"context"
	"errors"
	"math/big"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/mcbnc/mcbnc/core/graphs/equiv"
	"github.com/mcbnc/mcbnc/core/graphs/graph"
	"github.com/mcbnc/mcbnc/core/internal/testkit/graphtest"
	"github.com/mcbnc/mcbnc/core/internal/testkit/oracle"
	"github.com/mcbnc/mcbnc/core/learn/ges"
	"github.com/mcbnc/mcbnc/core/run/parallel"
)

// families is the FamilyScore of a function of families.
func families(local oracle.Local) ges.FamilyScore {
	return func(y int, parents []int32) func(*big.Int) {
		var list []int
		for _, p := range parents {
			list = append(list, int(p))
		}
		return func(total *big.Int) { total.Add(total, big.NewInt(local(y, list))) }
	}
}

// memberTotal is what the member of a class scores that the search returns.
func memberTotal(t require.TestingT, local oracle.Local, class *graph.PDAG, directed *graph.DAG) int64 {
	member, err := equiv.Extension(class, directed)
	require.NoError(t, err)
	return total(local, oracle.Matrix(graphtest.Matrix(member)))
}

// The extended search ends by any score of families, also by one that is not equal within a class. Each step of a climb
// raises the total of the member that is returned, and at the end no operator does that and gains.
func TestExtendedSearchEndsByAnyScore(t *testing.T) {
	refused := 0
	graphtest.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 6).Draw(t, "n")
		local := anyLocal(rapid.Uint64().Draw(t, "score"), rapid.SampledFrom([]int64{4, 100, 1e9}).Draw(t, "values"))
		most := rapid.IntRange(-1, 4).Draw(t, "max parents")
		free := oracle.SearchOptions{MaxParents: most}
		opt := ges.Options{MaxParents: most, Extended: true, Score: families(local)}
		if rapid.Bool().Draw(t, "constrained") {
			free.Constraints = drawConstraints(t, n)
			opt.Constraints = &graph.Constraints{
				Required:  bits(free.Required),
				Forbidden: bits(free.Forbidden),
				Directed:  graphtest.DAG(free.Directed),
			}
		}
		team := parallel.NewTeam(rapid.IntRange(1, 3).Draw(t, "workers"))
		defer team.Close()
		got, err := ges.Run(context.Background(), n, localScorer{local}, team, opt)
		require.NoError(t, err)
		cpdag := got.Class.CPDAG()
		reached := memberTotal(t, local, cpdag, opt.Constraints.Directions())
		state := oracle.Matrix(graphtest.PDAGMatrix(cpdag))
		for _, m := range slices.Concat(
			oracle.Inserts(state, local, free), oracle.Deletes(state, local, free), oracle.Turns(state, local, free),
		) {
			if m.Gain > 0 {
				require.LessOrEqual(t, memberTotal(t, local, graphtest.PDAG(m.State), opt.Constraints.Directions()), reached)
				refused++
			}
		}
	}, &refused)
}

// tired is a scorer that fails after a number of questions.
type tired struct {
	localScorer
	left *int
}

var errTired = errors.New("tired")

func (s tired) Fill(context.Context) error {
	if *s.left--; *s.left < 0 {
		return errTired
	}
	return nil
}

// Without the total, which is what the search takes operators by, such a search goes in circles.
func TestGainsAloneGoInCircles(t *testing.T) {
	team := parallel.NewTeam(1)
	defer team.Close()
	run := func(score ges.FamilyScore, local oracle.Local) error {
		left := 20_000
		_, err := ges.Run(context.Background(), 5, tired{localScorer{local}, &left}, team, ges.Options{Extended: true, MaxParents: -1, Score: score})
		return err
	}
	circles := 0
	for seed := range uint64(20) {
		local := anyLocal(seed, 1e9)
		require.NoError(t, run(families(local), local))
		if run(nil, local) != nil {
			circles++
		}
	}
	require.Positive(t, circles)
}

// A score that is equal within a class leads to the same steps, whether or not the total is asked for.
func TestTheTotalOfAnEqualScoreChangesNothing(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 7).Draw(t, "n")
		local := anyEquivalent(rapid.Uint64().Draw(t, "score"), rapid.SampledFrom([]int64{4, 100, 1e9}).Draw(t, "values"))
		team := parallel.NewTeam(1)
		defer team.Close()
		run := func(score ges.FamilyScore) *ges.Result {
			got, err := ges.Run(context.Background(), n, localScorer{local}, team, ges.Options{Extended: true, MaxParents: -1, Score: score})
			require.NoError(t, err)
			return got
		}
		require.Equal(t, run(nil).Steps, run(families(local)).Steps)
	})
}
