package wire

import (
	"math"

	"github.com/mcbnc/mcbnc/core/data"
)

const maxRows = math.MaxInt32

func (r *reader) datasets() *Error { return r.readDatasets(r.in.R, false) }

func (r *reader) dataset() *Error { return r.readDatasets(1, false) }

func (r *reader) joinedDatasets() *Error { return r.readDatasets(2, true) }

// readDatasets reads the arrays "data" and "arity" of so many datasets, and joins them into
// one where that is asked for.
func (r *reader) readDatasets(count int, join bool) *Error {
	if r.in.ESS == 0 && !join { // frequencies are for predicting, from joined datasets
		return r.badESS()
	}
	arity, failure := exactly[int32](r, "arity", r.in.N)
	if failure != nil {
		return failure
	}
	for k, states := range arity {
		if states < 1 {
			return Invalidf("arity", "%s has %d states; there must be at least one", r.in.Name(k), states).At(k)
		}
	}
	if failure := r.rows(count, join); failure != nil {
		return failure
	}
	switch r.q.Width {
	case 1:
		return readTables[uint8](r, arity, join)
	case 2:
		return readTables[uint16](r, arity, join)
	case 4:
		return readTables[uint32](r, arity, join)
	}
	return BadRequestf("width", "%d is none of 1, 2 and 4", r.q.Width)
}

// rows checks the numbers of rows.
func (r *reader) rows(datasets int, join bool) *Error {
	if len(r.q.Rows) != datasets {
		return BadRequestf("rows", "%d numbers of rows for %d datasets", len(r.q.Rows), datasets)
	}
	all := 0
	for k, rows := range r.q.Rows {
		if all += rows; rows < 0 || rows > maxRows || join && all > maxRows {
			return Invalidf("rows", "dataset %d has %d rows; there may be from 0 to %d", k, rows, maxRows).InDAG(k)
		}
	}
	r.in.Rows = r.q.Rows
	return nil
}

// readTables makes the datasets, or one of all of them, of states of type T.
func readTables[T uint8 | uint16 | uint32](r *reader, arity []int32, join bool) *Error {
	n := r.in.N
	all := 0
	for _, rows := range r.in.Rows {
		all += rows
	}
	states, failure := exactly[T](r, "data", all*n)
	if failure != nil {
		return failure
	}
	columns := make([][]T, n) // by the engine's nodes
	widths := make([]int32, n)
	for k := range n {
		widths[r.in.Index.Engine(k)] = arity[k]
	}
	for d, rows := range r.in.Rows {
		for k := range n {
			column := states[k*rows : (k+1)*rows]
			for row, s := range column {
				if int64(s) >= int64(arity[k]) {
					return Invalidf("data", "%s has the state %d in row %d of dataset %d, but only %d states",
						r.in.Name(k), s, row, d, arity[k]).InDAG(d).At(k)
				}
			}
			e := r.in.Index.Engine(k)
			if join {
				columns[e] = append(columns[e], column...)
			} else {
				columns[e] = column
			}
		}
		states = states[n*rows:]
		if !join {
			r.in.Tables = append(r.in.Tables, data.New(rows, columns, widths))
		}
	}
	if join {
		r.in.Tables = []*data.Dataset{data.New(all, columns, widths)}
	}
	return nil
}
