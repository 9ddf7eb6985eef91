package local

import (
	"math/bits"

	"github.com/mcbnc/mcbnc/core/fuse/consensus"
	"github.com/mcbnc/mcbnc/core/fuse/lanes"
	"github.com/mcbnc/mcbnc/core/graphs/bitset"
)

// prune is Inputs.Prune. The arcs are removed at the end: until then meanwhile may ask about other lanes of the same words.
func (m *many) prune(
	u, v int, s bitset.Set, dags []int32, marks consensus.Marks, meanwhile func(),
) []consensus.CutEdge {
	parts := blocksOf(dags)
	l := &m.in.loops
	l.reserveCuts(len(dags))
	removals := make([][]lanes.Removal, len(m.spaces)) // of each worker
	m.in.team.Do(1+len(parts), pruneCost*lanes.Width*m.in.cutCost()/cheaper, func(worker, turn int) {
		if turn == 0 {
			meanwhile()
			return
		}
		p, w := parts[turn-1], m.spaces[worker]
		edges := w.CutNearest(p.block, u, v, s[0], p.asked)
		p.fill(marks.Disturbed, w.Disturbed(p.block, edges, p.asked))
		p.fill(marks.Touched, w.Touched(p.block, edges, p.asked))
		p.list(edges, l.cuts)
		removals[worker] = m.graphs.AppendRemovals(p.block, edges, removals[worker])
	})
	for _, list := range removals {
		m.graphs.Remove(list)
	}
	return l.kept.Join(l.cuts[:len(dags)])
}

// blockPart are the lanes of a block that are among some DAGs, which begin with the first-th of these.
type blockPart struct {
	block, first int
	asked        uint64
}

func blocksOf(dags []int32) (parts []blockPart) {
	for k, dag := range dags {
		b, lane := int(dag)/lanes.Width, dag%lanes.Width
		if last := len(parts) - 1; last < 0 || parts[last].block != b {
			parts = append(parts, blockPart{b, k, 0})
		}
		parts[len(parts)-1].asked |= 1 << lane
	}
	return parts
}

// fill gives the row of each DAG the nodes of its lane.
func (p *blockPart) fill(rows bitset.Matrix, nodes *[lanes.Width]uint64) {
	k := p.first
	for left := p.asked; left != 0; left &= left - 1 {
		rows.Row(k)[0] = nodes[bits.TrailingZeros64(left)]
		k++
	}
}

// list collects for each DAG, in its place among cuts, which of the edges it removes.
func (p *blockPart) list(edges []lanes.Edge, cuts [][]consensus.CutEdge) {
	for k := range bits.OnesCount64(p.asked) {
		cuts[p.first+k] = cuts[p.first+k][:0]
	}
	for _, e := range edges {
		for in := e.Lanes; in != 0; in &= in - 1 {
			lane := bits.TrailingZeros64(in)
			k := p.first + bits.OnesCount64(p.asked&(1<<lane-1))
			cuts[k] = append(cuts[k], consensus.CutEdge{
				Dag: int32(p.block*lanes.Width + lane), From: int32(e.From), To: int32(e.To), Arc: e.Arc,
			})
		}
	}
}
