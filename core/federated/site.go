package federated

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"math/rand/v2"

	"github.com/mcbnc/mcbnc/core/consensus"
	"github.com/mcbnc/mcbnc/core/equiv"
	"github.com/mcbnc/mcbnc/core/graph"
)

// Site is one site: its DAG, which only it knows, and its place among the weights. Secret is a
// seed that only it knows, and that no two sessions share. Most is how many numbers the site
// tells at most; 0 is any number.
type Site struct {
	Terms  *Terms
	Number int
	DAG    *graph.DAG
	Secret []byte
	Most   int
}

// Answer is the site's answer to a question. It is always the same, so a question may be asked
// again. A question that makes no sense is an error. One that asks for too much is a
// *TooLongError, before anything of that size is made.
func (s *Site) Answer(ctx context.Context, q *Question) ([]uint64, error) {
	if err := q.check(s.Terms.N); err != nil {
		return nil, err
	}
	if err := s.Terms.checkLength(ctx, q, s.Most); err != nil {
		return nil, err
	}
	g := s.DAG
	if s.Terms.Canonical {
		g = equiv.Canonical(g)
	}
	a := &answer{Site: s, q: q, working: g, walk: newWalk(g, s.Terms.Run.Start, q), weight: s.Terms.Weights[s.Number]}
	var err error
	switch q.Kind {
	case Costs:
		err = a.costs(ctx)
	case IMaps:
		err = a.iMap(ctx)
	case Cuts:
		err = a.cuts(ctx)
	case Morals:
		a.moral()
	case Arrows:
		err = a.arrows(ctx)
	default:
		err = fmt.Errorf("a question is not about %q", q.Kind)
	}
	return a.numbers, err
}

// answer is an answer that is being made.
type answer struct {
	*Site
	*walk
	q       *Question
	working *graph.DAG // the site's DAG, or the canonical member of its class
	weight  int64
	numbers []uint64
}

func (a *answer) add(x int64) { a.numbers = append(a.numbers, uint64(x)) }

// pruned goes to the state after all steps.
func (a *answer) pruned(ctx context.Context) error { return a.advance(ctx, len(a.q.Steps)) }

// costs tells what it costs to make each node a sink that is left, by node, after the last sinks
// (Puerta et al. 2021).
func (a *answer) costs(ctx context.Context) error {
	if err := a.pruned(ctx); err != nil {
		return err
	}
	left, total := make([]bool, a.Terms.N), make([]int64, a.Terms.N)
	for x := range left {
		left[x] = true
	}
	if err := a.inputs.SinkCosts(ctx, total); err != nil {
		return err
	}
	sinks := a.q.Order
	for k := 0; ; k++ {
		if k >= a.q.first(len(sinks)) {
			for x, cost := range total {
				if left[x] {
					a.add(cost)
				}
			}
		}
		if k == len(sinks) {
			return nil
		}
		x := sinks[k]
		if !left[x] {
			return fmt.Errorf("node %d is made a sink twice", x)
		}
		left[x] = false
		if err := a.inputs.MakeSink(ctx, int(x), total); err != nil {
			return err
		}
	}
}

// iMap tells which arcs the minimal I-map along the order has, for each pair of the order. In the
// place of a 1 it takes a random number, unless counts are wanted. The sum of these is 0 if no
// site has the arc. Otherwise it is a random number that is 0 with probability 2^-64.
func (a *answer) iMap(ctx context.Context) error {
	if err := a.pruned(ctx); err != nil {
		return err
	}
	imaps, err := a.inputs.MinimalIMaps(ctx, a.q.Order)
	if err != nil {
		return err
	}
	random := a.random()
	for i, v := range a.q.Order {
		for _, u := range a.q.Order[:i] {
			mark := uint64(1)
			if !a.Terms.Counts {
				for mark = random.Uint64(); mark == 0; mark = random.Uint64() {
				}
			}
			if !imaps[0].Has(int(u), int(v)) {
				mark = 0
			}
			a.numbers = append(a.numbers, mark)
		}
	}
	return nil
}

// random makes the numbers for a question about I-maps, from the site's secret.
func (a *answer) random() *rand.ChaCha8 {
	hash := sha256.New()
	fmt.Fprintf(hash, "mcbnc union %d %d ", len(a.Secret), len(a.q.Steps))
	hash.Write(a.Secret)
	for _, x := range a.q.Order {
		hash.Write(binary.LittleEndian.AppendUint32(nil, uint32(x)))
	}
	return rand.NewChaCha8([32]byte(hash.Sum(nil)))
}

// cuts tells the weighted cut of every deletion that a state offers, in the order of its menus.
// For a closed menu it tells the least of its deletions: the sum of these is at most the least
// of the sums (MCBNC, section 4).
func (a *answer) cuts(ctx context.Context) error {
	k := len(a.q.Steps)
	for done := a.q.first(k); done <= k; done++ {
		if err := a.advance(ctx, done); err != nil {
			return err
		}
		if err := a.cutsHere(ctx); err != nil {
			return err
		}
	}
	return nil
}

// cutsHere is the part of cuts for the state at which the walk is.
func (a *answer) cutsHere(ctx context.Context) error {
	var deletions *consensus.Deletions
	var err error
	consensus.EachMenu(a.class, a.Terms.Run, a.q.listed(a.Terms), func(menu *consensus.Menu) bool {
		switch {
		case !a.q.asks(PairOf(menu.U, menu.V)):
		case menu.Closed:
			if deletions == nil {
				deletions, err = consensus.NewDeletions(ctx, a.class, a.inputs, a.Terms.options())
			}
			if err == nil {
				err = a.bound(ctx, deletions, menu)
			}
		default:
			err = a.menu(ctx, menu)
		}
		return err == nil
	})
	return err
}

// bound tells the least cut of a closed menu.
func (a *answer) bound(ctx context.Context, deletions *consensus.Deletions, menu *consensus.Menu) error {
	best, _, err := deletions.Best(ctx, int(menu.U), int(menu.V))
	if err != nil {
		return err
	}
	a.add(a.weight * best.Score)
	return nil
}

// menu tells the cuts of an open menu.
func (a *answer) menu(ctx context.Context, menu *consensus.Menu) error {
	for _, kept := range menu.Kept {
		menu.S(a.class, kept, a.s)
		size, err := a.cut(ctx, menu.U, menu.V, a.s, a.Terms.Run.Cap)
		if err != nil {
			return err
		}
		a.add(a.weight * size)
	}
	return nil
}

// moral tells which edges the moral graph of the site's DAG has, by weight, for each pair.
func (a *answer) moral() {
	moral := a.DAG.Moralize()
	for x := range a.Terms.N {
		for y := range x {
			a.add(a.weightIf(moral.Row(x).Has(y)))
		}
	}
}

// arrows tells, by weight, which direction the site's DAG gives to each undirected edge of the
// class after the steps: for x < y first x → y, then y → x.
func (a *answer) arrows(ctx context.Context) error {
	class, err := a.replay.Advance(len(a.q.Steps))
	if err != nil {
		return err
	}
	for _, p := range undirected(class) {
		a.add(a.weightIf(a.working.Has(int(p.U), int(p.V))))
		a.add(a.weightIf(a.working.Has(int(p.V), int(p.U))))
	}
	return nil
}

func (a *answer) weightIf(has bool) int64 {
	if has {
		return a.weight
	}
	return 0
}

// undirected are the undirected edges of a class's CPDAG, by U and V, with U < V.
func undirected(class *equiv.Class) (out []Pair) {
	p := class.CPDAG()
	for x := range p.N {
		ne := p.Ne(x)
		for y := ne.Next(x + 1); y >= 0; y = ne.Next(y + 1) {
			out = append(out, Pair{int32(x), int32(y)})
		}
	}
	return out
}
