package over

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/mcbnc/mcbnc/core/graphs/graph"
	"github.com/mcbnc/mcbnc/core/internal/testkit/oracle"
)

// numpy.random.Philox(key=[7, 2], counter=[0, 3, 1, 20]).random_raw(6) are these words.
func TestSourceIsPhilox(t *testing.T) {
	words := []uint64{5451217397698486134, 9362274006253841801, 10202388118723455743, 6656488043653248609, 13406587110569765208, 13622552173145663596}
	s := newSource([2]uint64{7, 2}, 1, 20, len(words))
	s.row(9, len(words)) // another row, which does not count
	for k, u := range s.row(3, len(words)) {
		assert.Equal(t, float64(words[k]>>11)/(1<<53), u)
	}
}

func TestDraw(t *testing.T) {
	const below = 1 - 1.0/(1<<53)
	for _, c := range []struct {
		u       float64
		weights []float64
		want    int32
	}{
		{0, []float64{1, 3}, 0},
		{0.25, []float64{1, 3}, 1}, // the sum must exceed the bound
		{0.2499, []float64{1, 3}, 0},
		{0, []float64{0, 2}, 1},
		{below, []float64{1, 2, 0}, 1},
		{below, []float64{0.1, 0.2, 0.3, 0}, 2},
		{0.5, []float64{5}, 0},
	} {
		assert.Equal(t, c.want, draw(c.u, c.weights), c)
	}
}

func TestCodedGains(t *testing.T) {
	assert.Equal(t, []int64{0, 1, 1, 2, 2, 4, -1, -2, 0}, []int64{
		coded(1e-9), coded(1.1e-9), coded(4.9e-8), coded(5.1e-8), coded(1.4e-7), coded(1.6e-7), coded(-2e-9), coded(-6e-8), coded(-1e-10),
	})
	assert.Equal(t, coded(1e300), -coded(-1e300))
	assert.Positive(t, coded(1e300))
	assert.InDelta(t, 12.5, Gain(coded(12.5)), 1e-9)
}

// A table of the joint states that occur gives the same for each joint state as one that has a place for all.
func TestSparseTablesAreDenseOnes(t *testing.T) {
	n, arity := 4, []int{3, 2, 4, 3}
	g := graph.NewDAG(n)
	for u := range 3 {
		g.Add(u, 3)
	}
	nodes, err := nodesOf(g, arity)
	assert.NoError(t, err)
	rng := oracle.Rand(1)
	var cells []int32
	for range 20 { // fewer rows than joint states
		for _, states := range arity {
			cells = append(cells, rng.Int32N(int32(states)))
		}
	}
	shares := []float64{0.5, 0.25, 0.25}
	dense := nodes[3]
	sparse := dense
	sparse.cells = mostDense + 1
	var found [2][]float64
	for k, d := range []*node{&dense, &sparse} {
		counts := d.counter()
		assert.Equal(t, k == 0, counts.dense != nil)
		d.count(counts, cells, n, nil)
		common := d.chances(counts, 1, func(int) []float64 { return shares })
		site := d.counter()
		d.count(site, cells[:8*n], n, nil)
		own := d.chances(site, ownWeight, common.of)
		for at := 0; at < dense.cells; at += d.arity {
			found[k] = append(append(found[k], common.of(at)...), own.of(at)...)
		}
	}
	assert.Equal(t, found[0], found[1])
}
