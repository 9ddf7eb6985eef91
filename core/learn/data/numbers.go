package data

import (
	"cmp"
	"context"
	"slices"
)

// Numbers is a table of real-valued variables, also beside discrete ones, stored by column. Any number of goroutines may
// read it. A variable without an arity is real-valued: every value is finite. The cells of any other are its states, as codes
// from 0. A cell without a value is NaN.
type Numbers struct {
	Rows    int
	Columns [][]float64
	Arity   []int // by column: the number of possible states; 0: the column is real-valued
	Gaps    bool  // a cell may have no value
}

// Sorted is d with its rows in lexicographic order, the first column first. It does not depend
// on the order of d's rows. It takes O(rows log rows) comparisons of rows. If ctx ends first,
// Sorted returns ctx's error.
func (d *Numbers) Sorted(ctx context.Context) (*Numbers, error) {
	order := make([]int32, d.Rows)
	for row := range order {
		order[row] = int32(row)
	}
	compared, ended := 0, false
	slices.SortFunc(order, func(a, b int32) int {
		if compared++; compared%comparisonsPerCheck == 0 {
			ended = ctx.Err() != nil
		}
		if ended { // all rows seem equal from now on, so the sort ends soon
			return 0
		}
		for _, column := range d.Columns {
			if c := cmp.Compare(column[a], column[b]); c != 0 {
				return c
			}
		}
		return 0
	})
	return d.take(ctx, order)
}

// A comparison takes about 10 ns, so ctx is looked at a thousand times a second.
const comparisonsPerCheck = 1 << 16

// Repeated is d with row k times[k] times, in the order of d's rows.
// If ctx ends first, Repeated returns ctx's error.
func (d *Numbers) Repeated(ctx context.Context, times []int32) (*Numbers, error) {
	return d.take(ctx, repeated(times))
}

func (d *Numbers) take(ctx context.Context, rows []int32) (*Numbers, error) {
	out := &Numbers{Rows: len(rows), Columns: make([][]float64, len(d.Columns)), Arity: d.Arity, Gaps: d.Gaps}
	for i, column := range d.Columns {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		out.Columns[i] = taken(column, rows)
	}
	return out, nil
}

// taken are the cells of a column in some rows.
func taken(column []float64, rows []int32) []float64 {
	out := make([]float64, len(rows))
	for k, row := range rows {
		out[k] = column[row]
	}
	return out
}
