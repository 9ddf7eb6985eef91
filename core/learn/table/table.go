// Package table has what all operations on rows pass on: the rows of one site.
//
// A column has states or numbers. A cell may have no value, which is a gap. A column that the site lacks is a gap of all its
// rows. Where all columns have states, and a score counts them, a cell is as narrow as its column's states allow
// (data.Dataset). Else it is a float64 (data.Numbers). What differs by that is a method here, or a score's (score.Kind): no
// operation asks which it is.
package table

import (
	"context"

	"github.com/mcbnc/mcbnc/core/graphs/bitset"
	"github.com/mcbnc/mcbnc/core/learn/data"
	"github.com/mcbnc/mcbnc/core/run/parallel"
)

// Cells are what the columns of a table may have.
type Cells int

// The cells of a table are states alone, numbers alone, or one of them in each column.
const (
	States Cells = iota
	Numbers
	Both
)

// Table is the rows of one site. Either States or Numbers has them. Any number of goroutines may read it once Index has
// returned.
type Table struct {
	States  *data.Dataset
	Numbers *data.Numbers
	Last    bool       // the last one of the States of each column stands for a gap
	Seen    bitset.Set // the columns that the site has; nil: all
}

// Has reports whether the site has a column.
func (t *Table) Has(v int) bool { return t.Seen == nil || t.Seen.Has(v) }

// Rows is the number of rows.
func (t *Table) Rows() int {
	if t.States != nil {
		return t.States.Rows
	}
	return t.Numbers.Rows
}

// Columns is the number of columns.
func (t *Table) Columns() int {
	if t.States != nil {
		return len(t.States.Columns)
	}
	return len(t.Numbers.Columns)
}

// Arity is the number of possible states of each column, and 0 for numbers. A gap is not a state.
func (t *Table) Arity() []int {
	if t.States == nil {
		return t.Numbers.Arity
	}
	arity := t.States.Arity()
	if t.Last {
		for v := range arity {
			arity[v]--
		}
	}
	return arity
}

// Gaps reports whether a cell may have no value.
func (t *Table) Gaps() bool { return t.Last || t.Numbers != nil && t.Numbers.Gaps }

// Known are the rows with a value in a column.
func (t *Table) Known(v int) bitset.Set {
	if t.Numbers != nil {
		return data.Known(t.Numbers.Columns[v])
	}
	column, rows := &t.States.Columns[v], bitset.Full(t.States.Rows)
	if t.Last {
		states := make([]int32, t.States.Rows)
		column.States(t.States.Rows, states, 1)
		for row, state := range states {
			if int(state) == column.Arity-1 {
				rows.Remove(row)
			}
		}
	}
	return rows
}

// Index makes the counting of states faster: see data.Dataset.
func (t *Table) Index(ctx context.Context) {
	if t.States != nil {
		t.States.Index(ctx)
	}
}

// Sorted is t with its rows in lexicographic order, the first column first. If ctx ends first, it returns ctx's error.
func (t *Table) Sorted(ctx context.Context) (_ *Table, err error) {
	out := *t
	if t.States != nil {
		out.States, err = t.States.Sorted(ctx)
	} else {
		out.Numbers, err = t.Numbers.Sorted(ctx)
	}
	return &out, err
}

// Repeated is t with each row as often as times says. If ctx ends first, it returns ctx's error.
func (t *Table) Repeated(ctx context.Context, times []int32) (_ *Table, err error) {
	out := *t
	if t.States != nil {
		out.States, err = t.States.Repeated(ctx, times)
	} else {
		out.Numbers, err = t.Numbers.Repeated(ctx, times)
	}
	return &out, err
}

// NormalScores is t with the normal scores of its Numbers: see data.Numbers.
func (t *Table) NormalScores(ctx context.Context, team *parallel.Team) (*Table, error) {
	scores, err := t.Numbers.NormalScores(ctx, team)
	return &Table{Numbers: scores, Seen: t.Seen}, err
}

// Join is one table of the rows of all tables, one after the other. They have the same variables with the same arities, and
// their cells are alike.
func Join(tables []*Table) *Table {
	out, states, numbers := *tables[0], []*data.Dataset{}, []*data.Numbers{}
	for _, t := range tables {
		states, numbers = append(states, t.States), append(numbers, t.Numbers)
	}
	if out.Seen = nil; out.States != nil {
		out.States = data.Join(states)
	} else {
		out.Numbers = data.JoinNumbers(numbers)
	}
	return &out
}
