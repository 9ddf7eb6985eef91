package lanes

import "math/bits"

// region is what a search in one block has to itself.
type region struct {
	within  [MaxNodes]uint64 // of each node: the lanes in whose ancestral set it is
	waiting [MaxNodes]uint64 // those in which its turn is to come
	reached [MaxNodes]uint64 // those in which the search has come to it
	raised  [MaxNodes]uint64 // those in which the search has come to its parents
	todo    uint64           // the nodes that wait in some lane
	closed  uint64           // nodes from which the search does not go on
}

// addAncestors adds the members, and their ancestors in the lanes asked, to within.
func (r *region) addAncestors(g *Graphs, block []uint64, members, asked uint64) {
	todo := uint64(0)
	for ; members != 0; members &= members - 1 {
		x := lowest(members)
		if r.waiting[x] = asked &^ r.within[x]; r.waiting[x] != 0 {
			r.within[x] |= asked
			todo |= bit(x)
		}
	}
	r.spread(g.pa, block, &r.within, todo)
}

// spread adds to set what the nodes that wait lead to along links.
func (r *region) spread(links [][]link, block []uint64, set *[MaxNodes]uint64, todo uint64) {
	for todo != 0 {
		x, lanes := r.take(&todo)
		for _, a := range links[x] {
			y := a.node & 63
			if more := lanes & block[a.at] &^ set[y]; more != 0 {
				set[y] |= more
				r.waiting[y] |= more
				todo |= bit(int(y))
			}
		}
	}
}

// take takes a node whose turn has come, and the lanes in which it has.
func (r *region) take(todo *uint64) (x int, lanes uint64) {
	x = lowest(*todo)
	*todo &= *todo - 1
	lanes, r.waiting[x] = r.waiting[x], 0
	return x, lanes
}

// search fills reached with what v reaches in the moral graph of within, in the lanes asked, by paths without an inner node
// in closed.
func (r *region) search(g *Graphs, block []uint64, v int, closed, asked uint64) {
	clear(r.reached[:g.N])
	clear(r.raised[:g.N])
	r.closed, r.todo = closed, bit(v)
	r.reached[v&63], r.waiting[v&63] = asked, asked
	for r.todo != 0 {
		x, lanes := r.take(&r.todo)
		r.raise(g, block, x, lanes)
		for _, a := range g.ch[x] {
			c := int(a.node & 63)
			if below := lanes & block[a.at] & r.within[c]; below != 0 {
				r.visit(c, below)
				r.raise(g, block, c, below) // the child marries x to its other parents
			}
		}
	}
}

// raise visits the parents of x.
func (r *region) raise(g *Graphs, block []uint64, x int, lanes uint64) {
	if lanes &^= r.raised[x&63]; lanes == 0 {
		return
	}
	r.raised[x&63] |= lanes
	for _, a := range g.pa[x] {
		r.visit(int(a.node), lanes&block[a.at])
	}
}

func (r *region) visit(x int, lanes uint64) {
	x &= 63
	if lanes &^= r.reached[x]; lanes == 0 {
		return
	}
	r.reached[x] |= lanes
	if r.closed&bit(x) == 0 {
		r.waiting[x] |= lanes
		r.todo |= bit(x)
	}
}

// Ancestral are the lanes of a block, of those asked, in which the ancestral set of members has a node of probe.
func (g *Graphs) Ancestral(b int, members, probe, asked uint64) (lanes uint64) {
	var r region
	r.addAncestors(g, g.block(b), members, asked)
	for ; probe != 0; probe &= probe - 1 {
		lanes |= r.within[lowest(probe)]
	}
	return lanes
}

// Search finds, in the lanes asked of a block, what v reaches in the moral graph of the ancestral set of v and given, by
// paths without an inner node in family. It returns a set of nodes for each lane, which lasts until the next question.
func (w *Workspace) Search(b, v int, given, family, asked uint64) *[Width]uint64 {
	block := w.begin(b, given|bit(v), asked)
	w.search(w.g, block, v, family, asked)
	return w.nodesReached(asked)
}

// nodesReached has the nodes that are reached in each of the lanes asked: reached turned over.
func (w *Workspace) nodesReached(asked uint64) *[Width]uint64 {
	if bits.OnesCount64(asked) > fewLanes {
		copy(w.nodes[:w.g.N], w.reached[:])
		clear(w.nodes[w.g.N:])
		transpose(&w.nodes, w.g.N)
		return &w.nodes
	}
	clear(w.nodes[:])
	for x, lanes := range w.reached[:w.g.N] {
		for ; lanes != 0; lanes &= lanes - 1 {
			w.nodes[lowest(lanes)] |= bit(x)
		}
	}
	return &w.nodes
}

// fewLanes is the number of lanes up to which it takes less time to add their nodes one by one.
const fewLanes = 16

// transpose turns a matrix of bits. Only its first rows are not 0 (Warren, Hacker's Delight): it exchanges bits with
// the row at a distance, for all powers of 2.
func transpose(m *[64]uint64, rows int) {
	for k, low := range lowBits {
		distance := 1 << k
		for first := 0; first < rows; first += 2 * distance {
			for i := first; i < first+distance; i++ {
				a, b := &m[i&63], &m[(i+distance)&63]
				swap := (*a>>(distance&63) ^ *b) & low
				*a ^= swap << (distance & 63)
				*b ^= swap
			}
		}
	}
}

// lowBits are the bits whose numbers lack 1, 2, 4, ...
var lowBits = [6]uint64{
	0x5555555555555555, 0x3333333333333333, 0x0f0f0f0f0f0f0f0f, 0x00ff00ff00ff00ff, 0x0000ffff0000ffff, 0x00000000ffffffff,
}
