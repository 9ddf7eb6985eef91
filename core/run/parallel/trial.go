package parallel

import (
	"sync/atomic"
	"time"
)

// trial finds out whether members are of use. They are while there are processors for them. On a busy machine a member
// loses its processor in the middle of a piece, for which the caller then waits, and a member that spins takes a
// processor from the caller.
//
// So loops are shared in some phases, and run by the caller alone in others. The kind that did more work in a time is
// kept up, longer each time that it wins again, and a short phase of the other kind follows. Members sleep while the
// caller is alone. The time between loops does not count.
type trial struct {
	alone  bool          // the kind of this phase
	probe  bool          // this phase is a short one
	length time.Duration // of the last long phase
	spent  time.Duration // in loops of this phase
	cost   int           // of these loops, as given to Do
	kept   float64       // work in a time, in the last long phase
}

const (
	shortPhase  = time.Millisecond
	longPhase   = 8 * shortPhase // the first one, and the one after a change
	longestLong = 256 * shortPhase
)

// lastAlone is how a new team begins: as the last trial ended, since a run is often shorter than a trial.
var lastAlone atomic.Bool

// add takes a loop into account. It reports whether the kind changes.
func (t *trial) add(cost int, spent time.Duration) bool {
	t.cost += cost
	t.spent += spent
	ends := max(t.length, longPhase)
	if t.probe {
		ends = shortPhase
	}
	if t.spent < ends {
		return false
	}
	speed := float64(t.cost) / float64(t.spent)
	t.cost, t.spent = 0, 0
	if !t.probe {
		t.probe, t.alone, t.kept, t.length = true, !t.alone, speed, ends
		return true
	}
	t.probe = false
	wins := speed > t.kept
	if wins {
		t.length = longPhase
	} else {
		t.alone, t.length = !t.alone, min(2*t.length, longestLong)
	}
	lastAlone.Store(t.alone)
	return !wins
}
