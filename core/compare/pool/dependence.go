package pool

import (
	"context"
	"math"
	"slices"

	"github.com/mcbnc/mcbnc/core/run/parallel"
)

const (
	leastShared = 6   // pairs that two sources both see, below which they are not compared
	alikeFrom   = 0.5 // the dependence above which a source counts less
)

// Alike are two sources that agree where the rows say otherwise, by κ: 1 for copies, and near 0 for independent sources.
type Alike struct {
	A, B  int32 // in the order of the input, A < B
	Kappa float64
	Less  bool // so much that both count less
}

// span is the pairs that two scopes and the rows share, by ζ: the probability that rows alone give a pair.
type span struct {
	pairs  float64
	zeta   float64 // Σζ
	spread float64 // Σ(ζ − ζ̄)²
	within float64 // Σζ(1 − ζ)
}

// line is the regression of a source's v on ζ over a span: f at ζ = 0, and h at ζ = 1.
type line struct {
	f, h     float64
	variance float64
	v, vzeta float64 // Σv, Σvζ
}

// dependence finds which sources are alike, in canonical order (step 4). Without rows there is no telling copies from sources
// that agree since they are right. It takes O(m² s + k² n²) for m sources that say s each and have k scopes.
func (m *model) dependence(ctx context.Context) ([]Alike, error) {
	if m.rows == nil {
		return nil, nil
	}
	zeta := make([]float64, m.pairs.Count())
	for p, given := range m.given {
		if m.speak[p] {
			zeta[p] = logistic(given)
		}
	}
	spans, err := m.spans(ctx, zeta)
	if err != nil {
		return nil, err
	}
	lines := make([][]line, len(m.sources)) // by source, and by the other one's scope
	for i, s := range m.sources {
		lines[i] = m.lines(s, spans[s.scope], zeta)
	}
	blocks := slices.Collect(slices.Chunk(m.sources, together))
	found := make([][]Alike, len(blocks))
	mine := make([][]float64, max(1, min(m.workers, len(blocks)))) // of each worker
	err = parallel.For(ctx, len(blocks), m.workers, func(worker, at int) error {
		if mine[worker] == nil {
			mine[worker] = make([]float64, together*m.pairs.Count())
		}
		found[at] = m.alikeTo(blocks[at], at*together, mine[worker], spans, lines)
		return nil
	})
	return slices.Concat(found...), err
}

// alikeTo finds which of the sources before it each source of a block is like. The block begins at this number.
func (m *model) alikeTo(block []*source, first int, mine []float64, spans [][]span, lines [][]line) []Alike {
	clear(mine)
	for b, s := range block {
		m.scatter(mine[b:], s)
	}
	var found [together][]Alike
	for j, other := range m.sources[:first+len(block)-1] {
		products := products(mine, other)
		for b := max(0, j+1-first); b < len(block); b++ {
			i, s := first+b, block[b]
			on := spans[s.scope][other.scope]
			if on.pairs < leastShared {
				continue
			}
			if kappa := on.excess(lines[j][s.scope], lines[i][other.scope], products[b]); kappa > 0 {
				found[b] = append(found[b], Alike{int32(j), int32(i), kappa, kappa > alikeFrom})
			}
		}
	}
	return slices.Concat(found[:]...)
}

// spans are those of every two scopes.
func (m *model) spans(ctx context.Context, zeta []float64) ([][]span, error) {
	out := make([][]span, len(m.scopes))
	for a := range m.scopes {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		out[a] = make([]span, len(m.scopes))
		for b := range a + 1 {
			on := m.spanOf(common(common(m.scopes[a], m.scopes[b]), m.rows.Nodes), zeta)
			out[a][b], out[b][a] = on, on
		}
	}
	return out, nil
}

func (m *model) spanOf(nodes []int32, zeta []float64) span {
	on := span{pairs: pairsOf(len(nodes))}
	for p := range m.pairs.among(nodes) {
		on.zeta += zeta[p]
		on.within += zeta[p] * (1 - zeta[p])
	}
	mean := on.zeta / on.pairs
	for p := range m.pairs.among(nodes) {
		on.spread += (zeta[p] - mean) * (zeta[p] - mean)
	}
	return on
}

// lines are the regressions of a source over what it shares with each scope.
func (m *model) lines(s *source, spans []span, zeta []float64) []line {
	out := make([]line, len(m.scopes))
	has := make([]bool, m.pairs.N)
	for b, nodes := range m.scopes {
		clear(has)
		for _, x := range common(nodes, m.rows.Nodes) {
			has[x] = true
		}
		v, vzeta := 0.0, 0.0
		for k, x := range s.Says {
			if has[x.I] && has[x.J] {
				v += x.Exists
				vzeta += x.Exists * zeta[s.at[k]]
			}
		}
		out[b] = spans[b].fit(v, vzeta)
	}
	return out
}

// fit is the least-squares line of a source with these sums. Its ends are rates, so they are kept within bounds.
func (on *span) fit(v, vzeta float64) line {
	slope := 0.0
	if on.spread >= 1e-9 {
		slope = (vzeta - v*on.zeta/on.pairs) / on.spread
	}
	intercept := (v - slope*on.zeta) / on.pairs
	f, h := min(max(intercept, 0.001), 0.99), min(max(intercept+slope, 0.01), 0.99)
	return line{f, h, on.zeta*h*(1-h) + (on.pairs-on.zeta)*f*(1-f), v, vzeta}
}

// excess is κ of two sources whose products of v add up to this. Sources that know the truth agree beyond their lines since ζ
// is no truth; the second term takes that away. The third one is twice the standard error of a correlation.
func (on *span) excess(a, b line, product float64) float64 {
	p, q := a.h-a.f, b.h-b.f
	squares := on.spread + on.zeta*on.zeta/on.pairs // Σζ²
	residual := product - b.f*a.v - q*a.vzeta - a.f*b.v - p*b.vzeta +
		a.f*b.f*on.pairs + (a.f*q+b.f*p)*on.zeta + p*q*squares
	kappa := (residual-on.within*p*q)/math.Sqrt(a.variance*b.variance) - 2/math.Sqrt(on.pairs)
	return min(max(kappa, 0), 1)
}

// together is how many sources are compared with another one at a time, so that this comes from memory once for all of them.
const together = 8

// scatter writes what a source says of the pairs that rows speak of. What several sources say of a pair stands side by side.
func (m *model) scatter(into []float64, s *source) {
	for x, p := range s.at {
		if m.speak[p] {
			into[together*int(p)] = s.v[x]
		}
	}
}

// products are Σvv′ over the pairs that rows speak of, for each of the sources that are written out.
func products(mine []float64, other *source) (sums [together]float64) {
	v := other.v[:len(other.at)]
	var a, b, c, d, e, f, g, h float64
	for x, p := range other.at {
		own, times := (*[together]float64)(mine[together*int(p):]), v[x]
		a += own[0] * times
		b += own[1] * times
		c += own[2] * times
		d += own[3] * times
		e += own[4] * times
		f += own[5] * times
		g += own[6] * times
		h += own[7] * times
	}
	return [together]float64{a, b, c, d, e, f, g, h}
}

// weigh gives each source its weight: less the more it is like others, and at most its share of its group.
func (m *model) weigh(dependent []Alike, drop bool) {
	excess := make([]float64, len(m.sources))
	for _, two := range dependent {
		if two.Less {
			excess[two.A] += two.Kappa
			excess[two.B] += two.Kappa
		}
	}
	for k, s := range m.sources {
		s.weight = s.Weight * min(1/(1+excess[k]), 1/float64(s.Group))
		if drop {
			s.weight = 0
		}
	}
}

// alike are the same in the order of the input.
func (m *model) alike(dependent []Alike) []Alike {
	out := make([]Alike, len(dependent))
	for k, two := range dependent {
		a, b := int32(m.sources[two.A].place), int32(m.sources[two.B].place)
		out[k] = Alike{min(a, b), max(a, b), two.Kappa, two.Less}
	}
	return out
}
