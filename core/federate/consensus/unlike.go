package consensus

import (
	"context"
	"slices"

	"github.com/mcbnc/mcbnc/core/compare/baselines"
	"github.com/mcbnc/mcbnc/core/fuse/consensus"
	"github.com/mcbnc/mcbnc/core/fuse/engine"
	"github.com/mcbnc/mcbnc/core/graphs/bitset"
	"github.com/mcbnc/mcbnc/core/graphs/equiv"
	"github.com/mcbnc/mcbnc/core/graphs/graph"
	"github.com/mcbnc/mcbnc/core/graphs/metrics"
)

// scale is what an input of weight 1 adds at most to the denominator of a score.
func (t *Terms) scale() int64 {
	if t.Unlike {
		return consensus.Full
	}
	return 1
}

// Seen says which nodes sites have, by sums over the sites of DAGs over different nodes.
type Seen struct {
	Lacking int64   // how many DAGs lack a node
	Both    []int64 // for each x and y up to it: how many DAGs of some weight have both
}

// Of is how many DAGs of positive weight have both x and y.
func (s *Seen) Of(x, y int) int64 { return s.Both[counted(x, y)] }

// counted is where x and y, which may be equal, are in a list of pairs.
func counted(x, y int) int { return pairs(max(x, y)+1) + min(x, y) }

// seen counts what Seen has.
func (a *answer) seen(says bool) {
	a.sums = make([]int64, 1+pairs(a.terms.N+1))
	for _, has := range a.has {
		if has.Count() < a.terms.N {
			a.sums[0]++
		}
		for x := range has.All() {
			for y := range has.All() {
				if says && y <= x {
					a.sums[1+counted(x, y)]++
				}
			}
		}
	}
}

// weigh appends the two sums of a deletion of DAGs over different nodes, of those DAGs that have u and v.
func (a *answer) weigh(u, v int, s bitset.Set, limit int) {
	num, den := int64(0), int64(0)
	for i, g := range a.graphs {
		has := a.has[i]
		if !has.Has(u) || !has.Has(v) {
			continue
		}
		k, cut := int64(consensus.Full), int64(a.ws.MinCut(g, u, v, s, s, limit))
		if cut > 0 && !s.SubsetOf(has) {
			k = consensus.Eighth
		}
		num, den = num+k*cut, den+k
	}
	a.sums = append(a.sums, num, den)
}

// boundUnlike appends the two sums of a closed edge of DAGs over different nodes. The score that they make, or 1 if that is
// lower, is a lower bound of the scores of all deletions of the edge.
//
// Let ℓ_i be the least cut of DAG i. DAG i adds 8 to the denominator if ℓ_i = 0. Else it adds k ℓ_i to the numerator and
// k to the denominator, where k is 1 if DAG i may be blind, and 8 if it is not. For any t ≤ 1 and any S, k_i (c_i − t) is
// at least −8t if ℓ_i = 0, and else at least k (ℓ_i − t), which is not negative. So if t is at most the bound, then
// Σ w_i k_i (c_i − t) ≥ 0, and Ψ ≥ t.
func (a *answer) boundUnlike(ctx context.Context, class *equiv.Class, edge *consensus.Operators, all bitset.Set) error {
	u, v := int(edge.U), int(edge.V)
	edge.S(class, edge.NA, all)
	num, den := int64(0), int64(0)
	for i, g := range a.pruned() {
		has := a.has[i]
		if !has.Has(u) || !has.Has(v) {
			continue
		}
		if a.alone[i] == nil {
			var err error
			if a.alone[i], err = a.deletions(ctx, class, []*graph.DAG{g}); err != nil {
				return err
			}
		}
		best, _, err := a.alone[i].Best(ctx, u, v)
		if err != nil {
			return err
		}
		k := int64(consensus.Full)
		if best.Score > 0 && !all.SubsetOf(has) {
			k = consensus.Eighth
		}
		num, den = num+k*best.Score, den+k
	}
	a.sums = append(a.sums, num, den)
	return nil
}

// distances are the summed projected SMHD of the states that the question is about to the DAGs.
func (a *answer) distances() {
	inputs := engine.Distances(a.terms.N, slices.All(a.given), ones(len(a.given)), a.has)
	for _, class := range a.route.states {
		a.sums = append(a.sums, int64(inputs.To(class.Member(), bitset.Matrix{}).Over(1)))
	}
}

// joins counts, for each edge of the question's DAG by its ends, the DAGs that join the ends, and those of them whose join the
// rest of the DAG's class explains.
func (a *answer) joins(ctx context.Context) error {
	rules := a.terms.Run.Constraints
	member, err := equiv.Extension(equiv.Known(a.route.fusion, rules.Directions()), nil)
	if err != nil {
		return err
	}
	ballots, err := a.ballots(ctx)
	if err != nil {
		return err
	}
	joins, err := baselines.Explain(ctx, member, ballots, 1)
	if err != nil {
		return err
	}
	joined, _, err := ballots.Pairs(ctx)
	explained := make(map[Pair]int64, len(joins.Pairs))
	for k, p := range joins.Pairs {
		explained[Pair{p[0], p[1]}] = int64(len(joins.Explained[k]))
	}
	for _, p := range joinedPairs(a.route.fusion) {
		a.sums = append(a.sums, joined(int(p.U), int(p.V)), explained[p])
	}
	return err
}

// joinedPairs are the pairs that a DAG joins, by V and U.
func joinedPairs(g *graph.DAG) (out []Pair) {
	for v := range g.N {
		for u := range v {
			if g.Adjacent(u, v) {
				out = append(out, Pair{int32(u), int32(v)})
			}
		}
	}
	return out
}

// askSeen asks which nodes the sites have, of DAGs over different nodes.
func (c *coordinator) askSeen(ctx context.Context) error {
	sum, err := c.ask(ctx, &Question{Kind: Sees}, 1+pairs(c.N+1))
	if err != nil {
		return err
	}
	c.result.Seen = &Seen{Lacking: int64(sum[0])}
	for _, x := range sum[1:] {
		c.result.Seen.Both = append(c.result.Seen.Both, int64(x))
	}
	return nil
}

// distances are the summed projected SMHD of states to the sites' DAGs.
func (c *coordinator) distances(ctx context.Context, states []consensus.Breakpoint) ([]metrics.Sum, error) {
	t := c.result.Trajectory
	q := &Question{Kind: Distances, Fusion: t.Fusion, Steps: engine.Deletions(t.Steps)}
	for _, b := range states {
		q.Prefixes = append(q.Prefixes, b.Steps)
	}
	told, err := c.ask(ctx, q, len(states))
	if err != nil {
		return nil, err
	}
	sums := make([]metrics.Sum, len(told))
	for k, x := range told {
		sums[k].Add(int64(x))
	}
	return sums, nil
}

// unsure are the edges of the result whose every join is explained.
func (c *coordinator) unsure(ctx context.Context) error {
	edges := joinedPairs(c.result.DAG)
	sum, err := c.ask(ctx, &Question{Kind: Joins, Fusion: c.result.DAG}, 2*len(edges))
	if err != nil {
		return err
	}
	for k, p := range edges {
		joined, explained := sum[2*k], sum[2*k+1]
		if explained > joined {
			return c.badSum("more joins are explained than there are")
		}
		if joined > 0 && joined == explained {
			c.result.Unsure = append(c.result.Unsure, p)
		}
	}
	return nil
}

// alike are the steps with scores out of the sum of the weights, where no DAG lacks a node: as in a run of such DAGs.
func alike(steps []consensus.Step) []consensus.Step {
	out := make([]consensus.Step, len(steps))
	for k, s := range steps {
		s.Score, s.Weight = s.Score/consensus.Full, s.Weight/consensus.Full
		out[k] = s
	}
	return out
}
