package flow

import (
	"math"

	"github.com/mcbnc/mcbnc/core/graphs/bitset"
)

// Cutter finds cuts, one after the other, in memory of its own. It serves one goroutine at a time, and any Graph with its
// number of nodes.
type Cutter interface {
	// MinCut is the size of a minimum u–v edge cut in the moral graph of the ancestral subgraph
	// of {u, v} ∪ given, from which the nodes of removed are taken out. u and v must not be
	// among these. MinCut is limit if the size is larger than limit.
	//
	// With given = removed = S it is the criticality of (u, v, S) in this DAG (MCBNC, section
	// 4): 0 iff S d-separates u and v.
	MinCut(g *Graph, u, v int, given, removed bitset.Set, limit int) int

	// CutInFamily is the size of the minimum cut between v and u, a member of v's family, given
	// the other members. It is limit if the size is larger than limit. The answer is MinCut's,
	// but it is computed in the region of the Search that found reached. A child that marries a node of
	// the region to another node is next to the former, so it is in the region or in the family.
	// Hence the ancestral set need not be known.
	CutInFamily(g *Graph, u, v int, family, reached bitset.Set, limit int) int

	// CutNearest returns the edges of the minimum cut nearest v, in the moral graph of the
	// ancestral subgraph of {u, v} ∪ s with s removed. These are the edges that enter the set of
	// nodes from which v can still be reached in the residual graph of a maximum flow from u
	// (Ford & Fulkerson). That set is the same for every maximum flow.
	//
	// Edges have From < To and come in lexicographic order. They are the Cutter's own memory,
	// valid until the next cut.
	CutNearest(g *Graph, u, v int, s bitset.Set) []Arc

	// ProvenCut is MinCut, and tells what the size rests on. While no arc into a node of support is removed from the DAG, the
	// cut is no smaller. A removed node that is not in border may be put back: if it is in the ancestral set, the cut stays
	// what it is.
	ProvenCut(g *Graph, u, v int, given, removed bitset.Set, limit int) (size int, support, border bitset.Folded)

	// Explain tells why the minimum u–v cut is larger given more than given its subset less. In
	// both cases the cut is one of the moral graph of an ancestral set, with more removed.
	//
	// Some path in the larger graph uses edges that the smaller graph does not have. Each of
	// these edges is there because of a node that is an ancestor of a member of more, but of no
	// member of less, nor of u and v. Explain finds a path with the fewest such edges. It
	// returns their number, and a member of more that descends from the node behind the one
	// nearest u.
	//
	// If the whole path is there given less and this member alone, with more removed, then the cut is larger by one there.
	// If prove asks for it, Explain reports whether that is so, and then the Support of that size. It prefers a member of which
	// that is so, and looks for the path from the end at which fewer nodes are searched, u or v.
	Explain(g *Graph, u, v int, less, more bitset.Set, prove bool) (member, edges int, raises bool, support bitset.Folded)

	// Search fills reached with v and the nodes u which v reaches: the moral graph of the
	// ancestral set of {v} ∪ given has a path from v to u with no inner node in family. Members
	// of family that are outside of the ancestral set are obstacles only. The family of v is v
	// and its parents in some other graph: Search then finds the parents on which v depends in
	// this DAG given all other parents. The other nodes of reached, and v, are the region of the search.
	// Take any minimum cut between v and a member of the family given the others. All paths that it
	// breaks run through the region.
	Search(g *Graph, v int, given, family, reached bitset.Set)

	// Boundary fills reached with the members p of known on which v depends given all other
	// members of known. One search from v in the moral graph of the ancestral set within, which
	// does not pass through known, answers for every p at once. within must hold v and known.
	Boundary(g *Graph, v int, known, within, reached bitset.Set)

	// Remove removes the arcs from the DAG. It fills touched with the heads of the arcs and all
	// nodes that were descendants of one. All other nodes have the ancestors they had, and these
	// have the parents they had.
	Remove(g *Graph, arcs []Arc, touched bitset.Set)
}

// NewCutter returns a Cutter for graphs of n nodes.
func NewCutter(n int) Cutter {
	if bitset.Words(n) == 1 {
		return &word{wide: newWide(n)}
	}
	return newWide(n)
}

// NoLimit is the limit of a cut whose exact size is wanted, however large.
const NoLimit = math.MaxInt
