package main

import (
	"context"
	"math"
	"math/bits"

	"github.com/mcbnc/mcbnc/core/learn/score"
)

// model is the score as a score.Model. It is not equal within a class, so F is a function of families.
type model struct {
	strength, prior float64 // s for each joint state of a family, and α₀

	arity   []int32
	columns [][]int32 // of all sites' rows, site by site
	site    []int32   // of each row, by its number
	sites   int       // that have rows
	rows    []int32   // of each of these
	unit    int
}

func newModel(p *Problem) *model {
	n := len(p.Arity)
	m := &model{strength: p.Strength, prior: p.Prior, arity: p.Arity, columns: make([][]int32, n)}
	for _, table := range p.Sites {
		if len(table) == 0 {
			continue
		}
		for at := 0; at < len(table); at += n {
			for v := range n {
				m.columns[v] = append(m.columns[v], int32(table[at+v]))
			}
			m.site = append(m.site, int32(m.sites))
		}
		m.rows = append(m.rows, int32(len(table)/n))
		m.sites++
	}
	most := 0.0
	for _, states := range p.Arity {
		most += float64(len(m.site)+1) * math.Log(float64(states)+1)
	}
	const places, room = 30, 58 // far finer than what fit leaves open
	m.unit = min(places, room-bits.Len64(uint64(most)))
	return m
}

func (m *model) Variables() int                     { return len(m.arity) }
func (m *model) Equal() bool                        { return false }
func (m *model) Unit() int                          { return m.unit }
func (m *model) Float(units int64) float64          { return math.Ldexp(float64(units), -m.unit) }
func (m *model) Penalty(int32, []int32) float64     { return 0 }
func (m *model) NodePenalty(int) int64              { return 0 }
func (m *model) ArcPenalty([]int32, int, int) int64 { return 0 }

func (m *model) NewBatch(workers int) score.Batch {
	return &batch{m: m, slots: make([]slot, max(workers, 16))}
}

// slot has an open family: the child, and the joint state of the parents in each row.
type slot struct {
	y       int32 // negative: a set without a child, whose F is 0
	parents groups
}

// groups number the joint states that occur, in the order of their first rows, and those that are possible.
type groups struct {
	of       []int32
	count    int
	possible float64
}

type batch struct {
	m     *model
	slots []slot
}

func (b *batch) Slots() int { return len(b.slots) }

func (b *batch) Cost() (open, extend int) {
	const row, cell = 10, 20_000 // nanoseconds
	return row * len(b.m.site), row*len(b.m.site) + cell
}

func (b *batch) Open(_, at int, set []int32, _ int) int64 {
	s := &b.slots[at]
	s.y, s.parents = -1, groups{of: make([]int32, len(b.m.site)), count: min(len(b.m.site), 1), possible: 1}
	for _, v := range set {
		if v < 0 {
			s.y = score.Child(v)
		} else {
			s.parents = b.m.split(s.parents, v)
		}
	}
	return b.f(s.y, s.parents)
}

func (b *batch) Extend(ctx context.Context, _, at int, variables []int32, values []int64) {
	s := &b.slots[at]
	for _, x := range variables {
		if ctx.Err() != nil {
			return
		}
		if values[x] = 0; s.y >= 0 {
			values[x] = b.f(s.y, b.m.split(s.parents, x))
		}
	}
}

func (b *batch) f(y int32, parents groups) int64 {
	if y < 0 {
		return 0
	}
	return int64(math.Round(math.Ldexp(b.m.family(y, parents), b.m.unit)))
}

// split are the groups, each split by the states of a variable.
func (m *model) split(g groups, v int32) groups {
	states := int(m.arity[v])
	number := make([]int32, g.count*states) // of the new groups, from 1
	out := groups{of: make([]int32, len(g.of)), possible: g.possible * float64(states)}
	for row, of := range g.of {
		to := &number[int(of)*states+int(m.columns[v][row])]
		if *to == 0 {
			out.count++
			*to = int32(out.count)
		}
		out.of[row] = *to - 1
	}
	return out
}

// family is the score of y with parents whose joint states are these: the bound of the marginal likelihood of the family's
// joint states, less that of the parents'. The parents' joint states have a hierarchy that follows from the family's:
// joint states that are put together add up their α.
func (m *model) family(y int32, parents groups) float64 {
	states := int(m.arity[y])
	possible := parents.possible * float64(states)
	h := hierarchy{m.strength * possible, m.prior}
	joint := h.fitted(m.cells(m.split(parents, y)), m.rows).value()
	h.prior *= float64(states)
	return joint - h.fitted(m.cells(parents), m.rows).value()
}

// cells are the joint states that occur, and one cell for all others.
func (m *model) cells(g groups) []cell {
	counts := make([]int32, g.count*m.sites)
	for row, of := range g.of {
		counts[int(of)*m.sites+int(m.site[row])]++
	}
	cells := make([]cell, 0, g.count+1)
	for k := range g.count {
		cells = append(cells, cell{counts: counts[k*m.sites:][:m.sites], times: 1})
	}
	if others := g.possible - float64(g.count); others > 0 {
		cells = append(cells, cell{times: others})
	}
	return cells
}
