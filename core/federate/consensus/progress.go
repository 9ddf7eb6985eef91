package consensus

import (
	"bytes"
	"context"
	"crypto/sha256"
	"errors"
	"slices"

	"github.com/mcbnc/mcbnc/core/fuse/consensus"
	"github.com/mcbnc/mcbnc/core/fuse/engine"
	"github.com/mcbnc/mcbnc/core/graphs/bitset"
	"github.com/mcbnc/mcbnc/core/graphs/equiv"
)

// Progress is where a consensus is after some rounds: a question to ask, or the result.
type Progress struct {
	Question *Question
	Length   int // of each site's answer to the question
	Result   *Result
	State    []byte // of a question: stands for all sums so far
}

// ErrState says that a state is damaged, or of a consensus with other terms.
var ErrState = errors.New("the state is not one of a consensus with these terms")

// errPending ends a consensus that has asked what nobody has answered yet.
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
	w := &writer{}
	w.int(int64(len(c.since)))
	for _, sum := range c.since {
		writeList(w, sum)
	}
	w.bool(c.resumed != nil)
	if c.resumed != nil {
		w.int(int64(c.rounds))
		w.int(c.numbers)
		writeList(w, c.result.Order)
		c.resumed.write(w)
	}
	hash := c.hash(w.bytes)
	return slices.Concat(hash[:], w.bytes)
}

// resume is a coordinator that goes on from a state.
func resume(terms *Terms, state []byte) (*coordinator, error) {
	c := &coordinator{Terms: terms, guess: stale{}}
	if len(state) == 0 {
		return c, nil
	}
	if len(state) < sha256.Size {
		return nil, ErrState
	}
	if hash := c.hash(state[sha256.Size:]); !bytes.Equal(hash[:], state[:sha256.Size]) {
		return nil, ErrState
	}
	r := &reader{state[sha256.Size:]}
	c.since = make([][]uint64, r.int())
	for k := range c.since {
		c.since[k] = readList[uint64](r)
	}
	if r.bool() {
		c.rounds, c.numbers = int(r.int()), r.int()
		c.result.Rounds, c.result.Numbers = c.rounds, c.numbers
		c.result.Order = readList[int32](r)
		c.resumed = c.read(r)
	}
	return c, nil
}

// hash is a hash of the terms and of what follows.
func (c *coordinator) hash(rest []byte) [sha256.Size]byte {
	w := &writer{}
	t := c.Terms
	w.int(int64(t.N))
	writeList(w, t.Weights)
	writeList(w, t.Held)
	writeList(w, t.Order)
	for _, x := range []int{t.Run.KMax, t.Run.Cap, int(t.Run.Start), t.draft(), t.openAbove(), t.budget()} {
		w.int(int64(x))
	}
	for _, b := range []bool{
		t.Canonical, t.Counts, t.Auto, t.Refusion, t.Lowest, t.Run.Until != nil, t.Run.Constraints != nil,
	} {
		w.bool(b)
	}
	if t.Run.Until != nil {
		w.float(*t.Run.Until)
	}
	if rules := t.Run.Constraints; rules != nil {
		w.matrix(rules.Required)
		w.matrix(rules.Forbidden)
		w.dag(rules.Directed)
	}
	return sha256.Sum256(slices.Concat(w.bytes, rest))
}

// write writes the deletions so far.
func (d *deleting) write(w *writer) {
	t := d.trajectory
	w.dag(t.Fusion)
	w.int(int64(t.Forced))
	w.int(int64(len(t.Steps)))
	for k := range t.Steps {
		s := &t.Steps[k]
		w.int(int64(s.U))
		w.int(int64(s.V))
		w.bool(s.Undirected)
		writeList(w, s.H)
		writeList(w, s.S)
		w.int(s.Score)
	}
	w.int(int64(len(d.open)))
	for _, p := range d.open {
		w.int(int64(p.U))
		w.int(int64(p.V))
	}
	for _, scores := range d.now.scores {
		writeList(w, scores)
	}
	d.seen.write(w)
}

// read reads the deletions so far.
func (c *coordinator) read(r *reader) *deleting {
	t := &consensus.Trajectory{Fusion: r.dag(c.N), Start: c.Run.Start, Forced: int(r.int())}
	d := &deleting{coordinator: c, trajectory: t, total: c.total()}
	t.Steps = make([]consensus.Step, r.int())
	for k := range t.Steps {
		s := &t.Steps[k]
		s.U, s.V, s.Undirected = int32(r.int()), int32(r.int()), r.bool()
		s.H, s.S, s.Score = readList[int32](r), readList[int32](r), r.int()
		s.Psi = consensus.Psi(s.Score, d.total)
	}
	d.open = make([]Pair, r.int())
	for k := range d.open {
		d.open[k] = Pair{int32(r.int()), int32(r.int())}
	}
	d.now = newState(classAfter(t), c.Terms, d.open)
	for k := range d.now.scores {
		d.now.scores[k] = readList[int64](r)
	}
	d.seen = readMemory(r, c.N)
	return d
}

// classAfter is the class after the steps that a coordinator has taken.
func classAfter(t *consensus.Trajectory) *equiv.Class {
	class, err := engine.NewReplay(t.Fusion, t.Start, engine.Deletions(t.Steps)).Advance(len(t.Steps))
	if err != nil {
		panic("federated: a coordinator's own steps can be walked again: " + err.Error())
	}
	return class
}

// write writes a memory, the pairs and what is known of each in a fixed order.
func (m memory) write(w *writer) {
	pairs := make([]Pair, 0, len(m))
	for p := range m {
		pairs = append(pairs, p)
	}
	slices.SortFunc(pairs, Pair.compare)
	w.int(int64(len(pairs)))
	for _, p := range pairs {
		w.int(int64(p.U))
		w.int(int64(p.V))
		m[p].write(w)
	}
}

func (p *pairMemory) write(w *writer) {
	w.bool(p.closed)
	w.int(p.bound)
	keys := make([]string, 0, len(p.scores))
	for key := range p.scores {
		keys = append(keys, key)
	}
	slices.Sort(keys)
	w.int(int64(len(keys)))
	for _, key := range keys {
		w.bytes = append(w.bytes, key...)
		w.int(p.scores[key])
	}
	w.int(int64(len(p.row)))
	for _, s := range p.row {
		w.words(s)
	}
}

func readMemory(r *reader, n int) memory {
	m := memory{}
	for range r.int() {
		p := m.of(Pair{int32(r.int()), int32(r.int())})
		p.closed, p.bound = r.bool(), r.int()
		for range r.int() {
			key := string(keyOf(r.words(n), nil))
			p.scores[key] = r.int()
		}
		p.row = make([]bitset.Set, r.int())
		for i := range p.row {
			p.row[i] = r.words(n)
		}
	}
	return m
}
