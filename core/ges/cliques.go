package ges

import (
	"fmt"

	"github.com/mcbnc/mcbnc/core/bitset"
	"github.com/mcbnc/mcbnc/core/equiv"
)

// maxCliques limits the cliques that are enumerated among the neighbours of one node. Data
// rarely come near it, since every node of a clique multiplies the joint states. Two cases
// do: BDeu joins all columns that are copies of one, and edges may be required.
const maxCliques = 1 << 14

// TooDenseError says that the neighbours of a node form too many cliques for an exact
// search.
type TooDenseError struct{ Node int }

func (e *TooDenseError) Error() string {
	return fmt.Sprintf("the neighbours of node %d form more than %d cliques", e.Node, maxCliques)
}

// cliques calls f with every clique of at most size nodes of within, the empty one included.
// The nodes of within are neighbours of y. f must not keep the set that it is called with.
func cliques(class *equiv.Class, y int, within bitset.Set, size int, f func(clique bitset.Set)) error {
	clique, left := bitset.New(class.N), maxCliques
	var extend func(candidates bitset.Set, size int) bool
	extend = func(candidates bitset.Set, size int) bool {
		f(clique)
		if left--; left < 0 || size == 0 {
			return left >= 0
		}
		for x := candidates.Next(0); x >= 0; x = candidates.Next(x + 1) {
			// Only candidates above x: each clique is made once, in ascending order.
			rest := candidates.Clone()
			rest.And(class.Adj(x))
			for z := rest.Next(0); z >= 0 && z < x; z = rest.Next(z + 1) {
				rest.Remove(z)
			}
			clique.Add(x)
			ok := extend(rest, size-1)
			clique.Remove(x)
			if !ok {
				return false
			}
		}
		return true
	}
	if !extend(within, size) {
		return &TooDenseError{y}
	}
	return nil
}
