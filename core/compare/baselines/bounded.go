package baselines

import (
	"cmp"
	"context"
	"slices"

	"github.com/mcbnc/mcbnc/core/graphs/bitset"
	"github.com/mcbnc/mcbnc/core/graphs/graph"
)

// BoundedOutcome is the DAG of a search with a bound on the treewidth, and how it came about.
type BoundedOutcome struct {
	Outcome
	Width       int        // of the min-fill triangulation of the moral graph; at most the bound
	Fitness     float64    // what the search lowered, of DAG
	Generations int        // of a genetic search: how many were completed
	Kept        [][]int32  // arcs u, v, u, v, ...: one list of the genes that were chosen, or with InputArcs one for each input
	Trimmed     [][2]int32 // arcs of the decoded genes that were left out for the bound
}

// Bounded is the greedy fusion within a bound on the treewidth:
//
//   - FusionArcs: MaxTreewidth (Torrijos, Gámez and Puerta, CEC 2024). The arcs of the fusion, those
//     of most I-maps first, go in as long as the width stays within the bound.
//   - InputArcs: MaxTreewidthBefore (GECCO 2025). The inputs begin without arcs. Each in turn gets its
//     next arc back, unless the width of the fusion of what the inputs then have, with an order of its
//     own, is above the bound.
//   - SharedArcs: MaxTreewidthBeforeWoRepeat (GECCO 2025). The same, but an arc goes into all inputs that
//     have it at once, the most frequent arcs first.
//
// With the last two, the result is the fusion of what the inputs have in the end, along the order of
// the fusion of all inputs. Its width may be above the bound. Then its arcs go in as with FusionArcs.
//
// If limited ends, the arcs that were not tried yet are out. If ctx ends, Bounded has no time to trim
// either. It calls tried after each arc.
func (p *Problem) Bounded(ctx, limited context.Context, kind Kind, bound int, tried func()) (*BoundedOutcome, error) {
	g := p.Genes(kind)
	genes, stopped := p.greedy(limited, g, bound, bitset.Full(g.Count()), tried)
	return p.trimmed(ctx, g, &chromosome{genes: genes}, newDecoder(p, g, bound, false)), stopped
}

// greedy is the greedy choice of genes from among. If ctx ends, it returns the choice so far and the
// error of ctx.
func (p *Problem) greedy(ctx context.Context, g *Genes, bound int, among bitset.Set, tried func()) (bitset.Set, error) {
	genes := g.none()
	take := p.taker(ctx, g, bound)
	for _, k := range g.tries(among) {
		if err := ctx.Err(); err != nil {
			return genes, err
		}
		taken, err := take(k)
		if err != nil {
			return genes, err
		}
		if taken {
			genes.Add(int(k))
		}
		tried()
	}
	return genes, nil
}

// taker is a function that takes one gene more if the width allows it, and reports whether it did.
func (p *Problem) taker(ctx context.Context, g *Genes, bound int) func(k int32) (bool, error) {
	if g.kind == FusionArcs {
		grown := newGrowing(p.N, bound)
		return func(k int32) (bool, error) { return grown.take(int(g.arcs[k].u), int(g.arcs[k].v)), nil }
	}
	bearers := make([][]int32, len(g.arcs))
	for i, own := range g.of {
		for _, k := range own {
			bearers[k] = append(bearers[k], int32(i))
		}
	}
	c := newCopies(p)
	return func(k int32) (bool, error) {
		a := g.arcs[k]
		c.change((*graph.DAG).Add, a, bearers[k])
		within, err := c.fuseWithin(ctx, bound)
		if !within {
			c.change((*graph.DAG).Remove, a, bearers[k])
		}
		return within, err
	}
}

// trimmed is the outcome of a chromosome. If the width of its DAG is above the bound, the DAG is made
// anew of its arcs, those of most weight first. If ctx ends, the arcs that were not tried yet are
// trimmed.
func (p *Problem) trimmed(ctx context.Context, g *Genes, c *chromosome, d *decoder) *BoundedOutcome {
	_ = d.evaluate(context.WithoutCancel(ctx), c, c) // fails only if its context ends
	out := &BoundedOutcome{Kept: g.kept(c.genes)}
	if c.clique > d.limit {
		out.Trimmed = p.trim(ctx, g, c, d)
		c.worth = d.measure()
	}
	out.DAG, out.Width, out.Fitness = dagOf(d.pa), c.clique-1, c.fitness
	return out
}

// trim brings the DAG of the decoder within the bound, and returns the arcs that are gone.
func (p *Problem) trim(ctx context.Context, g *Genes, c *chromosome, d *decoder) (gone [][2]int32) {
	maps := p.IMaps
	if g.kind != FusionArcs {
		maps = nil
		for _, part := range c.parts {
			maps = append(maps, part.dag(p.N))
		}
	}
	arcs := arcsOf(dagOf(d.pa))
	p.weigh(arcs, maps)
	slices.SortStableFunc(arcs, func(a, b arc) int { return cmp.Compare(b.weight, a.weight) })
	grown := newGrowing(p.N, d.limit-1)
	for _, a := range arcs {
		if ctx.Err() != nil || !grown.take(int(a.u), int(a.v)) {
			gone = append(gone, [2]int32{a.u, a.v})
		}
	}
	d.pa.Copy(grown.pa)
	return gone
}

// kept lists the arcs of the chosen genes: in one list, or with InputArcs in one for each input.
func (g *Genes) kept(genes bitset.Set) [][]int32 {
	groups := [][]int32{genes.Append(nil)}
	if g.kind == InputArcs {
		groups = g.of
	}
	lists := make([][]int32, len(groups))
	for i, own := range groups {
		for _, k := range own {
			if genes.Has(int(k)) {
				lists[i] = append(lists[i], g.arcs[k].u, g.arcs[k].v)
			}
		}
	}
	return lists
}
