package over

import (
	"context"

	"github.com/mcbnc/mcbnc/core/graphs/bitset"
	"github.com/mcbnc/mcbnc/core/graphs/graph"
	"github.com/mcbnc/mcbnc/core/learn/data"
	"github.com/mcbnc/mcbnc/core/run/parallel"
)

// filling is the rows of all sites in one chain, with a state in every cell.
type filling struct {
	n        int
	arity    []int
	sites    []*site
	marginal [][]float64 // by column: the share of each state, over the sites that see the column
	key      [2]uint64   // of the draws
	sweeps   int         // so far
	cells    [][]int32   // by site: (rows, columns)
}

// marginals are, by column, the shares of its states over the rows that have one; all the same if no row has any.
func marginals(arity []int, sites []*site) [][]float64 {
	out := make([][]float64, len(arity))
	for v, states := range arity {
		shares, total := make([]float64, states), 0.0
		for _, s := range sites {
			if s.Seen.Has(v) {
				for row := range s.rows {
					if state := int(s.cells[row*len(arity)+v]); state < states {
						shares[state]++
						total++
					}
				}
			}
		}
		for k := range shares {
			if total == 0 {
				shares[k] = 1 / float64(states)
			} else {
				shares[k] /= total
			}
		}
		out[v] = shares
	}
	return out
}

// start draws each missing cell from the column's shares, by the numbers of the present sweep.
func (f *filling) start() {
	f.cells = make([][]int32, len(f.sites))
	for k, s := range f.sites {
		f.cells[k] = append([]int32(nil), s.cells...)
		source := newSource(f.key, s.number, f.sweeps, len(s.missing))
		for r := range s.rows {
			row := f.cells[k][r*f.n:][:f.n]
			s.each(r, source, func(at int, u float64) {
				v := s.missing[at]
				row[v] = draw(u, f.marginal[v])
			})
		}
	}
}

// sweep draws every missing cell a number of times by the tables of a DAG, which are made anew before each time.
func (f *filling) sweep(ctx context.Context, g *graph.DAG, times int, team *parallel.Team) error {
	nodes, err := nodesOf(g, f.arity)
	if err != nil {
		return err
	}
	fixed := make([]*numbers, f.n) // counts of the rows whose cells of a family are never drawn
	team.Do(f.n, f.rows()*4, func(_, v int) {
		fixed[v] = nodes[v].counter()
		f.count(&nodes[v], fixed[v], true)
	})
	for range times {
		common := make([]*numbers, f.n)
		team.Do(f.n, f.rows()*2, func(_, v int) { common[v] = f.common(&nodes[v], fixed[v]) })
		f.sweeps++
		team.Do(len(f.sites), f.rows()*f.n*10/len(f.sites), func(_, k int) {
			f.draw(ctx, k, newPlan(f, k, nodes, common))
		})
		if err := ctx.Err(); err != nil {
			return err
		}
	}
	return nil
}

// table are the filled rows of a site.
func (f *filling) table(k int) *data.Dataset {
	columns, states := make([][]uint32, f.n), make([]int32, f.n)
	for v := range columns {
		columns[v], states[v] = make([]uint32, f.sites[k].rows), int32(f.arity[v])
		for row := range columns[v] {
			columns[v][row] = uint32(f.cells[k][row*f.n+v])
		}
	}
	return data.New(f.sites[k].rows, columns, states)
}

func (f *filling) rows() (rows int) {
	for _, s := range f.sites {
		rows += s.rows
	}
	return rows
}

// count adds the rows that have a value of a node: of those that have one of each of its parents too, or of the others.
func (f *filling) count(d *node, counts *numbers, all bool) {
	for k, s := range f.sites {
		if !s.Seen.Has(d.v) {
			continue
		}
		if !d.seenBy(s) {
			if !all {
				d.count(counts, f.cells[k], f.n, s.complete(int32(d.v)))
			}
			continue
		}
		whole := s.complete(d.family()...)
		if all {
			d.count(counts, f.cells[k], f.n, whole)
		} else if whole != nil {
			d.count(counts, f.cells[k], f.n, without(s.complete(int32(d.v)), whole, s.rows))
		}
	}
}

// without are the rows that are not among others; nil: all.
func without(rows, others bitset.Set, count int) bitset.Set {
	if rows == nil {
		rows = bitset.Full(count)
	}
	rows.AndNot(others)
	return rows
}

// common is θ of a node, from the rows of the sites that see it. Some are counted already.
func (f *filling) common(d *node, fixed *numbers) *numbers {
	counts := fixed.clone()
	f.count(d, counts, false)
	return d.chances(counts, 1, func(int) []float64 { return f.marginal[d.v] })
}

// plan is how the missing cells of a site's rows are drawn: for each missing column, its own table, and those of its
// children.
type plan struct {
	columns []planned
	weights []float64 // scratch
}

type planned struct {
	*node
	chances  *numbers
	children []child
}

type child struct {
	*node
	chances *numbers
	stride  int // of the column among the child's parents
}

func newPlan(f *filling, k int, nodes []node, common []*numbers) *plan {
	s := f.sites[k]
	own := make([]*numbers, f.n)
	of := func(v int) *numbers {
		if own[v] == nil {
			if own[v] = common[v]; s.Seen.Has(v) {
				d := &nodes[v]
				counts := d.counter()
				d.count(counts, f.cells[k], f.n, s.complete(int32(v)))
				own[v] = d.chances(counts, ownWeight, common[v].of)
			}
		}
		return own[v]
	}
	p := &plan{}
	for _, v := range s.missing {
		one := planned{node: &nodes[v], chances: of(int(v))}
		for c := range nodes {
			for at, parent := range nodes[c].parents {
				if parent == v {
					one.children = append(one.children, child{&nodes[c], of(c), nodes[c].strides[at]})
				}
			}
		}
		p.columns = append(p.columns, one)
	}
	return p
}

const rowsPerCheck = 1 << 12 // of whether ctx has ended

// draw draws each missing cell of each row of a site once, in the order of the columns. If ctx ends, it stops early.
func (f *filling) draw(ctx context.Context, k int, p *plan) {
	s := f.sites[k]
	if len(s.missing) == 0 {
		return
	}
	source := newSource(f.key, s.number, f.sweeps, len(s.missing))
	for r := range s.rows {
		if r%rowsPerCheck == 0 && ctx.Err() != nil {
			return
		}
		row := f.cells[k][r*f.n:][:f.n]
		s.each(r, source, func(at int, u float64) {
			column := &p.columns[at]
			row[column.v] = draw(u, column.posterior(row, p))
		})
	}
}

// posterior is θ(x | parents) times θ(child | its parents) of each child, for each state x of a column in a row.
func (c *planned) posterior(row []int32, p *plan) []float64 {
	weights := append(p.weights[:0], c.chances.of(c.at(row))...)
	p.weights = weights
	now := int(row[c.v])
	for i := range c.children {
		below := &c.children[i]
		at, state := below.at(row)-now*below.stride, int(row[below.v])
		if dense := below.chances.dense; dense != nil {
			at += state
			for x := range weights {
				weights[x] *= dense[at]
				at += below.stride
			}
			continue
		}
		for x := range weights {
			weights[x] *= below.chances.of(at)[state]
			at += below.stride
		}
	}
	return weights
}
