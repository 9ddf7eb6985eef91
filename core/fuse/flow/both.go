package flow

import "github.com/mcbnc/mcbnc/core/graphs/bitset"

// alone is how many rows a search from one end makes before the other end joins it: most searches end before.
const alone = 6

// augmentFromBoth is augment, in turn from s and from t. If there is no path, the search ends with the smaller of
// two sets: the nodes that a unit can reach from s, and those from which it can reach t.
func (w *wide) augmentFromBoth(s, t int) bool {
	found, i := w.forward(s, t, alone)
	if w.side = w.visited; found || i == len(w.queue) {
		return found
	}
	w.turnOver()
	w.ahead.Copy(w.last)
	w.back = w.last.Append(w.back[:0])
	for _, y := range w.back {
		w.to[y] = int32(t)
	}
	w.ahead.Add(t)
	for j := 0; i < len(w.queue) && j < len(w.back); i, j = i+1, j+1 {
		if y := w.spreadFrom(int(w.queue[i]), w.ahead); y >= 0 {
			w.sendOn(s, y, t)
			return true
		}
		if x := w.spreadTo(int(w.back[j])); x >= 0 {
			w.sendOn(s, x, t)
			return true
		}
	}
	if i < len(w.queue) {
		w.side = w.ahead
	}
	return false
}

// turnOver fills into, of the flow as it is.
func (w *wide) turnOver() {
	for _, y := range w.entered {
		w.into.Row(int(y)).Clear()
	}
	w.entered = w.entered[:0]
	for _, x := range w.dirty {
		row := w.used.Row(int(x))
		for y := row.Next(0); y >= 0; y = row.Next(y + 1) {
			w.into.Row(y).Add(int(x))
			w.entered = append(w.entered, int32(y))
		}
	}
}

// spreadFrom visits what a unit can reach from x. It ends at a node of goal, which it returns, or else -1.
func (w *wide) spreadFrom(x int, goal bitset.Set) int {
	return visit(x, w.row(x), w.used.Row(x), w.visited, goal, w.from, &w.queue)
}

// spreadTo puts ahead that from which a unit can reach y. It ends at a node that was visited, which it returns, or
// else -1.
func (w *wide) spreadTo(y int) int {
	return visit(y, w.row(y), w.into.Row(y), w.ahead, w.visited, w.to, &w.back)
}

// visit adds to seen the nodes of a row that are not taken, and puts them into the queue. It notes that it came to them
// by x. It ends at a node of goal, which it returns, or else -1.
func visit(x int, row, taken, seen, goal bitset.Set, by []int32, queue *[]int32) int {
	for k := range row {
		next := row[k] &^ taken[k] &^ seen[k]
		if at := next & goal[k]; at != 0 {
			y := bitset.Lowest(k, at)
			by[y] = int32(x)
			return y
		}
		seen[k] |= next
		for ; next != 0; next &= next - 1 {
			y := bitset.Lowest(k, next)
			by[y] = int32(x)
			*queue = append(*queue, int32(y))
		}
	}
	return -1
}

// sendOn pushes one unit along the path found: from s to at, and from there to t.
func (w *wide) sendOn(s, at, t int) {
	y := at
	for y != t {
		after := int(w.to[y])
		w.push(y, after)
		if after == t {
			w.last.Remove(y)
		}
		y = after
	}
	w.sendTo(s, at)
}
