package treewidth

import "github.com/mcbnc/mcbnc/core/bitset"

// reducer eliminates nodes of a piece where that is known not to matter, by rules
// of Bodlaender, Koster & van den Eijkhof (2005):
//
//   - simplicial: the neighbours are a clique. It is a minor, and a lower bound.
//   - almost simplicial: they are one but for one of them, u, and there are at most
//     low of them. Joining them is contracting the node into u.
//   - buddies: two nodes with the same three neighbours, where low is at least 3.
//     Contracting one into the first neighbour and the other into the second joins
//     all three.
//   - cube: three nodes with three neighbours each, one of them, v, the same and the
//     others any two of x, y and z, where v has no other neighbours and low is at
//     least 3. Contracting the three into x, y and z joins these.
//
// So what is left is a minor; and since no node eliminated had more than low
// neighbours, the treewidth of the piece is that of what is left, or at most low.
type reducer struct {
	s     *solver
	p     *piece
	left  bitset.Set
	dirty bitset.Set // nodes that a rule may apply to
}

// reduce eliminates what it can, until ctx ends, and says which nodes are left.
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

func (r *reducer) try(x int) {
	adj := r.p.adj.Row(x)
	missing, odd, most := fill(r.p.adj, x), -1, 0
	degree := adj.Count()
	if missing == 0 {
		r.simplicial(x, degree)
		return
	}
	if degree > r.s.low {
		return
	}
	for y := adj.Next(0); y >= 0; y = adj.Next(y + 1) {
		if lacks := degree - 1 - adj.CountAnd(r.p.adj.Row(y)); lacks > most {
			odd, most = y, lacks
		}
	}
	switch {
	case most == missing: // every pair that is not joined has odd in it
		r.contract(x, odd)
	case degree == 3:
		if !r.buddies(x) {
			r.cube(x)
		}
	}
}

func (r *reducer) simplicial(x, degree int) {
	if degree > r.s.low {
		clique := r.p.adj.Row(x).Clone()
		clique.Add(x)
		minor := Minor{Degree: degree}
		for y := clique.Next(0); y >= 0; y = clique.Next(y + 1) {
			minor.Branches = append(minor.Branches, r.p.branch[y])
		}
		r.s.raise(minor)
		r.dirty.Copy(r.left) // the other rules may apply to more nodes
	}
	r.eliminate(x)
}

// contract eliminates x, all of it going to y.
func (r *reducer) contract(x, y int) {
	only := bitset.New(r.p.n)
	only.Add(x)
	r.p.absorb(y, only)
	r.eliminate(x)
}

// buddies eliminates x and another node with the same three neighbours.
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

// cube eliminates v and its three neighbours, if they are those of a cube.
func (r *reducer) cube(v int) {
	corners := r.p.adj.Row(v).Append(nil)
	ends := bitset.New(r.p.n) // v, x, y and z
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
	r.eliminate(v) // it is simplicial now
}

// matching gives each corner an end of its own that it is adjacent to, so that the
// other ends are: of a cube each corner lacks another end, and takes the next one.
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

// eliminate joins x's neighbours to each other and removes x.
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
