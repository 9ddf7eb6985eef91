package consensus

// Shared root bounds. A node v with neighbours has no family: each of its edges u → v has
// NA(v, u) = ne(v), as in every CPDAG. But the searches of these edges begin alike: one
// search from v in a DAG finds every u whose first bound is not 0 there. See hsearch.AtRoot.

// atRoot reports whether a search from e's head is about e's search over H.
func (w *worker) atRoot(e int) bool {
	edge := &w.table.list[e]
	return !edge.undirected && edge.search != nil && edge.search.AtRoot()
}

// askAboutRoots asks for searches from e's head, if e's search is at its root, in those of the
// solver's DAGs in which the bound may be 0. It reports whether there are any.
func (w *worker) askAboutRoots(e int) bool {
	v := int(w.table.list[e].v)
	if !w.atRoot(e) || w.table.class.Pa(v).Count() == 1 { // a cut shows more about one edge
		return false
	}
	if !w.table.list[e].search.RootZeros(w.solver.Question.Dags, w.zeros) {
		return false
	}
	w.given.Copy(w.table.class.Pa(v))
	w.removed.Copy(w.given)
	w.removed.Or(w.table.class.Ne(v))
	q := &w.question
	q.about, q.edge = aboutRoots, e
	q.reach = ReachQuery{V: v, Given: w.given, Family: w.removed, Dags: w.zeros, Reached: w.reached}
	return true
}

// recordRoots stores what searches from v show of the roots of all edges into v.
func (w *worker) recordRoots(q *ReachQuery) {
	pa := w.table.class.Pa(q.V)
	for u := pa.Next(0); u >= 0; u = pa.Next(u + 1) {
		e := w.table.between(q.V, u)
		if !w.atRoot(e) {
			continue
		}
		if raised := w.solver.RecordReach(w.table.list[e].search, q.Dags, q.Reached); raised.Any() {
			w.table.raised.Row(e).Or(raised) // a bound of 0 implies that u and v are not adjacent
			w.note(w.queue.of(e))
		}
	}
}
