package parallel

import (
	"runtime"
	"sync/atomic"
)

// Team keeps goroutines ready for many short loops, one after the other. Where For
// starts goroutines each time, which takes longer than a loop of some microseconds
// lasts, a Team's members wait by spinning for a while before they go to sleep.
//
// Each worker begins with its own share of the indices, the same one in every loop of
// that length, and then takes from what the others have left: so what belongs to an
// index mostly stays in one core's cache.
//
// One goroutine at a time may call Do. A nil Team, and one of a single worker, has
// no goroutines and runs everything in its caller's.
type Team struct {
	workers  int
	started  bool // this, and the next two, by the one goroutine that calls Do
	paused   bool
	unshared int // nanoseconds of loops worth sharing while all members slept
	f        func(worker, i int)
	grain    atomic.Uint64 // how many indices are taken at once
	shares   []share
	panic    atomic.Pointer[PanicError]
	wake     chan struct{}
	quit     atomic.Bool
	asleep   atomic.Int32
	_        line
	loops    atomic.Uint64 // begun so far: what members look at while they spin
	_        line
	done     atomic.Int64 // indices of the loop at hand that are finished
	_        line
}

// share is what is left of one worker's share: the first index of it, and, in the
// upper half, the end. Its worker takes from the front, the others from the back.
type share struct {
	left atomic.Uint64
	_    line
}

// line keeps what different cores write from lying in one line of their caches.
type line [64]byte

const (
	half       = 32
	lower      = 1<<half - 1
	spins      = 1_000_000 // about a millisecond: the members of a run stay awake
	takesEach  = 4         // pieces a share is taken in: enough to even out, few enough to cost little
	spinsAsked = 128       // between two looks at whether the team has quit
)

// NewTeam returns a team of so many workers, the caller of Do among them. Its
// goroutines start with the first Do; Close ends them.
func NewTeam(workers int) *Team {
	workers = max(workers, 1)
	return &Team{workers: workers, wake: make(chan struct{}, workers), shares: make([]share, workers)}
}

// Workers is how many workers there are, numbered from 0.
func (t *Team) Workers() int {
	if t == nil {
		return 1
	}
	return t.workers
}

// What a loop must cost, in nanoseconds, to be worth sharing, and what must have gone
// by unshared before members that sleep, or are yet to be started, are woken.
const (
	worthSharing = 3_000
	worthWaking  = 5_000_000
)

// Do calls f(worker, i) for i = 0..n-1 and returns when all calls have returned. A
// call costs about so many nanoseconds; small loops run in the caller's goroutine.
// A panic of f is raised again here, as a *PanicError from another goroutine's.
func (t *Team) Do(n, nanoseconds int, f func(worker, i int)) {
	if n <= 1 || n > lower || !t.worth(n*nanoseconds) {
		for i := range n {
			f(0, i)
		}
		return
	}
	if !t.started {
		t.start()
	}
	t.f = f
	t.grain.Store(uint64(max(1, n/(takesEach*t.workers))))
	t.done.Store(0)
	for w := range t.shares {
		from, end := w*n/t.workers, (w+1)*n/t.workers
		t.shares[w].left.Store(uint64(end)<<half | uint64(from))
	}
	t.loops.Add(1)
	for range min(int(t.asleep.Load()), n-1) {
		select {
		case t.wake <- struct{}{}:
		default:
		}
	}
	t.work(0)
	for t.done.Load() < int64(n) { // what others took is under way
		runtime.Gosched()
	}
	if p := t.panic.Swap(nil); p != nil {
		panic(p)
	}
}

func (t *Team) worth(nanoseconds int) bool {
	if t.Workers() == 1 || t.paused || nanoseconds < worthSharing {
		return false
	}
	if t.started && int(t.asleep.Load()) < t.workers-1 {
		return true
	}
	if t.unshared += nanoseconds; t.unshared < worthWaking {
		return false
	}
	t.unshared = 0
	return true
}

// Pause has all loops run in their caller's goroutine, until Resume.
func (t *Team) Pause() {
	if t != nil {
		t.paused = true
	}
}

// Resume ends a pause.
func (t *Team) Resume() {
	if t != nil {
		t.paused = false
	}
}

// Close ends the team's goroutines; the team must be idle.
func (t *Team) Close() {
	if t == nil || !t.started {
		return
	}
	t.quit.Store(true)
	close(t.wake)
}

func (t *Team) start() {
	t.started = true
	for w := 1; w < t.workers; w++ {
		go t.member(w)
	}
}

// member works whenever there is work, until the team is closed.
func (t *Team) member(worker int) {
	seen := uint64(0)
	for !t.quit.Load() {
		if loops := t.loops.Load(); loops != seen {
			seen = loops
			t.work(worker)
		} else if !t.spin(seen) {
			t.asleep.Add(1)
			if t.loops.Load() == seen {
				<-t.wake
			}
			t.asleep.Add(-1)
		}
	}
}

// spin waits a while for another loop than the last one seen, and says whether there
// is one.
func (t *Team) spin(seen uint64) bool {
	for k := range spins {
		if t.loops.Load() != seen || k%spinsAsked == 0 && t.quit.Load() {
			return true
		}
	}
	return false
}

// work does what is left of the worker's own share, then of the others'. A member
// that comes late, even from another loop, finds shares that are empty, or takes a
// piece of the loop at hand, which cannot end before that piece has.
func (t *Team) work(worker int) {
	did := 0
	for k := range t.workers {
		owner := worker + k
		if owner >= t.workers {
			owner -= t.workers
		}
		for {
			from, end := t.shares[owner].take(t, k > 0)
			if from == end {
				break
			}
			t.call(worker, from, end)
			did += end - from
		}
	}
	if did > 0 {
		t.done.Add(int64(did))
	}
}

// take takes a piece of a share, which is empty if nothing is left.
func (s *share) take(t *Team, fromBack bool) (from, end int) {
	for {
		left := s.left.Load()
		from, end := left&lower, left>>half
		if from == end {
			return 0, 0
		}
		piece := min(t.grain.Load(), end-from)
		if fromBack {
			if s.left.CompareAndSwap(left, (end-piece)<<half|from) {
				return int(end - piece), int(end)
			}
		} else if s.left.CompareAndSwap(left, end<<half|(from+piece)) {
			return int(from), int(from + piece)
		}
	}
}

// call runs f for some indices; a panic ends them.
func (t *Team) call(worker, from, end int) {
	defer func() {
		if v := recover(); v != nil {
			t.panic.CompareAndSwap(nil, asPanicError(v))
		}
	}()
	for i := from; i < end; i++ {
		t.f(worker, i)
	}
}
