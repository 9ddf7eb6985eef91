package parallel

import "runtime"

// member works on one loop after the other until the team is closed. Between loops it spins, and
// then sleeps.
func (t *Team) member(worker int) {
	seen := uint64(0)
	for !t.closed.Load() {
		if loop := t.current.Load(); loop != seen {
			seen = loop
			if did := t.work(worker, loop); did > 0 {
				t.done.Add(uint64(did))
			}
		} else if !t.spin(seen) {
			t.asleep.Add(1)
			if t.current.Load() == seen {
				<-t.wake
			}
			t.asleep.Add(-1)
		}
	}
}

// spin waits for a loop other than seen. It returns true if there is one or the team is closed. It
// returns false if it has waited for spinRounds rounds, or the team is paused.
func (t *Team) spin(seen uint64) bool {
	for range spinRounds {
		for k := range spinsPerRound {
			if t.current.Load() != seen {
				return true
			}
			if k%spinsPerCheck > 0 {
				continue
			}
			if t.closed.Load() {
				return true
			}
			if t.paused.Load() {
				return false
			}
		}
		runtime.Gosched()
	}
	return false
}

// work takes the remaining pieces of the worker's own share of a loop, then those of the other
// shares, and calls f for their indices. It returns the number of pieces it took. A loop that has
// ended has no pieces left.
func (t *Team) work(worker int, loop uint64) (did int) {
	for k := range t.workers {
		owner := worker + k
		if owner >= t.workers {
			owner -= t.workers
		}
		for {
			piece := t.take(owner, loop, k > 0)
			if piece < 0 {
				break
			}
			t.run(worker, piece*t.n/count(loop), (piece+1)*t.n/count(loop))
			did++
		}
	}
	return did
}

// take takes a piece of a share. It returns -1 if no piece is left. A loop does not end before
// every piece that was taken is completed.
//
// If the share has the number of an earlier loop, no piece of this loop's share has been taken. If
// the share has the number of a later loop, this loop has ended. Loop numbers wrap around, so they
// are compared by the sign of their difference. The comparison is right because begin renews the
// number of every share before it falls behind by half of the range.
func (t *Team) take(owner int, loop uint64, fromBack bool) int {
	s := &t.shares[owner]
	for {
		left := s.left.Load()
		from, end := left&pieceMask, left>>pieceBits&pieceMask
		if ahead := int64(left&loopMask - loop&loopMask); ahead > 0 {
			return -1
		} else if ahead < 0 {
			from, end = uint64(owner*count(loop)/t.workers), uint64((owner+1)*count(loop)/t.workers)
		}
		if from == end {
			return -1
		}
		piece := from
		if fromBack {
			end--
			piece = end
		} else {
			from++
		}
		if s.left.CompareAndSwap(left, loop&loopMask|end<<pieceBits|from) {
			return int(piece)
		}
	}
}

// run calls f for the indices from..end-1. A panic of f is recorded, and the remaining indices are
// skipped.
func (t *Team) run(worker, from, end int) {
	defer func() {
		if v := recover(); v != nil {
			t.panic.CompareAndSwap(nil, asPanicError(v))
		}
	}()
	for i := from; i < end; i++ {
		t.f(worker, i)
	}
}
