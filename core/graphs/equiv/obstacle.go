package equiv

import (
	"slices"

	"github.com/mcbnc/mcbnc/core/graphs/bitset"
	"github.com/mcbnc/mcbnc/core/graphs/graph"
)

const mostTrials = 400 // of Obstacle

// Obstacle is a set of nodes between which p has no consistent extension. p must have no consistent
// extension. The nodes are in increasing order.
//
// The set is as small as mostTrials trials can make it. Without any node of a set of up to about ten nodes,
// there is an extension. What extends p extends every part of p, so an obstacle stays one if nodes
// are added. Nodes therefore go in halves, quarters and so on as long as an obstacle is left, and in
// the end one by one (Zeller & Hildebrandt 2002, "Simplifying and isolating failure-inducing
// input").
func Obstacle(p *graph.PDAG) []int32 {
	e := newExtender(p, nil)
	e.removeSinks()
	nodes := e.left.Append(nil) // no node of these can be a sink of these
	trials := 0
	for size := (len(nodes) + 1) / 2; ; size = (size + 1) / 2 {
		for at := 0; at < len(nodes) && trials < mostTrials; trials++ {
			rest := slices.Delete(slices.Clone(nodes), at, min(at+size, len(nodes)))
			among := bitset.New(p.N)
			for _, x := range rest {
				among.Add(int(x))
			}
			if e.extends(among) {
				at += size
			} else {
				nodes = e.left.Append(nil)
			}
		}
		if size <= 1 || trials == mostTrials {
			return nodes
		}
	}
}

// extends reports whether the part of p between these nodes has a consistent extension. If it has none,
// e.left are the nodes among which none can be a sink.
func (e *extender) extends(nodes bitset.Set) bool {
	e.left.Copy(nodes)
	e.candidates.Copy(nodes)
	return e.removeSinks()
}
