package ges

import (
	"github.com/mcbnc/mcbnc/core/bitset"
	"github.com/mcbnc/mcbnc/core/equiv"
)

// cliques calls f with every clique of at most so many nodes within some nodes, the empty
// one included. The set is the caller's only until f returns.
func cliques(class *equiv.Class, within bitset.Set, most int, f func(clique bitset.Set)) {
	clique := bitset.New(class.N)
	var extend func(candidates bitset.Set, most int)
	extend = func(candidates bitset.Set, most int) {
		f(clique)
		if most == 0 {
			return
		}
		for x := candidates.Next(0); x >= 0; x = candidates.Next(x + 1) {
			// Only nodes behind x, so that each clique is made once.
			rest := candidates.Clone()
			rest.And(class.Adj(x))
			for y := rest.Next(0); y >= 0 && y < x; y = rest.Next(y + 1) {
				rest.Remove(y)
			}
			clique.Add(x)
			extend(rest, most-1)
			clique.Remove(x)
		}
	}
	extend(within, most)
}
