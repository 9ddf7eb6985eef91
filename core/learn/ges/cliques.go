package ges

import (
	"fmt"

	"github.com/mcbnc/mcbnc/core/graphs/bitset"
	"github.com/mcbnc/mcbnc/core/graphs/equiv"
)

// maxCliques limits the cliques that are enumerated among the neighbours of one node. Data
// rarely come near it, since every node of a clique multiplies the joint states. Two cases
// do: BDeu joins all columns that are copies of one, and edges may be required.
const maxCliques = 1 << 14

// TooDenseError is the error that the neighbours of a node form too many cliques for an exact
// search.
type TooDenseError struct{ Node int }

func (e *TooDenseError) Error() string {
	return fmt.Sprintf("the neighbours of node %d form more than %d cliques", e.Node, maxCliques)
}

// cliques calls f with every clique of at most size nodes of within, the empty one included.
// The nodes of within are neighbours of y. f must not keep the set that it is called with.
func cliques(class *equiv.Class, y int, within bitset.Set, size int, f func(clique bitset.Set)) error {
	left := maxCliques
	all := class.EachClique(within, 0, size, func(clique bitset.Set) bool {
		f(clique)
		left--
		return left >= 0
	})
	if !all {
		return &TooDenseError{y}
	}
	return nil
}
