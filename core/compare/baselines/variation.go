package baselines

import (
	"cmp"
	"context"
	"encoding/binary"
	"math"
	"math/rand/v2"
	"slices"

	"github.com/mcbnc/mcbnc/core/graphs/bitset"
)

// cross puts a new population in the place of the present one, and evaluates it. The new individual 0
// is the best one within the bound ever, and 1 is the best one of the present individuals but 0, within
// the bound or not (ties: the first). Each other is made of two winners of tournaments.
func (e *evolution) cross(ctx context.Context, t int) error {
	before := e.now
	e.now = make([]*chromosome, len(before))
	return e.each(ctx, func(ctx context.Context, d *decoder, i int) error {
		switch i {
		case 0:
			if e.now[0] = e.best; e.best == nil {
				e.now[0] = before[0]
			}
			return nil
		case 1:
			e.now[1] = slices.MinFunc(before[1:], func(c, d *chromosome) int {
				return cmp.Compare(c.fitness, d.fitness)
			})
			return nil
		}
		from := rand.New(stream(e.o.Seed, t, i, crossing))
		left, right := tournament(from, before), tournament(from, before)
		e.now[i] = &chromosome{genes: e.g.onePoint(from, left.genes, right.genes)}
		return d.evaluate(ctx, e.now[i], left, right)
	})
}

// tournament is the fitter one of two (ties: the first), each drawn from all.
func tournament(from *rand.Rand, among []*chromosome) *chromosome {
	a, b := among[from.IntN(len(among))], among[from.IntN(len(among))]
	if b.fitness < a.fitness {
		return b
	}
	return a
}

// onePoint has the genes of left before a random point, and those of right from there on.
func (g *Genes) onePoint(from *rand.Rand, left, right bitset.Set) bitset.Set {
	child := right.Clone()
	if g.Count() == 0 {
		return child
	}
	point := from.IntN(g.Count())
	for w := range child {
		switch first := 64 * w; {
		case first+64 <= point:
			child[w] = left[w]
		case first < point:
			below := uint64(1)<<(point-first) - 1
			child[w] = left[w]&below | right[w]&^below
		}
	}
	return child
}

// mutate puts mutants in the place of the whole population. It evaluates them, except those of the last
// generation, which have no effect.
func (e *evolution) mutate(ctx context.Context, t int) error {
	if t == e.o.Generations-1 {
		return nil
	}
	before := e.now
	e.now = make([]*chromosome, len(before))
	return e.each(ctx, func(ctx context.Context, d *decoder, i int) error {
		was := before[i]
		genes := was.genes.Clone()
		off, on := flips(float64(was.clique) / float64(d.limit))
		mutate(stream(e.o.Seed, t, i, mutating), genes, e.g.Count(), off, on)
		if genes.Equal(was.genes) {
			e.now[i] = was
			return nil
		}
		e.now[i] = &chromosome{genes: genes}
		return d.evaluate(ctx, e.now[i], was)
	})
}

// flips are the probabilities, as thresholds, that a chosen gene is left out, and that another one is
// chosen. They depend on the size of the largest clique as a share of the limit.
func flips(x float64) (off, on uint64) {
	square := func(x float64) float64 { return x * x } // a conversion keeps the sum below from being fused
	if x < 1 {
		return chance(square(x / 10)), chance(float64(square((x-1)/2)) + 0.01)
	}
	return chance(math.Log10(x)/3 + 0.01), chance(0.01 / (x + 0.01))
}

// mutate flips each of count genes with its probability.
func mutate(from *rand.ChaCha8, genes bitset.Set, count int, off, on uint64) {
	for k := range count {
		word := from.Uint64()
		if genes.Has(k) {
			if word < off {
				genes.Remove(k)
			}
		} else if word < on {
			genes.Add(k)
		}
	}
}

// purpose is what random numbers are drawn for.
type purpose uint64

const (
	beginning purpose = iota
	crossing
	mutating
)

// stream is the random numbers of one individual in one generation. They depend on nothing else, so
// any worker may draw them.
func stream(seed uint64, generation, individual int, of purpose) *rand.ChaCha8 {
	var key [32]byte
	for k, word := range [4]uint64{seed, uint64(generation), uint64(individual), uint64(of)} {
		binary.LittleEndian.PutUint64(key[8*k:], word)
	}
	return rand.NewChaCha8(key)
}

// chance is a probability as a threshold: a random word is below it with that probability, up to
// 2^-64.
func chance(p float64) uint64 {
	if p >= 1 {
		return math.MaxUint64
	}
	return uint64(max(p, 0) * (1 << 63) * 2)
}
