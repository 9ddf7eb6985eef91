package consensus

import (
	"math"

	"github.com/mcbnc/mcbnc/core/consensus/internal/tournament"
)

const (
	// never is the key of what offers no deletion.
	never = tournament.NoKey
	// early is what the keys of forbidden edges are less than their scores: more than
	// any score, so that these edges come before all others, by their scores.
	early = math.MaxInt64
)

// The seats of the tournament of keys: a family v's is v, a loose edge e's n + e.

// rekey is called when what is known of edge e has changed.
func (r *run) rekey(e int) {
	r.c.list[e].h.pick()
	if seat := r.seatOf(e); seat < r.n {
		r.spoil(seat)
	} else {
		r.seat(seat)
	}
}

// unseat is called when edge e has left a group.
func (r *run) unseat(e, group int) {
	if group < r.n {
		r.spoil(group)
		return
	}
	r.keys.Set(tournament.Entry{Score: never, Slot: int32(r.n + e)})
}

// spoil says that the best edge of v's family must be found again.
func (r *run) spoil(v int) {
	if !r.f.spoilt[v] {
		r.f.spoilt[v] = true
		r.f.toFind = append(r.f.toFind, int32(v))
	}
}

// lowest is the edge with the lowest key, or -1.
func (r *run) lowest() int {
	each := len(r.c.list) / r.n * 4 // nanoseconds, about
	r.team.Do(len(r.f.toFind), each, r.loops.find)
	for _, v := range r.f.toFind {
		r.f.spoilt[v] = false
		r.seat(int(v))
	}
	r.f.toFind = r.f.toFind[:0]
	if seat := r.keys.Min(); seat >= 0 {
		return r.edgeAt(seat)
	}
	return -1
}

// findBest finds the best edge of a family.
func (r *run) findBest(v int) {
	best := int32(-1)
	for _, e := range r.c.groups[v] {
		if best < 0 || r.c.before(e, best) {
			best = e
		}
	}
	r.f.best[v] = best
}

// seat gives a seat its key.
func (r *run) seat(seat int) {
	r.keys.Set(r.contenderAt(seat))
}

// note keeps the key that a seat is to have, until seatChanged: who gives the seats their
// keys need not look for what a desk has written, wherever that is.
func (d *desk) note(seat int) { d.changed = append(d.changed, d.contenderAt(seat)) }

// seatChanged gives the seats that were noted at this desk their keys, the last one noted.
func (d *desk) seatChanged() {
	for _, c := range d.changed {
		d.keys.Set(c)
	}
	d.changed = d.changed[:0]
}

// contenderAt is a seat with the key that it is to have.
func (r *run) contenderAt(seat int) tournament.Entry {
	e := r.edgeAt(seat)
	if e < 0 {
		return tournament.Entry{Score: never, Slot: int32(seat)}
	}
	cand := &r.c.list[e]
	return tournament.Entry{Score: r.key(e), Tie: uint64(cand.u)<<32 | uint64(cand.v), Slot: int32(seat)}
}

// seatOf is the seat of edge e, which is not gone.
func (r *run) seatOf(e int) int {
	if group := int(r.c.group[e]); group < r.n {
		return group
	}
	return r.n + e
}

// edgeAt is the edge that a seat stands for, or -1 for a family without any.
func (r *run) edgeAt(seat int) int {
	if seat < r.n {
		return int(r.f.best[seat])
	}
	return seat - r.n
}

// key is the lowest score that a deletion of e can still have; for a forbidden edge
// that less early.
func (r *run) key(e int) int64 {
	cand := &r.c.list[e]
	score := r.c.sum[e]
	switch {
	case r.c.group[e] < 0 || cand.rule == required: // it is gone, or stays
		return never
	case cand.h != nil && cand.h.best < 0:
		return never
	case cand.h != nil:
		score = cand.h.nodes[cand.h.best].sum
	}
	if cand.rule == forbidden {
		return score - early
	}
	return score
}
