package federated

import (
	"context"
	"encoding/binary"
	"maps"
	"slices"

	"github.com/mcbnc/mcbnc/core/bitset"
	"github.com/mcbnc/mcbnc/core/equiv"
)

// A question about cuts has levels. Level 0 is the state after all steps that are made. Each step that
// is drafted leads to another level. A cut that two levels have in common changes only in DAGs that the
// step between them prunes, and there only if a touched node is in {u, v} ∪ S. Proof: a cut stands if
// no node of its ancestral set is touched (see consensus.Marks), and all descendants of a touched node
// are touched. So most sums of a level are those of the level before, and a few differences.

// cutOf is the cut of u and v given s, at some levels on end.
type cutOf struct {
	u, v   int
	s, all bitset.Set // all is s with u and v
	key    string
	number int // among the cuts of the question
}

// level is a state that a question is about, or level 0.
type level struct {
	prune   *prune   // what leads here from the level before
	carried []*cutOf // of which the sum at the level before is known: the DAGs tell differences
	fresh   []*cutOf // of which the DAGs tell the sizes
	asked   []string // the keys of the cuts that are asked for, in order; "" stands for a closed menu
	closed  []Pair
	first   int // where the worker's sums of carried begin; those of fresh follow
}

// tally is a question about cuts that is being answered.
type tally struct {
	shard  *Shard
	levels []level
	cuts   int
	sums   int // of each worker
}

// newTally lists the cuts of a question, level by level.
func (s *Shard) newTally(q *Question, r *route) *tally {
	t := &tally{shard: s, levels: make([]level, q.Drafted+1)}
	var before map[string]*cutOf
	for l := range t.levels {
		at := &t.levels[l]
		if l > 0 {
			at.prune = &r.prunes[len(q.Steps)-q.Drafted+l-1]
		}
		if l > 0 || q.Drafted == 0 {
			before = t.list(l, q, r.states[max(l-1, 0)], before)
		}
		at.first = t.sums
		t.sums += len(at.carried) + len(at.fresh)
	}
	return t
}

// list lists the cuts of a level, of which some are cuts of the level before too.
func (t *tally) list(l int, q *Question, class *equiv.Class, before map[string]*cutOf) map[string]*cutOf {
	at, now := &t.levels[l], map[string]*cutOf{}
	menus, _ := menusAt(class, t.shard.terms, q.Open)
	for k := range menus {
		menu := &menus[k]
		switch {
		case !q.asks(menu):
		case menu.Closed:
			at.asked, at.closed = append(at.asked, ""), append(at.closed, Pair{menu.U, menu.V})
		default:
			for _, kept := range menu.Kept {
				s := bitset.New(class.N)
				menu.S(class, kept, s)
				c := t.place(l, int(menu.U), int(menu.V), s, before)
				at.asked, now[c.key] = append(at.asked, c.key), c
			}
		}
	}
	return now
}

// place adds the cut of u and v given s to a level.
func (t *tally) place(l, u, v int, s bitset.Set, before map[string]*cutOf) *cutOf {
	at, key := &t.levels[l], cutKey(u, v, s)
	c := before[key]
	known := c != nil
	if !known {
		c = &cutOf{u: u, v: v, s: s, all: s.Clone(), key: key, number: t.cuts}
		c.all.Add(u)
		c.all.Add(v)
		t.cuts++
		if l <= 1 { // level 0 may know more than the question asks for
			_, known = t.shard.pruned.sums[key]
		}
	}
	switch {
	case !known:
		at.fresh = append(at.fresh, c)
	case l > 0:
		at.carried = append(at.carried, c)
	}
	return c
}

// cutKey is the cut of u and v given s as a key.
func cutKey(u, v int, s bitset.Set) string {
	key := binary.LittleEndian.AppendUint32(nil, uint32(u))
	key = binary.LittleEndian.AppendUint32(key, uint32(v))
	for _, word := range s {
		key = binary.LittleEndian.AppendUint64(key, word)
	}
	return string(key)
}

// sum is the sum of every cut over the DAGs, by level and key.
func (t *tally) sum(ctx context.Context) ([]map[string]int64, error) {
	s, n := t.shard, t.shard.terms.N
	var told []int64
	if t.sums > 0 {
		for _, w := range s.workers {
			w.virtual = newVirtual(n, t.cuts)
		}
		var err error
		if told, err = s.each(ctx, t.sums, t.walk); err != nil {
			return nil, err
		}
	}
	out := []map[string]int64{maps.Clone(s.pruned.sums)}
	if out[0] == nil {
		out[0] = map[string]int64{}
	}
	for l := range t.levels {
		if l > 0 {
			out = append(out, map[string]int64{})
		}
		at := &t.levels[l]
		for _, c := range at.carried {
			out[l][c.key], told = out[l-1][c.key]+told[0], told[1:]
		}
		for _, c := range at.fresh {
			out[l][c.key], told = told[0], told[1:]
		}
	}
	return out, nil
}

// learn keeps sums for the next question.
func (p *heldPruned) learn(r *route, sums []map[string]int64) {
	p.sums, p.ahead = sums[0], nil
	for l := 1; l < len(sums); l++ {
		p.ahead = append(p.ahead, aheadSums{slices.Clone(r.steps[:len(p.steps)+l]), sums[l]})
	}
}
