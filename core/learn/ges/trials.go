package ges

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"math/bits"
	"slices"

	"github.com/mcbnc/mcbnc/core/graphs/bitset"
	"github.com/mcbnc/mcbnc/core/graphs/equiv"
)

// list is a list of trials.
type list struct {
	phase phase              // the kind of operators that the trials begin with
	ban   func(x, y int) ban // what is forbidden after the operator of x and y
}

// lists are the lists of trials, in the order in which they are gone through. The first trial of a Delete has to do
// without the edge. The one in the last list may put it back the other way.
//
// On 68 sets of rows, each list leads to higher scores on some. Trials of Inserts, and of all Deletes at a node
// together, led to next to none.
var lists = []list{
	{deleting{all: true}, func(x, y int) ban { return ban{x: x, y: y, back: true} }},
	{turning{all: true}, func(x, y int) ban { return ban{x: y, y: x, turns: true} }},
	{deleting{all: true}, func(x, y int) ban { return ban{x: x, y: y} }},
}

// choice is an operator of a list, whatever the class is.
type choice struct {
	list, x, y int
	clique     string
}

// tries are the trials of an extended search.
type tries struct {
	tried map[choice]bool
	lost  map[state]bool // the states of trials that lost: a trial in one of them loses too
	spare []*search      // trials that lost, whose memory is used again

	// the operators of one list and class
	at      int
	of      *search
	table   *table
	choices []ranked
	from    int // all choices before it were tried
}

// ranked is an operator at a node.
type ranked struct {
	o  *nodeOperators
	op *operator
}

// next starts the next trials of a list, at most the given number.
func (r *tries) next(ctx context.Context, s *search, at, most int) (trials []*search, err error) {
	if r.of != s || r.at != at {
		if err := r.rank(ctx, s, at); err != nil {
			return nil, err
		}
	}
	for k := r.from; k < len(r.choices) && len(trials) < most; k++ {
		c := r.choices[k]
		chosen := r.choice(c)
		if r.tried[chosen] {
			if k == r.from {
				r.from++
			}
			continue
		}
		next, err := r.try(ctx, s, c)
		if err != nil {
			return nil, err
		}
		next.trial.chosen = chosen
		trials = append(trials, next)
	}
	return trials, nil
}

// rank lists the operators of a list by what they gain. It keeps the best valid one of each edge and direction: a dense
// class has many for each, and the others led to no higher score on any of 42 sets. The Deletes of an undirected edge come
// in both directions. One is enough.
func (r *tries) rank(ctx context.Context, s *search, at int) error {
	r.at, r.of, r.table, r.choices, r.from = at, s, newTable(lists[at].phase, s.n), r.choices[:0], 0
	if err := r.table.fill(ctx, s); err != nil {
		return err
	}
	p, step := r.table.phase, r.table.phase.step()
	for _, o := range r.table.nodes {
		for k := range o.operators {
			op := &o.operators[k]
			if x := int(op.x); step.Turn || x < o.y || s.class.Pa(o.y).Has(x) {
				r.choices = append(r.choices, ranked{o, op})
			}
		}
	}
	slices.SortFunc(r.choices, func(a, b ranked) int { return s.compare(p, a.o, b.o, a.op, b.op) })
	seen := map[[2]int]bool{}
	r.choices = slices.DeleteFunc(r.choices, func(c ranked) bool {
		edge := [2]int{int(c.op.x), c.o.y}
		if seen[edge] || !p.valid(s, c.o, c.op) || !s.directions.allows(s, p, c.o, c.op) {
			return true
		}
		seen[edge] = true
		return false
	})
	return nil
}

func (r *tries) choice(c ranked) choice {
	return choice{r.at, int(c.op.x), c.o.y, string(appendWords(nil, c.o.families[c.op.family].clique))}
}

// try returns a copy of the search that has applied an operator. Until the copy is done, the search must not change.
func (r *tries) try(ctx context.Context, s *search, c ranked) (next *search, err error) {
	if k := len(r.spare) - 1; k >= 0 {
		next, r.spare = r.spare[k], r.spare[:k]
	}
	next = s.copyTo(next)
	next.trial = &trial{lost: r.lost}
	next.banned = lists[r.at].ban(int(c.op.x), c.o.y)
	next.step(r.table.phase, c.o, c.op, false)
	next.recall()
	if s.standing != nil {
		next.standing, err = next.stand(ctx, next.class)
	}
	return next, err
}

// lose remembers trials that lost. A Delete that could do without the edge, and would not have put it back the
// other way either, is not tried once more in that way.
func (r *tries) lose(trials []*search) {
	for _, t := range trials {
		chosen := t.trial.chosen
		r.tried[chosen] = true
		if t.banned.back && !t.trial.wanted {
			chosen.list = len(lists) - 1
			r.tried[chosen] = true
		}
		for _, state := range t.trial.states {
			r.lost[state] = true
		}
	}
	r.spare = append(r.spare, trials...)
}

// again lets all choices be tried once more.
func (r *tries) again() {
	clear(r.tried)
	r.from = 0
}

// win remembers a trial that won.
func (r *tries) win(t *search) { r.tried[t.trial.chosen] = true }

// copyTo returns a copy of the search that takes the memory of c, or new memory if c is nil.
//
// Not kept: undoing in c what its trial changed, so that only the rows of those nodes are copied. At 1,000 nodes, where the
// class has five matrices of 125 kB, it saved 1.4 % of a search.
func (s *search) copyTo(c *search) *search {
	if c == nil {
		c = &search{class: s.class.Clone(), tables: make([]*table, len(s.tables)), scratch: newScratch(s.n)}
		for k, t := range s.tables {
			c.tables[k] = &table{phase: t.phase, stale: bitset.New(s.n)}
		}
	} else {
		c.class.CopyFrom(s.class)
	}
	for k, t := range s.tables {
		c.tables[k].copyFrom(t)
	}
	c.digests.copyFrom(&s.digests)
	class, tables, steps, digests, scratch := c.class, c.tables, append(c.steps[:0], s.steps...), c.digests, c.scratch
	*c = *s
	c.class, c.tables, c.steps, c.digests, c.scratch = class, tables, steps, digests, scratch
	c.at, c.done = 0, false
	return c
}

// trial is what a copy of a search has that tries an operator.
type trial struct {
	chosen choice
	states []state        // that it went through
	beaten bool           // it has ended where it cannot win
	wanted bool           // perhaps it would have put the edge back the other way, which is forbidden
	lost   map[state]bool // the states of trials that lost
}

// ban forbids a trial to put x → y into the class by an Insert. The zero ban forbids nothing.
type ban struct {
	x, y  int
	back  bool // nor y → x
	turns bool // nor x → y by a Turn
}

func (b ban) isBack(x, y int) bool { return b.back && x == b.y && y == b.x }

func (b ban) is(x, y int) bool { return x == b.x && y == b.y && x != y }

func (deleting) forbidden(ban, int, int) bool    { return false }
func (turning) forbidden(b ban, x, y int) bool   { return b.turns && b.is(x, y) }
func (inserting) forbidden(b ban, x, y int) bool { return b.is(x, y) || b.isBack(x, y) }

// refuses reports whether a trial may not apply an operator that comes up.
func (s *search) refuses(p phase, o *nodeOperators, op *operator) bool {
	x := int(op.x)
	if !p.forbidden(s.banned, x, o.y) {
		return false
	}
	if s.banned.isBack(x, o.y) && p.valid(s, o, op) {
		s.trial.wanted = true
	}
	return true
}

// state is all that a climb depends on: a digest of the class, and what is forbidden. Where trials meet,
// they go the same way, and they score the same: by a score that is equal within a class, or by the total of standing.
// The scores that they are held against only rise. So where one trial lost, all lose.
type state struct {
	class  digest
	banned ban
}

// recall ends a trial that is where another one lost.
func (s *search) recall() {
	now := state{s.digests.sum, s.banned}
	if s.trial.lost[now] {
		s.lose()
	}
	s.trial.states = append(s.trial.states, now)
}

// digest is a number of 256 bits, the lowest word first.
type digest [sha256.Size / 8]uint64

// digests distinguish classes. The digest of a node is that of its number, its parents and its neighbours. The
// digest of a class is the sum of those of its nodes, so a step changes it by the nodes that the step touches.
type digests struct {
	sum   digest
	nodes []digest
	bytes []byte // scratch
}

func newDigests(class *equiv.Class) digests {
	d := digests{nodes: make([]digest, class.N)}
	for v := range class.N {
		d.nodes[v] = d.of(class, v)
		d.sum = d.sum.plus(&d.nodes[v])
	}
	return d
}

// follow brings the digests up to date after an operator.
func (d *digests) follow(class *equiv.Class) {
	for v := range class.Touched().All() {
		now := d.of(class, v)
		d.sum = d.sum.less(&d.nodes[v])
		d.sum, d.nodes[v] = d.sum.plus(&now), now
	}
}

func (d *digests) of(class *equiv.Class, v int) (out digest) {
	d.bytes = appendWords(appendWords(binary.LittleEndian.AppendUint64(d.bytes[:0], uint64(v)), class.Pa(v)), class.Ne(v))
	hash := sha256.Sum256(d.bytes)
	for k := range out {
		out[k] = binary.LittleEndian.Uint64(hash[8*k:])
	}
	return out
}

// copyFrom makes the digests equal to others.
func (d *digests) copyFrom(o *digests) {
	d.sum, d.nodes = o.sum, append(d.nodes[:0], o.nodes...)
}

// plus and less are modulo 2^256.
func (d digest) plus(o *digest) digest {
	carry := uint64(0)
	for k := range d {
		d[k], carry = bits.Add64(d[k], o[k], carry)
	}
	return d
}

func (d digest) less(o *digest) digest {
	borrow := uint64(0)
	for k := range d {
		d[k], borrow = bits.Sub64(d[k], o[k], borrow)
	}
	return d
}

func appendWords(bytes []byte, set bitset.Set) []byte {
	for _, word := range set {
		bytes = binary.LittleEndian.AppendUint64(bytes, word)
	}
	return bytes
}

// lose ends a trial that does not go on to its end. So it counts as a trial that wanted what it may not have.
func (s *search) lose() { s.done, s.trial.beaten, s.trial.wanted = true, true, true }
