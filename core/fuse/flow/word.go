package flow

import (
	"math/bits"

	"github.com/mcbnc/mcbnc/core/graphs/bitset"
)

// word is the Cutter of graphs whose sets are one word: up to 64 nodes. Its methods do what those of cut.go and family.go do,
// with sets in registers. Most networks are that small, and runs on them take four fifths of the time. Proofs and
// explanations are rare there, and left to wide, whose other fields have nothing to do with those of the same name here.
//
// Nodes are taken modulo 64. This changes no node and spares the compiler's bounds checks.
type word struct {
	*wide
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

func (k *word) MinCut(g *Graph, u, v int, given, removed bitset.Set, limit int) int {
	k.begin(g, (*inAWord)(g).ancestral(u, v, given[0]), removed[0])
	return k.cutSize(u, v, limit)
}

func (k *word) CutInFamily(g *Graph, u, v int, family, reached bitset.Set, limit int) int {
	k.begin(g, reached[0]|family[0], family[0]&^(bit(u)|bit(v)))
	return k.cutSize(u, v, limit)
}

func (k *word) CutNearest(g *Graph, u, v int, s bitset.Set) []Arc {
	k.begin(g, (*inAWord)(g).ancestral(u, v, s[0]), s[0])
	k.maxFlow(v, u, NoLimit)
	for k.augment(v, u) {
	} // as in wide.CutNearest
	cut := k.cut[:0]
	for inside := k.visited; inside != 0; inside &= inside - 1 {
		x := lowest(inside)
		for out := k.row(x) &^ k.visited; out != 0; out &= out - 1 {
			y := lowest(out)
			cut = append(cut, Arc{int32(min(x, y)), int32(max(x, y))})
		}
	}
	k.reset()
	sortArcs(cut)
	k.cut = cut
	return cut
}

func (k *word) begin(g *Graph, within, removed uint64) {
	k.g, k.within, k.allowed, k.made = g, within, within&^removed, 0
}

func (k *word) row(x int) uint64 {
	if k.made&bit(x) == 0 {
		k.made |= bit(x)
		k.rows[x&63] = (*inAWord)(k.g).joined(x, k.within) & k.allowed
	}
	return k.rows[x&63]
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

// inAWord is a Graph that has a word for the ancestors of each node, and makes a row of the moral graph whenever one is needed.
type inAWord Graph

func byWord(g *Graph) form {
	f := (*inAWord)(g)
	f.findAncestors(uint64(1)<<g.N - 1)
	return f
}

func (g *inAWord) copyTo(o *Graph) form {
	o.anc.Copy(g.anc)
	return (*inAWord)(o)
}

func (g *inAWord) Ancestral(u, v int, given, set bitset.Set) { set[0] = g.ancestral(u, v, given[0]) }

func (g *inAWord) ancestral(u, v int, given uint64) uint64 {
	within := g.anc.Word(u) | g.anc.Word(v)
	for ; given != 0; given &= given - 1 {
		within |= g.anc.Word(lowest(given))
	}
	return within
}

func (g *inAWord) AncestralHas(u, v int, given, probe bitset.Set) bool {
	if (g.anc.Word(u)|g.anc.Word(v))&probe[0] != 0 {
		return true
	}
	for left := given[0]; left != 0; left &= left - 1 {
		if g.anc.Word(lowest(left))&probe[0] != 0 {
			return true
		}
	}
	return false
}

func (g *inAWord) AddAncestors(x int, set bitset.Set) { set[0] |= g.anc.Word(x) }

func (g *inAWord) descends(x, from int) bool { return g.anc.Has(x, from) }

func (g *inAWord) begin(set *inside, u, v int, given bitset.Set) {
	set.within[0], set.whole = g.ancestral(u, v, given[0]), true
}

func (g *inAWord) neighbours(x int, within *inside, allowed, row bitset.Set) {
	row[0] = g.joined(x, within.within[0]) & allowed[0]
}

// joined is the set of x's neighbours in the moral graph of the ancestral set within.
func (g *inAWord) joined(x int, within uint64) uint64 {
	children := g.dag.ChWord(x) & within
	row := g.dag.PaWord(x) | children
	for ; children != 0; children &= children - 1 {
		row |= g.dag.PaWord(lowest(children))
	}
	return row &^ bit(x)
}

// boundary has the queue as a set: the order in which nodes are visited does not matter.
func (g *inAWord) boundary(w *wide, v int, known bitset.Set, within *inside, reached bitset.Set) {
	all, obstacles := within.within[0], known[0]
	found, visited, met := bit(v), obstacles|bit(v), uint64(0)
	for found != 0 {
		row := g.joined(lowest(found), all)
		next := row &^ visited
		met |= row & obstacles
		visited |= next
		found = found&(found-1) | next
	}
	reached[0], w.visited[0] = met, visited
}

func (g *inAWord) addDescendants(_ *wide, x int, set bitset.Set) {
	all := set[0] | bit(x)
	for found := all &^ set[0]; found != 0; {
		next := g.dag.ChWord(lowest(found)) &^ all
		all |= next
		found = found&(found-1) | next
	}
	set[0] = all
}

func (g *inAWord) lose(_ *wide, _ []Arc, touched bitset.Set) { g.findAncestors(touched[0]) }

// findAncestors finds the ancestors of the members of a set that has all their descendants. It needs no order: a member
// waits until its parents' turns are over.
func (g *inAWord) findAncestors(set uint64) {
	for set != 0 {
		for left := set; left != 0; left &= left - 1 {
			x := lowest(left)
			pa := g.dag.PaWord(x)
			if pa&set != 0 {
				continue
			}
			anc := bit(x)
			for ; pa != 0; pa &= pa - 1 {
				anc |= g.anc.Word(lowest(pa))
			}
			g.anc.Row(x)[0] = anc
			set &^= bit(x)
		}
	}
}
