package data

import (
	"cmp"
	"slices"
)

// Continuous is a table of real-valued variables, stored by column. Any number of goroutines
// may read it. Every value is finite.
type Continuous struct {
	Rows    int
	Columns [][]float64
}

// Sorted is d with its rows in lexicographic order, the first column first. It does not depend
// on the order of d's rows. It takes O(rows log rows) comparisons of rows.
func (d *Continuous) Sorted() *Continuous {
	order := make([]int32, d.Rows)
	for row := range order {
		order[row] = int32(row)
	}
	slices.SortFunc(order, func(a, b int32) int {
		for _, column := range d.Columns {
			if c := cmp.Compare(column[a], column[b]); c != 0 {
				return c
			}
		}
		return 0
	})
	return d.take(order)
}

// Repeated is d with each row as often as times says, in the order of d's rows.
func (d *Continuous) Repeated(times []int32) *Continuous { return d.take(repeated(times)) }

func (d *Continuous) take(rows []int32) *Continuous {
	out := &Continuous{Rows: len(rows), Columns: make([][]float64, len(d.Columns))}
	for i, column := range d.Columns {
		out.Columns[i] = make([]float64, len(rows))
		for k, row := range rows {
			out.Columns[i][k] = column[row]
		}
	}
	return out
}
