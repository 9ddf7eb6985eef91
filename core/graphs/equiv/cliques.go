package equiv

import "github.com/mcbnc/mcbnc/core/graphs/bitset"

// EachClique calls f with every clique of within that has from least to most nodes, the empty one
// included, until f returns false. It reports whether f never did. f must not keep the set that it
// is called with.
func (c *Class) EachClique(within bitset.Set, least, most int, f func(clique bitset.Set) bool) bool {
	clique := bitset.New(c.N)
	var extend func(candidates bitset.Set, size int) bool
	extend = func(candidates bitset.Set, size int) bool {
		if size < least && size+candidates.Count() < least {
			return true
		}
		if size >= least && !f(clique) {
			return false
		}
		if size == most {
			return true
		}
		for x := candidates.Next(0); x >= 0; x = candidates.Next(x + 1) {
			// Only candidates above x: each clique is made once, in ascending order.
			rest := candidates.Clone()
			rest.And(c.Adj(x))
			for z := rest.Next(0); z >= 0 && z < x; z = rest.Next(z + 1) {
				rest.Remove(z)
			}
			clique.Add(x)
			ok := extend(rest, size+1)
			clique.Remove(x)
			if !ok {
				return false
			}
		}
		return true
	}
	return extend(within, 0)
}
