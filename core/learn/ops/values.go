package ops

import (
	"math"
	"slices"

	"github.com/mcbnc/mcbnc/core/call"
	"github.com/mcbnc/mcbnc/core/learn/data"
	"github.com/mcbnc/mcbnc/core/learn/table"
)

// readValues reads the array "values". A node with an arity, by the engine's nodes, has states. Any other value is finite, and
// a column of these with rows has more than one, but for a part of a table: without a variance it has no place in a normal
// distribution. With gaps a value may also be NaN, in any column.
func readValues(r *call.Reader, t *tables, arity []int32, first int) *call.Error {
	states := make([]int, r.N)
	for e := range states {
		states[e] = int(arity[e])
	}
	values := call.Numbers[float64](r, "values")
	for d, rows := range t.Counts {
		read := &data.Numbers{Rows: rows, Columns: make([][]float64, r.N), Arity: states}
		for k := range r.N {
			column := values[k*rows : (k+1)*rows]
			e := r.Index.Engine(k)
			failure := t.checkColumn(r.Name(k), column)
			if arity[e] > 0 {
				failure = t.checkStates(r.Name(k), column, arity[e])
			}
			if failure != nil {
				return failure.InGraph("values", first+d).At(k)
			}
			read.Columns[e] = column
			read.Gaps = read.Gaps || t.gaps && slices.ContainsFunc(column, math.IsNaN)
		}
		t.Tables = append(t.Tables, &table.Table{Numbers: read})
		values = values[r.N*rows:]
	}
	return nil
}

// checkStates checks the column of a node with so many states.
func (t *tables) checkStates(name string, column []float64, arity int32) *call.Error {
	for row, x := range column {
		if t.gaps && math.IsNaN(x) {
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
func (t *tables) checkColumn(name string, column []float64) *call.Error {
	constant, value := len(column) > 0, math.NaN()
	for row, x := range column {
		if t.gaps && math.IsNaN(x) {
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
	case constant && math.IsNaN(value) && t.differ:
	case constant && math.IsNaN(value):
		return call.Errorf(call.InvalidInput, "%s has no value in any row; leave it out", name)
	case constant && !t.part:
		return call.Errorf(call.InvalidInput, "%s has the value %v in all rows; leave out columns that do not vary", name, value+0)
	}
	return nil
}
