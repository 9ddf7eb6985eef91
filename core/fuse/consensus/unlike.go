package consensus

import (
	"github.com/mcbnc/mcbnc/core/fuse/consensus/internal/hsearch"
	"github.com/mcbnc/mcbnc/core/graphs/bitset"
)

// Unlike are DAGs over different nodes, and what their cuts count.
type Unlike = hsearch.Unlike

// NewUnlike returns nil if each DAG has all n nodes.
func NewUnlike(seen []bitset.Set, weights []int64, n int) *Unlike {
	return hsearch.NewUnlike(seen, weights, n)
}

// Full and Eighth are k_i of a DAG that is not blind, and of one that is.
const (
	Full   = hsearch.Full
	Eighth = hsearch.Eighth
)

// MostUnlike is the largest sum of the weights of DAGs over different nodes, some of n.
func MostUnlike(n int) int64 { return hsearch.MostUnlike(n) }
