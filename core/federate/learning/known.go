package learning

import (
	"fmt"
	"math"

	"github.com/mcbnc/mcbnc/core/learn/data"
	"github.com/mcbnc/mcbnc/core/learn/jointly"
	"github.com/mcbnc/mcbnc/core/learn/over"
)

// Round is a question, and the sum of the sites' answers to it.
type Round struct {
	Question *Question
	Sum      []uint64
}

// known is what the sums so far give.
type known struct {
	rows    int
	counted bool             // rows is known
	joined  []int32          // by pair: how many DAGs join it; nil: not known
	votes   *jointly.Votes   // 1 in the place of any number above 0 if the pairs are disguised
	told    []over.PairVotes // of sites with different columns
	sees    [][]int32        // by site: its columns; nil: not known, or all
	tables  []data.Joint
	sums    *data.Sums           // nil: products were not sent, or with noise
	noisy   *data.NoisySums      // nil: they were not sent with noise
	filled  map[int][]data.Joint // by filling: the tables of its rows
	shared  map[int][]data.Joint // those of them that all sites are shown
	sets    [][]int32            // whose own F is known
	values  []int64              // by sets: F
}

// gather reads the sums. An error is a *SumError.
func (p *Public) gather(history []Round) (*known, error) {
	k := &known{votes: jointly.NewVotes(len(p.Arity), p.Sites), filled: map[int][]data.Joint{}, shared: map[int][]data.Joint{}}
	for number, round := range history {
		if failure := p.gatherRound(k, round); failure != nil {
			failure.Round = number
			return nil, failure
		}
	}
	return k, nil
}

// cannotBe is a *SumError about some variables.
func cannotBe(variables []int32, format string, args ...any) *SumError {
	return &SumError{Variables: variables, Reason: fmt.Sprintf(format, args...)}
}

func (p *Public) gatherRound(k *known, round Round) *SumError {
	q, sum := round.Question, round.Sum
	length, err := q.Length(p.Arity)
	if err != nil {
		return cannotBe(nil, "%v", err)
	}
	if len(sum) != length {
		return cannotBe(nil, "there are %d numbers where the question asks for %d", len(sum), length)
	}
	if failure := p.gatherFacts(k, q, sum); failure != nil {
		return failure
	}
	sum = sum[q.factsLength(len(p.Arity)):]
	if q.Products {
		return p.gatherProducts(k, sum)
	}
	sum, failure := p.gatherVotes(k, q, sum)
	if failure != nil {
		return failure
	}
	for _, set := range q.Tables {
		cells := data.Cells(p.Arity, set)
		if failure := k.addTable(q, set, sum[:cells]); failure != nil {
			return failure
		}
		sum = sum[cells:]
	}
	return k.gatherOwn(q, sum)
}

func (p *Public) gatherFacts(k *known, q *Question, sum []uint64) *SumError {
	if q.Facts {
		rows := sum[0]
		if p.Numbers != nil && p.Numbers.Noise > 0 { // it may be negative
			rows = uint64(min(max(int64(rows), 1), int64(p.Numbers.Most)))
		}
		if rows > math.MaxInt32 {
			return cannotBe(nil, "all sites together have %d rows; there may be at most %d", rows, math.MaxInt32)
		}
		k.rows, k.counted, sum = int(rows), true, sum[1:]
	}
	if q.Seen > 0 {
		var failure *SumError
		if sum, failure = p.gatherSeen(k, q.Seen, sum); failure != nil {
			return failure
		}
	}
	if q.Pairs == NoPairs {
		return nil
	}
	n := len(p.Arity)
	k.joined = make([]int32, 0, n*(n-1)/2)
	for x := range n {
		for y := x + 1; y < n; y++ {
			joined := sum[0]
			switch sum = sum[1:]; {
			case q.Pairs == Disguised:
				joined = min(joined, 1)
			case joined > uint64(p.Sites):
				return cannotBe([]int32{int32(x), int32(y)}, "%d of %d DAGs join two nodes", joined, p.Sites)
			}
			k.votes.Join(x, y, int(joined))
			k.joined = append(k.joined, int32(joined))
		}
	}
	return nil
}

func (k *known) addTable(q *Question, set []int32, sum []uint64) *SumError {
	counts, left := make([]int32, len(sum)), uint64(k.rows)
	for cell, n := range sum {
		if n > left {
			return cannotBe(set, "the cells of a table count more than all %d rows", k.rows)
		}
		counts[cell] = int32(n)
		left -= n
	}
	if left > 0 {
		return cannotBe(set, "the cells of a table count all but %d of %d rows", left, k.rows)
	}
	table := data.Joint{Variables: set, Counts: counts}
	if q.Fill == nil {
		k.tables = append(k.tables, table)
		return nil
	}
	number := q.Fill.Number
	k.filled[number] = append(k.filled[number], table)
	if q.Shared {
		k.shared[number] = append(k.shared[number], table)
	}
	return nil
}

// maxF is more units than F of a set less F of the empty set has, and maxCharge what the penalties may
// take from it, over all sites. So sums of four F do not overflow: see score.Model.
const (
	maxF      = 1 << 61
	maxCharge = 1 << 58
)

func (k *known) gatherOwn(q *Question, sum []uint64) *SumError {
	for i, set := range q.Own {
		f := int64(sum[i])
		if f < -maxF || f > maxF {
			return cannotBe(set, "a score of %d units", f)
		}
		k.sets, k.values = append(k.sets, set), append(k.values, f)
	}
	return nil
}
