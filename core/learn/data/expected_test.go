package data

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/mcbnc/mcbnc/core/internal/testkit/oracle"
	"github.com/mcbnc/mcbnc/core/run/parallel"
)

// withHoles are rows of a chain of columns, in which each cell has no value with a chance. Each pair of columns is in a row.
func withHoles(rng *rand.Rand, n, rows int, chance float64) *Numbers {
	d := &Numbers{Rows: rows, Columns: make([][]float64, n), Gaps: true}
	for j := range d.Columns {
		d.Columns[j] = make([]float64, rows)
		for row := range rows {
			x := rng.NormFloat64()
			if j > 0 {
				x += d.Columns[j-1][row]
			}
			d.Columns[j][row] = 3*x + 100
		}
	}
	for j := range d.Columns {
		for row := 3; row < rows; row++ {
			if rng.Float64() < chance {
				d.Columns[j][row] = math.NaN()
			}
		}
	}
	return d
}

// naiveEM is the EM algorithm row by row, by the covariance of the known columns, in the columns' own units.
func naiveEM(d *Numbers) []float64 {
	n := len(d.Columns)
	mean, cov := make([]float64, n), make([]float64, n*n)
	for j, column := range d.Columns {
		count := 0.0
		for _, x := range column {
			if !math.IsNaN(x) {
				mean[j] += x
				count++
			}
		}
		mean[j] /= count
		cov[j*n+j] = 9
	}
	for range 3000 {
		sum, products := make([]float64, n), make([]float64, n*n)
		for row := range d.Rows {
			var known, missing []int
			x := make([]float64, n)
			for j := range n {
				if x[j] = d.Columns[j][row]; math.IsNaN(x[j]) {
					missing = append(missing, j)
				} else {
					known = append(known, j)
				}
			}
			inverse := make([]float64, len(known)*len(known))
			for a, j := range known {
				for b, k := range known {
					inverse[a*len(known)+b] = cov[j*n+k]
				}
			}
			invert(inverse, len(known))
			slope := func(j, b int) (sum float64) { // of missing j on the known column number b
				for a, o := range known {
					sum += cov[j*n+o] * inverse[a*len(known)+b]
				}
				return sum
			}
			for _, j := range missing {
				x[j] = mean[j]
				for b, k := range known {
					x[j] += slope(j, b) * (d.Columns[k][row] - mean[k])
				}
				for _, l := range missing {
					rest := cov[j*n+l]
					for b, k := range known {
						rest -= slope(j, b) * cov[k*n+l]
					}
					products[j*n+l] += rest
				}
			}
			for j := range n {
				sum[j] += x[j]
				for k := range n {
					products[j*n+k] += x[j] * x[k]
				}
			}
		}
		rows := float64(d.Rows)
		for j := range n {
			mean[j] = sum[j] / rows
		}
		for j := range n {
			for k := range n {
				cov[j*n+k] = products[j*n+k]/rows - mean[j]*mean[k]
			}
		}
	}
	return cov
}

func scatterOf(t require.TestingT, d *Numbers, workers int) *Scatter {
	team := parallel.NewTeam(workers)
	defer team.Close()
	s, err := NewScatter(context.Background(), d, team)
	require.NoError(t, err)
	return s
}

func at(s *Scatter, j, k int) float64 {
	sum, exponent := s.At(j, k)
	return math.Ldexp(sum, exponent)
}

func TestExpectedScatterIsOfMaximumLikelihood(t *testing.T) {
	for seed := range uint64(6) {
		rng := oracle.Rand(seed)
		n := 2 + rng.IntN(4)
		d := withHoles(rng, n, 60, 0.3)
		s, cov := scatterOf(t, d, 1), naiveEM(d)
		require.Equal(t, pairRows(d), s.Rows)
		require.Less(t, s.Rows, 60)
		for j := range n {
			for k := range n {
				tolerance := 1e-4 * math.Sqrt(cov[j*n+j]*cov[k*n+k])
				assert.InDelta(t, cov[j*n+k], at(s, j, k)/float64(s.Rows), tolerance)
			}
		}
	}
}

// Without holes it is the scatter.
func TestExpectedScatterWithoutHoles(t *testing.T) {
	d := withHoles(oracle.Rand(1), 4, 50, 0)
	got := scatterOf(t, d, 1)
	d.Gaps = false
	want := scatterOf(t, d, 1)
	require.Equal(t, want.Rows, got.Rows)
	for j := range 4 {
		for k := range 4 {
			assert.InDelta(t, 1, at(got, j, k)/at(want, j, k), 1e-9)
		}
	}
}

func TestOrderAndWorkersDoNotChangeTheExpectedScatter(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rng := oracle.Rand(rapid.Uint64().Draw(t, "seed"))
		d := withHoles(rng, 1+rng.IntN(5), 3+rng.IntN(80), rng.Float64())
		other := &Numbers{Rows: d.Rows, Columns: make([][]float64, len(d.Columns)), Gaps: true}
		order := rng.Perm(d.Rows)
		for j, column := range d.Columns {
			for _, row := range order {
				other.Columns[j] = append(other.Columns[j], column[row])
			}
		}
		require.Equal(t, scatterOf(t, d, 1), scatterOf(t, other, rapid.IntRange(1, 4).Draw(t, "workers")))
	})
}

// Columns of any size and place have the same correlations.
func TestExpectedScatterOfAnySize(t *testing.T) {
	d := withHoles(oracle.Rand(3), 3, 80, 0.2)
	want := scatterOf(t, d, 1)
	for j, scale := range []float64{1e300, 1e-300, -1} {
		for row := range d.Columns[j] {
			d.Columns[j][row] *= scale
		}
	}
	got := scatterOf(t, d, 1)
	for j := range 3 {
		for k := range j {
			correlation := func(s *Scatter) float64 {
				a, _ := s.At(j, j)
				b, _ := s.At(k, k)
				both, _ := s.At(j, k)
				return math.Abs(both) / math.Sqrt(a) / math.Sqrt(b)
			}
			assert.InDelta(t, correlation(want), correlation(got), 1e-7)
		}
	}
}

// What states imply for a hole counts: another column's state determines one.
func TestExpectedCorrelationsOfStates(t *testing.T) {
	const rows = 90
	columns := make([][]float64, 3)
	for row := range rows {
		state := float64(row % 3)
		columns[0] = append(columns[0], state)
		columns[1] = append(columns[1], state)
		columns[2] = append(columns[2], float64(row/3%5)+state)
	}
	columns[1][7], columns[2][9] = math.NaN(), math.NaN()
	d := &Numbers{Rows: rows, Columns: columns, Gaps: true, Arity: []int{4, 3, 0}}
	team := parallel.NewTeam(1)
	defer team.Close()
	first, matrix, count, err := ExpectedCorrelations(context.Background(), d, team)
	require.NoError(t, err)
	require.Equal(t, []int32{0, 2, 4, 5}, first)
	require.Equal(t, (rows-1+rows-1+rows-2)/3, count)
	for k := range 2 { // the indicators of the columns 0 and 1 are the same
		assert.InDelta(t, 1, matrix[k*5+2+k], 1e-4)
	}
	assert.InDelta(t, matrix[0*5+4], matrix[2*5+4], 1e-3)
}

func TestInvert(t *testing.T) {
	rng := oracle.Rand(2)
	for n := 1; n < 7; n++ {
		root, a := make([]float64, n*n), make([]float64, n*n)
		for at := range root {
			root[at] = rng.NormFloat64()
		}
		for j := range n {
			for k := range n {
				for l := range n {
					a[j*n+k] += root[j*n+l] * root[k*n+l]
				}
			}
			a[j*n+j]++
		}
		inverse := append([]float64(nil), a...)
		invert(inverse, n)
		for j := range n {
			for k := range n {
				sum, want := 0.0, 0.0
				for l := range n {
					sum += a[j*n+l] * inverse[l*n+k]
				}
				if j == k {
					want = 1
				}
				assert.InDelta(t, want, sum, 1e-10)
			}
		}
	}
}

func TestExpectedScatterEnds(t *testing.T) {
	ctx, stop := context.WithCancel(context.Background())
	stop()
	team := parallel.NewTeam(1)
	defer team.Close()
	_, err := NewScatter(ctx, withHoles(oracle.Rand(3), 3, 80, 0.2), team)
	require.ErrorIs(t, err, context.Canceled)
}
