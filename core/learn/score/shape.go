package score

import (
	"context"
	"slices"

	"github.com/mcbnc/mcbnc/core/learn/data"
)

// Shape is what is known of a Model of discrete data before any row is counted.
type Shape struct{ m *discrete }

// Unit is as in Model.
func (s Shape) Unit() int { return s.m.unit }

// Equal is as in Model.
func (s Shape) Equal() bool { return s.m.Equal() }

// Charge is what F of a set must lose so that the penalties of families follow from F: the penalty
// for a free parameter, in units, times one less than the number of joint states. At most MaxPenalty.
func (s Shape) Charge(set []int32) int64 {
	if s.m.parameter == 0 {
		return 0
	}
	states := uint64(1)
	for _, v := range set {
		states = times(states, uint64(s.m.arity[v]))
	}
	return int64(min(times(states-1, s.m.parameter), MaxPenalty))
}

// Partial is a Model that has F of some sets only. F of any other set is 0, which means nothing.
type Partial interface {
	Model
	// Knows reports whether F of a set or of a family, in ascending order, is known.
	Knows(set []int32) bool
}

// OfTables is the Model of the rows of these tables, all of the same rows. F of a set
// is known if one of the tables has all of its variables. F is the same to the last bit as that
// of the rows themselves.
func (s Shape) OfTables(tables []data.Joint) Partial {
	source := &tableSource{shape: s.m, tables: tables}
	for _, table := range tables {
		source.covers.Add(table.Variables)
	}
	return partial{s.m, source}
}

// OfValues is the Model without a penalty and with these values of F: a sum of Models whose values,
// less their Charges, add up to these. F of the empty set is known to be 0.
func (s Shape) OfValues(sets [][]int32, values []int64) Partial {
	m := *s.m
	m.formula.parameter, m.parameter = 0, 0
	source := valueSource{values: values}
	for _, set := range sets {
		source.sets.Add(set)
	}
	return partial{&m, source}
}

// source evaluates F of sets and of families in ascending order.
type source interface {
	knows(set []int32) bool
	f(set []int32) int64
}

// partial is a Model of F that are known, whatever the data.
type partial struct {
	*discrete
	source source
}

func (p partial) Knows(set []int32) bool { return p.source.knows(set) }

// tableSource makes F of tables.
type tableSource struct {
	shape  *discrete
	tables []data.Joint
	covers data.Covers
}

func (t *tableSource) knows(set []int32) bool { return t.covers.Find(Variables(set)) >= 0 }

func (t *tableSource) f(set []int32) int64 {
	k := t.covers.Find(Variables(set))
	switch {
	case k < 0:
		return 0
	case !t.shape.Equal():
		return t.family(k, set)
	}
	counts := t.tables[k].Marginal(t.shape.arity, set).Counts
	counts = slices.DeleteFunc(counts, func(n int32) bool { return n == 0 })
	return t.shape.terms(t.shape.sizeOf(set)).sum(counts, 0)
}

// family is F of a family by table k.
func (t *tableSource) family(k int, set []int32) int64 {
	y, parents := familyOf(set)
	if y < 0 {
		return 0
	}
	all := parentStates{number: 1}
	for _, x := range parents {
		all = t.shape.withStates(all, x)
	}
	of := occurring{m: t.shape, all: all, y: y, known: new(recentTables)}
	of.parents(&data.Counts{All: t.tables[k].Marginal(t.shape.arity, parents).Counts})
	return of.family(&data.Counts{All: t.tables[k].Marginal(t.shape.arity, Variables(set)).Counts})
}

// valueSource looks F up.
type valueSource struct {
	sets   data.Covers
	values []int64
}

func (v valueSource) knows(set []int32) bool { return len(set) == 0 || v.sets.Has(set) >= 0 }

func (v valueSource) f(set []int32) int64 {
	if k := v.sets.Has(set); k >= 0 {
		return v.values[k]
	}
	return 0
}

// partialBatch evaluates each set by itself.
type partialBatch struct {
	source source
	open   [][]int32 // by slot: the set
}

func (p partial) NewBatch(workers int) Batch {
	return &partialBatch{p.source, make([][]int32, max(workers, maxSlots))}
}

func (b *partialBatch) Slots() int { return len(b.open) }

func (b *partialBatch) Cost() (open, extend int) {
	const cells = 100 // of a table, roughly
	return cells * groupCost, cells * groupCost
}

func (b *partialBatch) Open(_, slot int, set []int32, _ int) int64 {
	b.open[slot] = slices.Sorted(slices.Values(set))
	return b.source.f(b.open[slot])
}

func (b *partialBatch) Extend(ctx context.Context, _, slot int, variables []int32, values []int64) {
	for _, x := range variables {
		if ctx.Err() != nil {
			return
		}
		values[x] = b.source.f(including(nil, b.open[slot], int(x))) // a mark is the first
	}
}
