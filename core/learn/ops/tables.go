package ops

import (
	"fmt"
	"math"

	"github.com/mcbnc/mcbnc/core/call"
	"github.com/mcbnc/mcbnc/core/learn/data"
)

// tables are discrete datasets.
type tables struct {
	Counts []int `json:"rows"`  // of rows, of each dataset
	Width  int   `json:"width"` // bytes of a state

	Tables []*data.Dataset // by the engine's nodes
	beyond int32           // so many numbers after a column's last state are read as states of its own
}

const maxRows = math.MaxInt32

// Arrays are "data" and "arity".
func (t *tables) Arrays() []call.Spec {
	return []call.Spec{
		{Name: "data", Bytes: t.Width, Shape: []call.Extent{call.NodeCount, t.all}},
		aritySpec,
	}
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

// checkTables checks the bytes of a state, and the numbers of rows.
func (t *tables) checkTables(datasets, most int) *call.Error {
	if w := t.Width; w != 1 && w != 2 && w != 4 {
		return call.BadRequestf("width", "%d is none of 1, 2 and 4", w)
	}
	return t.checkCounts(datasets, most)
}

// checkCounts checks the numbers of rows of so many datasets, which may have at most so many rows together.
func (t *tables) checkCounts(datasets, most int) *call.Error {
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

// read reads the datasets, of which the first has this number in messages.
func (t *tables) read(r *call.Reader, first int) *call.Error {
	arity, failure := readArity(r, 1)
	if failure != nil {
		return failure
	}
	switch t.Width {
	case 1:
		t.Tables, failure = readStates[uint8](r, t, arity, first)
	case 2:
		t.Tables, failure = readStates[uint16](r, t, arity, first)
	default:
		t.Tables, failure = readStates[uint32](r, t, arity, first)
	}
	return failure
}

// readArity reads the array "arity", by the engine's nodes. A node has at least so many states.
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
func (a *Arity) Read(r *call.Reader) *call.Error {
	arity, failure := readArity(r, 1)
	for _, states := range arity {
		*a = append(*a, int(states))
	}
	return failure
}

// ArityOfAny is the same where a node may have numbers: it has 0 states.
type ArityOfAny []int

// Arrays is "arity".
func (a *ArityOfAny) Arrays() []call.Spec { return []call.Spec{aritySpec} }

// Read reads the numbers.
func (a *ArityOfAny) Read(r *call.Reader) *call.Error {
	arity, failure := readArity(r, 0)
	for _, states := range arity {
		*a = append(*a, int(states))
	}
	return failure
}

var aritySpec = call.Spec{Name: "arity", Bytes: 4, Shape: []call.Extent{call.NodeCount}}

// Table is one discrete dataset, whatever the score.
type Table struct{ tables }

// CheckLength checks the number of rows.
func (t *Table) CheckLength(*call.Reader) *call.Error { return t.checkTables(1, maxRows) }

// Read reads the dataset.
func (t *Table) Read(r *call.Reader) *call.Error { return t.read(r, 0) }

// readStates makes datasets of states of type T.
func readStates[T uint8 | uint16 | uint32](r *call.Reader, t *tables, arity []int32, first int) ([]*data.Dataset, *call.Error) {
	var tables []*data.Dataset
	codes := make([]int32, r.N)
	for v, states := range arity {
		codes[v] = states + t.beyond
	}
	states := call.Numbers[T](r, "data")
	columns := make([][]T, r.N) // by the engine's nodes
	for d, rows := range t.Counts {
		for k := range r.N {
			e := r.Index.Engine(k)
			columns[e] = states[k*rows : (k+1)*rows]
			for row, s := range columns[e] {
				if int64(s) >= int64(codes[e]) {
					return nil, call.Invalidf("data", "%s has the state %d in row %d of dataset %d, but only %d states",
						r.Name(k), s, row, first+d, arity[e]).InDAG(first + d).At(k)
				}
			}
		}
		states = states[r.N*rows:]
		tables = append(tables, data.New(rows, columns, codes))
	}
	return tables, nil
}
