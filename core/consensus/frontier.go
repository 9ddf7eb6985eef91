package consensus

import "github.com/mcbnc/mcbnc/core/bitset"

// frontier is the search for the best H of one edge with a non-empty NA(v, u).
// Its nodes part the admissible H among them, and are kept from step to step.
type frontier struct {
	nodes []*node
	best  int // the node with the lowest key, or -1: none that is not barred
	// cropped: some S are with no node, since their H are too large.
	cropped bool
}

// node stands for every S with pa(v)\{u} ∪ lo ⊆ S ⊆ pa(v)\{u} ∪ hi whose part of
// NA is a clique; H = NA \ S. Its leaf of smallest H is S = pa(v)\{u} ∪ hi.
//
// For DAG i and every S of the node (MCBNC, section 4, and its bounds):
//
//	bound[i] ≤ min cut in moral(An_i({u,v} ∪ P ∪ lo)) − (P ∪ hi) ≤ c_i,
//
// where the first is an equality if tight has i; and leaf[i] is c_i of the leaf
// if probed has i, and else what another leaf was. Both stand until DAG i loses an arc
// into the ancestral set. With a cap, cuts and bounds are all clipped to it, which keeps
// the order between them.
type node struct {
	lo, hi bitset.Set // subsets of NA
	hSize  int        // |NA \ hi|
	clique bool       // hi is one, so that the leaf is admissible
	barred bool       // in this step, none of its S keeps the directions
	sum    int64      // Σ w_i bound[i]
	bound  []uint16
	leaf   []uint16
	tight  bitset.Set
	probed bitset.Set
	doubt  bitset.Set // the DAGs in which, where this node comes from, the leaf was more than the bound
}

// newNode returns a node whose sets are all of one slab: branching makes nodes by the thousand.
func newNode(n, dags int) *node {
	ofNodes, overDAGs := bitset.Words(n), bitset.Words(dags)
	sets, cuts := make([]uint64, 2*ofNodes+3*overDAGs), make([]uint16, 2*dags)
	take := func(words int) bitset.Set {
		set := sets[:words:words]
		sets = sets[words:]
		return set
	}
	return &node{
		lo: take(ofNodes), hi: take(ofNodes),
		bound: cuts[:dags:dags], leaf: cuts[dags:],
		tight: take(overDAGs), probed: take(overDAGs), doubt: take(overDAGs),
	}
}

// setBound replaces bound[i].
func (nd *node) setBound(i int, bound uint16, weight int64) {
	nd.sum += weight * (int64(bound) - int64(nd.bound[i]))
	nd.bound[i] = bound
}

// settle is called when bound[i] or leaf[i] is another one. Where the bound is the cap,
// every c_i of the node is the cap too, and nothing is left to be asked. Where it is the
// leaf, it is tight, since the cut that it stands for lies between the two.
func (nd *node) settle(i int, limit uint16) {
	switch {
	case nd.bound[i] == limit:
		nd.leaf[i] = limit
		nd.tight.Add(i)
		nd.probed.Add(i)
	case nd.bound[i] == nd.leaf[i] && nd.probed.Has(i):
		nd.tight.Add(i)
	}
}

// solved says whether the leaf is the best of the node: its score equals the
// bound for all of the node, and no H of the node is smaller than the leaf's.
func (nd *node) solved(weights []int64) bool {
	if !nd.clique || nd.probed.Count() < len(weights) {
		return false
	}
	score := int64(0)
	for i, w := range weights {
		score += w * int64(nd.leaf[i])
	}
	return score == nd.sum
}

// differs says whether the leaf's score is known to be more than the bound.
func (nd *node) differs(weights []int64) bool {
	for i := nd.probed.Next(0); i >= 0; i = nd.probed.Next(i + 1) {
		if nd.leaf[i] != nd.bound[i] && weights[i] > 0 {
			return true
		}
	}
	return false
}

// undecided is the lowest node of hi \ lo, which must not be empty.
func (nd *node) undecided() int {
	x := nd.hi.Next(0)
	for nd.lo.Has(x) {
		x = nd.hi.Next(x + 1)
	}
	return x
}

// before compares two nodes of one edge by the lowest key that a leaf of theirs
// can have: score, then |H|, then H in lexicographic order.
func (nd *node) before(other *node) bool {
	if nd.sum != other.sum {
		return nd.sum < other.sum
	}
	if nd.hSize != other.hSize {
		return nd.hSize < other.hSize
	}
	return hBefore(nd.hi, other.hi)
}

// hBefore compares NA \ a with NA \ b, of equal size: the first element in which
// they differ is the lowest node that is in one of a and b only, and the H that
// has it comes first.
func hBefore(a, b bitset.Set) bool {
	for w := range a {
		if differ := a[w] ^ b[w]; differ != 0 {
			return b.Has(bitset.Lowest(w, differ))
		}
	}
	return false
}

// pick finds the node with the lowest key.
func (f *frontier) pick() {
	if f == nil {
		return
	}
	f.best = -1
	for k, nd := range f.nodes {
		if !nd.barred && (f.best < 0 || nd.before(f.nodes[f.best])) {
			f.best = k
		}
	}
}

// root returns the frontier of an edge as one node, or nil when its NA is empty. All that
// it takes over are the edge's cuts.
func (r *run) root(e int) *frontier {
	na := r.c.na.Row(e)
	r.c.raiseAnew(e)
	if !na.Any() {
		return nil
	}
	nd := newNode(r.n, r.c.dags)
	nd.hi.Copy(na)
	nd.clique = r.c.class.IsClique(na)
	nd.probed.Copy(r.c.known.Row(e))
	r.c.copyCuts(e, nd.leaf)
	for w, word := range r.c.joined.Row(e) { // joinedBound, which is 0 in the other DAGs
		for ; word != 0; word &= word - 1 {
			i := bitset.Lowest(w, word)
			nd.setBound(i, 1, r.weights[i])
		}
	}
	r.settleAll(nd)
	return &frontier{nodes: []*node{nd}}
}
