package agreement

import (
	"context"
	"math/big"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/mcbnc/mcbnc/core/graphs/graph"
	"github.com/mcbnc/mcbnc/core/internal/testkit/graphtest"
	"github.com/mcbnc/mcbnc/core/internal/testkit/oracle"
)

// byDefinition computes the medians and the threshold by definition. Each graph is in the list as
// often as it counts.
func byDefinition(gs []oracle.Matrix) (medians []*big.Rat, threshold *big.Rat) {
	for i, a := range gs {
		var shares []*big.Rat
		for j, b := range gs {
			if i != j {
				shares = append(shares, f1ByDefinition(a, b))
			}
		}
		medians = append(medians, medianByDefinition(shares))
	}
	if len(gs) > 1 {
		threshold = medianByDefinition(medians)
		threshold.Quo(threshold, big.NewRat(2, 1))
	}
	return medians, threshold
}

func f1ByDefinition(a, b oracle.Matrix) *big.Rat {
	var both, inA, inB int64
	for u := range a {
		for v := range u {
			joinsA, joinsB := a[u][v] || a[v][u], b[u][v] || b[v][u]
			if joinsA {
				inA++
			}
			if joinsB {
				inB++
			}
			if joinsA && joinsB {
				both++
			}
		}
	}
	if inA+inB == 0 {
		return big.NewRat(1, 1)
	}
	return big.NewRat(2*both, inA+inB)
}

func medianByDefinition(list []*big.Rat) *big.Rat {
	if len(list) == 0 {
		return nil
	}
	list = slices.SortedFunc(slices.Values(list), (*big.Rat).Cmp)
	sum := new(big.Rat).Add(list[(len(list)-1)/2], list[len(list)/2])
	return sum.Quo(sum, big.NewRat(2, 1))
}

// Medians, threshold and F1 are those of the definition for any number of workers. The graphs may
// be equal, be empty, and stand for many.
func TestMeasure(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n, d := rapid.IntRange(1, 5).Draw(t, "n"), rapid.IntRange(1, 7).Draw(t, "d")
		var every []oracle.Matrix
		var dags []*graph.DAG
		times, first := make([]int64, d), make([]int, d)
		for i := range d {
			g := oracle.DrawDAG(t, n, "g")
			times[i], first[i] = rapid.Int64Range(1, 3).Draw(t, "times"), len(every)
			dags = append(dags, graphtest.DAG(g))
			for range times[i] {
				every = append(every, g)
			}
		}
		medians, threshold := byDefinition(every)
		a, err := Measure(context.Background(), dags, times, rapid.IntRange(1, 3).Draw(t, "workers"), true)
		require.NoError(t, err)
		require.Equal(t, threshold, a.Threshold)
		for i, at := range first {
			require.Equal(t, medians[at], a.Medians[i])
			require.Equal(t, threshold != nil && medians[at].Cmp(threshold) < 0, a.Flagged(i))
			for j, other := range first {
				want, _ := f1ByDefinition(every[at], every[other]).Float64()
				require.Equal(t, want, a.F1[i*d+j])
			}
		}
		plain, err := Measure(context.Background(), dags, times, 1, false)
		require.NoError(t, err)
		a.F1 = nil
		require.Equal(t, a, plain)
	})
}

// Fractions are compared exactly, also if their floats are equal and 64-bit products overflow.
func TestFractionsCompareExactly(t *testing.T) {
	a, b := fraction{1<<39 - 1, 1 << 40}, fraction{1<<39 - 2, 1<<40 - 2}
	require.Equal(t, a.float(), fraction{a.num << 20, a.den << 20}.float())
	require.Zero(t, a.compare(fraction{a.num << 20, a.den << 20}))
	require.Equal(t, a.rat().Cmp(b.rat()), a.compare(b))
	require.Equal(t, b.rat().Cmp(a.rat()), b.compare(a))
}

// A median of exactly half of the median of the medians is not below the threshold.
func TestHalfIsNotBelowHalf(t *testing.T) {
	arcs := func(pairs ...[2]int) *graph.DAG {
		g := graph.NewDAG(8)
		for _, p := range pairs {
			g.Add(p[0], p[1])
		}
		return g
	}
	full := arcs([2]int{0, 1}, [2]int{1, 2}, [2]int{2, 3})
	third := arcs([2]int{0, 1}, [2]int{4, 5}, [2]int{6, 7}) // F1 1/3 with full
	half := arcs([2]int{0, 1})                              // F1 2/4 with full
	for _, c := range []struct {
		odd  *graph.DAG
		want bool
	}{{half, false}, {third, true}} {
		a, err := Measure(context.Background(), []*graph.DAG{full, c.odd}, []int64{4, 1}, 1, false)
		require.NoError(t, err)
		require.Equal(t, big.NewRat(1, 2), a.Threshold)
		require.False(t, a.Flagged(0))
		require.Equal(t, c.want, a.Flagged(1))
	}
}

func TestMeasureIsCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	_, err := Measure(ctx, []*graph.DAG{graph.NewDAG(2)}, []int64{2}, 1, false)
	require.ErrorIs(t, err, context.Canceled)
}
