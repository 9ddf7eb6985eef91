package wire

import (
	"math"

	"github.com/mcbnc/mcbnc/core/call"
	"github.com/mcbnc/mcbnc/core/data"
)

const maxRows = math.MaxInt32

func (r *reader) datasetsRows() *call.Error { return r.rows(r.in.R, maxRows*r.in.R) }

func (r *reader) datasetRows() *call.Error { return r.rows(1, maxRows) }

func (r *reader) joinedRows() *call.Error { return r.rows(2, maxRows) }

// rows checks the bytes of a state and the numbers of rows of so many discrete datasets, which
// may have at most so many rows together.
func (r *reader) rows(datasets, most int) *call.Error {
	if w := r.q.Width; w != 1 && w != 2 && w != 4 {
		return call.BadRequestf("width", "%d is none of 1, 2 and 4", w)
	}
	return r.rowNumbers(datasets, most)
}

func (r *reader) rowNumbers(datasets, most int) *call.Error {
	if len(r.q.Rows) != datasets {
		return call.BadRequestf("rows", "%d numbers of rows for %d datasets", len(r.q.Rows), datasets)
	}
	all := 0
	for k, rows := range r.q.Rows {
		if all += rows; rows < 0 || rows > maxRows || all > most {
			return call.Invalidf("rows", "dataset %d has %d rows; there may be from 0 to %d", k, rows, maxRows).InDAG(k)
		}
	}
	r.in.Rows = r.q.Rows
	return nil
}

// runsCount checks the field "runs".
func (r *reader) runsCount() *call.Error {
	if r.q.Runs < 1 || r.q.Runs > maxDAGs {
		return call.BadRequestf("runs", "%d is not from 1 to %d", r.q.Runs, maxDAGs)
	}
	return nil
}

// resamples reads "runs" and "seed" of a bootstrap.
func (r *reader) resamples() *call.Error {
	if r.q.Seed == nil {
		return call.BadRequestf("seed", "a bootstrap draws rows by a seed")
	}
	if sumOf(r.in.Rows) == 0 {
		return call.Invalidf("data", "there are no rows to draw from")
	}
	r.in.Resamples = r.q.Runs
	return nil
}

func (r *reader) datasets() *call.Error { return r.readDatasets(false) }

func (r *reader) joinedDatasets() *call.Error { return r.readDatasets(true) }

// readDatasets reads the arrays "data" and "arity", and joins the datasets into one where that
// is asked for.
func (r *reader) readDatasets(join bool) *call.Error {
	if failure := r.arity(); failure != nil {
		return failure
	}
	arity := numbers[int32](r, "arity")
	switch r.q.Width {
	case 1:
		return readTables[uint8](r, arity, join)
	case 2:
		return readTables[uint16](r, arity, join)
	}
	return readTables[uint32](r, arity, join)
}

// arity reads the array "arity".
func (r *reader) arity() *call.Error {
	r.in.Arity = make([]int, r.in.N)
	for k, states := range numbers[int32](r, "arity") {
		if states < 1 {
			return call.Invalidf("arity", "%s has %d states; there must be at least one", r.in.Name(k), states).At(k)
		}
		r.in.Arity[r.in.Index.Engine(k)] = int(states)
	}
	return nil
}

// readTables makes the datasets of states of type T. If the operation joins them, it makes one
// dataset of all rows.
func readTables[T uint8 | uint16 | uint32](r *reader, arity []int32, join bool) *call.Error {
	n := r.in.N
	states := numbers[T](r, "data")
	columns := make([][]T, n) // by the engine's nodes
	widths := make([]int32, n)
	for e, states := range r.in.Arity {
		widths[e] = int32(states)
	}
	for d, rows := range r.in.Rows {
		for k := range n {
			column := states[k*rows : (k+1)*rows]
			for row, s := range column {
				if int64(s) >= int64(arity[k]) {
					return call.Invalidf("data", "%s has the state %d in row %d of dataset %d, but only %d states",
						r.in.Name(k), s, row, r.in.First+d, arity[k]).InDAG(r.in.First + d).At(k)
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
		r.in.Tables = []*data.Dataset{data.New(sumOf(r.in.Rows), columns, widths)}
	}
	return nil
}
