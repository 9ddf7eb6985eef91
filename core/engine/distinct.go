package engine

import (
	"cmp"
	"slices"

	"github.com/mcbnc/mcbnc/core/consensus"
	"github.com/mcbnc/mcbnc/core/graph"
)

// Distinct is a list of input DAGs with every DAG in it once. Bootstrap runs hand
// in the same DAG many times; it is worked on once, and counts for its copies:
// order costs are multiplied, weights added up.
type Distinct struct {
	DAGs    []*graph.DAG
	Times   []int64   // how many copies there are
	Weights []int64   // the sum of the copies' weights
	Copies  [][]int32 // their indices in the list, in increasing order
}

// FindDistinct groups equal DAGs; the groups come in the order of their first.
func FindDistinct(dags []*graph.DAG, weights []int64) *Distinct {
	d := &Distinct{}
	byHash := make(map[uint64][]int) // groups; equal hashes are rare but possible
	for i, g := range dags {
		h := g.Hash()
		k := slices.IndexFunc(byHash[h], func(k int) bool { return d.DAGs[k].Equal(g) })
		if k >= 0 {
			k = byHash[h][k]
		} else {
			k = len(d.DAGs)
			byHash[h] = append(byHash[h], k)
			d.DAGs, d.Times = append(d.DAGs, g), append(d.Times, 0)
			d.Weights, d.Copies = append(d.Weights, 0), append(d.Copies, nil)
		}
		d.Times[k]++
		d.Weights[k] += weights[i]
		d.Copies[k] = append(d.Copies[k], int32(i))
	}
	return d
}

// Spread makes steps of a run on the distinct DAGs those of the run on all: what
// one removed, each of its copies removed.
func (d *Distinct) Spread(steps []consensus.Step) {
	if d.none() {
		return
	}
	count := 0
	for k := range steps {
		for _, p := range steps[k].Pruned {
			count += len(d.Copies[p.Dag])
		}
	}
	all := make([]consensus.Pruned, 0, count)
	for k := range steps {
		from := len(all)
		for _, p := range steps[k].Pruned {
			for _, i := range d.Copies[p.Dag] {
				p.Dag = i
				all = append(all, p)
			}
		}
		steps[k].Pruned = all[from:len(all):len(all)]
		slices.SortFunc(steps[k].Pruned, func(a, b consensus.Pruned) int { return cmp.Compare(a.Dag, b.Dag) })
	}
}

// none says whether no DAG has a copy.
func (d *Distinct) none() bool {
	return !slices.ContainsFunc(d.Times, func(times int64) bool { return times > 1 })
}

// SpreadIMaps makes the list of the distinct DAGs' I-maps that of all of them.
func (d *Distinct) SpreadIMaps(imaps []*graph.DAG) []*graph.DAG {
	n := 0
	for _, copies := range d.Copies {
		n += len(copies)
	}
	all := make([]*graph.DAG, n)
	for k, copies := range d.Copies {
		for _, i := range copies {
			all[i] = imaps[k]
		}
	}
	return all
}
