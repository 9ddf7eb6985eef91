package lanes

// IMaps calls f for each arc p → v that the minimal I-maps along order have in some lanes of a block. Then p precedes v. And in
// the moral graph of the ancestral set of v and its predecessors, a path from v to p has no inner node among these.
func (w *Workspace) IMaps(b int, order []int32, f func(p, v int, lanes uint64)) {
	all, before := w.g.Lanes(b), uint64(0)
	block := w.begin(b, 0, all)
	for _, v32 := range order {
		v := int(v32)
		w.addAncestors(w.g, block, bit(v), all)
		w.search(w.g, block, v, before, all)
		for parents := before; parents != 0; parents &= parents - 1 {
			p := lowest(parents)
			if lanes := w.reached[p]; lanes != 0 {
				f(p, v, lanes)
			}
		}
		before |= bit(v)
	}
}
