package lanes

// Workspace is memory in which one goroutine at a time asks a block.
type Workspace struct {
	region
	g       *Graphs
	current []uint64 // the block that is asked
	removed uint64   // nodes that no path has
	made    uint64   // the nodes whose row is made

	// Of the moral graph and the flow in it, word x*N+y: the lanes in which x and y are joined; in which a unit flows from x to
	// y; in which the search has come to y from x.
	rows, used, from []uint64
	// The y for which the words of x in rows, in used, and the words x*N+y of from may not be 0.
	joined, usedTo, cameFrom [MaxNodes]uint64

	last  [MaxNodes]uint64 // of each node: the lanes in which one more unit can flow from it to the sink
	end   [MaxNodes]uint64 // of each of ends: the lanes in which a path found goes on to the sink
	ends  uint64
	sizes []uint64      // k: the lanes in which more than k units flow
	nodes [Width]uint64 // of each lane
	edges []Edge
}

func NewWorkspace(g *Graphs) *Workspace {
	cells := g.N * g.N
	words := make([]uint64, 3*cells)
	return &Workspace{g: g, rows: words[:cells], used: words[cells : 2*cells], from: words[2*cells:]}
}

// begin finds the ancestral set of members.
func (w *Workspace) begin(b int, members, asked uint64) []uint64 {
	clear(w.within[:w.g.N])
	w.current = w.g.block(b)
	w.addAncestors(w.g, w.current, members, asked)
	return w.current
}

// Cuts finds the sizes of the minimum cuts between u and v in the moral graph of the ancestral set of members, which has both,
// without the nodes removed, in the lanes asked of a block. A larger size than limit counts as limit. Word k of the result has
// the lanes whose size is more than k. It lasts until the next question.
func (w *Workspace) Cuts(b, u, v int, members, removed, asked uint64, limit int) []uint64 {
	w.begin(b, members, asked)
	w.maxFlow(u, v, removed, asked, limit)
	return w.sizes[:min(len(w.sizes), limit)]
}

// maxFlow finds a maximum flow from s to t in all lanes asked, or one of limit units.
func (w *Workspace) maxFlow(s, t int, removed, asked uint64, limit int) {
	w.removed, w.made, w.sizes = removed&^(bit(s)|bit(t)), 0, w.sizes[:0]
	clear(w.usedTo[:w.g.N])
	rowS, rowT := w.row(s), w.row(t)
	w.count(rowS[t] & asked)
	clear(w.last[:w.g.N])
	open := uint64(0) // the lanes in which the sink can take one more unit
	for ends := w.joined[t&63] &^ bit(s); ends != 0; ends &= ends - 1 {
		y := lowest(ends)
		into := rowT[y] & asked
		if both := into & rowS[y]; both != 0 {
			w.send(s, y, both)
			w.count(both)
			into &^= both
		}
		w.last[y] = into
		open |= into
	}
	for open != 0 {
		if limit <= len(w.sizes) {
			open &^= w.sizes[limit-1]
		}
		open = w.augment(s, t, open)
		w.count(open)
	}
}

// count notes that one more unit flows in some lanes.
func (w *Workspace) count(lanes uint64) {
	for k := range w.sizes {
		w.sizes[k], lanes = w.sizes[k]|lanes, w.sizes[k]&lanes
	}
	if lanes != 0 {
		w.sizes = append(w.sizes, lanes)
	}
}

// row has the lanes in which x is joined to each node.
func (w *Workspace) row(x int) []uint64 {
	n := w.g.N
	row := w.rows[x*n : (x+1)*n]
	if w.made&bit(x) != 0 {
		return row
	}
	w.made |= bit(x)
	clear(row)
	joined := uint64(0)
	for _, a := range w.g.pa[x] {
		row[a.node] = w.current[a.at]
		joined |= bit(int(a.node))
	}
	for _, a := range w.g.ch[x] {
		below := w.current[a.at] & w.within[a.node&63]
		if below == 0 {
			continue
		}
		row[a.node] |= below
		joined |= bit(int(a.node))
		for _, other := range w.g.pa[a.node] {
			row[other.node] |= below & w.current[other.at]
			joined |= bit(int(other.node))
		}
	}
	w.joined[x&63] = joined &^ bit(x) &^ w.removed
	return row
}

// augment sends one more unit from s to t in each of the lanes that have a path for it, and returns those. In the other ones
// reached has what a unit can reach from s.
func (w *Workspace) augment(s, t int, lanes uint64) (found uint64) {
	n := w.g.N
	clear(w.reached[:n])
	clear(w.cameFrom[:n])
	w.reached[s&63], w.waiting[s&63] = lanes, lanes
	w.ends = 0
	for todo := bit(s); todo != 0; {
		x, lanes := w.take(&todo)
		if lanes &^= found; lanes == 0 {
			continue
		}
		row, used, usedTo := w.row(x), w.used[x*n:(x+1)*n], w.usedTo[x]
		for others := w.joined[x] &^ bit(t); others != 0; others &= others - 1 {
			y := lowest(others)
			next := lanes & row[y] &^ w.reached[y]
			if usedTo&bit(y) != 0 {
				next &^= used[y]
			}
			if next == 0 {
				continue
			}
			w.reached[y] |= next
			add(&w.cameFrom[y], &w.from[y*n+x], x, next)
			if at := next & w.last[y]; at != 0 {
				add(&w.ends, &w.end[y], y, at)
				found |= at
				lanes &^= at
				next &^= at
			}
			w.waiting[y] |= next
			todo |= bit(y)
		}
	}
	if found != 0 {
		w.sendFound(s)
	}
	return found
}

// add adds lanes to a word, which is 0 unless set has k.
func add(set, word *uint64, k int, lanes uint64) {
	if *set&bit(k) == 0 {
		*set |= bit(k)
		*word = 0
	}
	*word |= lanes
}

// sendFound sends a unit along the paths from s that augment has found.
func (w *Workspace) sendFound(s int) {
	n, todo := w.g.N, w.ends
	for ends := w.ends; ends != 0; ends &= ends - 1 {
		y := lowest(ends)
		w.last[y] &^= w.end[y]
		w.waiting[y] = w.end[y]
	}
	for todo != 0 {
		y, lanes := w.take(&todo)
		for before := w.cameFrom[y]; before != 0; before &= before - 1 {
			x := lowest(before)
			here := lanes & w.from[y*n+x]
			if here == 0 {
				continue
			}
			w.send(x, y, here)
			if x != s {
				w.waiting[x] |= here
				todo |= bit(x)
			}
		}
	}
}

// send lets a unit flow from x to y in some lanes, or lets none flow back where one does.
func (w *Workspace) send(x, y int, lanes uint64) {
	n := w.g.N
	if w.usedTo[y&63]&bit(x) != 0 {
		back := w.used[y*n+x] & lanes
		w.used[y*n+x] &^= back
		if lanes &^= back; lanes == 0 {
			return
		}
	}
	add(&w.usedTo[x&63], &w.used[x*n+y], y, lanes)
}
