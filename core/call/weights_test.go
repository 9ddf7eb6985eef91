package call

import (
	"math"
	"math/big"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

func TestScaleWeights(t *testing.T) {
	for _, c := range []struct {
		name    string
		weights []float64
		n       int
		want    []int64
	}{
		{"integers stay", []float64{1, 2, 0, 10}, 5, []int64{1, 2, 0, 10}},
		{"large integers stay", []float64{1 << 60, 1 << 60}, 2, []int64{1 << 60, 1 << 60}},
		{"decimals as written", []float64{0.1, 0.25, 1}, 5, []int64{10, 25, 100}},
		{"tenths", []float64{0.1, 0.2, 0.3}, 5, []int64{1, 2, 3}},
		{"large common power", []float64{2e30, 3e31}, 5, []int64{2, 30}},
		{"small common power", []float64{0, 2e-300, 5e-300}, 5, []int64{0, 2, 5}},
		{"integers too large, for so many nodes", []float64{1 << 60, 1}, 9, []int64{1 << 58, 0}},
		{"thirds", []float64{1. / 3, 2. / 3}, 1, []int64{3333333333333333, 6666666666666666}},
		{"no common power of ten", []float64{1, 0x1p-50, 0}, 1, []int64{1 << 61, 1 << 11, 0}},
		{"rounding", []float64{1, 0x1p-61 + 0x1p-62, 0x1p-63}, 1, []int64{1 << 61, 2, 0}},
		{"one vanishes", []float64{1e300, 1e-300}, 1, []int64{int64(math.Ldexp(1e300, 62-997)), 0}},
	} {
		assert.Equal(t, c.want, ScaleWeights(c.weights, nil, c.n), c.name)
	}
}

// weightLists are lists a person might give, and hostile ones.
var weightLists = rapid.Custom(func(t *rapid.T) []float64 {
	one := rapid.OneOf(
		rapid.Map(rapid.IntRange(0, 1000), func(i int) float64 { return float64(i) }),
		rapid.Map(rapid.IntRange(0, 1000), func(i int) float64 { return float64(i) / 1000 }),
		rapid.Float64Range(0, 1),
		rapid.Float64Range(0, math.MaxFloat64),
		rapid.Just(math.SmallestNonzeroFloat64),
		rapid.Just(math.MaxFloat64),
	)
	list := rapid.SliceOfN(one, 1, 20).Draw(t, "weights")
	list[0] = max(list[0], math.SmallestNonzeroFloat64) // not all zero
	return list
})

func TestScaledWeightsAreInProportion(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		weights := weightLists.Draw(t, "list")
		n := rapid.IntRange(1, MaxNodes).Draw(t, "n")
		scaled := ScaleWeights(weights, nil, n)

		total, exact := new(big.Int), new(big.Rat)
		for i, w := range weights {
			require.GreaterOrEqual(t, scaled[i], int64(0))
			total.Add(total, big.NewInt(scaled[i]))
			exact.Add(exact, new(big.Rat).SetFloat64(w))
		}
		require.Positive(t, total.Sign())
		bound := new(big.Int).Mul(total, big.NewInt(int64(n)))
		require.LessOrEqual(t, bound.Cmp(big.NewInt(maxScore)), 0, "sum · n must fit")

		// Each share of the sum is right to within 2^-62 · n · r or a decimal's rounding.
		for i, w := range weights {
			got, _ := new(big.Rat).SetFrac(big.NewInt(scaled[i]), total).Float64()
			want, _ := new(big.Rat).Quo(new(big.Rat).SetFloat64(w), exact).Float64()
			require.InDelta(t, want, got, 1e-11, "weight %d", i)
		}
	})
}

func TestScaledWeightsDoNotDependOnTheOrder(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		weights := weightLists.Draw(t, "list")
		n := rapid.IntRange(1, 500).Draw(t, "n")
		scaled := ScaleWeights(weights, nil, n)
		rng := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 0))
		order := rng.Perm(len(weights))
		shuffled := make([]float64, len(weights))
		for i, k := range order {
			shuffled[i] = weights[k]
		}
		for i, w := range ScaleWeights(shuffled, nil, n) {
			require.Equal(t, scaled[order[i]], w)
		}
	})
}

// Equal weights must stay equal, and a multiple by a power of ten changes no proportion.
func TestTheUnitOfWeightsDoesNotMatter(t *testing.T) {
	assert.Equal(t, ScaleWeights([]float64{0.5, 0.25}, nil, 9), ScaleWeights([]float64{5e-9, 2.5e-9}, nil, 9))
	assert.Equal(t, ScaleWeights([]float64{0.7, 0.7}, nil, 9), []int64{7, 7})
}

// Weights that count several times become what they become written out so often.
func TestScaledWeightsOfCopies(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		weights := weightLists.Draw(t, "list")
		n := rapid.IntRange(1, 500).Draw(t, "n")
		times := make([]int64, len(weights))
		var all []float64
		for i, w := range weights {
			times[i] = rapid.Int64Range(1, 4).Draw(t, "times")
			all = append(all, slices.Repeat([]float64{w}, int(times[i]))...)
		}
		var want []int64
		for i, w := range ScaleWeights(weights, times, n) {
			want = append(want, slices.Repeat([]int64{w}, int(times[i]))...)
		}
		require.Equal(t, want, ScaleWeights(all, nil, n))
	})
}
