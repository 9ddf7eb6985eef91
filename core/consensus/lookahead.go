package consensus

import (
	"context"
	"github.com/mcbnc/mcbnc/core/consensus/internal/tournament"
	"slices"

	"github.com/mcbnc/mcbnc/core/bitset"
)

// What is made sharper at once where several workers share a run. What is learnt stands
// until a step touches it, and the edges next in line are soon asked about anyway: with
// 16 seats it costs 5 to 20 % more cuts to look ahead.
const (
	aheadSeats  = 16   // at most so many of the seats with the lowest keys, ...
	aheadEach   = 2    // ... or so many for each worker, if that is more
	aheadRounds = 8    // how often each of them is made sharper at most
	aheadDAGs   = 256  // of so many DAGs, a single question keeps all workers busy, ...
	aheadCost   = 1500 // ... and of fewer, where each takes long: DAGs times words of a set, squared
)

// ahead is what one look ahead is about.
type ahead struct {
	ctx   context.Context
	seats []int32
	heads []int32          // of their edges, each another one
	bar   tournament.Entry // a seat whose key is above that is left as it is
}

// looksAhead says whether the run does. Draws among ties depend on how the frontiers have
// been parted: so never with a lottery. What a cut costs goes by how many nodes are looked at,
// and by the words of each one's row: either grows with the nodes.
func (r *run) looksAhead() bool {
	words := bitset.Words(r.n)
	return r.shared && r.lottery == nil && r.c.dags < aheadDAGs && r.c.dags*words*words < aheadCost
}

// refine makes the key of edge e sharper, and where the run looks ahead those of the
// other seats with the lowest keys: each until it is above those that are left out, by
// one worker, so that they need not wait for each other.
func (r *run) refine(ctx context.Context, e int, how sharpness) error {
	if !r.looksAhead() {
		err := r.alone.sharpen(ctx, e, how)
		r.alone.note(r.seatOf(e))
		r.alone.seatChanged()
		return err
	}
	r.chooseSeats()
	r.ahead.ctx = ctx
	r.team.Do(len(r.ahead.seats), seatCost*r.c.dags, r.loops.ahead)
	for _, d := range r.desks {
		d.seatChanged()
		if d.err != nil {
			return d.err
		}
	}
	return nil
}

// chooseSeats chooses the seats with the lowest keys, but of edges with one head the first
// alone. What is learnt of one may be learnt of all these; and when one goes, so does most of
// what is known of the others.
func (r *run) chooseSeats() {
	a, most := &r.ahead, max(aheadSeats, aheadEach*len(r.desks))
	lowest := r.keys.Lowest(most+1, a.seats[:0])
	a.bar = tournament.Entry{Score: never}
	if len(lowest) > most {
		a.bar = r.keys.At(int(lowest[most]))
		lowest = lowest[:most]
	}
	a.seats, a.heads = lowest[:0], a.heads[:0]
	for _, seat := range lowest {
		if head := r.c.list[r.edgeAt(int(seat))].v; !slices.Contains(a.heads, head) {
			a.seats, a.heads = append(a.seats, seat), append(a.heads, head)
		}
	}
}

// seatCost is about what it takes to make a seat sharper, in nanoseconds for each DAG.
const seatCost = 300

// lookAhead makes the k-th of the seats sharper.
func (d *desk) lookAhead(k int) {
	a := &d.ahead
	seat := int(a.seats[k])
	for range aheadRounds {
		now := d.contenderAt(seat)
		if d.err != nil || !now.Before(&a.bar) {
			break
		}
		e := d.edgeAt(seat)
		how := d.pose(e)
		if how == exact {
			break
		}
		d.err = d.sharpen(a.ctx, e, how)
	}
	d.note(seat)
}
