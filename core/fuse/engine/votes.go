package engine

import (
	"github.com/mcbnc/mcbnc/core/graphs/equiv"
	"github.com/mcbnc/mcbnc/core/graphs/graph"
)

// Votes counts, for an arc, the weight of the DAGs that have it.
func Votes(dags []*graph.DAG, weights []int64) equiv.Votes {
	return func(x, y int) (weight int64) {
		for i, g := range dags {
			if g.Has(x, y) {
				weight += weights[i]
			}
		}
		return weight
	}
}

// VotesWithin are Votes on the pairs that a DAG joins, such as the fusion. They are counted at once, and the voters need
// not be kept: eachArc calls its function for the arcs that they have, with weights that are added up.
func VotesWithin(joined *graph.DAG, eachArc func(func(u, v int, weight int64))) equiv.Votes {
	first, arcs := make([]int, joined.N), 0 // of the arcs into v: the number of the first
	for v := range joined.N {
		first[v] = arcs
		arcs += joined.Pa(v).Count()
	}
	counts := make([][2]int64, arcs) // of the DAGs with the arc, and with the arc that is turned
	at := func(u, v int) *int64 {
		if pa := joined.Pa(v); pa.Has(u) {
			return &counts[first[v]+pa.Rank(u)][0]
		}
		if pa := joined.Pa(u); pa.Has(v) {
			return &counts[first[u]+pa.Rank(v)][1]
		}
		return nil
	}
	eachArc(func(u, v int, weight int64) {
		if count := at(u, v); count != nil {
			*count += weight
		}
	})
	return func(x, y int) int64 {
		if count := at(x, y); count != nil {
			return *count
		}
		return 0
	}
}
