package consensus

import "github.com/mcbnc/mcbnc/core/graphs/bitset"

// families holds, for each node v, what is known of the edges of v's family together. All
// of these u → v have S = pa(v) \ {u}. With u and v this is always the same set, v's family.
// One search from v in a DAG finds every u on which v depends there given the rest of the
// family. For all others c_i is 0.
type families struct {
	table       *edges
	queue       *queue
	members     bitset.Matrix // row v, of nodes: {v} ∪ pa(v)
	memberOf    memberships
	searched    bitset.Matrix // row v, of DAGs: those whose search from v stands
	reachedSets               // what the searches found

	now, lost, reach bitset.Set // of nodes: scratch of refresh
	lapsed           bitset.Set // of DAGs: the same
	entered          bitset.Set // of DAGs: scratch of enter
}

func newFamilies(t *edges, s *queue) *families {
	n, dags := t.n, t.dags
	nodes := bitset.NewMatrix(3, n)
	f := &families{
		table: t, queue: s,
		members: bitset.NewMatrix(n, n), memberOf: newMemberships(n, t.wide),
		searched: bitset.NewMatrix(n, dags), reachedSets: newReachedSets(n, dags, t.wide),
		now: nodes.Row(0), lost: nodes.Row(1), reach: nodes.Row(2), lapsed: bitset.New(dags), entered: bitset.New(dags),
	}
	for v := range n {
		pa := t.class.Pa(v)
		f.members.Row(v).Copy(pa)
		f.members.Row(v).Add(v)
		f.memberOf.add(v, v)
		for u := pa.Next(0); u >= 0; u = pa.Next(u + 1) {
			f.memberOf.add(u, v)
		}
	}
	return f
}

// record stores what a search shows of the edges into v. The cut of an edge is 0 where v
// did not reach its other end, which is what stood there already. Where v did, the cut is 1
// or more. tails is scratch.
func (f *families) record(q *ReachQuery, tails bitset.Set) {
	t := f.table
	f.searched.Row(q.V).Or(q.Dags)
	f.put(q.V, q.Dags, q.Reached)
	tails.Clear()
	for _, e := range t.groups[q.V] {
		tails.Add(int(t.list[e].u))
	}
	for i := q.Dags.Next(0); i >= 0; i = q.Dags.Next(i + 1) {
		for w, word := range q.Reached.Row(i) {
			for word &= tails[w]; word != 0; word &= word - 1 {
				e := t.between(q.V, bitset.Lowest(w, word))
				t.known.Row(e).Remove(i)
				t.setCut(e, i, 1)
			}
		}
	}
}

// known fills set with the DAGs in which the cut of e is known. For an edge of a family it is known
// where a search stands and gives 0, or where a search stands and the cut was asked for after it.
func (f *families) known(e int, set bitset.Set) {
	t := f.table
	set.Copy(t.known.Row(e))
	if !t.list[e].inFamily {
		return
	}
	joined, nonZero, searched := t.joined.Row(e), t.nonZero.Row(e), f.searched.Row(int(t.list[e].v))
	for w := range set {
		if t.capOne { // 1 or more is 1
			set[w] = searched[w] | joined[w]
		} else {
			set[w] = searched[w] & (set[w] | ^nonZero[w])
		}
	}
}

// disturbed reports whether the region of the search from v in a DAG has a node of set. A family that has grown since has
// no search that stands, and members that it has lost were not reached. Runs that are not wide ask so.
func (f *families) disturbed(v, dag int, set bitset.Set) bool {
	if set.Has(v) {
		return true
	}
	members := f.members.Row(v)
	for w, word := range f.reachedFrom(v, dag, nil) {
		if word&^members[w]&set[w] != 0 {
			return true
		}
	}
	return false
}

// inRegion reports whether the region of the search from v in a DAG has x.
func (f *families) inRegion(v, dag, x int) bool {
	return x == v || f.hasReached(v, dag, x) && !f.members.Row(v).Has(x)
}

// forgetSearch drops the search from v in a DAG, and what it showed of the edges of v's family. It reports whether the best
// of these has another key now. The cuts of edges whose end v did not reach were 0, and cuts only become smaller. An empty
// family has no best edge until that is found again. reach is scratch.
func (f *families) forgetSearch(v, dag int, reach bitset.Set) (changed bool) {
	t := f.table
	f.searched.Row(v).Remove(dag)
	best, members := f.queue.best[v], f.members.Row(v)
	for w, word := range f.reachedFrom(v, dag, reach) {
		for word &= members[w]; word != 0; word &= word - 1 {
			e := t.inFamily(v, bitset.Lowest(w, word))
			if e < 0 {
				continue
			}
			t.forgetCut(e, dag)
			if e := int32(e); best < 0 || e == best || t.before(e, best) {
				best, changed = e, true
			}
		}
	}
	f.queue.best[v] = best
	return changed
}

// enter applies the searches from v that stand to edge e, which has just joined v's family. Its
// tail u was a member before.
func (f *families) enter(e int) {
	t := f.table
	u, v := int(t.list[e].u), int(t.list[e].v)
	in := f.entered
	in.Clear()
	f.reachedSets.addReached(v, u, f.searched.Row(v), in)
	for i := in.Next(0); i >= 0; i = in.Next(i + 1) {
		t.setCut(e, i, 1)
	}
}

// refresh brings v's family in line with the class, after a step deleted an edge. It appends
// the edges that have left the family to left.
//
// Searches stand in a DAG if the family only lost members that v did not reach in it.
//
// Proof. Let Y be these members, and R the region that v reached. No edge of the moral graph
// joins R and Y, since Y is in the family and was not reached. A node z that leaves the
// ancestral set with Y is an ancestor of Y, but of no member that is left. Suppose z is in R.
// The next node on z's way down to Y is a neighbour of z. It is no member that is left, or z
// were an ancestor of one. It is not in Y, since no edge joins R and Y. So it is in R. By
// the same argument the next node is in R, and so on down to a node of Y itself: a
// contradiction. So no node of R leaves. No node next to R leaves either: it would have to
// be a member, and members next to R were reached. Hence the nodes of R and next to R are
// what they were. So are the edges among these, marriages included, since the child of a
// marriage is next to R too. Every cut between v and a member is a matter of these nodes and
// edges alone.
func (f *families) refresh(v int, deleted *deletion, left []int32) []int32 {
	t := f.table
	members, now, lost := f.members.Row(v), f.now, f.lost
	now.Copy(t.class.Pa(v))
	now.Add(v)
	if now.Equal(members) {
		return left
	}
	grown := !now.SubsetOf(members)
	lost.Copy(members)
	lost.AndNot(now)
	members.Copy(now)
	lapsed := f.lapsed
	lapsed.Clear()
	for y := lost.Next(0); y >= 0; y = lost.Next(y + 1) {
		f.memberOf.remove(y, v)
		e, group := deleted.edge, deleted.group
		if still := t.between(v, y); still >= 0 {
			left = append(left, int32(still))
			e, group = still, int(t.group[still])
		}
		f.addReached(v, y, e, group, lapsed)
	}
	if grown {
		lapsed.Fill(t.dags)
		for y := now.Next(0); y >= 0; y = now.Next(y + 1) {
			f.memberOf.add(y, v)
		}
	}
	lapsed.And(f.searched.Row(v))
	for i := lapsed.Next(0); i >= 0; i = lapsed.Next(i + 1) {
		if f.forgetSearch(v, i, f.reach) {
			f.queue.markStale(v)
		}
	}
	return left
}

// addReached adds to in, a set of DAGs, those with a search from v that stands and that has
// reached y. e is the edge that joins the two, group its group before this step. If that is
// v's family, these are the DAGs in which e's cut is not 0.
func (f *families) addReached(v, y, e, group int, in bitset.Set) {
	if group == v {
		in.Or(f.table.nonZero.Row(e))
		return
	}
	f.reachedSets.addReached(v, y, f.searched.Row(v), in)
}
