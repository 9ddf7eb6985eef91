package ges

import (
	"crypto/sha256"
	"encoding/binary"

	"github.com/mcbnc/mcbnc/core/graphs/bitset"
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

// state is a digest of all that a climb depends on: the class, and what is forbidden. Where trials meet,
// they go the same way, and they score the same: by a score that is equal within a class, or by the total of standing.
// The scores that they are held against only rise. So where one trial lost, all lose.
type state [sha256.Size]byte

// recall ends a trial that is where another one lost.
func (s *search) recall() {
	now := s.state()
	if s.trial.lost[now] {
		s.lose()
	}
	s.trial.states = append(s.trial.states, now)
}

func (s *search) state() state {
	bytes := make([]byte, 0, 24+16*s.n*len(s.class.Pa(0)))
	for _, v := range []int{s.banned.x, s.banned.y, number(s.banned.back) + 2*number(s.banned.turns)} {
		bytes = binary.LittleEndian.AppendUint64(bytes, uint64(v))
	}
	for v := range s.n {
		bytes = appendWords(appendWords(bytes, s.class.Pa(v)), s.class.Ne(v))
	}
	return sha256.Sum256(bytes)
}

func number(b bool) int {
	if b {
		return 1
	}
	return 0
}

func appendWords(bytes []byte, set bitset.Set) []byte {
	for _, word := range set {
		bytes = binary.LittleEndian.AppendUint64(bytes, word)
	}
	return bytes
}

// lose ends a trial that does not go on to its end. So it is unknown what it would have wanted.
func (s *search) lose() { s.done, s.trial.beaten, s.trial.wanted = true, true, true }
