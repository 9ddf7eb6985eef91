package consensus

import (
	"bytes"
	"context"
	"crypto/sha256"
	"errors"
	"slices"
	"strings"

	"github.com/mcbnc/mcbnc/core/fuse/consensus"
	"github.com/mcbnc/mcbnc/core/fuse/engine"
	"github.com/mcbnc/mcbnc/core/graphs/bitset"
	"github.com/mcbnc/mcbnc/core/graphs/equiv"
	"github.com/mcbnc/mcbnc/core/graphs/graph"
)

// Progress is where a consensus is after some rounds: a question to ask, or the result.
type Progress struct {
	Question *Question
	Length   int // of each site's answer to the question
	Result   *Result
	State    []byte // of a question: stands for all sums so far
}

// ErrState is the error that a state is damaged, or of a consensus with other terms.
var ErrState = errors.New("the state is not one of a consensus with these terms")

// errPending ends a consensus that waits for an answer to its question.
var errPending = errors.New("there is no sum yet")

// Next is where a consensus is after the rounds that the state stands for, which may be nil, and
// the sums of those after them. It is a function of the terms and all sums so far.
func Next(ctx context.Context, terms *Terms, state []byte, sums [][]uint64) (*Progress, error) {
	c, err := resume(terms, state)
	if err != nil {
		return nil, err
	}
	given, p := slices.Concat(c.since, sums), &Progress{}
	c.since = nil
	c.put = func(ctx context.Context, q *Question) ([]uint64, error) {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		if len(given) == 0 {
			p.Question, p.Length = q, c.length
			return nil, errPending
		}
		sum := given[0]
		given, c.since = given[1:], append(c.since, sum)
		return sum, nil
	}
	switch p.Result, err = c.run(ctx); {
	case errors.Is(err, errPending):
		p.State = c.state()
	case err != nil:
		return nil, err
	case len(given) > 0:
		return nil, &BadSumError{c.result.Rounds, "the consensus has ended before"}
	}
	return p, nil
}

// mark notes that the deletions are at a state from which they can be resumed.
func (c *coordinator) mark(d *deleting) {
	c.resumed, c.since = d, nil
	c.rounds, c.numbers = c.result.Rounds, c.result.Numbers
}

// state is the last marked state of the deletions, if there is one, and the sums after it. The
// hash in front finds damage, and other terms.
func (c *coordinator) state() []byte {
	w := &codec{}
	c.code(w)
	hash := c.hash(w.bytes)
	return slices.Concat(hash[:], w.bytes)
}

func resume(terms *Terms, state []byte) (*coordinator, error) {
	c := &coordinator{Terms: terms, guess: stale}
	if len(state) == 0 {
		return c, nil
	}
	if len(state) < sha256.Size {
		return nil, ErrState
	}
	if hash := c.hash(state[sha256.Size:]); !bytes.Equal(hash[:], state[:sha256.Size]) {
		return nil, ErrState
	}
	c.code(&codec{bytes: state[sha256.Size:], reading: true})
	return c, nil
}

func (c *coordinator) hash(rest []byte) [sha256.Size]byte {
	w, t := &codec{}, c.Terms
	number(w, &t.N)
	for _, list := range [][]int64{t.Weights, t.Held} {
		numbers(w, &list)
	}
	for i := range t.Weights {
		says := t.says(i)
		w.bool(&says)
	}
	numbers(w, &t.Order)
	for _, x := range []int{t.Run.KMax, t.Run.Cap, int(t.Run.Start), t.draft(), t.openAbove(), t.budget()} {
		number(w, &x)
	}
	for _, b := range []bool{
		t.Canonical, t.Counts, t.Auto, t.Refusion, t.Lowest, t.Run.Until != nil, t.Run.Constraints != nil,
		t.Unlike, t.Vote != nil,
	} {
		w.bool(&b)
	}
	if t.Vote != nil {
		w.float(&t.Vote.Threshold)
		number(w, &t.Vote.Explained)
	}
	if t.Run.Until != nil {
		w.float(t.Run.Until)
	}
	if rules := t.Run.Constraints; rules != nil {
		for _, pairs := range []bitset.Matrix{rules.Required, rules.Forbidden} {
			for i := range pairs.Len() {
				row := pairs.Row(i)
				w.set(&row, t.N)
			}
		}
		w.dag(rules.Directed)
	}
	return sha256.Sum256(slices.Concat(w.bytes, rest))
}

// code writes or reads where the coordinator is.
func (c *coordinator) code(w *codec) {
	sequence(w, &c.since, func(sum *[]uint64) { numbers(w, sum) })
	marked := c.resumed != nil
	if w.bool(&marked); !marked {
		return
	}
	number(w, &c.rounds)
	number(w, &c.numbers)
	numbers(w, &c.result.Order)
	if c.Unlike {
		if w.reading {
			c.result.Seen = &Seen{}
		}
		number(w, &c.result.Seen.Lacking)
		numbers(w, &c.result.Seen.Both)
	}
	if w.reading {
		c.result.Rounds, c.result.Numbers = c.rounds, c.numbers
		t := &consensus.Trajectory{Fusion: graph.NewDAG(c.N), Start: c.Run.Start}
		c.resumed = &deleting{coordinator: c, trajectory: t, total: c.Total(), seen: memory{}}
	}
	c.resumed.code(w)
}

func (d *deleting) code(w *codec) {
	t := d.trajectory
	w.dag(t.Fusion)
	number(w, &t.Forced)
	sequence(w, &t.Steps, func(s *consensus.Step) {
		number(w, &s.U)
		number(w, &s.V)
		w.bool(&s.Undirected)
		numbers(w, &s.H)
		numbers(w, &s.S)
		ratio := score{s.Score, s.Weight}
		w.score(&ratio, d.Terms, d.total)
		s.Score, s.Weight, s.Psi = ratio.num, ratio.den, ratio.psi()
	})
	sequence(w, &d.open, w.pair)
	if w.reading {
		d.now = newState(classAfter(t), d.Terms, d.open)
	}
	for k := range d.now.scores {
		sequence(w, &d.now.scores[k], d.scored(w))
	}
	entries(w, d.seen, Pair.compare, func(p *Pair, seen **pairMemory) {
		if w.pair(p); w.reading {
			*seen = newPairMemory()
		}
		(*seen).code(w, d.N, d.scored(w))
	})
}

func (c *codec) pair(p *Pair) {
	number(c, &p.U)
	number(c, &p.V)
}

// scored writes or reads scores.
func (d *deleting) scored(w *codec) func(*score) {
	return func(s *score) { w.score(s, d.Terms, d.total) }
}

func (p *pairMemory) code(w *codec, n int, scored func(*score)) {
	w.bool(&p.closed)
	scored(&p.bound)
	entries(w, p.scores, strings.Compare, func(key *string, s *score) {
		w.key(key, n)
		scored(s)
	})
	sequence(w, &p.row, func(s *bitset.Set) { w.set(s, n) })
}

// classAfter is the class after the steps that a coordinator has taken.
func classAfter(t *consensus.Trajectory) *equiv.Class {
	class, err := engine.NewReplay(t.Fusion, t.Start, engine.Deletions(t.Steps)).Advance(len(t.Steps))
	if err != nil {
		panic("federated: a coordinator's own steps can be walked again: " + err.Error())
	}
	return class
}
