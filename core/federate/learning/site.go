package learning

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"

	"github.com/mcbnc/mcbnc/core/graphs/bitset"
	"github.com/mcbnc/mcbnc/core/graphs/graph"
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
	Seen    bitset.Set // the columns that the site sees; nil: all
	Place   int        // of the site among all, where it matters
	Key     [2]uint64  // of the draws that fill its rows
	Alike   int        // the least number of sites that must have the columns of any of them
	Most    int        // the most integers that are sent; 0: any number
}

// Structure is the structure whose pairs a site sends.
type Structure struct {
	DAG    *graph.DAG // that the site learned; nil where no question is about pairs
	Secret []byte     // the source of random numbers, for this run alone; the same
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

// Answer is the site's answer to a question. An error is a *SmallCellError, a *LargeTableError, a
// *TooLongError, or about a question that makes no sense. All but the first come before anything is
// counted.
func (s *Site) Answer(ctx context.Context, q *Question) ([]uint64, error) {
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
	if out, err := s.isOut(q); out || err != nil {
		return make([]uint64, length), err
	}
	answer := make([]uint64, 0, length)
	if q.Facts {
		answer = s.appendSeen(append(answer, uint64(s.Data.Rows)), q.Seen)
	}
	if answer, err = s.appendPairs(answer, q.Pairs); err != nil {
		return nil, err
	}
	if answer, err = s.appendVotes(answer, q.Votes); err != nil {
		return nil, err
	}
	for _, set := range q.Tables {
		if answer, err = s.appendTable(answer, set); err != nil {
			return nil, err
		}
	}
	return s.appendOwn(answer, q)
}

// isOut reports whether the site answers zeros, by the votes of all sites.
func (s *Structure) isOut(q *Question) (bool, error) {
	switch {
	case q.Told == nil:
		return false, nil
	case s.DAG == nil:
		return false, errNoDAG
	case q.Pairs != NoPairs:
		return false, errors.New("it asks for the pairs of a site that leaves itself out")
	}
	return s.leavesOut(q.Told)
}

func (s *Structure) appendPairs(answer []uint64, pairs Pairs) ([]uint64, error) {
	switch {
	case pairs == NoPairs:
		return answer, nil
	case s.DAG == nil:
		return nil, errNoDAG
	case pairs == Disguised && len(s.Secret) == 0:
		return nil, fmt.Errorf("pairs are asked for as random numbers, and there is no secret to make them of")
	}
	for x := range s.DAG.N {
		for y := x + 1; y < s.DAG.N; y++ {
			told := uint64(0)
			if s.DAG.Has(x, y) || s.DAG.Has(y, x) {
				if told = 1; pairs == Disguised {
					told = s.random(len(answer))
				}
			}
			answer = append(answer, told)
		}
	}
	return answer, nil
}

// random is a number above 0, of the secret and a position in the answer.
func (s *Structure) random(position int) uint64 {
	for again := uint64(0); ; again++ {
		mac := hmac.New(sha256.New, s.Secret)
		mac.Write([]byte("mcbnc pairs"))
		mac.Write(binary.BigEndian.AppendUint64(nil, uint64(position)))
		mac.Write(binary.BigEndian.AppendUint64(nil, again))
		if number := binary.BigEndian.Uint64(mac.Sum(nil)); number != 0 {
			return number
		}
	}
}

func (s *Site) appendTable(answer []uint64, set []int32) ([]uint64, error) {
	counts := s.Data.Joint(set).Counts
	small := int32(0)
	for _, n := range counts {
		answer = append(answer, uint64(n))
		if n > 0 && int(n) < s.MinCell && (small == 0 || n < small) {
			small = n
		}
	}
	if small > 0 {
		return nil, &SmallCellError{set, small}
	}
	return answer, nil
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
	none := batch.Open(0, 0, nil, 0)
	for _, set := range q.Own {
		if score.IsFamily(set) == shape.Equal() {
			return nil, fmt.Errorf("%v is asked for, and the score %q has no F of that", set, s.Score.Name)
		}
		charge := shape.Charge(set)
		if charge > maxCharge {
			return nil, &LargeTableError{set}
		}
		answer = append(answer, uint64(batch.Open(0, 0, set, 0)-none-charge))
	}
	return answer, nil
}
