// Package synthetic makes inputs by the protocol of MCBNC's Appendix B, for tests and benchmarks: one random
// DAG, and DAGs that differ from it by random changes.
package synthetic

import (
	"math/rand/v2"

	"github.com/mcbnc/mcbnc/core/graphs/graph"
)

// Protocol is an interpretation of "0.75 n random arc additions or deletions", which the paper leaves open.
type Protocol int

const (
	// Attempted makes 0.75 n draws of an ordered pair of nodes. An existing arc is deleted. A missing arc is
	// added if the limits allow it. A draw that changes nothing counts too. G0 has 2.5 n arcs, or as many as
	// the limits allow.
	Attempted Protocol = iota
	// Successful makes 0.75 n changes, about half of them deletions. G0 has n arcs. The fusions are much
	// denser than with Attempted.
	Successful
)

// The limits of the protocol for every DAG.
const (
	maxParents  = 3
	maxChildren = 4
	maxPerNode  = 2.5  // arcs per node
	changesPer  = 0.75 // changes per node
)

// Inputs draws a DAG G0 of n nodes and r DAGs that differ from it. The same arguments give the same DAGs.
func Inputs(protocol Protocol, seed uint64, n, r int) (gold *graph.DAG, dags []*graph.DAG) {
	s := sampler{rng: rand.New(rand.NewPCG(seed, uint64(n)<<32|uint64(r))), n: n}
	perNode := map[Protocol]float64{Attempted: maxPerNode, Successful: 1}[protocol]
	gold = graph.NewDAG(n)
	for tries := 0; tries < 100*n && gold.Arcs() < int(perNode*float64(n)); tries++ {
		s.add(gold, s.node(), s.node())
	}
	dags = make([]*graph.DAG, r)
	for i := range dags {
		dags[i] = gold.Clone()
		s.perturb(protocol, dags[i])
	}
	return gold, dags
}

type sampler struct {
	rng *rand.Rand
	n   int
}

func (s *sampler) node() int { return s.rng.IntN(s.n) }

func (s *sampler) perturb(protocol Protocol, g *graph.DAG) {
	for left := int(changesPer * float64(s.n)); left > 0; {
		changed := false
		switch u, v := s.node(), s.node(); {
		case protocol == Attempted && g.Has(u, v):
			g.Remove(u, v)
		case protocol == Successful && s.rng.IntN(2) == 0:
			changed = s.deleteParent(g, v)
		default:
			changed = s.add(g, u, v)
		}
		if changed || protocol == Attempted {
			left--
		}
	}
}

// add adds u → v if the limits allow it and the graph stays acyclic. It returns whether it did.
func (s *sampler) add(g *graph.DAG, u, v int) bool {
	if u == v || g.Adjacent(u, v) || g.Arcs() >= int(maxPerNode*float64(s.n)) ||
		g.Pa(v).Count() >= maxParents || g.Ch(u).Count() >= maxChildren {
		return false
	}
	g.Add(u, v)
	if g.TopologicalOrder() == nil {
		g.Remove(u, v)
		return false
	}
	return true
}

// deleteParent removes a random arc into v. It returns false if there is none.
func (s *sampler) deleteParent(g *graph.DAG, v int) bool {
	parents := g.Pa(v).Append(nil)
	if len(parents) == 0 {
		return false
	}
	g.Remove(int(parents[s.rng.IntN(len(parents))]), v)
	return true
}
