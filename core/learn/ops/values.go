package ops

import (
	"math"
	"slices"

	"github.com/mcbnc/mcbnc/core/call"
	"github.com/mcbnc/mcbnc/core/learn/data"
)

// readValues reads the array "values": datasets of the given numbers of rows. A node with an arity, by the engine's nodes,
// has states. Any other value is finite, and a column of these with rows has more than one: without a variance it has no
// place in a normal distribution. With gaps a value may also be NaN, in any column.
func readValues(r *call.Reader, counts []int, arity []int32, gaps gaps, first int) ([]*data.Continuous, *call.Error) {
	var tables []*data.Continuous
	values := call.Numbers[float64](r, "values")
	for d, rows := range counts {
		table := &data.Continuous{Rows: rows, Columns: make([][]float64, r.N)}
		for k := range r.N {
			column := values[k*rows : (k+1)*rows]
			e := r.Index.Engine(k)
			failure := checkColumn(r.Name(k), column, gaps)
			if arity[e] > 0 {
				failure = checkStates(r.Name(k), column, arity[e], gaps)
			}
			if failure != nil {
				return nil, failure.InGraph("values", first+d).At(k)
			}
			table.Columns[e] = column
			table.Gaps = table.Gaps || gaps.some && slices.ContainsFunc(column, math.IsNaN)
		}
		tables = append(tables, table)
		values = values[r.N*rows:]
	}
	return tables, nil
}

// gaps reports whether some cells may have no value, and whether all cells of a column may.
type gaps struct{ some, all bool }

// checkStates checks the column of a node with the given number of states.
func checkStates(name string, column []float64, arity int32, gaps gaps) *call.Error {
	for row, x := range column {
		if gaps.some && math.IsNaN(x) {
			continue
		}
		if !(x >= 0 && x < float64(arity)) || x != math.Trunc(x) {
			return call.Errorf(call.InvalidInput, "%s has the value %v in row %d; its states are whole numbers from 0 to %d",
				name, x, row, arity-1)
		}
	}
	return nil
}

// checkColumn checks the column of a node of real values.
func checkColumn(name string, column []float64, gaps gaps) *call.Error {
	constant, value := len(column) > 0, math.NaN()
	for row, x := range column {
		if gaps.some && math.IsNaN(x) {
			continue
		}
		if math.IsNaN(x) || math.IsInf(x, 0) {
			return call.Errorf(call.InvalidInput, "%s has the value %v in row %d; values must be finite", name, x, row)
		}
		if math.IsNaN(value) {
			value = x
		}
		constant = constant && x == value
	}
	switch {
	case constant && math.IsNaN(value) && gaps.all:
	case constant && math.IsNaN(value):
		return call.Errorf(call.InvalidInput, "%s has no value in any row; leave it out", name)
	case constant:
		return call.Errorf(call.InvalidInput, "%s has the value %v in all rows; leave out columns that do not vary", name, value+0)
	}
	return nil
}
