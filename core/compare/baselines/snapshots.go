package baselines

import (
	"context"

	"github.com/mcbnc/mcbnc/core/fuse/consensus"
	"github.com/mcbnc/mcbnc/core/fuse/engine"
	"github.com/mcbnc/mcbnc/core/fuse/local"
	"github.com/mcbnc/mcbnc/core/graphs/bitset"
	"github.com/mcbnc/mcbnc/core/graphs/equiv"
	"github.com/mcbnc/mcbnc/core/graphs/graph"
)

// kMax is the largest |H| of the paper's experiments, and the default of a consensus.
const kMax = 10

// snapshots are the inputs as a run of MCBNC leaves them: for each bound, those at the state G*(θ) of
// the least mean SMHD to the inputs, among the states within the bound (ties: the fewest edges). They
// are nil if there is no such state, as when limited ends early.
func (p *Problem) snapshots(ctx, limited context.Context, bounds ...int) ([][]*graph.DAG, error) {
	opt := consensus.Options{Weights: p.Weights, KMax: kMax, Start: equiv.Completed, Team: p.team}
	t, err := consensus.Run(limited, p.Fusion, local.New(p.N, p.Inputs, p.Times, p.team), opt)
	if err != nil {
		return nil, err
	}
	prefixes := []int{0}
	for _, b := range t.Breakpoints() {
		if b.Steps > 0 {
			prefixes = append(prefixes, b.Steps)
		}
	}
	walk := engine.NewReplay(t.Fusion, t.Start, engine.Deletions(t.Steps))
	states, err := engine.Profiles(ctx, walk, prefixes, p.morals, p.team)
	if err != nil {
		return nil, err
	}
	out, removals := make([][]*graph.DAG, len(bounds)), engine.Removals(t.Steps)
	for b, bound := range bounds {
		best := -1
		for k, s := range states {
			if s.Treewidth <= bound && (best < 0 || s.Rank < states[best].Rank) {
				best = k
			}
		}
		if best >= 0 {
			out[b] = engine.Prune(p.Inputs, removals[:prefixes[best]])
		}
	}
	return out, nil
}

// choose is the choice of genes that is nearest to what is left of the inputs:
//
//   - FusionArcs: the arcs of the I-maps of what is left. They are arcs of the fusion, since fewer arcs
//     separate no fewer nodes.
//   - InputArcs: the arcs that are left.
//   - SharedArcs: the arcs that are left in at least half of the weight of the inputs that had them.
func (d *decoder) choose(left []*graph.DAG) bitset.Set {
	genes := d.g.none()
	if d.g.kind == FusionArcs {
		union := graph.NewDAG(d.p.N)
		for _, g := range left {
			d.mapper.EachArc(g, d.p.Order, union.Add)
		}
		for k, a := range d.g.arcs {
			if union.Has(int(a.u), int(a.v)) {
				genes.Add(k)
			}
		}
		return genes
	}
	weights := make([]int64, len(d.g.arcs)) // of the inputs that still have the arc
	for i, own := range d.g.of {
		for _, k := range own {
			if a := d.g.arcs[k]; left[i].Has(int(a.u), int(a.v)) {
				weights[k] += d.p.Weights[i]
			}
		}
	}
	for k, w := range weights {
		if w > 0 && (d.g.kind == InputArcs || w >= d.g.arcs[k].weight-w) {
			genes.Add(k)
		}
	}
	return genes
}
