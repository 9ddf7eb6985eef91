package consensus

import (
	"encoding/binary"

	"github.com/mcbnc/mcbnc/core/graphs/bitset"
	"github.com/mcbnc/mcbnc/core/graphs/equiv"
)

// memory is what the coordinator has seen of scores. It decides which scores are expected of a
// state that no site has been asked about.
type memory map[Pair]*pairMemory

// pairMemory is what was seen of the edge between two nodes.
type pairMemory struct {
	scores map[string]score // by S: the last one seen
	row    []bitset.Set     // the S of the deletions that were seen last
	bound  score            // the last one seen
	closed bool             // a bound was seen
}

func newPairMemory() *pairMemory { return &pairMemory{scores: map[string]score{}} }

func (m memory) of(p Pair) *pairMemory {
	pair := m[p]
	if pair == nil {
		pair = newPairMemory()
		m[p] = pair
	}
	return pair
}

func (m memory) learn(s *state) {
	set, key := bitset.New(s.class.N), []byte(nil)
	for k := range s.edges {
		edge := &s.edges[k]
		pair := m.of(PairOf(edge.U, edge.V))
		if edge.Closed {
			pair.bound, pair.closed = s.scores[k][0], true
			continue
		}
		pair.row = make([]bitset.Set, len(edge.Kept))
		for i, kept := range edge.Kept {
			edge.S(s.class, kept, set)
			pair.row[i] = set.Clone()
			key = appendSet(key[:0], set)
			pair.scores[string(key)] = s.scores[k][i]
		}
	}
}

func (m memory) forget(class *equiv.Class) {
	for p := range m {
		if !class.Adj(int(p.U)).Has(int(p.V)) {
			delete(m, p)
		}
	}
}

// expect fills in the scores of a state as they are expected to be.
func (m memory) expect(s *state, g guess) {
	set, key := bitset.New(s.class.N), []byte(nil)
	for k := range s.edges {
		edge := &s.edges[k]
		pair := m.of(PairOf(edge.U, edge.V))
		s.scores[k] = make([]score, scoresOf(edge))
		if edge.Closed {
			s.scores[k][0] = guessed(g, pair.expectedBound())
			continue
		}
		for i, kept := range edge.Kept {
			edge.S(s.class, kept, set)
			key = appendSet(key[:0], set)
			score, seen := pair.scores[string(key)]
			if !seen {
				score = pair.nearest(set)
			}
			s.scores[k][i] = guessed(g, score)
		}
	}
}

// near is how many S are looked at to find one near another.
const near = 256

// nearest is the score of the S nearest to this one, of those that were seen last.
func (p *pairMemory) nearest(set bitset.Set) score {
	var best bitset.Set
	least := 0
	for _, s := range p.row[:min(near, len(p.row))] {
		if distance := s.Count() + set.Count() - 2*s.CountAnd(set); best == nil || distance < least {
			best, least = s, distance
		}
	}
	if best == nil {
		return p.bound
	}
	return p.scores[string(appendSet(nil, best))]
}

// expectedBound is the last bound that was seen, or the least of the scores that were.
func (p *pairMemory) expectedBound() score {
	if p.closed || len(p.row) == 0 {
		return p.bound
	}
	least := p.scores[string(appendSet(nil, p.row[0]))]
	for _, s := range p.row {
		if other := p.scores[string(appendSet(nil, s))]; other.compare(least) < 0 {
			least = other
		}
	}
	return least
}

// appendSet appends the bytes of a set, which serve as a key.
func appendSet(to []byte, set bitset.Set) []byte {
	for _, word := range set {
		to = binary.LittleEndian.AppendUint64(to, word)
	}
	return to
}
