package consensus

import (
	"github.com/mcbnc/mcbnc/core/fuse/consensus/internal/hsearch"
	"github.com/mcbnc/mcbnc/core/graphs/bitset"
)

// Unlike are DAGs over different nodes, and what their cuts count: see hsearch.Unlike.
type Unlike struct{ of *hsearch.Unlike }

// NewUnlike returns the DAGs that have the given nodes, some of n each.
func NewUnlike(seen []bitset.Set, weights []int64, n int) Unlike {
	return Unlike{hsearch.NewUnlike(seen, weights, n)}
}

// Full and Eighth are k_i of a DAG that is not blind, and of one that is.
const (
	Full   = hsearch.Full
	Eighth = hsearch.Eighth
)

// MostUnlike is the largest sum of the weights of DAGs over different nodes, some of n.
func MostUnlike(n int) int64 { return hsearch.MostUnlike(n) }

// HasSay reports whether a DAG has u and v.
func (t Unlike) HasSay(dag, u, v int) bool { return t.of.HasSay(dag, u, v) }

// Blind reports whether a DAG with u and v, and a cut of this size, is blind there given s.
func (t Unlike) Blind(dag int, s bitset.Set, cut int64) bool { return cut > 0 && t.of.Blind(dag, s) }

// Criticality is Ψ of a deletion as a fraction, by the cuts of all DAGs.
func (t Unlike) Criticality(u, v int, s bitset.Set, cuts []int64) (score, weight int64) {
	sizes := make([]uint16, len(cuts))
	for i, cut := range cuts {
		sizes[i] = uint16(cut)
	}
	psi := t.of.Psi(u, v, s, sizes, 1)
	return psi.Num, psi.Den
}
