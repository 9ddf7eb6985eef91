package treewidth

import "github.com/mcbnc/mcbnc/core/graphs/bitset"

// reducer eliminates nodes of a piece by safe rules of Bodlaender, Koster & van den Eijkhof (2005):
//
//   - Simplicial: the neighbours of the node are a clique. The node and its neighbours are a minor
//     that proves a lower bound.
//   - Almost simplicial: the neighbours without one of them, u, are a clique, and there are at most
//     lower neighbours. Eliminating the node is the same as contracting it into u.
//   - Buddies: two nodes have the same three neighbours, and lower is at least 3. Contracting one
//     node into the first neighbour and the other into the second makes the neighbours a clique.
//   - Cube: three nodes have three neighbours each. One neighbour, v, is common to the three, and v
//     has no other neighbours. The other two are, for each of the three, a different pair of the same
//     nodes x, y and z. Lower is at least 3. Contracting the three nodes into x, y and z makes x, y
//     and z a clique.
//
// What is left is a minor of the piece. No eliminated node has more than lower neighbours. Therefore
// the maximum of lower and the treewidth is the same for the piece and for what is left.
type reducer struct {
	s     *solver
	p     *piece
	left  bitset.Set
	dirty bitset.Set // nodes that a rule may apply to
}

// reduce applies the rules until none applies or ctx ends. It returns the set of the remaining nodes.
func (s *solver) reduce(p *piece) bitset.Set {
	r := &reducer{s: s, p: p, left: bitset.New(p.n), dirty: bitset.New(p.n)}
	r.left.Fill(p.n)
	r.dirty.Fill(p.n)
	for x := r.dirty.Next(0); x >= 0 && s.ctx.Err() == nil; x = r.dirty.Next(0) {
		r.dirty.Remove(x)
		r.try(x)
	}
	return r.left
}

// try applies to x the first rule that fits, if any.
func (r *reducer) try(x int) {
	adj := r.p.adj.Row(x)
	missing, special, most := fill(r.p.adj, x), -1, 0
	degree := adj.Count()
	if missing == 0 {
		r.simplicial(x, degree)
		return
	}
	if degree > r.s.lower {
		return
	}
	for y := adj.Next(0); y >= 0; y = adj.Next(y + 1) {
		if lacks := degree - 1 - adj.CountAnd(r.p.adj.Row(y)); lacks > most {
			special, most = y, lacks
		}
	}
	switch {
	case most == missing: // Every pair of neighbours that are not adjacent contains special.
		r.contract(x, special)
	case degree == 3:
		if !r.buddies(x) {
			r.cube(x)
		}
	}
}

// simplicial eliminates a node whose neighbours are a clique. It raises the lower bound to the degree.
func (r *reducer) simplicial(x, degree int) {
	if degree > r.s.lower {
		clique := r.p.adj.Row(x).Clone()
		clique.Add(x)
		minor := Minor{Degree: degree}
		for y := clique.Next(0); y >= 0; y = clique.Next(y + 1) {
			minor.Branches = append(minor.Branches, r.p.branch[y])
		}
		r.s.raise(minor)
		r.dirty.Copy(r.left) // With a larger lower bound, the other rules may apply to more nodes.
	}
	r.eliminate(x)
}

// contract eliminates x and adds its branch set to that of y. The rules ensure that all their
// contractions together make the neighbours of x a clique.
func (r *reducer) contract(x, y int) {
	only := bitset.New(r.p.n)
	only.Add(x)
	r.p.absorb(y, only)
	r.eliminate(x)
}

// buddies eliminates x and another node with the same three neighbours. It returns false if there is no
// such node.
func (r *reducer) buddies(x int) bool {
	adj := r.p.adj.Row(x)
	a := adj.Next(0)
	b := adj.Next(a + 1)
	near := r.p.adj.Row(a)
	for y := near.Next(0); y >= 0; y = near.Next(y + 1) {
		if y != x && r.p.adj.Row(y).Equal(adj) {
			r.contract(x, a)
			r.contract(y, b)
			return true
		}
	}
	return false
}

// cube eliminates v and its three neighbours if the rule fits.
func (r *reducer) cube(v int) {
	corners := r.p.adj.Row(v).Append(nil)
	ends := bitset.New(r.p.n) // first v, x, y and z; then x, y and z
	for _, c := range corners {
		row := r.p.adj.Row(int(c))
		if row.Count() != 3 {
			return
		}
		ends.Or(row)
	}
	if ends.Count() != 4 {
		return
	}
	ends.Remove(v)
	into := r.matching(corners, ends.Append(nil))
	if into == nil {
		return
	}
	for i, c := range corners {
		r.contract(int(c), int(into[i]))
	}
	r.eliminate(v) // Now v is simplicial.
}

// matching gives each corner a different end that it is adjacent to. In a cube, each corner is not
// adjacent to exactly one end, a different one for each corner, and it gets the end after that one. If
// the corners and ends are not those of a cube, matching returns nil.
func (r *reducer) matching(corners, ends []int32) []int32 {
	into := make([]int32, len(corners))
	lacked := 0
	for i, c := range corners {
		for k, end := range ends {
			if !r.p.adj.Row(int(c)).Has(int(end)) {
				into[i] = ends[(k+1)%len(ends)]
				lacked |= 1 << k
			}
		}
	}
	if lacked != 1<<len(ends)-1 {
		return nil
	}
	return into
}

// eliminate makes x's neighbours a clique and removes x.
func (r *reducer) eliminate(x int) {
	adj := r.p.adj.Row(x)
	r.left.Remove(x)
	r.dirty.Remove(x)
	r.s.join(r.p, adj)
	for y := adj.Next(0); y >= 0; y = adj.Next(y + 1) {
		row := r.p.adj.Row(y)
		row.Remove(x)
		r.dirty.Add(y)
		r.dirty.Or(row)
	}
	adj.Clear()
}
