package consensus

import (
	"context"
	"math/rand/v2"

	"github.com/mcbnc/mcbnc/core/fuse/consensus/internal/hsearch"
	"github.com/mcbnc/mcbnc/core/graphs/bitset"
)

// tieSampler draws one deletion uniformly from all that tie. It meets them group by group
// and keeps the winner alone (reservoir sampling). The groups come in an order that depends
// on the graph alone, and so does the draw.
type tieSampler struct {
	rng    *rand.Rand
	met    float64 // how many deletions so far
	edge   int     // the winner's
	winner hsearch.Tied
}

func newTieSampler(seed int64) *tieSampler {
	return &tieSampler{rng: rand.New(rand.NewPCG(uint64(seed), 0x6d63626e63))}
}

// draw draws one deletion among all whose key is the lowest.
func (s *tieSampler) draw(ctx context.Context, w *worker, key int64) (choice, error) {
	s.met = 0
	for e := range w.table.list {
		if w.queue.key(e) != key {
			continue
		}
		if err := s.meetEdge(ctx, w, e, key); err != nil {
			return choice{}, err
		}
	}
	c := choice{edge: s.edge, inS: s.drawMember()}
	w.table.outer(c.edge, c.inS, w.given)
	var err error
	c.cuts, err = w.tiedCuts(ctx, c.edge, w.given, w.given)
	return c, err
}

func (s *tieSampler) meetEdge(ctx context.Context, w *worker, e int, key int64) error {
	if search := w.table.list[e].search; search != nil {
		answer := func(ctx context.Context) error {
			w.askAboutSearch(e)
			return w.answer(ctx)
		}
		cuts := func(ctx context.Context, given, removed bitset.Set) ([]uint16, error) {
			return w.tiedCuts(ctx, e, given, removed)
		}
		err := w.solver.EachTied(ctx, search, answer, cuts, func(t hsearch.Tied) { s.meet(e, t) })
		w.queue.update(e) // bounds became sharper
		return err
	}
	for w.queue.key(e) == key {
		if w.next(e) == hsearch.Exact {
			s.meet(e, hsearch.Tied{Lo: w.table.none, Hi: w.table.none, Sizes: []float64{1}})
			break
		}
		if err := w.answer(ctx); err != nil {
			return err
		}
		w.queue.tree.Set(w.queue.entry(w.queue.of(e)))
	}
	return nil
}

func (s *tieSampler) meet(e int, group hsearch.Tied) {
	count := group.Count()
	s.met += count
	if s.rng.Float64()*s.met < count {
		s.edge, s.winner = e, group
	}
}

// drawMember is the part of NA that stays in S, for one member of the winning group.
func (s *tieSampler) drawMember() bitset.Set {
	inS := s.winner.Hi.Clone()
	out := s.drawSize(&s.winner)
	free := s.winner.Hi.Clone()
	free.AndNot(s.winner.Lo)
	members := free.Append(nil)
	for ; out > 0; out-- { // partial Fisher–Yates: out of them, uniformly
		k := int(s.rng.Float64() * float64(len(members)))
		inS.Remove(int(members[k]))
		members[k] = members[len(members)-1]
		members = members[:len(members)-1]
	}
	return inS
}

// drawSize draws how many nodes the member leaves out.
func (s *tieSampler) drawSize(group *hsearch.Tied) int {
	at := s.rng.Float64() * group.Count()
	for j, c := range group.Sizes {
		if at -= c; at < 0 {
			return j
		}
	}
	return len(group.Sizes) - 1
}

// tiedCuts asks every DAG for a cut of e, and records nothing. The answer stands
// until the next question.
func (w *worker) tiedCuts(ctx context.Context, e int, given, removed bitset.Set) ([]uint16, error) {
	w.asked.Fill(w.table.dags)
	w.askCut(aboutEdge, e, given, removed, w.asked)
	return w.sizes, w.ask(ctx)
}
