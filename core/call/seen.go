package call

import (
	"slices"

	"github.com/mcbnc/mcbnc/core/graphs/bitset"
)

// Seen are the nodes that each dataset or each DAG has; nil: each has all.
type Seen []bitset.Set

// Arrays is "seen".
func (s *Seen) Arrays() []Spec {
	return []Spec{NewSpec("seen", 1, GraphCount, NodeCount)}
}

// Read reads as many sets as there are.
func (s *Seen) Read(r *Reader) *Error {
	if r.N == 0 || !r.Has("seen") {
		return nil
	}
	for row := range slices.Chunk(r.Bytes("seen"), r.N) {
		k := len(*s)
		set := bitset.New(r.N)
		for v, has := range row {
			switch has {
			case 0:
			case 1:
				set.Add(r.Index.Engine(v))
			default:
				return Invalidf("seen", "number %d has %d at %s; there must be 0 or 1", k, has, r.Name(v)).InDAG(k).At(v)
			}
		}
		*s = append(*s, set)
	}
	return nil
}

// Of are the nodes of dataset or DAG k; nil: all.
func (s Seen) Of(k int) bitset.Set {
	if s == nil {
		return nil
	}
	return s[k]
}

// Unlike are the same sets, or nil if each has all n nodes.
func (s Seen) Unlike(n int) Seen {
	if slices.ContainsFunc(s, func(nodes bitset.Set) bool { return nodes.Count() < n }) {
		return s
	}
	return nil
}

// Check checks that no DAG has an arc at a node that it lacks.
func (s Seen) Check(dags *DAGs, x *Nodes) *Error {
	for k, nodes := range s {
		for u, v := range dags.List[k].All() {
			for _, end := range []int{u, v} {
				if !nodes.Has(end) {
					node := x.Index.Caller(end)
					return Invalidf("seen", "DAG %d has an edge at %s, which it lacks", k, x.Name(node)).InDAG(k).At(node)
				}
			}
		}
	}
	return nil
}
