package resample

import (
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// The known answers of Random123 (kat_vectors, philox4x64 with 10 rounds).
func TestPhiloxKnownAnswers(t *testing.T) {
	const all = ^uint64(0)
	for _, c := range []struct {
		key           [2]uint64
		counter, want [4]uint64
	}{
		{
			want: [4]uint64{0x16554d9eca36314c, 0xdb20fe9d672d0fdc, 0xd7e772cee186176b, 0x7e68b68aec7ba23b},
		},
		{
			key: [2]uint64{all, all}, counter: [4]uint64{all, all, all, all},
			want: [4]uint64{0x87b092c3013fe90b, 0x438c3c67be8d0224, 0x9cc7d7c69cd777b6, 0xa09caebf594f0ba0},
		},
		{
			key:     [2]uint64{0x452821e638d01377, 0xbe5466cf34e90c6c},
			counter: [4]uint64{0x243f6a8885a308d3, 0x13198a2e03707344, 0xa4093822299f31d0, 0x082efa98ec4e6c89},
			want:    [4]uint64{0xa528f45403e61d95, 0x38c72dbd566e9788, 0xa5a1610e72fd18b5, 0x57bd43b5e52b7fe6},
		},
	} {
		assert.Equal(t, c.want, Philox(c.key, c.counter))
	}
}

// numpy.random.Philox(key=7, counter=[0, 3, 0, 0]).random_raw(10) draws the same of ten rows.
func TestDrawIsNumPys(t *testing.T) {
	assert.Equal(t, []int32{2, 1, 0, 1, 2, 0, 0, 2, 1, 1}, Draw(7, 3, 10))
}

// Each resample has as many rows as there are.
func TestDrawsAddUp(t *testing.T) {
	for rows := range 20 {
		for k := range 3 {
			sum := int32(0)
			for _, n := range Draw(1, k, rows) {
				sum += n
			}
			require.EqualValues(t, rows, sum)
		}
	}
	assert.NotEqual(t, Draw(1, 0, 50), Draw(1, 1, 50))
	assert.NotEqual(t, Draw(1, 0, 50), Draw(2, 0, 50))
}

// All rows are drawn with equal chances, and independently: chi-square of the totals over many
// resamples, and of how many rows were drawn 0, 1, 2, 3 or more times in one of them.
func TestDrawsAreMultinomial(t *testing.T) {
	const rows, resamples = 100, 2000
	totals := make([]float64, rows)
	var often [5]float64 // rows by how often they were drawn, 4 standing for more
	for k := range resamples {
		for row, n := range Draw(11, k, rows) {
			totals[row] += float64(n)
			often[min(n, 4)]++
		}
	}
	square := 0.0
	for _, n := range totals {
		square += (n - resamples) * (n - resamples) / resamples
	}
	// Chi-square with 99 degrees of freedom is between 60 and 149 with probability 0.998.
	assert.Greater(t, square, 60.0)
	assert.Less(t, square, 149.0)

	// A row is drawn n times with the probability of a binomial distribution.
	expected := [5]float64{4: 1}
	p := 1.0 // of n = 0
	for range rows {
		p *= 1 - 1.0/rows
	}
	for n := range 4 {
		expected[n] = p
		expected[4] -= p
		p *= float64(rows-n) / float64(n+1) / (rows - 1)
	}
	for n, share := range expected {
		// The counts of one resample are correlated, which only narrows their spread.
		mean := share * rows * resamples
		assert.InDelta(t, mean, often[n], 4*math.Sqrt(mean), n)
	}
}
