package data

import (
	"context"
	"slices"
)

// Sorted is d with its rows in the lexicographic order of their states, the first column first.
// It does not depend on the order of d's rows. It sorts by one column after the other, the last
// one first, in O(rows · columns). If ctx ends first, Sorted returns ctx's error.
func (d *Dataset) Sorted(ctx context.Context) (*Dataset, error) {
	order, next := make([]int32, d.Rows), make([]int32, d.Rows)
	for row := range order {
		order[row] = int32(row)
	}
	from := make([]int32, d.maxCodes())
	for i := range slices.Backward(d.Columns) {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		d.Columns[i].codes.sort(order, next, from[:d.Columns[i].Codes])
		order, next = next, order
	}
	return d.take(ctx, order)
}

// sort writes the rows to sorted in the order of their states. Rows of one state stay in
// their order. The array from, by state, is scratch memory.
func (states packed[T]) sort(rows, sorted, from []int32) {
	clear(from)
	for _, s := range states {
		from[s]++
	}
	at := int32(0)
	for s, n := range from {
		from[s] = at
		at += n
	}
	for _, row := range rows {
		s := states[row]
		sorted[from[s]] = row
		from[s]++
	}
}

// Repeated is d with row k times[k] times, in the order of d's rows. If ctx ends first,
// Repeated returns ctx's error.
func (d *Dataset) Repeated(ctx context.Context, times []int32) (*Dataset, error) {
	return d.take(ctx, repeated(times))
}

// repeated is the list of rows that has row k times[k] times.
func repeated(times []int32) []int32 {
	rows := make([]int32, 0, len(times))
	for row, n := range times {
		for range n {
			rows = append(rows, int32(row))
		}
	}
	return rows
}

// take is the dataset of the given rows of d, in their order. Its columns have d's codes.
func (d *Dataset) take(ctx context.Context, rows []int32) (*Dataset, error) {
	out := &Dataset{Rows: len(rows), Columns: make([]Column, len(d.Columns))}
	for i := range d.Columns {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		c := &d.Columns[i]
		out.Columns[i] = Column{Arity: c.Arity, Codes: c.Codes, states: c.states, codes: c.codes.take(rows)}
	}
	return out, nil
}

// Take is the dataset of the given rows of d, in their order.
func (d *Dataset) Take(rows []int32) *Dataset {
	out, _ := d.take(context.Background(), rows) // which never ends
	return out
}

// take are the states in the given rows.
func (states packed[T]) take(rows []int32) codes {
	out := make(packed[T], len(rows))
	for i, row := range rows {
		out[i] = states[row]
	}
	return out
}
