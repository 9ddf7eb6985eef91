package wire

import (
	"math"

	"github.com/mcbnc/mcbnc/core/call"
	"github.com/mcbnc/mcbnc/core/data"
)

func (r *reader) continuousDatasetsRows() *call.Error { return r.rowNumbers(r.in.R, maxRows*r.in.R) }

func (r *reader) continuousDatasetRows() *call.Error { return r.rowNumbers(1, maxRows) }

// continuousDatasets reads the array "values". A value is finite. A column with rows has more than
// one value: without a variance it has no place in a normal distribution.
func (r *reader) continuousDatasets() *call.Error {
	n := r.in.N
	values := numbers[float64](r, "values")
	for d, rows := range r.in.Rows {
		table := &data.Continuous{Rows: rows, Columns: make([][]float64, n)}
		for k := range n {
			column := values[k*rows : (k+1)*rows]
			if failure := r.checkColumn(column, d, k); failure != nil {
				return failure
			}
			table.Columns[r.in.Index.Engine(k)] = column
		}
		r.in.Values = append(r.in.Values, table)
		values = values[n*rows:]
	}
	return nil
}

// checkColumn checks the column of the caller's node k in dataset d.
func (r *reader) checkColumn(column []float64, d, k int) *call.Error {
	constant := len(column) > 0
	for row, x := range column {
		if math.IsNaN(x) || math.IsInf(x, 0) {
			return call.Errorf(call.InvalidInput, "%s has the value %v in row %d; values must be finite",
				r.in.Name(k), x, row).InGraph("values", r.in.First+d).At(k)
		}
		constant = constant && x == column[0]
	}
	if constant {
		return call.Errorf(call.InvalidInput, "%s has the value %v in all rows; leave out columns that do not vary",
			r.in.Name(k), column[0]+0).InGraph("values", r.in.First+d).At(k)
	}
	return nil
}
