package data_test

import (
	"encoding/binary"
	"math"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/mcbnc/mcbnc/core/learn/data"
	"github.com/mcbnc/mcbnc/core/run/parallel"
)

// Without noise the correlations are those of the sums, up to one factor of all.
func TestNoisySumsWithoutNoise(t *testing.T) {
	team := parallel.NewTeam(1)
	defer team.Close()
	compared, whole := 0, 0
	rapid.Check(t, func(t *rapid.T) {
		arity := rapid.SliceOfN(rapid.SampledFrom([]int{0, 0, 2, 3}), 2, 5).Draw(t, "arity")
		w := drawWhole(t, arity)
		for v, states := range arity {
			for s := range states { // each state occurs, so that the same columns stand for it
				if w.Rows <= s {
					return
				}
				w.Columns[v][s] = int32(s)
			}
		}
		told := products(t, w, team)
		sums, err := data.NewSums(w.Rows, arity, told, wholePlaces)
		require.NoError(t, err)
		wantFirst, want := sums.Correlations()
		first, matrix, rows := data.NewNoisySums(w.Rows, arity, told, wholePlaces, 1e-40).Correlations()
		if w.Rows < 12 {
			return
		}
		require.Equal(t, wantFirst, first)
		require.InDelta(t, w.Rows, rows, 1)
		size, factor := int(first[len(arity)]), -1.0
		for i, x := range want {
			switch {
			case i/size == i%size:
				require.Equal(t, 1.0, matrix[i])
			case math.Abs(x) < 1e-6:
				require.InDelta(t, 0, matrix[i], 1e-6)
			case factor < 0:
				factor = matrix[i] / x
			default:
				require.InDelta(t, factor*x, matrix[i], 1e-6)
			}
		}
		require.LessOrEqual(t, factor, 1+1e-6)
		compared++
		if factor > 1-1e-6 {
			whole++
		}
	})
	require.Positive(t, compared)
	require.Positive(t, whole)
}

// requireCorrelations checks that a matrix is one of correlations, that is positive definite.
func requireCorrelations(t require.TestingT, first []int32, matrix []float64) {
	size := int(first[len(first)-1])
	require.Len(t, matrix, size*size)
	for i, x := range matrix {
		require.False(t, math.IsNaN(x))
		require.Equal(t, x, matrix[i%size*size+i/size])
	}
	a := append([]float64(nil), matrix...)
	for k := range size {
		require.Positive(t, a[k*size+k])
		for i := k + 1; i < size; i++ {
			for j := k + 1; j < size; j++ {
				a[i*size+j] -= a[i*size+k] * a[k*size+j] / a[k*size+k]
			}
		}
	}
}

// With any noise there are correlations, and of no more rows than there are.
func TestNoisySums(t *testing.T) {
	team := parallel.NewTeam(1)
	defer team.Close()
	rapid.Check(t, func(t *rapid.T) {
		arity := rapid.SliceOfN(rapid.SampledFrom([]int{0, 1, 2, 3, 4}), 1, 6).Draw(t, "arity")
		w := drawWhole(t, arity)
		told := products(t, w, team)
		for i := range told {
			told[i] += uint64(rapid.Int64Range(-5, 5).Draw(t, "noise"))
		}
		for _, noise := range []float64{1e-9, 0.1, 1, 10, 1e6} {
			first, matrix, rows := data.NewNoisySums(max(w.Rows, 1), arity, told, wholePlaces, noise).Correlations()
			requireCorrelations(t, first, matrix)
			require.Positive(t, rows)
			require.LessOrEqual(t, rows, max(w.Rows, 1))
		}
		first, matrix, _ := data.NewNoisySums(max(w.Rows, 1), arity, told, wholePlaces, 1e9).Correlations()
		require.Empty(t, matrix)
		require.Zero(t, first[len(arity)])
	})
}

func FuzzNoisySums(f *testing.F) {
	f.Add(uint8(3), []byte{2, 0, 3}, []byte("0123456701234567"), 0.5)
	f.Add(uint8(200), []byte{0, 0, 4, 1}, []byte{255, 255, 255, 255, 255, 255, 255, 127}, 1e-300)
	f.Fuzz(func(t *testing.T, rows uint8, kinds, numbers []byte, noise float64) {
		if !(noise > 0) || noise > 1<<53 || len(kinds) == 0 || len(kinds) > 6 {
			return
		}
		arity := make([]int, len(kinds))
		for v, kind := range kinds {
			arity[v] = int(kind % 5)
		}
		told := make([]uint64, data.ProductsLength(arity, 1<<20))
		for i := range told {
			var word [8]byte
			if 8*i < len(numbers) {
				copy(word[:], numbers[8*i:])
			}
			told[i] = binary.LittleEndian.Uint64(word[:])
		}
		first, matrix, count := data.NewNoisySums(int(rows)+1, arity, told, wholePlaces, noise).Correlations()
		require.Positive(t, count)
		requireCorrelations(t, first, matrix)
	})
}
