package engine

import (
	"cmp"
	"context"
	"iter"
	"slices"

	"github.com/mcbnc/mcbnc/core/fuse/consensus"
	"github.com/mcbnc/mcbnc/core/graphs/bitset"
	"github.com/mcbnc/mcbnc/core/graphs/equiv"
	"github.com/mcbnc/mcbnc/core/graphs/graph"
	"github.com/mcbnc/mcbnc/core/graphs/metrics"
	"github.com/mcbnc/mcbnc/core/graphs/treewidth"
	"github.com/mcbnc/mcbnc/core/run/parallel"
)

// Profile describes a state along a run.
type Profile struct {
	Edges     int
	SMHD      float64 // the weighted mean of the distances to the inputs
	Treewidth int     // of the min-fill triangulation of the moral graph
	Rank      int     // how many of the described states are preferred to this one; θ = "auto" takes 0
}

// merit is that by which θ = "auto" chooses a state of a trajectory.
type merit struct {
	distance metrics.Sum // the summed SMHD to the inputs; exact, unlike a mean
	steps    int
}

// compare is negative if m is preferred to o: if m is nearer, or as near with fewer edges. Each
// step deletes one edge.
func (m merit) compare(o merit) int {
	switch {
	case m.distance.Less(o.distance):
		return -1
	case o.distance.Less(m.distance):
		return 1
	}
	return cmp.Compare(o.steps, m.steps)
}

// profiled is the number of states that are held at once.
const profiled = 64

// Profiles describes the states after the given numbers of steps. These numbers must not
// decrease.
func Profiles(
	ctx context.Context, walk *Replay, prefixes []int, inputs metrics.Distances, team *parallel.Team,
) ([]Profile, error) {
	out, merits := make([]Profile, len(prefixes)), make([]merit, len(prefixes))
	n := walk.class.N
	for from := 0; from < len(out); from += profiled {
		part := out[from:min(from+profiled, len(out))]
		members, morals := make([]*graph.DAG, len(part)), make([]bitset.Matrix, len(part))
		for k := range part {
			class, err := walk.Advance(prefixes[from+k])
			if err != nil {
				return nil, err
			}
			part[k].Edges = class.Edges()
			members[k] = class.Member().Clone()
			morals[k] = members[k].Moralize()
		}
		team.Do(len(part), n*n*10, func(_, k int) {
			m := merit{inputs.To(members[k], morals[k]), prefixes[from+k]}
			merits[from+k] = m
			part[k].SMHD = m.distance.Over(inputs.Total())
			if t, err := treewidth.Triangulate(ctx, n, morals[k], treewidth.MinFill); err == nil { // or ctx has ended
				part[k].Treewidth = t.Width
			}
		})
		if err := ctx.Err(); err != nil {
			return nil, err
		}
	}
	for k, rank := range ranks(merits) {
		out[k].Rank = rank
	}
	return out, nil
}

// ranks counts, for each state, how many others are preferred to it.
func ranks(merits []merit) []int {
	sorted := slices.SortedFunc(slices.Values(merits), merit.compare)
	out := make([]int, len(merits))
	for k, m := range merits {
		out[k], _ = slices.BinarySearchFunc(sorted, m, merit.compare)
	}
	return out
}

// WeightedMorals sums up the moral graphs of DAGs, so that SMHD to all of them is measured at
// once.
func WeightedMorals(dags []*graph.DAG, weights []int64) *metrics.WeightedMorals {
	return WeightedMoralsOf(dags[0].N, slices.All(dags), weights)
}

// WeightedMoralsOf are WeightedMorals of DAGs of n nodes that come one after the other.
func WeightedMoralsOf(
	n int, dags iter.Seq2[int, *graph.DAG], weights []int64,
) *metrics.WeightedMorals {
	c := metrics.NewWeightedMorals(n)
	for i, g := range dags {
		c.Add(g.Moralize(), weights[i])
	}
	return c
}

// Distances sums up DAGs, over the nodes that seen has of each, or over all if seen is nil. So the distance to all of them is
// measured at once.
func Distances(n int, dags iter.Seq2[int, *graph.DAG], weights []int64, seen []bitset.Set) metrics.Distances {
	if seen == nil {
		return WeightedMoralsOf(n, dags, weights)
	}
	p := metrics.NewProjected(n)
	for i, g := range dags {
		p.Add(seen[i], g.Moralize(), weights[i])
	}
	return p
}

// SelectTheta is the θ on the trajectory whose G*(θ) has the least summed SMHD to
// the inputs, and the number of steps it takes; ties go to the fewest edges. θ = 0
// stands for the state before the first breakpoint, in which nothing is gone but what
// had to go, unless 0 is a breakpoint itself.
func SelectTheta(t *consensus.Trajectory, inputs metrics.Distances) consensus.Breakpoint {
	states := ThetaStates(t)
	walk := NewReplay(t.Fusion, t.Start, Deletions(t.Steps))
	distances := make([]metrics.Sum, len(states))
	for k, b := range states {
		member := walk.mustAdvance(b.Steps).Member()
		distances[k] = inputs.To(member, member.Moralize())
	}
	return NearestState(states, distances)
}

// ThetaStates are the states among which SelectTheta selects, with a rising number of steps.
func ThetaStates(t *consensus.Trajectory) []consensus.Breakpoint {
	states := t.Breakpoints()
	if len(states) == 0 || states[0].Theta > 0 {
		states = slices.Insert(states, 0, consensus.Breakpoint{Steps: t.Forced})
	}
	return states
}

// NearestState is the one that SelectTheta selects, by the summed distance of each to the inputs.
func NearestState(states []consensus.Breakpoint, distances []metrics.Sum) consensus.Breakpoint {
	merits := make([]merit, len(states))
	for k, b := range states {
		merits[k] = merit{distances[k], b.Steps}
	}
	return states[slices.Index(merits, slices.MinFunc(merits, merit.compare))]
}

// StateOf is the class after k steps of a run.
func StateOf(t *consensus.Trajectory, k int) *equiv.Class {
	if k == len(t.Steps) {
		return t.Final
	}
	return NewReplay(t.Fusion, t.Start, Deletions(t.Steps)).mustAdvance(k)
}

// Measures are measures of several graphs, one entry each.
type Measures struct {
	Edges, Treewidth []int64   // the treewidth is min-fill's upper bound
	SMHD, SHD        []float64 // weighted means of the distances to the others
}

// Measure measures each of dags against other DAGs. These are given by their weighted moral
// graphs, and by the weighted counts of the edges of their classes.
func Measure(
	ctx context.Context, dags []*graph.DAG, morals *metrics.WeightedMorals, counts *metrics.EdgeCounts,
	class func(*graph.DAG) *graph.PDAG, workers int,
) (*Measures, error) {
	m := &Measures{
		Edges: make([]int64, len(dags)), Treewidth: make([]int64, len(dags)),
		SMHD: make([]float64, len(dags)), SHD: make([]float64, len(dags)),
	}
	err := parallel.For(ctx, len(dags), workers, func(_, k int) error {
		moral := dags[k].Moralize()
		triangulation, err := treewidth.Triangulate(ctx, dags[k].N, moral, treewidth.MinFill)
		if err != nil {
			return err
		}
		m.Edges[k], m.Treewidth[k] = int64(dags[k].Arcs()), int64(triangulation.Width)
		m.SMHD[k] = morals.SMHD(moral).Over(morals.Total())
		m.SHD[k] = counts.SHD(class(dags[k])).Over(counts.Total())
		return nil
	})
	return m, err
}
