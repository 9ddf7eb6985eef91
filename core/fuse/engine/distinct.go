package engine

import (
	"github.com/mcbnc/mcbnc/core/fuse/consensus"
	"github.com/mcbnc/mcbnc/core/graphs/bitset"
	"github.com/mcbnc/mcbnc/core/graphs/graph"
	"github.com/mcbnc/mcbnc/core/run/arena"
)

// Distinct is a list of input DAGs with every DAG in it once. Bootstrap runs hand in the same
// DAG many times. It is worked on once and counts for all of its copies: its costs in the
// order are multiplied, and the weights of the copies are added up.
type Distinct struct {
	DAGs    []*graph.DAG // nil once they are not needed: the rest is valid without them
	Seen    []bitset.Set // of each: the nodes that it has; nil: each has all
	Times   []int64      // of each: the number of its copies
	Weights []int64      // of each: the sum of the copies' weights
	Copies  [][]int32    // of each: the copies' indices in the list, in increasing order
	of      []int32      // of each DAG in the list: which of DAGs it is a copy of
}

// FindDistinct groups equal DAGs. The groups come in the order of their first members.
func FindDistinct(dags []*graph.DAG, weights []int64) *Distinct {
	return FindDistinctOver(nil, dags, weights)
}

// FindDistinctOver is FindDistinct for DAGs over the nodes that seen has of each: equal DAGs over other nodes are distinct.
// If seen is nil, each DAG has all nodes.
func FindDistinctOver(seen []bitset.Set, dags []*graph.DAG, weights []int64) *Distinct {
	d := &Distinct{of: make([]int32, len(dags))}
	d.DAGs, d.Times, d.Weights = make([]*graph.DAG, 0, len(dags)), make([]int64, 0, len(dags)), make([]int64, 0, len(dags))
	byHash := make(map[uint64]int32, len(dags)) // the last group with that hash
	others := make([]int32, 0, len(dags))       // of each group: the group before it with that hash, or -1
	for i, g := range dags {
		h := g.Hash()
		last, found := byHash[h]
		if !found {
			last = -1
		}
		k := last
		for k >= 0 && (!d.DAGs[k].Equal(g) || seen != nil && !d.Seen[k].Equal(seen[i])) { // equal hashes are rare but possible
			k = others[k]
		}
		if k < 0 {
			k = int32(len(d.DAGs))
			byHash[h], others = k, append(others, last)
			d.DAGs, d.Times, d.Weights = append(d.DAGs, g), append(d.Times, 0), append(d.Weights, 0)
			if seen != nil {
				d.Seen = append(d.Seen, seen[i])
			}
		}
		d.Times[k]++
		d.Weights[k] += weights[i]
		d.of[i] = k
	}
	d.Copies = make([][]int32, len(d.DAGs))
	var lists arena.Arena[int32]
	for k, times := range d.Times {
		d.Copies[k] = lists.Take(int(times))[:0]
	}
	for i, k := range d.of {
		d.Copies[k] = append(d.Copies[k], int32(i))
	}
	return d
}

// Spread turns the steps of a run on the distinct DAGs into those of the run on all: each
// copy of a DAG has removed what the DAG has removed.
func (d *Distinct) Spread(steps []consensus.Step) {
	if len(d.Times) == len(d.of) { // no DAG has copies
		return
	}
	count := 0
	for k := range steps {
		for _, e := range steps[k].Cut {
			count += len(d.Copies[e.Dag])
		}
	}
	s := spreading{all: make([]consensus.CutEdge, 0, count), place: make([]int32, len(d.Times))}
	later := d.laterCopies()
	for k := range steps {
		from := len(s.all)
		s.spread(d, steps[k].Cut, later)
		steps[k].Cut = s.all[from:len(s.all):len(s.all)]
	}
}

// laterCopies are the DAGs in the list that are not the first of their copies, in increasing order.
func (d *Distinct) laterCopies() (later []int32) {
	for i, k := range d.of {
		if d.Copies[k][0] != int32(i) {
			later = append(later, int32(i))
		}
	}
	return later
}

// spreading makes steps on all DAGs.
type spreading struct {
	all   []consensus.CutEdge // of all steps so far
	place []int32             // of each distinct DAG: one more than the place of its first edge in the step, or 0
}

// spread appends a step's edges, which are by DAG, for all copies. First copies come in the order of the distinct DAGs, and
// the later ones are put between them.
func (s *spreading) spread(d *Distinct, own []consensus.CutEdge, later []int32) {
	for at := len(own) - 1; at >= 0; at-- {
		s.place[own[at].Dag] = int32(at + 1)
	}
	for at := range own {
		k := own[at].Dag
		if s.place[k] != int32(at+1) {
			continue
		}
		first := d.Copies[k][0]
		for ; len(later) > 0 && later[0] < first; later = later[1:] {
			s.add(own, d.of[later[0]], later[0])
		}
		s.add(own, k, first)
	}
	for _, i := range later {
		s.add(own, d.of[i], i)
	}
	for _, e := range own {
		s.place[e.Dag] = 0
	}
}

// add appends the edges of the distinct DAG k for its copy i.
func (s *spreading) add(own []consensus.CutEdge, k, i int32) {
	if s.place[k] == 0 {
		return
	}
	for _, e := range own[s.place[k]-1:] {
		if e.Dag != k {
			return
		}
		e.Dag = i
		s.all = append(s.all, e)
	}
}

// SpreadDAGs turns a list of one graph for each distinct DAG, such as the I-maps, into that of all DAGs.
func (d *Distinct) SpreadDAGs(own []*graph.DAG) []*graph.DAG {
	all := make([]*graph.DAG, len(d.of))
	for i, k := range d.of {
		all[i] = own[k]
	}
	return all
}

// Counting is, of each, the number of its copies whose weight is not 0. The weights are those of the list.
func (d *Distinct) Counting(weights []int64) []int64 {
	counting := make([]int64, len(d.DAGs))
	for k, w := range weights {
		if w > 0 {
			counting[d.of[k]]++
		}
	}
	return counting
}
