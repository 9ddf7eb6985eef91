package baselines

import (
	"context"
	"math"

	"github.com/mcbnc/mcbnc/core/graphs/bitset"
	"github.com/mcbnc/mcbnc/core/run/parallel"
)

// Start is what the individuals 0 and 1 of a genetic search are at its beginning. The others are
// random.
type Start int

// The starts.
const (
	GreedyStart Start = iota // the greedy choices for the bound, and for a bound that is smaller by one
	MCBNCStart               // what a run of MCBNC leaves of the inputs at these two bounds
	RandomStart              // random like the others
)

// GeneticOptions are the options of Genetic. Population is at least 2.
type GeneticOptions struct {
	Kind                    Kind
	Bound                   int
	Population, Generations int
	Seed                    uint64
	Start                   Start
	NearFusion              bool   // the distance is the SMHD to the fusion, not the mean SMHD to the inputs
	Finished                func() // is called after each generation
}

// Genetic is the genetic fusion within a bound on the treewidth (Torrijos, Gámez and Puerta, CEC 2024
// and GECCO 2025). It lowers the distance of the decoded DAG. If the largest clique of the triangulated
// moral graph has more nodes than the limit, Bound + 1, the distance is multiplied by the quotient of
// the two. Each generation crosses the population, and then mutates it.
//
// The result is the best individual ever that was within the bound (ties: the earliest). If there was
// none, it is the individual 0 of the beginning, trimmed to the bound, or with RandomStart the empty DAG.
//
// If limited ends, the result is the best so far. If ctx ends, there is no time to trim either.
func (p *Problem) Genetic(ctx, limited context.Context, o GeneticOptions) (*BoundedOutcome, error) {
	e := newEvolution(p, o)
	first, err := e.begin(ctx, limited)
	for t := 0; err == nil && t < o.Generations; t++ {
		if err = e.cross(limited, t); err == nil {
			err = e.mutate(limited, t)
		}
		if err == nil {
			e.done++
			o.Finished()
		}
	}
	result := e.best
	if result == nil {
		result = &chromosome{genes: first}
	}
	out := p.trimmed(ctx, e.g, result, e.decoders[0])
	out.Generations = e.done
	return out, err
}

// evolution is a genetic search.
type evolution struct {
	p        *Problem
	g        *Genes
	o        GeneticOptions
	decoders []*decoder // of each worker
	now      []*chromosome
	best     *chromosome // of those within the bound; nil if there is none
	done     int         // generations
}

func newEvolution(p *Problem, o GeneticOptions) *evolution {
	e := &evolution{p: p, g: p.Genes(o.Kind), o: o}
	for range p.team.Workers() {
		e.decoders = append(e.decoders, newDecoder(p, e.g, o.Bound, o.NearFusion))
	}
	return e
}

// begin makes the first population and evaluates it. The genes are those that stand for the result if
// there is none.
func (e *evolution) begin(ctx, limited context.Context) (bitset.Set, error) {
	given, err := e.given(ctx, limited)
	first := e.g.none()
	if len(given) > 0 {
		first = given[0]
	}
	if err != nil {
		return first, err
	}
	e.now = make([]*chromosome, e.o.Population)
	chances := e.g.chances()
	return first, e.each(limited, func(ctx context.Context, d *decoder, i int) error {
		if i < len(given) {
			e.now[i] = &chromosome{genes: given[i]}
		} else {
			e.now[i] = &chromosome{genes: e.g.random(chances, e.o.Seed, i)}
		}
		return d.evaluate(ctx, e.now[i])
	})
}

// given are the first individuals of the beginning, which are not random.
func (e *evolution) given(ctx, limited context.Context) ([]bitset.Set, error) {
	lower := max(e.o.Bound-1, 0)
	switch e.o.Start {
	case GreedyStart:
		all, nothing := bitset.Full(e.g.Count()), func() {}
		one, err := e.p.greedy(limited, e.g, e.o.Bound, all, nothing)
		if err != nil {
			return []bitset.Set{one}, err
		}
		if e.g.kind == InputArcs {
			all = one
		}
		two, err := e.p.greedy(limited, e.g, lower, all, nothing)
		return []bitset.Set{one, two}, err
	case MCBNCStart:
		left, err := e.p.snapshots(ctx, limited, e.o.Bound, lower)
		if err != nil {
			return nil, err
		}
		var out []bitset.Set
		for _, dags := range left {
			genes := e.g.none()
			if dags != nil {
				genes = e.decoders[0].choose(dags)
			}
			out = append(out, genes)
		}
		return out, limited.Err()
	}
	return nil, limited.Err()
}

// each calls f for each individual, shared among the workers. Then it looks for a new best one, also among
// the few that were evaluated before ctx ended.
func (e *evolution) each(ctx context.Context, f func(ctx context.Context, d *decoder, i int) error) error {
	err := parallel.For(ctx, len(e.now), len(e.decoders), func(worker, i int) error {
		return f(ctx, e.decoders[worker], i)
	})
	for _, c := range e.now {
		if c == nil || !c.known || c.clique > e.decoders[0].limit {
			continue
		}
		if e.best == nil || c.fitness < e.best.fitness {
			e.best = c
		}
	}
	return err
}

// chances is with which probability each gene of a random individual is chosen, as a threshold.
//
// With InputArcs it is 1/2. Otherwise it is 1/(1 - ln q) for q = (f - least) / (most - least), where f is
// the weight of the gene's arc and least is the smallest weight less the mean weight of an input. If
// all arcs have the same weight, it is 1/2.
func (g *Genes) chances() []uint64 {
	out := make([]uint64, len(g.arcs))
	lowest, most := int64(math.MaxInt64), int64(0)
	for _, a := range g.arcs {
		lowest, most = min(lowest, a.weight), max(most, a.weight)
	}
	least := float64(lowest) - g.mean
	for k, a := range g.arcs {
		p := 0.5
		if g.kind != InputArcs && lowest < most {
			p = 1 / (1 - math.Log((float64(a.weight)-least)/(float64(most)-least)))
		}
		out[k] = chance(p)
	}
	return out
}

// random is individual i of the beginning.
func (g *Genes) random(chances []uint64, seed uint64, i int) bitset.Set {
	from, genes := stream(seed, 0, i, beginning), g.none()
	for k, c := range chances {
		if from.Uint64() < c {
			genes.Add(k)
		}
	}
	return genes
}
