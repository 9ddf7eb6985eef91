package main

import (
	"context"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/mcbnc/mcbnc/core/learn/data"
	"github.com/mcbnc/mcbnc/core/learn/score"
)

// The noise of a set is the same whichever way it is asked for, and of the deviation that it should have.
func TestNoiseIsOfTheSetAlone(t *testing.T) {
	kind, _ := score.Find("bdeu")
	arity := []int32{2, 2, 3, 2, 2, 2, 2, 2, 2, 2}
	columns, rng := make([][]uint8, len(arity)), rand.New(rand.NewPCG(1, 1))
	for v := range columns {
		for range 50 {
			columns[v] = append(columns[v], uint8(rng.Int32N(arity[v])))
		}
	}
	model := kind.Discrete(data.New(50, columns, arity), score.Parameters{ESS: 1})
	noisy := noisy{Model: model, seed: 5, deviation: 1e6, margin: 7}
	require.Equal(t, model.NodePenalty(2)+7, noisy.NodePenalty(2))
	exact, batch := model.NewBatch(1), noisy.NewBatch(1)
	require.Equal(t, exact.Open(0, 0, nil, 0), batch.Open(0, 0, nil, 0))
	values := make([]int64, len(arity))
	squares, count := 0.0, 0.0
	for a := range int32(len(arity)) {
		for b := range a {
			batch.Open(0, 0, []int32{a}, 1)
			batch.Extend(context.Background(), 0, 0, []int32{b}, values)
			set := []int32{a, b}
			rng.Shuffle(2, func(i, j int) { set[i], set[j] = set[j], set[i] })
			again := batch.Open(0, 0, set, 0)
			require.Equal(t, again, values[b])
			noise := float64(again-exact.Open(0, 0, set, 0)) / noisy.deviation
			squares, count = squares+noise*noise, count+1
		}
	}
	require.InDelta(t, 1, squares/count, 0.6)
}

// Without noise the answers are those of the rule; with noise they are the same each time.
func TestSolve(t *testing.T) {
	p := &Problem{Arity: []int32{2, 2, 2}, Seed: 3}
	for range 3 {
		site := Site{Arcs: [][2]int{{0, 1}}}
		for row := range byte(80) {
			site.Rows = append(site.Rows, row&1, row&1, row>>1&1)
		}
		p.Sites = append(p.Sites, site)
	}
	p.Variants = []Variant{{Penalised: true, MaxParents: -1}, {Penalised: true, Noise: 3, MaxParents: -1}, {Noise: 30, MaxParents: -1}}
	first, err := p.solve()
	require.NoError(t, err)
	require.Len(t, first[0].Arcs, 1)
	require.Equal(t, first[0].Arcs, first[0].Pooled)
	again, err := p.solve()
	require.NoError(t, err)
	require.Equal(t, first, again)
}
