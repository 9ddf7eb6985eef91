package federated

import (
	"encoding/binary"

	"github.com/mcbnc/mcbnc/core/bitset"
)

// guess makes a guess of what a number will be of what it was. The result of a consensus does not
// depend on it.
type guess interface {
	cost(was int64) int64  // of a sink
	score(was int64) int64 // of a deletion
}

// stale guesses that numbers stay what they are.
type stale struct{}

func (stale) cost(was int64) int64  { return was }
func (stale) score(was int64) int64 { return was }

// drafted is a choice of a draft and the state that it leads to.
type drafted struct {
	choice choice
	state  *state
}

// drafts makes a draft that begins with the choice of a state. It goes on with what the run would
// take if the scores were as expected.
func (c *coordinator) drafts(from *state, first *choice, seen *memory, open []Pair, total int64) []drafted {
	var out []drafted
	count, q := 0, &Question{}
	for next := first; next != nil && len(out) < c.draft(); {
		state := from.after(next, c.Terms, open)
		numbers := state.count(q)
		if len(out) > 0 && count+numbers > c.budget() {
			break
		}
		count += numbers
		out = append(out, drafted{*next, state})
		if numbers == 0 {
			break
		}
		seen.expect(state, c.guess)
		next, _ = state.best(c.Terms, total)
		from = state
	}
	return out
}

// memory is what the coordinator has seen of scores.
type memory struct {
	last  map[string]int64 // by the ends of an edge and S
	row   map[Pair][]scored
	bound map[Pair]int64
	s     bitset.Set // scratch
	key   []byte     // scratch
}

// scored is an S of an edge with its score.
type scored struct {
	s     bitset.Set
	score int64
}

func newMemory(n int) *memory {
	return &memory{
		last: map[string]int64{}, row: map[Pair][]scored{}, bound: map[Pair]int64{}, s: bitset.New(n),
	}
}

// learn takes over what is known of a state.
func (m *memory) learn(s *state) {
	for k := range s.menus {
		menu, pair := &s.menus[k], PairOf(s.menus[k].U, s.menus[k].V)
		if menu.Closed {
			m.bound[pair] = s.scores[k][0]
			continue
		}
		row := make([]scored, len(menu.Kept))
		for i, kept := range menu.Kept {
			menu.S(s.class, kept, m.s)
			row[i] = scored{m.s.Clone(), s.scores[k][i]}
			m.last[string(m.keyOf(pair))] = row[i].score
		}
		m.row[pair] = row
	}
}

// keyOf is a pair with the S in m.s as a key.
func (m *memory) keyOf(p Pair) []byte {
	m.key = binary.LittleEndian.AppendUint32(m.key[:0], uint32(p.U))
	m.key = binary.LittleEndian.AppendUint32(m.key, uint32(p.V))
	for _, word := range m.s {
		m.key = binary.LittleEndian.AppendUint64(m.key, word)
	}
	return m.key
}

// expect fills in the scores of a state as they are expected to be.
func (m *memory) expect(s *state, g guess) {
	for k := range s.menus {
		menu, pair := &s.menus[k], PairOf(s.menus[k].U, s.menus[k].V)
		s.scores[k] = make([]int64, numbersOf(menu))
		if menu.Closed {
			s.scores[k][0] = g.score(m.expectedBound(pair))
			continue
		}
		for i, kept := range menu.Kept {
			menu.S(s.class, kept, m.s)
			s.scores[k][i] = g.score(m.expected(pair))
		}
	}
}

// expected is the last score that was seen of the S in m.s, or of the S nearest to it of those that
// were seen last.
func (m *memory) expected(p Pair) int64 {
	if score, found := m.last[string(m.keyOf(p))]; found {
		return score
	}
	score, least := m.bound[p], -1
	for _, o := range m.row[p] {
		if distance := o.s.Count() + m.s.Count() - 2*o.s.CountAnd(m.s); least < 0 || distance < least {
			score, least = o.score, distance
		}
	}
	return score
}

// expectedBound is the last bound that was seen, or the least of the scores that were.
func (m *memory) expectedBound(p Pair) int64 {
	if bound, found := m.bound[p]; found {
		return bound
	}
	var least int64
	for i, o := range m.row[p] {
		if i == 0 || o.score < least {
			least = o.score
		}
	}
	return least
}
