package ops

import (
	"fmt"
	"math"
	"slices"

	"github.com/mcbnc/mcbnc/core/call"
	"github.com/mcbnc/mcbnc/core/learn/data"
	"github.com/mcbnc/mcbnc/core/learn/table"
)

// tables are datasets.
type tables struct {
	Counts []int `json:"rows"`  // of rows, of each dataset
	Width  int   `json:"width"` // bytes of a state

	Tables []*table.Table // by the engine's nodes
	form   table.Cells
	gaps   bool // a cell may have no value
	differ bool // a dataset of numbers may have no value in a column
	part   bool // a column of numbers may have one value alone
}

const maxRows = math.MaxInt32

// Arrays are "data" and "arity" for states, or "values" for numbers, or "values" and "arity" for both.
func (t *tables) Arrays() []call.Spec {
	shape := []call.Extent{call.NodeCount, t.all}
	values := call.Spec{Name: "values", Bytes: 8, Shape: shape}
	switch t.form {
	case table.Numbers:
		return []call.Spec{values}
	case table.Both:
		return []call.Spec{values, aritySpec}
	}
	return []call.Spec{{Name: "data", Bytes: t.Width, Shape: shape}, aritySpec}
}

// Extent says how many rows there are.
func (t *tables) Extent(r *call.Reader) string {
	return fmt.Sprintf("for %d nodes and %d rows", r.N, t.Total())
}

func (t *tables) all(*call.Reader) int { return t.Total() }

// Total are the rows of all datasets.
func (t *tables) Total() (sum int) {
	for _, rows := range t.Counts {
		sum += rows
	}
	return sum
}

// sites are the datasets with the columns that each has.
func (t *tables) sites(seen call.Seen) []*table.Table {
	for k, site := range t.Tables {
		site.Seen = seen.Of(k)
	}
	return t.Tables
}

// check checks the bytes of a state, and the numbers of rows of so many datasets, which may have at most so many rows together.
func (t *tables) check(datasets, most int) *call.Error {
	if w := t.Width; t.form == table.States && w != 1 && w != 2 && w != 4 {
		return call.BadRequestf("width", "%d is not 1, 2 or 4", w)
	}
	if len(t.Counts) != datasets {
		return call.BadRequestf("rows", "%d numbers of rows for %d datasets", len(t.Counts), datasets)
	}
	all := 0
	for k, rows := range t.Counts {
		if all += rows; rows < 0 || rows > maxRows || all > most {
			return call.Invalidf("rows", "dataset %d has %d rows; there may be from 0 to %d", k, rows, maxRows).InDAG(k)
		}
	}
	return nil
}

// readRows reads the datasets, of which the first has this number in messages.
func (t *tables) readRows(r *call.Reader, first int) (failure *call.Error) {
	ofStates := t.form == table.States
	arity, least := make([]int32, r.N), int32(0)
	if ofStates {
		least = 1
	}
	if r.Has(aritySpec.Name) {
		if arity, failure = readArity(r, least); failure != nil {
			return failure
		}
	}
	switch {
	case !ofStates:
		return readValues(r, t, arity, first)
	case t.Width == 1:
		return readStates[uint8](r, t, arity, first)
	case t.Width == 2:
		return readStates[uint16](r, t, arity, first)
	}
	return readStates[uint32](r, t, arity, first)
}

// readArity reads the array "arity", by the engine's nodes. A node has at least the given number of states.
func readArity(r *call.Reader, least int32) ([]int32, *call.Error) {
	arity := make([]int32, r.N)
	for k, states := range call.Numbers[int32](r, "arity") {
		if states < least {
			return nil, call.Invalidf("arity", "%s has %d states; there must be at least %d", r.Name(k), states, least).At(k)
		}
		arity[r.Index.Engine(k)] = states
	}
	return arity, nil
}

// Arity is the number of states of each of the engine's nodes, where there are no datasets.
type Arity []int

// Arrays is "arity".
func (a *Arity) Arrays() []call.Spec { return []call.Spec{aritySpec} }

// Read reads the numbers.
func (a *Arity) Read(r *call.Reader) *call.Error { return a.read(r, 1) }

func (a *Arity) read(r *call.Reader, least int32) *call.Error {
	arity, failure := readArity(r, least)
	for _, states := range arity {
		*a = append(*a, int(states))
	}
	return failure
}

// ArityOfAny is the same where a node may have numbers: it has 0 states.
type ArityOfAny struct{ Arity }

// Read reads the numbers.
func (a *ArityOfAny) Read(r *call.Reader) *call.Error { return a.read(r, 0) }

var aritySpec = call.Spec{Name: "arity", Bytes: 4, Shape: []call.Extent{call.NodeCount}}

// Table is one discrete dataset, whatever the score.
type Table struct{ tables }

// CheckLength checks the number of rows.
func (t *Table) CheckLength(*call.Reader) *call.Error { return t.check(1, maxRows) }

// Read reads the dataset.
func (t *Table) Read(r *call.Reader) *call.Error { return t.readRows(r, 0) }

// readStates makes datasets of states of type T.
func readStates[T uint8 | uint16 | uint32](r *call.Reader, t *tables, arity []int32, first int) *call.Error {
	codes := slices.Clone(arity)
	if t.gaps {
		for v := range codes {
			codes[v]++
		}
	}
	states := call.Numbers[T](r, "data")
	columns := make([][]T, r.N) // by the engine's nodes
	for d, rows := range t.Counts {
		for k := range r.N {
			e := r.Index.Engine(k)
			columns[e] = states[k*rows : (k+1)*rows]
			for row, s := range columns[e] {
				if int64(s) >= int64(codes[e]) {
					return call.Invalidf("data", "%s has the state %d in row %d of dataset %d, but only %d states",
						r.Name(k), s, row, first+d, arity[e]).InDAG(first + d).At(k)
				}
			}
		}
		states = states[r.N*rows:]
		t.Tables = append(t.Tables, &table.Table{States: data.New(rows, columns, codes), Last: t.gaps})
	}
	return nil
}
