package treewidth

import "github.com/mcbnc/mcbnc/core/graphs/bitset"

// Widths finds the widths of min-fill triangulations, one after the other, in the same memory.
type Widths struct{ e *eliminator }

// NewWidths returns a Widths for graphs of n nodes.
func NewWidths(n int) *Widths {
	return &Widths{newEliminator(n, bitset.NewMatrix(n, n), MinFill)}
}

// MinFill is the width of Triangulate with MinFill, which it equals for every graph. If the width is
// more than most, MinFill may stop early and return any number above most.
func (w *Widths) MinFill(adjacency bitset.Matrix, most int) int {
	w.e.begin(adjacency)
	width := 0
	for x := w.lowest(); x >= 0 && width <= most; x = w.lowest() {
		width = max(width, w.e.eliminate(x))
	}
	return width
}

// lowest is the remaining node of least fill, the lowest among equals, or -1 if no node remains. Most
// graphs have a node of fill 0 at most times.
func (w *Widths) lowest() int {
	best, left := -1, w.e.left
	for x := left.Next(0); x >= 0; x = left.Next(x + 1) {
		if w.e.fill[x] == 0 {
			return x
		}
		if best < 0 || w.e.fill[x] < w.e.fill[best] {
			best = x
		}
	}
	return best
}
