package learning

import (
	"context"
	"errors"
	"fmt"

	"github.com/mcbnc/mcbnc/core/federate/masked"
	"github.com/mcbnc/mcbnc/core/graphs/bitset"
	"github.com/mcbnc/mcbnc/core/learn/data"
	"github.com/mcbnc/mcbnc/core/learn/score"
)

// Site is what a site has.
type Site struct {
	Data       *data.Dataset
	Score      score.Kind
	Parameters score.Parameters
	Structure
	MinCell int        // no table with a cell from 1 to MinCell - 1 is sent
	Widest  int        // the most variables of a table; 0: any number
	Seen    bitset.Set // the columns that the site sees; nil: all
	Place   int        // of the site among all, where it matters
	Key     [2]uint64  // of the draws that fill its rows
	Alike   int        // the least number of sites that must have the columns of any of them
	Most    int        // the most integers that are sent; 0: any number
}

// TooLongError is the error that the answer to a question would have more integers than it may have.
type TooLongError struct{ Most int }

func (e *TooLongError) Error() string {
	return fmt.Sprintf("learning: a question asks for more than %d numbers", e.Most)
}

// SmallCellError is the error that a cell of a table is too small to be sent.
type SmallCellError struct {
	Variables []int32
	Cell      int32 // the smallest above 0
}

func (e *SmallCellError) Error() string {
	return fmt.Sprintf("learning: a table of variables %v has a cell of %d", e.Variables, e.Cell)
}

var errOwn = errors.New("it asks for scores of the site's own rows, which are no sums over rows: no site sends them under masks")

// Answer is the site's answer to a question, which it may send under masks. An error is a *SmallCellError, a
// *LargeTableError, a *TooLongError, a *masked.WideError, or about a question that makes no sense. All but the first come
// before anything is counted.
func (s *Site) Answer(ctx context.Context, q *Question) (*masked.Answer, error) {
	if len(q.Own) > 0 {
		return nil, errOwn
	}
	return s.sums(ctx, q)
}

// Unmasked is the answer to a question that may also ask for scores of the site's own rows.
func (s *Site) Unmasked(ctx context.Context, q *Question) ([]uint64, error) {
	answer, err := s.sums(ctx, q)
	if err != nil {
		return nil, err
	}
	return s.appendOwn(answer.Numbers(), q)
}

// sums is the answer without own scores.
func (s *Site) sums(ctx context.Context, q *Question) (*masked.Answer, error) {
	length, err := q.Length(s.Data.Arity())
	if err != nil {
		return nil, err
	}
	if s.Most > 0 && length > s.Most {
		return nil, &TooLongError{s.Most}
	}
	if s, err = s.ready(ctx, q); err != nil {
		return nil, err
	}
	rows := &masked.Rows{States: s.Data, Variables: s.Widest}
	if out, err := s.isOut(q); err != nil {
		return nil, err
	} else if out {
		rows.States = none(s.Data)
	} else if len(q.Tables) > len(s.Data.Columns) { // an index takes the time of some tables
		rows.States = indexed(ctx, s.Data)
	}
	answer := new(masked.Answer)
	if q.Facts {
		if err := answer.AddRows(ctx, rows, masked.One{}); err != nil {
			return nil, err
		}
		if err := s.addSeen(answer, q.Seen); err != nil {
			return nil, err
		}
	}
	if err := s.addStructure(answer, q); err != nil {
		return nil, err
	}
	for _, set := range q.Tables {
		if err := s.addTable(ctx, answer, rows, set); err != nil {
			return nil, err
		}
	}
	return answer, nil
}

// indexed is a table with an index. The given one stays as it is.
func indexed(ctx context.Context, d *data.Dataset) *data.Dataset {
	all := make([]int32, len(d.Columns))
	for v := range all {
		all[v] = int32(v)
	}
	d = d.Select(all)
	d.Index(ctx)
	return d
}

// none is the table of a site that leaves itself out.
func none(d *data.Dataset) *data.Dataset {
	columns, states := make([][]uint32, len(d.Columns)), make([]int32, len(d.Columns))
	for v, arity := range d.Arity() {
		states[v] = int32(arity)
	}
	return data.New(0, columns, states)
}

func (s *Site) addTable(ctx context.Context, answer *masked.Answer, rows *masked.Rows, set []int32) error {
	before := len(answer.Numbers())
	if err := answer.AddRows(ctx, rows, masked.Joint{Variables: set}); err != nil {
		return err
	}
	small := int32(0)
	for _, count := range answer.Numbers()[before:] {
		if n := int32(count); n > 0 && int(n) < s.MinCell && (small == 0 || n < small) {
			small = n
		}
	}
	if small > 0 {
		return &SmallCellError{set, small}
	}
	return nil
}

func (s *Site) appendOwn(answer []uint64, q *Question) ([]uint64, error) {
	if len(q.Own) == 0 {
		return answer, nil
	}
	p := s.Parameters
	p.MaxUnit = q.Unit
	shape := s.Score.Shape(s.Data.Rows, s.Data.Arity(), p)
	if shape.Unit() != q.Unit {
		return nil, fmt.Errorf("a unit of %d binary places is too fine for the score of %d rows", q.Unit, s.Data.Rows)
	}
	batch := s.Score.Discrete(s.Data, p).NewBatch(1)
	empty := batch.Open(0, 0, nil, 0)
	for _, set := range q.Own {
		if score.IsFamily(set) == shape.Equal() {
			return nil, fmt.Errorf("%v is asked for, and the score %q has no F of that", set, s.Score.Name)
		}
		charge := shape.Charge(set)
		if charge > maxCharge {
			return nil, &LargeTableError{set}
		}
		answer = append(answer, uint64(batch.Open(0, 0, set, 0)-empty-charge))
	}
	return answer, nil
}
