package engine

import (
	"github.com/mcbnc/mcbnc/core/fuse/consensus"
	"github.com/mcbnc/mcbnc/core/graphs/graph"
	"github.com/mcbnc/mcbnc/core/run/arena"
)

// Distinct is a list of input DAGs with every DAG in it once. Bootstrap runs hand in the same
// DAG many times. It is worked on once and counts for all of its copies: its costs in the
// order are multiplied, and the weights of the copies are added up.
type Distinct struct {
	DAGs    []*graph.DAG // nil once nobody needs them: the rest stands without them
	Times   []int64      // of each: the number of its copies
	Weights []int64      // of each: the sum of the copies' weights
	Copies  [][]int32    // of each: the copies' indices in the list, in increasing order
	of      []int32      // of each DAG in the list: which of DAGs it is a copy of
}

// FindDistinct groups equal DAGs. The groups come in the order of their first members.
func FindDistinct(dags []*graph.DAG, weights []int64) *Distinct {
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
		for k >= 0 && !d.DAGs[k].Equal(g) { // equal hashes are rare but possible
			k = others[k]
		}
		if k < 0 {
			k = int32(len(d.DAGs))
			byHash[h], others = k, append(others, last)
			d.DAGs, d.Times, d.Weights = append(d.DAGs, g), append(d.Times, 0), append(d.Weights, 0)
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
	all := make([]consensus.CutEdge, 0, count)
	ends := make([]int32, len(d.Times)+1) // DAG k's edges of a step are those from ends[k] to ends[k+1]
	for k := range steps {
		own, from := steps[k].Cut, len(all)
		clear(ends)
		for _, e := range own {
			ends[e.Dag+1]++
		}
		for k := range d.Times {
			ends[k+1] += ends[k]
		}
		for i, of := range d.of {
			for _, e := range own[ends[of]:ends[of+1]] {
				e.Dag = int32(i)
				all = append(all, e)
			}
		}
		steps[k].Cut = all[from:len(all):len(all)]
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
