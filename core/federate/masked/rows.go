package masked

import (
	"context"
	"fmt"
	"math"

	"github.com/mcbnc/mcbnc/core/learn/data"
	"github.com/mcbnc/mcbnc/core/run/parallel"
)

// Rows are the units of a site that has a table. They are of States, or of Numbers.
type Rows struct {
	States  *data.Dataset
	Numbers *data.Numbers
	// Round makes a cell of a column of numbers a whole one, from -2^Places to 2^Places. It sees no other cell.
	Round  func(column int, cell float64) int32
	Places int

	Units     int64 // the most rows of all sites together; 0: of all sites that there may be
	Noisy     bool  // noise is added: no error depends on how many rows there are
	Variables int   // the most columns on which a function of a row depends; 0: any number
	Team      *parallel.Team
}

// Function is a function of one row, or several of them. There are One, Joint and Products.
type Function interface {
	columns(r *Rows) int    // on how many a number depends
	greatest(r *Rows) int64 // its greatest absolute value in one row
	sums(ctx context.Context, r *Rows) ([]uint64, error)
}

// One is 1 in each row.
type One struct{}

// Joint is, for each joint state of some columns, whether a row has it: see data.Joint.
type Joint struct{ Variables []int32 }

// Products are those of each two columns, and the columns themselves: see data.Whole.
type Products struct{}

// WideError is the error that a number would depend on more columns of a row than it may.
type WideError struct{ Columns, Most int }

func (e *WideError) Error() string {
	return fmt.Sprintf("a number depends on %d columns, and it may on %d", e.Columns, e.Most)
}

// AddRows adds the sums over the site's rows of a function of one row. An error is a *WideError, a *BoundError or ctx's error,
// or that there are too many rows.
func (a *Answer) AddRows(ctx context.Context, r *Rows, f Function) error {
	if wide := f.columns(r); r.Variables > 0 && wide > r.Variables {
		return &WideError{wide, r.Variables}
	}
	bound := Bound{f.greatest(r), r.Units}
	if r.Units == 0 {
		bound.Units = MostSites * math.MaxInt32
	}
	own := int64(r.count())
	if r.Noisy { // a sum over too many rows may be wrong, and their number shows it
		own = 0
	}
	if err := bound.prove(own); err != nil {
		return err
	}
	sums, err := f.sums(ctx, r)
	if err == nil {
		a.numbers = append(a.numbers, sums...)
	}
	return err
}

func (r *Rows) count() int {
	if r.Numbers != nil {
		return r.Numbers.Rows
	}
	return r.States.Rows
}

func (One) columns(*Rows) int    { return 0 }
func (One) greatest(*Rows) int64 { return 1 }
func (One) sums(_ context.Context, r *Rows) ([]uint64, error) {
	return []uint64{uint64(r.count())}, nil
}

func (f Joint) columns(*Rows) int  { return len(f.Variables) }
func (Joint) greatest(*Rows) int64 { return 1 }
func (f Joint) sums(_ context.Context, r *Rows) ([]uint64, error) {
	counts := r.States.Joint(f.Variables).Counts
	sums := make([]uint64, len(counts))
	for cell, n := range counts {
		sums[cell] = uint64(n)
	}
	return sums, nil
}

func (Products) columns(r *Rows) int    { return min(2, len(r.Numbers.Arity)) }
func (Products) greatest(r *Rows) int64 { return 1 << (2 * r.Places) }
func (Products) sums(ctx context.Context, r *Rows) ([]uint64, error) {
	whole := &data.Whole{Rows: r.Numbers.Rows, Arity: r.Numbers.Arity}
	for v, column := range r.Numbers.Columns {
		cells := make([]int32, len(column))
		for row, cell := range column {
			if r.Numbers.Arity[v] > 0 {
				cells[row] = int32(cell)
			} else if cells[row] = r.Round(v, cell); cells[row] < -1<<r.Places || cells[row] > 1<<r.Places {
				return nil, fmt.Errorf("column %d has a number of more than %d binary places", v, r.Places)
			}
		}
		whole.Columns = append(whole.Columns, cells)
	}
	return whole.Products(ctx, r.Team)
}
