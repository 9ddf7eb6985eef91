package job

import (
	"cmp"
	"math"
	"strings"

	"github.com/mcbnc/mcbnc/core/data"
	"github.com/mcbnc/mcbnc/core/score"
)

const maxRows = math.MaxInt32

// scoring checks the options of learning and scoring.
func (b *builder) scoring() *Error {
	var known bool
	if b.in.Score, known = score.Find(cmp.Or(b.q.Score, score.Default)); !known {
		return invalid("score", "%.40q is none of %s", b.q.Score, strings.Join(score.Names(), ", "))
	}
	b.in.ESS = 1
	if b.q.ESS != nil {
		b.in.ESS = *b.q.ESS
	}
	// Frequencies, with which ess = 0, are for predicting alone.
	if ess := b.in.ESS; !(ess >= 0 && ess <= math.MaxFloat32) || ess == 0 && !b.op.joined {
		return invalid("ess", "%v is not a number above zero, of at most %.2g", ess, math.MaxFloat32)
	}
	b.in.MaxParents = -1
	if b.q.MaxParents != nil {
		if b.in.MaxParents = *b.q.MaxParents; b.in.MaxParents < 0 {
			return invalid("max_parents", "%d is negative", b.in.MaxParents)
		}
	}
	return nil
}

// readData reads the arrays "data" and "arity".
func (b *builder) readData() *Error {
	if !b.has("data") {
		return nil
	}
	arity := numbers[int32](b, "arity")
	for k, states := range arity {
		if states < 1 {
			return invalid("arity", "%s has %d states; there must be at least one", b.in.name(k), states).at(k)
		}
	}
	switch b.q.Width {
	case 1:
		return readTables[uint8](b, arity)
	case 2:
		return readTables[uint16](b, arity)
	}
	return readTables[uint32](b, arity)
}

// tableSizes checks the number of tables, of their rows, and the bytes of a state.
func (b *builder) tableSizes() *Error {
	if !b.op.needs("data") {
		return nil
	}
	if w := b.q.Width; w != 1 && w != 2 && w != 4 {
		return badRequest("width", "%d is none of 1, 2 and 4", w)
	}
	tables := b.in.R
	if b.op.tables > 0 {
		tables = b.op.tables
	}
	if len(b.q.Rows) != tables {
		return badRequest("rows", "%d numbers of rows for %d datasets", len(b.q.Rows), tables)
	}
	all := 0
	for k, rows := range b.q.Rows {
		if all += rows; rows < 0 || rows > maxRows || b.op.joined && all > maxRows {
			return invalid("rows", "dataset %d has %d rows; there may be from 0 to %d", k, rows, maxRows).inDAG(k)
		}
	}
	b.in.Rows = b.q.Rows
	return nil
}

// readTables makes the datasets, or one of all of them, of states of type T.
func readTables[T uint8 | uint16 | uint32](b *builder, arity []int32) *Error {
	n := b.in.N
	states := numbers[T](b, "data")
	columns := make([][]T, n) // by the engine's nodes
	widths := make([]int32, n)
	for k := range n {
		widths[b.in.Index.Engine(k)] = arity[k]
	}
	for d, rows := range b.in.Rows {
		for k := range n {
			column := states[k*rows : (k+1)*rows]
			for row, s := range column {
				if int64(s) >= int64(arity[k]) {
					return invalid("data", "%s has the state %d in row %d of dataset %d, but only %d states",
						b.in.name(k), s, row, d, arity[k]).inDAG(d).at(k)
				}
			}
			e := b.in.Index.Engine(k)
			if b.op.joined {
				columns[e] = append(columns[e], column...)
			} else {
				columns[e] = column
			}
		}
		states = states[n*rows:]
		if !b.op.joined {
			b.in.Tables = append(b.in.Tables, data.New(rows, columns, widths))
		}
	}
	if b.op.joined {
		b.in.Tables = []*data.Dataset{data.New(sumOf(b.in.Rows), columns, widths)}
	}
	return nil
}

func sumOf(numbers []int) (sum int) {
	for _, x := range numbers {
		sum += x
	}
	return sum
}
