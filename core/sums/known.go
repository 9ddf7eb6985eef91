package sums

import (
	"fmt"
	"math"

	"github.com/mcbnc/mcbnc/core/data"
	"github.com/mcbnc/mcbnc/core/jointly"
)

// Round is a question, and the sum of the sites' answers to it.
type Round struct {
	Question *Question
	Sum      []uint64
}

// known is what the sums so far tell.
type known struct {
	rows      int
	votes     *jointly.Votes // 1 in the place of any number above 0 if the pairs are disguised
	parameter int64
	tables    []data.Joint
	sets      [][]int32 // of which the own F is known
	values    []int64   // by sets: F
}

// gather reads the sums. An error says which of them cannot be a sum of answers.
func (p *Public) gather(history []Round) (*known, error) {
	k := &known{votes: jointly.NewVotes(len(p.Arity), p.Sites)}
	for number, round := range history {
		if err := p.gatherRound(k, round); err != nil {
			return nil, fmt.Errorf("round %d: %w", number, err)
		}
	}
	return k, nil
}

func (p *Public) gatherRound(k *known, round Round) error {
	q, sum := round.Question, round.Sum
	length, err := q.length(p.Arity)
	if err != nil {
		return err
	}
	if len(sum) != length {
		return fmt.Errorf("the sum has %d numbers where the question asks for %d", len(sum), length)
	}
	if q.Facts {
		if sum, err = p.gatherFacts(k, q, sum); err != nil {
			return err
		}
	}
	for _, set := range q.Tables {
		cells := data.Cells(p.Arity, set)
		if err := k.addTable(set, sum[:cells]); err != nil {
			return err
		}
		sum = sum[cells:]
	}
	if q.Parameter {
		k.parameter, sum = int64(sum[0]), sum[1:]
		if k.parameter < 0 || k.parameter > maxF {
			return fmt.Errorf("%d units cannot be a penalty for a parameter", k.parameter)
		}
	}
	for i, set := range q.Own {
		f := int64(sum[i])
		if f < -maxF || f > maxF {
			return fmt.Errorf("%d units cannot be the score of the nodes %v", f, set)
		}
		k.sets, k.values = append(k.sets, set), append(k.values, f)
	}
	return nil
}

// maxF is more units than F of a set less F of the empty set has: see score.Model.
const maxF = 1 << 61

func (p *Public) gatherFacts(k *known, q *Question, sum []uint64) ([]uint64, error) {
	if sum[0] > math.MaxInt32 {
		return nil, fmt.Errorf("all sites together have %d rows; there may be at most %d", sum[0], math.MaxInt32)
	}
	k.rows, sum = int(sum[0]), sum[1:]
	if q.Pairs == NoPairs {
		return sum, nil
	}
	n := len(p.Arity)
	for x := range n {
		for y := x + 1; y < n; y++ {
			joined := sum[0]
			switch sum = sum[1:]; {
			case q.Pairs == Disguised:
				joined = min(joined, 1)
			case joined > uint64(p.Sites):
				return nil, fmt.Errorf("%d of %d DAGs cannot join the nodes %d and %d", joined, p.Sites, x, y)
			}
			k.votes.Join(x, y, int(joined))
		}
	}
	return sum, nil
}

// addTable adds a table of counts of all rows.
func (k *known) addTable(set []int32, sum []uint64) error {
	counts, left := make([]int32, len(sum)), uint64(k.rows)
	for cell, n := range sum {
		if n > left {
			return fmt.Errorf("the cells of the table of the nodes %v have more than all %d rows", set, k.rows)
		}
		counts[cell] = int32(n)
		left -= n
	}
	if left > 0 {
		return fmt.Errorf("the cells of the table of the nodes %v lack %d of all %d rows", set, left, k.rows)
	}
	k.tables = append(k.tables, data.Joint{Variables: set, Counts: counts})
	return nil
}
