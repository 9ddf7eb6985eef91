package consensus

import (
	"context"
	"slices"

	"github.com/mcbnc/mcbnc/core/bitset"
)

// families holds, for each node v, what is known of the edges of its family
// together. All of these u → v have S = pa(v) \ {u}: with u and v, always the same
// set, v's family. One search from v in a DAG finds every u that it depends on
// there given the rest of the family; for all the others c_i is 0.
type families struct {
	members  bitset.Matrix // row v: {v} ∪ pa(v)
	searched bitset.Matrix // row v, over DAGs: those whose search from v stands
	reached  []bitset.Set  // scratch: a set of nodes for each DAG asked
	dags     []int32       // scratch: the DAGs asked
	family   bitset.Set    // scratch
	lapsed   []bitset.Set  // scratch of each worker, over DAGs: those whose search no longer stands
	pruned   []Pruned      // what forgetBlock is about
	forgot   []bool        // of each node: forgetBlock took something back
	asked    bitset.Set    // scratch, over DAGs
	edgeOf   []int32       // scratch: the edge of a member of the family, or -1

	forgetBlock func(worker, block int) // bound once
}

func newFamilies(r *run) *families {
	n, dags := r.n, r.c.dags
	f := &families{
		members: bitset.NewMatrix(n, n), searched: bitset.NewMatrix(n, dags),
		dags: make([]int32, 0, dags), family: bitset.New(n), asked: bitset.New(dags), forgot: make([]bool, n),
		edgeOf: slices.Repeat([]int32{-1}, n),
	}
	for range r.team.Workers() {
		f.lapsed = append(f.lapsed, bitset.New(dags))
	}
	f.forgetBlock = r.forgetBlock
	reached := bitset.NewMatrix(dags, n)
	for i := range dags {
		f.reached = append(f.reached, reached.Row(i))
	}
	for v := range n {
		f.members.Row(v).Copy(r.class.Pa(v))
		f.members.Row(v).Add(v)
	}
	return f
}

// searchFamily has v searched in the DAGs that are not known and whose search does
// not stand. It says whether there were any.
func (r *run) searchFamily(ctx context.Context, v int, known bitset.Set) (bool, error) {
	f := r.f
	searched := f.searched.Row(v)
	f.dags = f.dags[:0]
	for i := range r.c.dags {
		if !known.Has(i) && !searched.Has(i) {
			f.dags = append(f.dags, int32(i))
		}
	}
	if len(f.dags) == 0 {
		return false, nil
	}
	r.counts.Searches += int64(len(f.dags))
	if err := r.in.Search(ctx, v, f.members.Row(v), f.dags, f.reached); err != nil {
		return false, err
	}
	for _, i := range f.dags {
		searched.Add(int(i))
	}
	r.learn(v)
	return true, nil
}

// learn takes over what the searches just made say of the edges into v: a cut of
// 0, which is what stood there already, unless v reached the edge's other end.
func (r *run) learn(v int) {
	f := r.f
	f.asked.Clear()
	for _, i := range f.dags {
		f.asked.Add(int(i))
	}
	for _, e := range r.c.groups[v] {
		r.c.known.Row(int(e)).Or(f.asked)
		f.edgeOf[r.c.list[e].u] = e
	}
	for k, i := range f.dags {
		for w, word := range f.reached[k] {
			for ; word != 0; word &= word - 1 {
				if e := int(f.edgeOf[bitset.Lowest(w, word)]); e >= 0 {
					r.c.known.Row(e).Remove(int(i))
					r.c.setCut(e, int(i), 1)
				}
			}
		}
	}
	for _, e := range r.c.groups[v] {
		f.edgeOf[r.c.list[e].u] = -1
		r.rekey(int(e))
	}
}

// nodesAtOnce is how many nodes forgetTouched looks at between two looks at what
// is left to do.
const nodesAtOnce = 16

// forgetTouched takes back the searches in the DAGs that were pruned, from every
// node whose family has a member that was touched there.
func (r *run) forgetTouched(pruned []Pruned) {
	r.f.pruned = pruned
	r.team.Do((r.n+nodesAtOnce-1)/nodesAtOnce, nodesAtOnce*len(pruned)*8, r.f.forgetBlock)
	for v := range r.n {
		if r.f.forgot[v] {
			r.f.forgot[v] = false
			r.rekeyFamily(v)
		}
	}
}

func (r *run) forgetBlock(worker, block int) {
	lapsed := r.f.lapsed[worker]
	for v := block * nodesAtOnce; v < min((block+1)*nodesAtOnce, r.n); v++ {
		members, searched := r.f.members.Row(v), r.f.searched.Row(v)
		lapsed.Clear()
		for k := range r.f.pruned {
			p := &r.f.pruned[k]
			if searched.Has(int(p.Dag)) && members.Intersects(p.Touched) {
				lapsed.Add(int(p.Dag))
			}
		}
		r.f.forgot[v] = r.forgetSearches(v, lapsed)
	}
}

// forgetSearches takes the lapsed DAGs' searches from v back, and what they said
// of each edge, and says whether there were any. Where no search stands nothing is
// known of the family's edges.
func (r *run) forgetSearches(v int, lapsed bitset.Set) bool {
	if !lapsed.Any() {
		return false
	}
	r.f.searched.Row(v).AndNot(lapsed)
	for _, e := range r.c.groups[v] {
		r.c.forgetCutsOf(int(e), lapsed)
	}
	return true
}

func (r *run) rekeyFamily(v int) {
	for _, e := range r.c.groups[v] {
		r.rekey(int(e))
	}
}

// refreshFamily brings v's family in line with the class; the edge gone has just
// been deleted. Searches stand in a DAG if the family only lost members that v did
// not reach in it:
//
// Let Y be these, and R the region that v reached; no edge joins R and Y. A node z
// that leaves the ancestral set with Y is an ancestor of Y, but of no member that
// is left. If z were in R, so would be the next node on its way down to Y: it is a
// neighbour of z, and no member, or z were above one. And so on, down to a node of Y
// itself, which is not in R. So no node of R leaves, and none next to R, which would
// have to be a member. What is in R and next to it, and the edges among these,
// marriages included (their child is next to R too), are what they were; every cut
// between v and one of its family is a matter of these.
func (r *run) refreshFamily(v, gone int) {
	members, now, lapsed := r.f.members.Row(v), r.f.family, r.f.lapsed[0]
	now.Copy(r.class.Pa(v))
	now.Add(v)
	if now.Equal(members) {
		return
	}
	lapsed.Clear()
	if now.SubsetOf(members) {
		members.AndNot(now)
		for y := members.Next(0); y >= 0; y = members.Next(y + 1) {
			r.addReached(v, y, gone, lapsed)
		}
	} else {
		lapsed.Fill(r.c.dags)
	}
	lapsed.And(r.f.searched.Row(v))
	members.Copy(now)
	if r.forgetSearches(v, lapsed) {
		r.rekeyFamily(v)
	}
}

// addReached adds to lapsed the DAGs in which v may have reached y, a parent it
// just lost.
func (r *run) addReached(v, y, gone int, lapsed bitset.Set) {
	e := r.c.edgeBetween(int32(v), int32(y))
	if e < 0 {
		e = gone
	}
	if cand := &r.c.list[e]; !cand.inFamily || int(cand.v) != v {
		lapsed.Fill(r.c.dags) // its cuts were of another S
		return
	}
	known := r.c.known.Row(e)
	for w, cutIn := range r.c.cutIn.Row(e) {
		lapsed[w] |= cutIn | ^known[w]
	}
}
