package flow

import "math/bits"

// word is what a Workspace computes with where a set is one word: up to 64 nodes. Its
// methods do what those of cut.go, family.go and remove.go do, with sets in registers. Most
// networks are that small, and runs on them take four fifths of the time.
//
// Nodes are taken modulo 64. This changes no node and spares the compiler's bounds checks.
type word struct {
	g       *Graph
	within  uint64 // the ancestral set
	allowed uint64 // within, without the removed nodes
	made    uint64 // the nodes whose row is made
	dirty   uint64 // the nodes whose row of used may not be empty
	last    uint64 // the nodes from which one more unit can flow to the sink; may have the source
	visited uint64 // the nodes that the last search without a path visited
	rows    [64]uint64
	used    [64]uint64
	queue   [64]uint8
	from    [64]uint8
}

// bit is the set of x alone.
func bit(x int) uint64 { return 1 << (x & 63) }

// lowest is the least member of a set that has one.
func lowest(set uint64) int { return bits.TrailingZeros64(set) & 63 }

func (k *word) minCut(g *Graph, u, v int, given, removed uint64, limit int) int {
	k.begin(g, g.ancestralWord(u, v, given), removed)
	return k.cutSize(u, v, limit)
}

func (k *word) cutInFamily(g *Graph, u, v int, family, reached uint64, limit int) int {
	k.g, k.within, k.allowed, k.made = g, reached|family, reached&^family|bit(u)|bit(v), 0
	return k.cutSize(u, v, limit)
}

// cutNearest adds the edges of Workspace.CutNearest to cut.
func (k *word) cutNearest(g *Graph, u, v int, s uint64, cut []Arc) []Arc {
	k.begin(g, g.ancestralWord(u, v, s), s)
	k.maxFlow(v, u, NoLimit)
	for k.augment(v, u) {
	} // as in Workspace.CutNearest
	for inside := k.visited; inside != 0; inside &= inside - 1 {
		x := lowest(inside)
		for out := k.row(x) &^ k.visited; out != 0; out &= out - 1 {
			y := lowest(out)
			cut = append(cut, Arc{int32(min(x, y)), int32(max(x, y))})
		}
	}
	k.reset()
	sortArcs(cut)
	return cut
}

func (k *word) begin(g *Graph, within, removed uint64) {
	k.g, k.within, k.allowed, k.made = g, within, within&^removed, 0
}

func (g *Graph) ancestralWord(u, v int, given uint64) uint64 {
	within := g.anc.Word(u) | g.anc.Word(v)
	for ; given != 0; given &= given - 1 {
		within |= g.anc.Word(lowest(given))
	}
	return within
}

func (g *Graph) ancestralHasWord(u, v int, given, probe uint64) bool {
	if (g.anc.Word(u)|g.anc.Word(v))&probe != 0 {
		return true
	}
	for ; given != 0; given &= given - 1 {
		if g.anc.Word(lowest(given))&probe != 0 {
			return true
		}
	}
	return false
}

func (k *word) row(x int) uint64 {
	if k.made&bit(x) == 0 {
		k.made |= bit(x)
		k.rows[x&63] = k.g.neighboursWord(x, k.within) & k.allowed
	}
	return k.rows[x&63]
}

// neighboursWord is the set of x's neighbours in the moral graph of the ancestral set within.
func (g *Graph) neighboursWord(x int, within uint64) uint64 {
	children := g.dag.ChWord(x) & within
	row := g.dag.PaWord(x) | children
	for ; children != 0; children &= children - 1 {
		row |= g.dag.PaWord(lowest(children))
	}
	return row &^ bit(x)
}

func (k *word) cutSize(u, v, limit int) int {
	if bits.OnesCount64(k.row(v)) < bits.OnesCount64(k.row(u)) {
		u, v = v, u
	}
	size := k.maxFlow(u, v, limit)
	k.reset()
	return min(size, limit)
}

func (k *word) maxFlow(s, t, limit int) int {
	rowS, rowT := k.row(s), k.row(t)
	bound := min(bits.OnesCount64(rowS), bits.OnesCount64(rowT), limit)
	common := rowS & rowT
	size := bits.OnesCount64(common)
	k.used[s&63], k.last = common, rowT&^common
	k.dirty = common | bit(s)
	for ; common != 0; common &= common - 1 {
		k.used[lowest(common)] = bit(t)
	}
	if rowS&bit(t) != 0 {
		k.used[s&63] |= bit(t)
		size++
	}
	for size < bound && k.augment(s, t) {
		size++
	}
	return size
}

func (k *word) augment(s, t int) bool {
	visited := bit(s)
	k.queue[0] = uint8(s)
	for i, end := 0, 1; i < end; i++ {
		x := int(k.queue[i&63])
		next := k.row(x) &^ k.used[x&63] &^ visited
		if at := next & k.last; at != 0 {
			y := lowest(at)
			k.from[y] = uint8(x)
			k.send(s, y, t)
			return true
		}
		visited |= next
		for ; next != 0; next &= next - 1 {
			y := lowest(next)
			k.from[y] = uint8(x)
			k.queue[end&63] = uint8(y)
			end++
		}
	}
	k.visited = visited
	return false
}

func (k *word) send(s, last, t int) {
	k.last &^= bit(last)
	k.push(last, t)
	for y := last; y != s; {
		x := int(k.from[y&63])
		k.push(x, y)
		y = x
	}
}

func (k *word) push(x, y int) {
	if back := &k.used[y&63]; *back&bit(x) != 0 {
		*back &^= bit(x)
		return
	}
	k.used[x&63] |= bit(y)
	k.dirty |= bit(x)
}

func (k *word) reset() {
	for dirty := k.dirty; dirty != 0; dirty &= dirty - 1 {
		k.used[lowest(dirty)] = 0
	}
}

// boundaryWord is Workspace.Boundary, with the queue as a set: the order in which nodes are
// visited does not matter.
func (g *Graph) boundaryWord(v int, known, within uint64) (reached, visited uint64) {
	visited = known | bit(v)
	for found := bit(v); found != 0; {
		row := g.neighboursWord(lowest(found), within)
		next := row &^ visited
		reached |= row & known
		visited |= next
		found = found&(found-1) | next
	}
	return reached, visited
}

// descendantsWord is what Workspace.addDescendants adds to known.
func (g *Graph) descendantsWord(x int, known uint64) uint64 {
	all := bit(x) &^ known
	for found := all; found != 0; {
		next := g.dag.ChWord(lowest(found)) &^ known &^ all
		all |= next
		found = found&(found-1) | next
	}
	return all
}

// renewAncestorsWord finds the ancestors of the members of touched anew. It needs no order: a member
// waits until its parents' turns are over.
func (g *Graph) renewAncestorsWord(touched uint64) {
	for touched != 0 {
		for left := touched; left != 0; left &= left - 1 {
			x := lowest(left)
			pa := g.dag.PaWord(x)
			if pa&touched != 0 {
				continue
			}
			anc := bit(x)
			for ; pa != 0; pa &= pa - 1 {
				anc |= g.anc.Word(lowest(pa))
			}
			g.anc.Row(x)[0] = anc
			touched &^= bit(x)
		}
	}
}
