package ges

import (
	"crypto/sha256"
	"encoding/binary"
	"math/bits"

	"github.com/mcbnc/mcbnc/core/graphs/bitset"
	"github.com/mcbnc/mcbnc/core/graphs/equiv"
)

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

// refuses tells whether a trial may not apply an operator that comes up.
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

// digests tell classes apart. The digest of a node is that of its number, its parents and its neighbours. The digest
// of a class is the sum of those of its nodes, so a step changes it by the nodes that the step touches.
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

// lose ends a trial that does not go on to its end. So it is unknown what it would have wanted.
func (s *search) lose() { s.done, s.trial.beaten, s.trial.wanted = true, true, true }
