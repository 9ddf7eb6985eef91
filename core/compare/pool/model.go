package pool

import (
	"cmp"
	"math"
	"slices"

	"github.com/mcbnc/mcbnc/core/graphs/graph"
)

// sure are the log-odds of what is known.
const sure = 30

// model is the input in canonical order.
type model struct {
	pairs   Pairs
	sources []*source
	scopes  [][]int32 // the distinct lists of nodes that sources have
	rows    *Rows
	known   *graph.Constraints
	workers int
	prior   float64   // π₀
	given   []float64 // by pair: the log-odds that rows or knowledge give; NaN: those of the prior
	speak   []bool    // by pair: rows speak of it; nil: there are none
	arrows  []float64 // by pair: the log-odds of i → j that knowledge gives
}

// source is a source with its weight.
type source struct {
	Source

	place  int // in the input
	scope  int
	weight float64
	at     []int32   // the numbers of the pairs of Says
	v      []float64 // and how sure it is of each
}

func newModel(in *Input) *model {
	n := in.Pairs.N
	m := &model{pairs: in.Pairs, rows: in.Rows, known: in.Known, workers: in.Workers, prior: min(0.4, 2.5/float64(n-1))}
	for k := range in.Sources {
		m.sources = append(m.sources, newSource(m.pairs, &in.Sources[k], k))
	}
	slices.SortStableFunc(m.sources, canonical)
	for k, s := range m.sources {
		if k == 0 || !slices.Equal(s.Nodes, m.sources[k-1].Nodes) {
			m.scopes = append(m.scopes, s.Nodes)
		}
		s.scope = len(m.scopes) - 1
	}
	m.readRows()
	m.readKnown()
	return m
}

func newSource(pairs Pairs, given *Source, place int) *source {
	s := &source{Source: *given, place: place, at: make([]int32, len(given.Says)), v: make([]float64, len(given.Says))}
	for k, x := range given.Says {
		s.at[k], s.v[k] = int32(pairs.Number(int(x.I), int(x.J))), x.Exists
	}
	return s
}

// canonical compares sources by all that they say. Those that are equal may be in any order: what comes out is the same.
func canonical(a, b *source) int {
	return cmp.Or(slices.Compare(a.Nodes, b.Nodes), slices.CompareFunc(a.Says, b.Says, func(x, y Said) int {
		return cmp.Or(cmp.Compare(x.I, y.I), cmp.Compare(x.J, y.J), cmp.Compare(x.Exists, y.Exists), cmp.Compare(x.Arrow, y.Arrow))
	}), cmp.Compare(a.Weight, b.Weight), cmp.Compare(a.Group, b.Group))
}

// readRows turns strengths into log-odds. Pairs that no resample joins may be edges and those that all join may be none, in
// shares that fall with the number of rows.
func (m *model) readRows() {
	m.given = slices.Repeat([]float64{math.NaN()}, m.pairs.Count())
	if m.rows == nil {
		return
	}
	root := math.Sqrt(float64(m.rows.Count))
	low, high := m.prior*min(0.5, 5/root), min(0.1, 0.8/root)
	if m.rows.Jointly {
		low, high = m.prior*min(0.6, 8/root), min(0.2, 1.5/root)
	}
	m.speak = make([]bool, m.pairs.Count())
	for p := range m.pairs.among(m.rows.Nodes) {
		m.speak[p] = true
		m.given[p] = logit(low + (1-low-high)*m.rows.Strength[p])
	}
}

// readKnown sets the log-odds of what is known.
func (m *model) readKnown() {
	m.arrows = make([]float64, m.pairs.Count())
	if m.known == nil {
		return
	}
	for at, pair := range m.pairs.All() {
		i, j := pair[0], pair[1]
		switch {
		case m.known.Required.Has(i, j):
			m.given[at] = sure
		case m.known.Forbidden.Has(i, j):
			m.given[at] = -sure
		}
		switch {
		case m.known.Directed.Has(i, j):
			m.arrows[at] = sure
		case m.known.Directed.Has(j, i):
			m.arrows[at] = -sure
		}
	}
}

// seen is the number of pairs that each source sees, in the order of the input.
func (m *model) seen() []int64 {
	out := make([]int64, len(m.sources))
	for _, s := range m.sources {
		out[s.place] = int64(pairsOf(len(s.Nodes)))
	}
	return out
}

// weights are those of the sources.
func (m *model) weights() []float64 {
	out := make([]float64, len(m.sources))
	for k, s := range m.sources {
		out[k] = s.weight
	}
	return out
}

// back are values of the sources in the order of the input. Values behind them stay.
func (m *model) back(values []float64) []float64 {
	out := slices.Clone(values)
	for k, s := range m.sources {
		out[s.place] = values[k]
	}
	return out
}

// decided are the pairs of which knowledge says whether they are joined.
func (m *model) decided() (out []int32) {
	if m.known == nil {
		return nil
	}
	for at, pair := range m.pairs.All() {
		if i, j := pair[0], pair[1]; m.known.Required.Has(i, j) || m.known.Forbidden.Has(i, j) {
			out = append(out, int32(at))
		}
	}
	return out
}

// unseen are the pairs of which nothing is said: by no source that has a weight, by no row, and by no requirement.
func (m *model) unseen() []int32 {
	said, heard := make([]bool, m.pairs.Count()), make([]bool, len(m.scopes))
	copy(said, m.speak)
	for _, s := range m.sources {
		heard[s.scope] = heard[s.scope] || s.weight > 0
	}
	for k, nodes := range m.scopes {
		if heard[k] {
			for p := range m.pairs.among(nodes) {
				said[p] = true
			}
		}
	}
	var out []int32
	for p := range said {
		if !said[p] && math.IsNaN(m.given[p]) {
			out = append(out, int32(p))
		}
	}
	return out
}

func logit(p float64) float64 { return math.Log(p / (1 - p)) }

func logistic(x float64) float64 { return 1 / (1 + math.Exp(-x)) }
