package consensus

import (
	"context"
	"fmt"

	"github.com/mcbnc/mcbnc/core/fuse/engine"
	"github.com/mcbnc/mcbnc/core/fuse/flow"
	"github.com/mcbnc/mcbnc/core/fuse/fusion"
	"github.com/mcbnc/mcbnc/core/graphs/equiv"
	"github.com/mcbnc/mcbnc/core/graphs/graph"
	"github.com/mcbnc/mcbnc/core/run/parallel"
)

// Shard is a site of many DAGs. Its answers are the sums of the answers of sites with one DAG each,
// but for closed menus. It keeps how far its DAGs are pruned, so a question costs what is new in it.
// What it keeps never changes an answer: any questions may come in any order. It serves one question
// at a time.
type Shard struct {
	terms   *Terms
	number  int          // among the weights
	dags    []*graph.DAG // distinct; the canonical members of their classes, if these are wanted
	times   []int64      // how often the shard has each of them
	workers []*shardWorker
	sinks   *heldSinks  // nil: no order is being made
	pruned  *heldPruned // nil: nothing has asked for I-maps or cuts
}

// shardWorker is the memory that one goroutine has to itself.
type shardWorker struct {
	ws      flow.Cutter
	fusion  *fusion.Scratch
	sums    []int64 // of the DAGs that this worker has looked at
	virtual *virtual
	costs   *fusion.SinkCosts // where drafted sinks are made
	imap    *graph.DAG
	arcs    []flow.Arc
}

// chunk is how many DAGs a worker takes at a time.
const chunk = 64

// NewShard returns the shard that has these DAGs, which it keeps, as the terms' site of this number.
func NewShard(terms *Terms, number int, dags []*graph.DAG, workers int) *Shard {
	if terms.Canonical {
		dags = engine.Canonicalize(dags)
	}
	distinct := engine.FindDistinct(dags, make([]int64, len(dags)))
	s := &Shard{terms: terms, number: number, dags: distinct.DAGs, times: distinct.Times}
	for range max(workers, 1) {
		s.workers = append(s.workers, &shardWorker{ws: flow.NewCutter(terms.N), fusion: fusion.NewScratch(terms.N)})
	}
	return s
}

// Answer is the shard's answer to a question. It is always the same. The secret is for the marks of a
// union, and most is how many numbers there may be: see Site. An error leaves the shard as good as it
// was.
func (s *Shard) Answer(ctx context.Context, q *Question, secret []byte, most int) ([]uint64, error) {
	route, err := s.terms.admit(ctx, q, most)
	if err != nil {
		return nil, err
	}
	if q.Kind != Costs {
		s.sinks = nil // the order is made
	}
	var sums []int64
	weight := s.terms.Weights[s.number]
	switch q.Kind {
	case Costs:
		sums, err = s.costs(ctx, q, route)
		weight = 1 // an order counts every DAG once
	case IMaps:
		return s.iMaps(ctx, q, route, secret)
	case Cuts:
		sums, err = s.cuts(ctx, q, route)
	case Morals:
		sums, err = s.morals(ctx)
	case Arrows:
		sums, err = s.arrows(ctx, route.edges)
	default:
		err = fmt.Errorf("a question is not about %q", q.Kind)
	}
	if err != nil {
		return nil, err
	}
	numbers := make([]uint64, len(sums))
	for k, x := range sums {
		numbers[k] = uint64(weight * x)
	}
	return numbers, nil
}

// each adds up what the DAGs contribute. The function f is called once for each DAG, and adds to the
// worker's sums, of which there are count.
func (s *Shard) each(ctx context.Context, count int, f func(w *shardWorker, i int)) ([]int64, error) {
	for _, w := range s.workers {
		w.sums = make([]int64, count)
	}
	chunks := (len(s.dags) + chunk - 1) / chunk
	err := parallel.For(ctx, chunks, len(s.workers), func(worker, k int) error {
		for i := k * chunk; i < min((k+1)*chunk, len(s.dags)); i++ {
			f(s.workers[worker], i)
		}
		return nil
	})
	total := s.workers[0].sums
	for _, w := range s.workers[1:] {
		for k, x := range w.sums {
			total[k] += x
		}
	}
	for _, w := range s.workers {
		w.sums = nil
	}
	return total, err
}

// morals tells how many DAGs' moral graphs have an edge, for each pair.
func (s *Shard) morals(ctx context.Context) ([]int64, error) {
	return s.each(ctx, pairs(s.terms.N), func(w *shardWorker, i int) {
		moral := s.dags[i].Moralize()
		for x := range s.terms.N {
			row := moral.Row(x)
			for y := row.Next(0); y >= 0 && y < x; y = row.Next(y + 1) {
				w.sums[pairs(x)+y] += s.times[i]
			}
		}
	})
}

// arrows tells how many DAGs have x → y, and how many y → x, for each of the edges.
func (s *Shard) arrows(ctx context.Context, edges []Pair) ([]int64, error) {
	return s.each(ctx, 2*len(edges), func(w *shardWorker, i int) {
		for k, p := range edges {
			switch u, v := int(p.U), int(p.V); {
			case s.dags[i].Has(u, v):
				w.sums[2*k] += s.times[i]
			case s.dags[i].Has(v, u):
				w.sums[2*k+1] += s.times[i]
			}
		}
	})
}

// cuts tells the sum of every cut that the question asks for, and the least sum for a closed menu.
func (s *Shard) cuts(ctx context.Context, q *Question, r *route) ([]int64, error) {
	if err := s.advance(ctx, r, len(q.Steps)-q.Drafted); err != nil {
		return nil, err
	}
	t := s.newTally(q, r)
	sums, err := t.sum(ctx)
	if err != nil {
		return nil, err
	}
	least, err := t.least(ctx, r)
	if err != nil {
		return nil, err
	}
	s.pruned.learn(t, r, sums)
	var out []int64
	for l := range t.levels {
		for _, c := range t.levels[l].asked {
			if c == nil {
				out, least = append(out, least[0]), least[1:]
			} else {
				out = append(out, sums[l][c.number])
			}
		}
	}
	return out, nil
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
