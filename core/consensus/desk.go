package consensus

import (
	"context"
	"github.com/mcbnc/mcbnc/core/consensus/internal/tournament"

	"github.com/mcbnc/mcbnc/core/bitset"
)

// desk is where one worker makes keys sharper, with scratch of its own. What it writes of
// the run is one edge's, or one family's: so desks may be at work at once on different seats.
type desk struct {
	*run
	number   int // towards the inputs; Alone: no other is at work meanwhile
	question question
	counts   Counts
	err      error

	given, removed, probe bitset.Set
	must, gone, added     bitset.Set    // see adapt
	asked                 bitset.Set    // over DAGs
	sizes                 []uint16      // of each DAG
	reached               bitset.Matrix // row i, of DAG i: see poseHead
	known                 bitset.Set    // over DAGs: see knownOf
	above                 bitset.Set    // over DAGs: see findAbove
	hit                   bitset.Set    // over DAGs
	differ                []int32       // DAGs: see decisive
	causes                []Cause

	base    bitset.Set         // of update: a set of nodes
	changed []tournament.Entry // the seats whose key is another one, as it was noted
}

func newDesk(r *run, number int) *desk {
	nodes, over := bitset.NewMatrix(7, r.n), bitset.NewMatrix(4, r.c.dags)
	return &desk{
		run: r, number: number,
		given: nodes.Row(0), removed: nodes.Row(1), probe: nodes.Row(2),
		must: nodes.Row(3), gone: nodes.Row(4), added: nodes.Row(5), base: nodes.Row(6),
		asked: over.Row(0), known: over.Row(1), above: over.Row(2), hit: over.Row(3),
		sizes: make([]uint16, r.c.dags), reached: bitset.NewMatrix(r.c.dags, r.n),
	}
}

// sharpen makes the key of edge e sharper, by what pose has said of it.
func (d *desk) sharpen(ctx context.Context, e int, how sharpness) error {
	if how == toSplit {
		return d.branch(ctx, e)
	}
	return d.answer(ctx)
}
