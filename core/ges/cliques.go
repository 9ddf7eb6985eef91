package ges

import (
	"fmt"

	"github.com/mcbnc/mcbnc/core/bitset"
	"github.com/mcbnc/mcbnc/core/equiv"
)

// mostCliques is how many cliques of one node's neighbours a search goes through. Data
// alone never come near: every node of a clique multiplies the joint states. Required
// edges can.
const mostCliques = 1 << 14

// TooDenseError says that the neighbours of a node form too many cliques for an exact
// search.
type TooDenseError struct{ Node int }

func (e *TooDenseError) Error() string {
	return fmt.Sprintf("the neighbours of node %d form more than %d cliques", e.Node, mostCliques)
}

// cliques calls f with every clique of at most so many of y's neighbours that lie within
// some nodes, the empty one included. The set is f's until it returns.
func cliques(class *equiv.Class, y int, within bitset.Set, most int, f func(clique bitset.Set)) error {
	clique, left := bitset.New(class.N), mostCliques
	var extend func(candidates bitset.Set, most int) bool
	extend = func(candidates bitset.Set, most int) bool {
		f(clique)
		if left--; left < 0 || most == 0 {
			return left >= 0
		}
		for x := candidates.Next(0); x >= 0; x = candidates.Next(x + 1) {
			// Only nodes behind x, so that each clique is made once.
			rest := candidates.Clone()
			rest.And(class.Adj(x))
			for z := rest.Next(0); z >= 0 && z < x; z = rest.Next(z + 1) {
				rest.Remove(z)
			}
			clique.Add(x)
			ok := extend(rest, most-1)
			clique.Remove(x)
			if !ok {
				return false
			}
		}
		return true
	}
	if !extend(within, most) {
		return &TooDenseError{y}
	}
	return nil
}
