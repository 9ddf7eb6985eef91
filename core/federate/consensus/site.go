package consensus

import (
	"context"
	"fmt"

	"github.com/mcbnc/mcbnc/core/federate/masked"
	"github.com/mcbnc/mcbnc/core/fuse/consensus"
	"github.com/mcbnc/mcbnc/core/fuse/engine"
	"github.com/mcbnc/mcbnc/core/fuse/flow"
	"github.com/mcbnc/mcbnc/core/fuse/fusion"
	"github.com/mcbnc/mcbnc/core/graphs/bitset"
	"github.com/mcbnc/mcbnc/core/graphs/equiv"
	"github.com/mcbnc/mcbnc/core/graphs/graph"
)

// Site is a site with its DAGs, which only it has, at its place among the weights. With several its answer to a question is the
// sum of the answers of sites with one DAG each, except for closed edges. So it is none of package masked. Secret is a seed that
// only it has, and that no two sessions share. Most is how many numbers the site sends at most; 0 is any number.
type Site struct {
	Terms  *Terms
	Number int
	DAGs   []*graph.DAG
	Seen   []bitset.Set // the nodes that each DAG has; the others are isolated in it; nil: each has all
	Secret []byte
	Most   int
}

// knows reports whether a session with these terms asks such questions.
func (t *Terms) knows(kind Kind) bool {
	if t.Vote != nil {
		return kind == Shares || kind == Directions || t.Unlike && (kind == Sees || kind == Explained)
	}
	switch kind {
	case Sees, Distances, Joins:
		return t.Unlike
	case Morals:
		return !t.Unlike
	case Costs, IMaps, Cuts, Arrows:
		return true
	}
	return false
}

// Answer is the answer of a site that has one DAG, which it may send under masks. It is always the same, so a question may be
// asked again. A question that makes no sense is an error. One that asks for too much is a *TooLongError, before anything of
// that size is made.
func (s *Site) Answer(ctx context.Context, q *Question) (*masked.Answer, error) {
	if len(s.DAGs) != 1 {
		return nil, fmt.Errorf("under masks a site has one DAG, not %d", len(s.DAGs))
	}
	unit := masked.Structure{DAG: s.DAGs[0]}
	if s.Seen != nil {
		unit.Nodes = s.Seen[0]
	}
	asked, err := s.asked(ctx, q)
	if err != nil {
		return nil, err
	}
	answer := new(masked.Answer)
	return answer, answer.AddStructure(unit, asked.of(func(unit masked.Structure) ([]int64, error) {
		return asked.sums(ctx, []*graph.DAG{unit.DAG}, []bitset.Set{unit.Nodes})
	}))
}

// Unmasked is the answer of a site with any number of DAGs.
func (s *Site) Unmasked(ctx context.Context, q *Question) ([]uint64, error) {
	asked, err := s.asked(ctx, q)
	if err != nil {
		return nil, err
	}
	sums, err := asked.sums(ctx, s.DAGs, s.Seen)
	if err != nil {
		return nil, err
	}
	told, numbers := asked.of(nil), make([]uint64, len(sums))
	for k, x := range sums {
		numbers[k] = told.Told(x)
	}
	return numbers, nil
}

// asked is a question that makes sense, to a site.
type asked struct {
	*Site
	q     *Question
	route *route
}

func (s *Site) asked(ctx context.Context, q *Question) (*asked, error) {
	if !s.Terms.knows(q.Kind) {
		return nil, fmt.Errorf("a question is not about %q", q.Kind)
	}
	route, err := s.Terms.admit(ctx, q, s.Most)
	return &asked{s, q, route}, err
}

// of are the functions of one DAG that are asked for.
func (a *asked) of(compute func(masked.Structure) ([]int64, error)) masked.Asked {
	f := masked.Asked{Bound: a.Terms.bound(a.q.Kind), Weight: 1, Of: compute}
	switch {
	case a.q.Kind == Joins && !a.Terms.says(a.Number):
		f.Weight = 0
	case !a.q.Kind.counts():
		f.Weight = a.Terms.Weights[a.Number]
	case a.q.Kind == IMaps && !a.Terms.Counts:
		f.Disguise = a.marks()
	}
	return f
}

// sums are the sums over DAGs, each of which has some of the nodes, or all of them.
func (s *asked) sums(ctx context.Context, dags []*graph.DAG, seen []bitset.Set) ([]int64, error) {
	terms := s.Terms
	a := &answer{terms: terms, q: s.q, route: s.route, given: dags, dags: dags, has: seen, ws: flow.NewCutter(terms.N)}
	if terms.Unlike {
		a.has = make([]bitset.Set, len(dags))
		for i := range dags {
			if seen != nil && seen[i] != nil {
				a.has[i] = seen[i]
			} else {
				a.has[i] = bitset.Full(terms.N)
			}
		}
	}
	if terms.Canonical {
		a.dags = engine.Canonicalize(dags)
	}
	var err error
	switch s.q.Kind {
	case Sees:
		a.seen(terms.says(s.Number))
	case Distances:
		a.distances()
	case Joins:
		err = a.joins(ctx)
	case Costs:
		err = a.costs(ctx)
	case IMaps:
		err = a.iMaps(ctx)
	case Cuts:
		err = a.cuts(ctx)
	case Morals:
		a.morals()
	case Arrows:
		a.arrows()
	case Shares, Directions, Explained:
		err = a.votes(ctx)
	}
	return a.sums, err
}

// answer is what a site works out for one question.
type answer struct {
	terms  *Terms
	q      *Question
	route  *route
	given  []*graph.DAG  // the DAGs as they were given
	dags   []*graph.DAG  // those that the steps prune
	has    []bitset.Set  // the nodes of each; nil: all have all
	graphs []*flow.Graph // the DAGs after the steps that are made; nil: as they were given
	made   int
	ws     flow.Cutter
	alone  []*consensus.Deletions // of each DAG, over different nodes: those of a class, if they were asked for
	sums   []int64
}

// costs are the summed costs of making each node that is left a sink, by node, after the last sinks (Puerta et al. 2021).
func (a *answer) costs(ctx context.Context) error {
	n, sinks, dags := a.terms.N, a.q.Order, a.dags
	if len(a.route.steps) > 0 {
		if err := a.prune(ctx, len(a.route.steps)); err != nil {
			return err
		}
		dags = a.pruned()
	}
	left, total, scratch := bitset.New(n), make([]int64, n), fusion.NewScratch(n)
	left.Fill(n)
	costs := make([]fusion.SinkCosts, len(dags))
	for i, g := range dags {
		costs[i] = fusion.NewSinkCosts(g.Clone(), make([]int32, n), scratch)
		costs[i].AddCosts(1, total)
	}
	for k := 0; ctx.Err() == nil; k++ {
		if k >= a.q.first(len(sinks)) {
			for x := left.Next(0); x >= 0; x = left.Next(x + 1) {
				a.sums = append(a.sums, total[x])
			}
		}
		if k == len(sinks) {
			break
		}
		x := int(sinks[k])
		if !left.Has(x) {
			return fmt.Errorf("node %d is made a sink twice", x)
		}
		left.Remove(x)
		for i := range costs {
			costs[i].MakeSink(x, 1, scratch)
		}
		scratch.AddChanges(total)
	}
	return ctx.Err()
}

// iMaps counts the DAGs whose minimal I-map along the order has the arc, for each pair of the order.
func (a *answer) iMaps(ctx context.Context) error {
	if err := a.prune(ctx, len(a.route.steps)); err != nil {
		return err
	}
	a.sums = make([]int64, pairs(a.terms.N))
	for _, g := range a.graphs {
		if err := ctx.Err(); err != nil {
			return err
		}
		imap := graph.NewDAG(a.terms.N)
		fusion.MinimalIMap(g, a.q.Order, a.ws, imap)
		for i, v := range a.q.Order {
			for j, u := range a.q.Order[:i] {
				if imap.Has(int(u), int(v)) {
					a.sums[pairs(i)+j]++
				}
			}
		}
	}
	return nil
}

// morals counts the DAGs whose moral graph has the edge, for each pair.
func (a *answer) morals() {
	a.sums = make([]int64, pairs(a.terms.N))
	for _, g := range a.dags {
		moral := g.Moralize()
		for x := range a.terms.N {
			row := moral.Row(x)
			for y := row.Next(0); y >= 0 && y < x; y = row.Next(y + 1) {
				a.sums[pairs(x)+y]++
			}
		}
	}
}

// arrows counts the DAGs that have u → v, and those that have v → u, for each of the edges.
func (a *answer) arrows() {
	a.sums = make([]int64, 2*len(a.route.edges))
	for _, g := range a.dags {
		for k, p := range a.route.edges {
			switch u, v := int(p.U), int(p.V); {
			case g.Has(u, v):
				a.sums[2*k]++
			case g.Has(v, u):
				a.sums[2*k+1]++
			}
		}
	}
}

// prune carries the first steps out in each DAG. It removes its own minimum cut of each step, the one nearest v (MCBNC,
// Algorithm 1). Edges of the cut that are there by moralisation alone are no arcs.
func (a *answer) prune(ctx context.Context, steps int) error {
	if a.graphs == nil {
		for _, g := range a.dags {
			a.graphs = append(a.graphs, flow.NewGraph(g))
		}
	}
	arcs, touched := []flow.Arc(nil), bitset.New(a.terms.N)
	for _, p := range a.route.prunes[a.made:steps] {
		if err := ctx.Err(); err != nil {
			return err
		}
		for _, g := range a.graphs {
			arcs = arcs[:0]
			for _, e := range a.ws.CutNearest(g, p.u, p.v, p.s) {
				switch {
				case g.DAG().Has(int(e.From), int(e.To)):
					arcs = append(arcs, e)
				case g.DAG().Has(int(e.To), int(e.From)):
					arcs = append(arcs, flow.Arc{From: e.To, To: e.From})
				}
			}
			if len(arcs) > 0 {
				a.ws.Remove(g, arcs, touched)
			}
		}
	}
	a.made = steps
	return nil
}

// pruned are what the steps leave of the DAGs.
func (a *answer) pruned() []*graph.DAG {
	dags := make([]*graph.DAG, len(a.graphs))
	for i, g := range a.graphs {
		dags[i] = g.DAG()
	}
	return dags
}

// prune is what a step makes each DAG do: it removes its own minimum cut of u and v given s.
type prune struct {
	u, v int
	s    bitset.Set
}

// pruneOf is the prune of a step that is a valid deletion of the class.
func pruneOf(class *equiv.Class, step *engine.Deletion) prune {
	s := bitset.New(class.N)
	step.Given(class, s)
	return prune{step.U, step.V, s}
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
