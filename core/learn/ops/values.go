package ops

import (
	"math"

	"github.com/mcbnc/mcbnc/core/call"
	"github.com/mcbnc/mcbnc/core/learn/data"
)

// readValues reads the array "values": datasets of so many rows each. A value is finite. A column with rows has more than
// one value: without a variance it has no place in a normal distribution.
func readValues(r *call.Reader, counts []int, first int) ([]*data.Continuous, *call.Error) {
	var tables []*data.Continuous
	values := call.Numbers[float64](r, "values")
	for d, rows := range counts {
		table := &data.Continuous{Rows: rows, Columns: make([][]float64, r.N)}
		for k := range r.N {
			column := values[k*rows : (k+1)*rows]
			if failure := checkColumn(r.Name(k), column); failure != nil {
				return nil, failure.InGraph("values", first+d).At(k)
			}
			table.Columns[r.Index.Engine(k)] = column
		}
		tables = append(tables, table)
		values = values[r.N*rows:]
	}
	return tables, nil
}

// checkColumn checks the column of a node.
func checkColumn(name string, column []float64) *call.Error {
	constant := len(column) > 0
	for row, x := range column {
		if math.IsNaN(x) || math.IsInf(x, 0) {
			return call.Errorf(call.InvalidInput, "%s has the value %v in row %d; values must be finite", name, x, row)
		}
		constant = constant && x == column[0]
	}
	if constant {
		return call.Errorf(call.InvalidInput, "%s has the value %v in all rows; leave out columns that do not vary", name, column[0]+0)
	}
	return nil
}
