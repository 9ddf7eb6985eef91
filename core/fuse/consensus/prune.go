package consensus

import (
	"math/bits"
	"slices"

	"github.com/mcbnc/mcbnc/core/graphs/bitset"
)

// pruning is what a step has the inputs remove, and what follows from that for the cuts that
// are known.
type pruning struct {
	*run
	dags     []int32
	pruned   bitset.Set      // of DAGs: those of dags
	arcHeads []bitset.Folded // the k-th: the heads of the arcs that it loses; nil unless Frugal
	marks    Marks           // what has changed in them
	members  bitset.Matrix   // row k, of nodes: the v whose family has a touched member, in the k-th of them
	heads    bitset.Set      // of nodes: heads of ungrouped edges that may be touched, in any of them
	touched  bitset.Set      // of nodes: those touched in any of them; scratch of findHeads
	few      [][]int32       // the k-th list: the disturbed nodes of the k-th; nil where a row is read sooner than a list
	part     func(worker, part int)
}

func newPruning(r *run) *pruning {
	n, dags := r.table.n, r.table.dags
	p := &pruning{
		run: r, pruned: bitset.New(dags), marks: NewMarks(dags, n),
		members: bitset.NewMatrix(dags, n), heads: bitset.New(n), touched: bitset.New(n),
	}
	if r.problem.Frugal {
		p.arcHeads = make([]bitset.Folded, dags)
	}
	if bitset.Words(n) >= longRow || r.table.wide {
		p.few = make([][]int32, dags)
	}
	p.part = p.forgetBlock
	return p
}

// begin notes which DAGs will be pruned: those whose cut is not 0, if inputs are pruned at all.
func (p *pruning) begin(cuts []uint16) {
	p.dags = p.dags[:0]
	p.pruned.Clear()
	for i, cut := range cuts {
		if cut > 0 && !p.opt.Unpruned {
			p.dags = append(p.dags, int32(i))
			p.pruned.Add(i)
		}
	}
}

// forget follows the pruning. It forgets every cut that may be another one by now.
//
// Such a cut has a touched node in its ancestral set. A touched node is an ancestor of
// {u, v} ∪ S only if a member of {u, v} ∪ S is touched itself, since all descendants of a
// removed arc's head are touched. Of the cuts with a touched member, two kinds stand: those that
// are at the bound by adjacency, since cuts only become smaller; and those of a family with its
// search, if the region of the search is not disturbed.
func (p *pruning) forget(cut []CutEdge) {
	if len(cut) == 0 {
		return
	}
	for k := range cut {
		if cut[k].Arc {
			p.separate(&cut[k])
		}
	}
	if p.problem.Frugal {
		p.findArcHeads(cut)
	}
	p.findHeads()
	blocks := (p.table.n + blockSize - 1) / blockSize
	edges := p.heads.Count() * p.table.ungroupedEdges / p.table.n // with these heads, roughly
	p.team.Do(blocks, familiesCost*len(p.dags)+ungroupedCost*edges/blocks, p.part)
	for _, w := range p.workers {
		w.publish()
	}
}

func (p *pruning) findArcHeads(cut []CutEdge) {
	clear(p.arcHeads[:len(p.dags)])
	at := 0 // of the cut's DAG among dags
	for k := range cut {
		for p.dags[at] != cut[k].Dag {
			at++
		}
		if cut[k].Arc {
			p.arcHeads[at].Add(int(cut[k].To))
		}
	}
}

// separate takes back that two nodes are adjacent in the DAG that has removed their arc.
func (p *pruning) separate(a *CutEdge) {
	t := p.table
	if e := t.between(int(a.From), int(a.To)); e >= 0 {
		t.joined.Row(e).Remove(int(a.Dag))
		t.raised.Row(e).Add(int(a.Dag)) // by now its bound is above the bound by adjacency
		t.forgetCut(e, int(a.Dag))      // even a cut never asked for: its bound was that the nodes are adjacent
		p.queue.update(e)
	}
}

// findHeads finds where the blocks have to look. All of the span of an ungrouped edge with
// head v is v itself, its parents and its neighbours.
func (p *pruning) findHeads() {
	memberOf, class, heads := p.families.memberOf.rows, p.class, p.heads
	heads.Clear()
	p.touched.Clear()
	for k := range p.dags {
		touched, members := p.marks.Touched.Row(k), p.members.Row(k)
		members.Clear()
		if p.table.wide {
			p.findHeadsOf(touched, members)
		} else {
			for w, word := range touched {
				p.touched[w] |= word
				for ; word != 0; word &= word - 1 {
					members.Or(memberOf.Row(bitset.Lowest(w, word)))
				}
			}
			heads.Or(members)
		}
		if p.few != nil {
			p.few[k] = p.marks.Disturbed.Row(k).Append(p.few[k][:0])
		}
	}
	for x := range p.touched.All() {
		heads.Or(class.Ne(x))
	}
}

// findHeadsOf is findHeads about the touched nodes of one DAG in a wide run.
func (p *pruning) findHeadsOf(touched, members bitset.Set) {
	ends := p.table.ends
	for w, word := range touched {
		for ; word != 0; word &= word - 1 {
			x := bitset.Lowest(w, word)
			for _, v := range p.families.memberOf.lists[x] {
				members.Add(int(v))
			}
			if ends.Has(x) {
				p.heads.Or(p.class.Ne(x))
			}
		}
	}
	for w, end := range ends {
		p.heads[w] = (p.heads[w] | members[w]) & end
	}
}

// longRow is the number of words from which a list of the few disturbed nodes is read sooner than a row.
const longRow = 16

// disturbs reports whether the k-th of the pruned DAGs, dag, has a disturbed node in the region of the search from v.
func (p *pruning) disturbs(k, v, dag int) bool {
	f := p.families
	if p.few == nil {
		return f.disturbed(v, dag, p.marks.Disturbed.Row(k))
	}
	return slices.ContainsFunc(p.few[k], func(x int32) bool { return f.inRegion(v, dag, int(x)) })
}

// Costs in nanoseconds, roughly: of the families of a block for each pruned DAG, and of each
// ungrouped edge with one of the heads.
const (
	familiesCost  = 50
	ungroupedCost = 10
)

// blockSize is the number of nodes in a block, which one worker looks at: a part of a word of
// a set.
const blockSize = 16

// blockOf is the part of a set of nodes in the block that begins with first.
func blockOf(set bitset.Set, first int) uint64 {
	return set[first>>6] >> (first & 63) & (1<<blockSize - 1)
}

// forgetBlock forgets what is known of the families of one block of nodes, and of the
// ungrouped edges whose heads these are.
func (p *pruning) forgetBlock(worker, block int) {
	w, first := p.workers[worker], block*blockSize
	p.forgetFamilies(first, w)
	for heads := blockOf(p.heads, first); heads != 0; heads &= heads - 1 {
		p.forgetUngroupedInto(first+bits.TrailingZeros64(heads), w)
	}
}

// forgetFamilies takes back the searches from the nodes of the block that begins with first,
// in each pruned DAG in which the family has a touched member and the region of the search is
// disturbed.
func (p *pruning) forgetFamilies(first int, w *worker) {
	f, changed := p.families, uint64(0)
	for k, dag32 := range p.dags {
		dag := int(dag32)
		for hit := blockOf(p.members.Row(k), first); hit != 0; hit &= hit - 1 {
			at := bits.TrailingZeros64(hit)
			v := first + at
			stale := f.searched.Row(v).Has(dag) && p.disturbs(k, v, dag)
			if stale && f.forgetSearch(v, dag, w.base) {
				changed |= 1 << at
			}
		}
	}
	for ; changed != 0; changed &= changed - 1 {
		w.note(first + bits.TrailingZeros64(changed))
	}
}

func (p *pruning) forgetUngroupedInto(v int, w *worker) {
	others := p.table.ungrouped.Row(v)
	for u := others.Next(0); u >= 0; u = others.Next(u + 1) {
		if e := p.table.between(v, u); int(p.table.list[e].v) == v {
			p.forgetUngrouped(e, w)
		}
	}
}

func (p *pruning) forgetUngrouped(e int, w *worker) {
	t := p.table
	span, raised, changed := t.spanOf(e), t.raised.Row(e), false
	if !raised.Intersects(p.pruned) {
		return
	}
	for k, dag := range p.dags {
		if touched := p.marks.Touched.Row(k); raised.Has(int(dag)) && span.Intersects(touched) {
			p.forgetDAG(e, k, touched, w)
			changed = true
		}
	}
	if changed {
		if search := t.list[e].search; search != nil {
			search.FindBest()
		}
		w.note(t.n + e)
	}
}

// forgetDAG forgets what is known of an ungrouped edge in a DAG where its span is touched.
func (p *pruning) forgetDAG(e, k int, touched bitset.Set, w *worker) {
	t, dag := p.table, int(p.dags[k])
	least := adjacencyBound(t.joined.Row(e), dag)
	if *t.cutAt(e, dag) > least {
		t.forgetCut(e, dag)
	}
	search := t.list[e].search
	if search == nil {
		return
	}
	base := w.base
	base.Copy(t.spanOf(e)) // without NA: {u, v} ∪ P, in the ancestral set of every S
	base.AndNot(t.naOf(e))
	baseTouched := base.Intersects(touched)
	var heads *bitset.Folded // only frugal searches look at them
	if p.arcHeads != nil {
		heads = &p.arcHeads[k]
	}
	left := w.solver.Forget(search, dag, least, baseTouched, touched, heads)
	if baseTouched && !left {
		t.raised.Row(e).Remove(dag) // only the bound by adjacency is left
	}
}
