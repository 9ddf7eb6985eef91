package consensus

import (
	"context"
	"slices"
)

// What is made sharper at once where several workers share a run. What is learnt stands
// until a step touches it, and the edges next in line are soon asked about anyway: with
// 16 seats it costs 5 to 10 % more cuts to look ahead.
const (
	aheadSeats  = 16  // at least so many of the seats with the lowest keys, ...
	aheadEach   = 2   // ... and so many for each worker
	aheadRounds = 8   // how often each of them is made sharper at most
	aheadDAGs   = 256 // of so many DAGs, a single question keeps all workers busy
)

// ahead is what one look ahead is about.
type ahead struct {
	ctx   context.Context
	seats []int32
	heads []int32   // headAt of each
	bar   contender // a seat whose key is above that is left as it is
}

// looksAhead says whether the run does. Draws among ties depend on how the frontiers have
// been parted: so never with a lottery.
func (r *run) looksAhead() bool { return r.shared && r.lottery == nil && r.c.dags < aheadDAGs }

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
	a, most := &r.ahead, max(aheadSeats, aheadEach*len(r.desks))
	a.ctx, a.seats, a.bar = ctx, r.keys.lowest(most+1, a.seats[:0]), contender{score: never}
	if len(a.seats) > most {
		a.bar = r.keys.at(int(a.seats[most]))
		a.seats = a.seats[:most]
	}
	a.heads = a.heads[:0]
	for _, seat := range a.seats {
		a.heads = append(a.heads, r.headAt(int(seat)))
	}
	r.team.Do(len(a.seats), seatCost*r.c.dags, r.loops.ahead)
	for _, d := range r.desks {
		d.seatChanged()
		if d.err != nil {
			return d.err
		}
	}
	return nil
}

// seatCost is about what it takes to make a seat sharper, in nanoseconds for each DAG.
const seatCost = 300

// lookAheadFrom makes the k-th of the seats sharper, unless an earlier one is an edge with
// the same head, and then the later ones with that head: they share what is learnt.
func (d *desk) lookAheadFrom(k int) {
	seats, heads := d.ahead.seats, d.ahead.heads
	head := heads[k]
	if head >= 0 && slices.Contains(heads[:k], head) {
		return
	}
	d.lookAhead(int(seats[k]))
	for j := k + 1; head >= 0 && j < len(seats); j++ {
		if heads[j] == head {
			d.lookAhead(int(seats[j]))
		}
	}
}

// lookAhead makes one of the seats sharper.
func (d *desk) lookAhead(seat int) {
	a := &d.ahead
	for range aheadRounds {
		now := d.contenderAt(seat)
		if d.err != nil || !now.before(&a.bar) {
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
