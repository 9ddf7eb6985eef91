package consensus

import (
	"context"

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
	must, gone, added     bitset.Set // see adapt
	asked                 bitset.Set // over DAGs
	sizes                 []uint16   // of each DAG
	known                 bitset.Set // over DAGs: see knownOf
	above                 bitset.Set // over DAGs: see findAbove
	hit                   bitset.Set // over DAGs
	differ                []int32    // DAGs: see decisive
	rests                 []Rest

	base    bitset.Set // of update: a set of nodes
	changed []int32    // of update: seats whose key is another one
}

func newDesk(r *run, number int) *desk {
	set, overDAGs := func() bitset.Set { return bitset.New(r.n) }, func() bitset.Set { return bitset.New(r.c.dags) }
	return &desk{
		run: r, number: number,
		given: set(), removed: set(), probe: set(), must: set(), gone: set(), added: set(), base: set(),
		asked: overDAGs(), known: overDAGs(), above: overDAGs(), hit: overDAGs(),
		sizes: make([]uint16, r.c.dags),
	}
}

// sharpen makes the key of edge e sharper, by what sharpness says of it.
func (d *desk) sharpen(ctx context.Context, e int, how sharpness) error {
	if how == toSplit {
		return d.branch(ctx, e)
	}
	return d.ask(ctx, e)
}
