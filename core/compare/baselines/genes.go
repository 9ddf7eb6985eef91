package baselines

import (
	"cmp"
	"slices"

	"github.com/mcbnc/mcbnc/core/graphs/bitset"
	"github.com/mcbnc/mcbnc/core/graphs/graph"
)

// Kind is what the genes of a chromosome are, and so what a bounded fusion chooses.
type Kind int

// The kinds, with the names that the genetic ones have in the literature.
const (
	FusionArcs Kind = iota // E_G+: the arcs of the fusion
	InputArcs              // E_𝔾: the arcs of each input
	SharedArcs             // E*_𝔾: the arcs of the inputs; an arc stays in all inputs that have it, or in none
)

// Genes are what a chromosome chooses from. The lowest (u, v) comes first. With InputArcs, all genes of
// one input come before those of the next.
type Genes struct {
	kind Kind
	arcs []arc     // of each gene; its weight is that of the inputs, or of their I-maps, that have it
	of   [][]int32 // of each input: its genes; nil for FusionArcs
	mean float64   // weight of the caller's DAGs
}

// Genes are the genes of a kind.
func (p *Problem) Genes(kind Kind) *Genes {
	dags := int64(0)
	for _, times := range p.Times {
		dags += times
	}
	g := &Genes{kind: kind, mean: float64(p.morals.Total()) / float64(dags)}
	switch kind {
	case FusionArcs:
		g.arcs = arcsOf(p.Fusion)
		p.weigh(g.arcs, p.IMaps)
	case SharedArcs:
		union := graph.NewDAG(p.N) // may have arcs both ways
		for _, input := range p.Inputs {
			union.Unite(input)
		}
		g.arcs = arcsOf(union)
		p.weigh(g.arcs, p.Inputs)
		g.of = make([][]int32, len(p.Inputs))
		for k, a := range g.arcs {
			for i, input := range p.Inputs {
				if input.Has(int(a.u), int(a.v)) {
					g.of[i] = append(g.of[i], int32(k))
				}
			}
		}
	case InputArcs:
		g.of = make([][]int32, len(p.Inputs))
		for i, input := range p.Inputs {
			own := arcsOf(input)
			p.weigh(own, p.Inputs)
			for range own {
				g.of[i] = append(g.of[i], int32(len(g.arcs)+len(g.of[i])))
			}
			g.arcs = append(g.arcs, own...)
		}
	}
	return g
}

// Count is the number of genes.
func (g *Genes) Count() int { return len(g.arcs) }

// none is the chromosome without genes.
func (g *Genes) none() bitset.Set { return bitset.New(len(g.arcs)) }

// tries is the order in which a greedy search tries the genes of among: by falling weight (ties: the
// lowest arc). With InputArcs, each input in turn tries its next gene in that order.
func (g *Genes) tries(among bitset.Set) []int32 {
	if g.kind != InputArcs {
		return g.byWeight(among.Append(nil))
	}
	var turns [][]int32
	for _, own := range g.of {
		left := slices.DeleteFunc(slices.Clone(own), func(k int32) bool { return !among.Has(int(k)) })
		turns = append(turns, g.byWeight(left))
	}
	out := make([]int32, 0, len(g.arcs))
	for turn, found := 0, true; found; turn++ {
		found = false
		for _, own := range turns {
			if turn < len(own) {
				out, found = append(out, own[turn]), true
			}
		}
	}
	return out
}

// byWeight sorts genes by falling weight, and leaves equal ones as they are.
func (g *Genes) byWeight(genes []int32) []int32 {
	slices.SortStableFunc(genes, func(a, b int32) int { return cmp.Compare(g.arcs[b].weight, g.arcs[a].weight) })
	return genes
}
