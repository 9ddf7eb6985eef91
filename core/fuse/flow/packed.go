package flow

import (
	"encoding/binary"

	"github.com/mcbnc/mcbnc/core/graphs/bitset"
	"github.com/mcbnc/mcbnc/core/graphs/graph"
)

// packed is the memory of many graphs of up to 64 nodes each. A row has as many bytes as the nodes need, and four at
// least. The rows of a node lie side by side: a question is asked of one graph after the other, and the memory is read in
// few long streams.
//
// A row is read and written as its first four bytes and its last four, which overlap. So nobody touches the bytes of
// another graph, which another goroutine may be writing.
type packed struct {
	n           int
	pa, ch, anc []byte // anc is empty before MakeRoom
	size        int    // bytes of a row
	last        int    // the place of the last four of these
	shift       uint   // of these, in bits
	row         int    // bytes from the row of a node to that of the next one
}

func newPacked(count, n int) *packed {
	size := max((n+7)/8, 4)
	p := &packed{n: n, size: size, last: size - 4, shift: uint(8 * (size - 4)), row: count * size}
	p.pa, p.ch = make([]byte, n*p.row), make([]byte, n*p.row)
	return p
}

// at is the place of the rows of the i-th graph in its matrices.
func (p *packed) at(i int) int { return i * p.size }

func (p *packed) load(rows []byte, at int) uint64 {
	return uint64(binary.LittleEndian.Uint32(rows[at:])) |
		uint64(binary.LittleEndian.Uint32(rows[at+p.last:]))<<(p.shift&63)
}

func (p *packed) store(rows []byte, at int, word uint64) {
	binary.LittleEndian.PutUint32(rows[at:], uint32(word))
	binary.LittleEndian.PutUint32(rows[at+p.last:], uint32(word>>(p.shift&63)))
}

// unpack gives a DAG, which has memory of its own, the arcs of a graph.
func (p *packed) unpack(at int, into *graph.DAG) {
	for x := range p.n {
		into.Pa(x)[0] = p.load(p.pa, at)
		into.Ch(x)[0] = p.load(p.ch, at)
		at += p.row
	}
}

func (p *packed) pack(at int, dag *graph.DAG) {
	for x := range p.n {
		p.store(p.pa, at, dag.PaWord(x))
		p.store(p.ch, at, dag.ChWord(x))
		at += p.row
	}
}

func (p *packed) unpackAncestors(at int, anc bitset.Matrix) {
	for x := range p.n {
		anc.Row(x)[0] = p.load(p.anc, at)
		at += p.row
	}
}

func (p *packed) packAncestors(at int, anc bitset.Matrix) {
	for x := range p.n {
		p.store(p.anc, at, anc.Word(x))
		at += p.row
	}
}

// ancestral is the set of u, v, the members of given, and all their ancestors.
func (p *packed) ancestral(at, u, v int, given uint64) uint64 {
	within := p.load(p.anc, at+u*p.row) | p.load(p.anc, at+v*p.row)
	for ; given != 0; given &= given - 1 {
		within |= p.load(p.anc, at+lowest(given)*p.row)
	}
	return within
}

// neighbours is Graph.neighboursWord.
func (p *packed) neighbours(at, x int, within uint64) uint64 {
	children := p.load(p.ch, at+x*p.row) & within
	row := p.load(p.pa, at+x*p.row) | children
	for ; children != 0; children &= children - 1 {
		row |= p.load(p.pa, at+lowest(children)*p.row)
	}
	return row &^ bit(x)
}

// paWord is the set of x's parents in a graph of up to 64 nodes.
func (g *Graph) paWord(x int) uint64 {
	if p := g.packed; p != nil {
		return p.load(p.pa, g.at+x*p.row)
	}
	return g.dag.PaWord(x)
}

// chWord is the set of x's children.
func (g *Graph) chWord(x int) uint64 {
	if p := g.packed; p != nil {
		return p.load(p.ch, g.at+x*p.row)
	}
	return g.dag.ChWord(x)
}

// ancWord is the set of x and its ancestors.
func (g *Graph) ancWord(x int) uint64 {
	if p := g.packed; p != nil {
		return p.load(p.anc, g.at+x*p.row)
	}
	return g.anc.Word(x)
}

func (g *Graph) setAncestors(x int, anc uint64) {
	if p := g.packed; p != nil {
		p.store(p.anc, g.at+x*p.row, anc)
		return
	}
	g.anc.Row(x)[0] = anc
}

// remove removes the arc u → v.
func (p *packed) remove(at, u, v int) {
	toV, fromU := at+v*p.row, at+u*p.row
	p.store(p.pa, toV, p.load(p.pa, toV)&^bit(u))
	p.store(p.ch, fromU, p.load(p.ch, fromU)&^bit(v))
}
