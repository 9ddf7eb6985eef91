package baselines

import (
	"context"
	"math"

	"github.com/mcbnc/mcbnc/core/fuse/flow"
	"github.com/mcbnc/mcbnc/core/fuse/fusion"
	"github.com/mcbnc/mcbnc/core/graphs/bitset"
	"github.com/mcbnc/mcbnc/core/graphs/graph"
	"github.com/mcbnc/mcbnc/core/graphs/treewidth"
)

// chromosome is a choice of genes, and what is known of it.
type chromosome struct {
	genes bitset.Set
	parts []*part // of each input; nil for FusionArcs, and until the chromosome is decoded
	worth
}

// worth is how good a chromosome is.
type worth struct {
	known    bool    // false: it has not been evaluated
	distance float64 // that is to be small
	clique   int     // the largest clique of the triangulated moral graph
	fitness  float64 // the distance, times clique/limit if clique is larger than the limit
}

// part is the minimal I-map, along the fixed order, of the chosen arcs of one input. It never changes,
// so chromosomes share it.
type part struct {
	chosen bitset.Set // of the input's genes, by their places in Genes.of
	arcs   []flow.Arc // of the I-map
}

// decoder makes DAGs of chromosomes, and measures them. It serves one goroutine at a time.
type decoder struct {
	p          *Problem
	g          *Genes
	limit      int           // of the size of cliques
	target     bitset.Matrix // the moral graph of the fusion if that is what a DAG should be near to
	hasTarget  bool
	pruned     *graph.DAG // some arcs of one input
	mapper     *fusion.Mapper
	widths     *treewidth.Widths
	pa, moral  bitset.Matrix // of the decoded DAG
	chosen     bitset.Set
	chosenArcs []flow.Arc
}

func newDecoder(p *Problem, g *Genes, bound int, nearFusion bool) *decoder {
	n, most := p.N, 0
	for _, own := range g.of {
		most = max(most, len(own))
	}
	d := &decoder{
		p: p, g: g, limit: bound + 1, hasTarget: nearFusion,
		pruned: graph.NewDAG(n), mapper: fusion.NewMapper(n),
		widths: treewidth.NewWidths(n), pa: bitset.NewMatrix(n, n), moral: bitset.NewMatrix(n, n),
		chosen: bitset.New(most),
	}
	if nearFusion {
		d.target = p.Fusion.Moralize()
	}
	return d
}

// evaluate finds the worth of c. Parts that c shares with one of the donors are taken from there.
func (d *decoder) evaluate(ctx context.Context, c *chromosome, donors ...*chromosome) error {
	if err := d.decode(ctx, c, donors...); err != nil {
		return err
	}
	c.worth = d.measure()
	return nil
}

// decode puts the parents of the DAG that c stands for into pa.
//
// With FusionArcs the DAG has the chosen arcs. All of them agree with the order, so it is acyclic.
// With the other kinds it is the union of the parts.
func (d *decoder) decode(ctx context.Context, c *chromosome, donors ...*chromosome) error {
	d.pa.Clear()
	if d.g.kind == FusionArcs {
		for k := c.genes.Next(0); k >= 0; k = c.genes.Next(k + 1) {
			d.pa.Row(int(d.g.arcs[k].v)).Add(int(d.g.arcs[k].u))
		}
		return ctx.Err()
	}
	parts := make([]*part, len(d.g.of))
	for i := range parts {
		if err := ctx.Err(); err != nil {
			return err
		}
		parts[i] = d.part(i, c.genes, donors)
		for _, a := range parts[i].arcs {
			d.pa.Row(int(a.To)).Add(int(a.From))
		}
	}
	c.parts = parts
	return nil
}

// part is the part of input i. It is a donor's if the same genes were chosen there.
func (d *decoder) part(i int, genes bitset.Set, donors []*chromosome) *part {
	own := d.g.of[i]
	chosen := d.chosen[:bitset.Words(len(own))]
	chosen.Clear()
	for at, k := range own {
		if genes.Has(int(k)) {
			chosen.Add(at)
		}
	}
	for _, donor := range donors {
		if donor.parts != nil && donor.parts[i].chosen.Equal(chosen) {
			return donor.parts[i]
		}
	}
	return &part{chosen: chosen.Clone(), arcs: d.mapArcs(i, chosen)}
}

// mapArcs are the arcs of the minimal I-map of some arcs of input i.
//
// If the order is a topological order of a DAG, the DAG is its own minimal I-map: a parent is adjacent,
// so nothing separates it, and the parents separate all other predecessors.
func (d *decoder) mapArcs(i int, chosen bitset.Set) []flow.Arc {
	along := true
	d.chosenArcs = d.chosenArcs[:0]
	for at := chosen.Next(0); at >= 0; at = chosen.Next(at + 1) {
		a := &d.g.arcs[d.g.of[i][at]]
		d.chosenArcs = append(d.chosenArcs, flow.Arc{From: a.u, To: a.v})
		along = along && d.p.place[a.u] < d.p.place[a.v]
	}
	if along {
		return append([]flow.Arc(nil), d.chosenArcs...)
	}
	d.pruned.Clear()
	for _, a := range d.chosenArcs {
		d.pruned.Add(int(a.From), int(a.To))
	}
	arcs := make([]flow.Arc, 0, 2*len(d.chosenArcs))
	d.mapper.EachArc(d.pruned, d.p.Order, func(u, v int) {
		arcs = append(arcs, flow.Arc{From: int32(u), To: int32(v)})
	})
	return arcs
}

// measure is the worth of the DAG in pa.
func (d *decoder) measure() worth {
	moralize(d.pa, d.moral)
	w := worth{known: true, clique: d.widths.MinFill(d.moral, math.MaxInt) + 1}
	w.distance = d.distance()
	w.fitness = w.distance
	if w.clique > d.limit {
		w.fitness = w.distance * float64(w.clique) / float64(d.limit)
	}
	return w
}

// distance is the SMHD of the graph in moral to the fusion, or the mean of those to the inputs.
func (d *decoder) distance() float64 {
	if d.hasTarget {
		return float64(smhd(d.moral, d.target))
	}
	return meanSMHD(d.p, d.moral)
}

// dag is the DAG in pa.
func (d *decoder) dag() *graph.DAG { return dagOf(d.pa) }
