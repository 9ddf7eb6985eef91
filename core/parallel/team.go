package parallel

import (
	"runtime"
	"sync/atomic"
)

// Team keeps goroutines ready for many short loops, one after the other. Where For
// starts goroutines each time, which takes longer than a loop of some microseconds
// lasts, a Team's members wait by spinning for a while before they go to sleep.
//
// The indices of a loop go into pieces, and each worker begins with its own share of
// these, the same one in every loop of that length, and then takes from what the others
// have left: so what belongs to an index mostly stays in one core's cache.
//
// One goroutine at a time may call Do. A nil Team, and one of a single worker, has
// no goroutines and runs everything in its caller's.
//
// A line that one core writes and another reads takes a tenth of a microsecond or more
// to get there, and a loop lasts a few: so what members have to know of a loop is on one
// line, they work out their shares themselves, and nothing is put back to zero.
type Team struct {
	workers  int
	shares   []share
	wake     chan struct{}
	panic    atomic.Pointer[PanicError]
	asleep   atomic.Int32
	quit     atomic.Bool
	paused   atomic.Bool
	_        line
	started  bool   // this, and the next three, by the one goroutine that calls Do
	unshared int    // nanoseconds of loops worth sharing while all members slept
	loops    uint64 // begun so far
	others   uint64 // pieces that the members did in them
	_        line
	call     atomic.Uint64 // the last loop begun, its number and its pieces: what members look at while they spin
	n        int           // its indices: this and f are read only by who has taken a piece
	f        func(worker, i int)
	_        line
	done     atomic.Uint64 // pieces that the members have done
	_        line
}

// share is what is left of one worker's share: the number of the loop, the end of the
// share and the first piece of it. Where the number is another loop's, nothing has been
// taken of this one's. Its worker takes from the front, the others from the back.
type share struct {
	left atomic.Uint64
	_    line
}

// line keeps what different cores write from lying in one line of their caches.
type line [64]byte

const (
	spins      = 1_000_000 // about a millisecond, after which others may have the core, ...
	naps       = 10        // ... so many times: the members of a run stay awake
	takesEach  = 8         // pieces a share is taken in: enough to even out, few enough to cost little
	spinsAsked = 128       // between two looks at whether the team has quit, or pauses
	mostTeam   = 1 << 12   // workers

	// A word has a loop's number in its upper half, and below it one number of pieces or
	// two, of so many bits each: takesEach * mostTeam fits.
	bits   = 15
	lower  = 1<<bits - 1
	number = 1<<64 - 1<<(2*bits)
)

// NewTeam returns a team of so many workers, the caller of Do among them. Its
// goroutines start with the first Do; Close ends them.
func NewTeam(workers int) *Team {
	workers = min(max(workers, 1), mostTeam)
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
// by unshared before members are started, or woken when all sleep.
const (
	worthSharing  = 3_000
	worthStarting = 1_000_000
	worthWaking   = 100_000
)

// Do calls f(worker, i) for i = 0..n-1 and returns when all calls have returned. A
// call costs about so many nanoseconds; small loops run in the caller's goroutine.
// A panic of f is raised again here, as a *PanicError from another goroutine's.
func (t *Team) Do(n, nanoseconds int, f func(worker, i int)) {
	if n <= 1 || !t.worth(n*nanoseconds) {
		for i := range n {
			f(0, i)
		}
		return
	}
	if !t.started {
		t.start()
	}
	loop := t.begin(n, f)
	did := t.work(0, loop)
	t.others += uint64(count(loop) - did)
	for k := 1; t.done.Load() != t.others; k++ { // what others took is under way
		if k%spinsAsked == 0 {
			runtime.Gosched()
		}
	}
	if p := t.panic.Load(); p != nil { // no Swap: that would take the line from the members
		t.panic.Store(nil)
		panic(p)
	}
}

// begin lets the members have a loop.
func (t *Team) begin(n int, f func(worker, i int)) (loop uint64) {
	t.loops++
	if t.loops%(1<<32) == 0 { // no share is to have a number from half way round
		for w := range t.shares {
			t.shares[w].left.Store((t.loops - 1) << (2 * bits))
		}
	}
	loop = t.loops<<(2*bits) | uint64(min(n, takesEach*t.workers))
	t.n, t.f = n, f
	t.call.Store(loop)
	for range min(int(t.asleep.Load()), n-1) {
		select {
		case t.wake <- struct{}{}:
		default:
		}
	}
	return loop
}

// count is the number of a loop's pieces.
func count(loop uint64) int { return int(loop & lower) }

func (t *Team) worth(nanoseconds int) bool {
	if t.Workers() == 1 || t.paused.Load() || nanoseconds < worthSharing {
		return false
	}
	if t.started && int(t.asleep.Load()) < t.workers-1 {
		return true
	}
	t.unshared += nanoseconds
	if t.unshared < worthWaking || !t.started && t.unshared < worthStarting {
		return false
	}
	t.unshared = 0
	return true
}

// Pause has all loops run in their caller's goroutine, until Resume. The members sleep.
func (t *Team) Pause() {
	if t != nil {
		t.paused.Store(true)
	}
}

// Resume ends a pause.
func (t *Team) Resume() {
	if t != nil {
		t.paused.Store(false)
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
		if loop := t.call.Load(); loop != seen {
			seen = loop
			if did := t.work(worker, loop); did > 0 {
				t.done.Add(uint64(did))
			}
		} else if !t.spin(seen) {
			t.asleep.Add(1)
			if t.call.Load() == seen {
				<-t.wake
			}
			t.asleep.Add(-1)
		}
	}
}

// spin waits a while for another loop than the last one seen, and says whether there
// is one.
func (t *Team) spin(seen uint64) bool {
	for range naps {
		for k := range spins {
			if t.call.Load() != seen {
				return true
			}
			if k%spinsAsked > 0 {
				continue
			}
			if t.quit.Load() {
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

// work does what is left of the worker's own share of a loop, then of the others', and
// says how many pieces it did. A loop that is over has nothing left.
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

// take takes a piece of a share, or -1 if nothing is left. Who has taken one keeps its
// loop from ending. A share with another number is of an earlier loop, and so untouched,
// or of a later one: then this one is over. Numbers go round, but a share's is never
// half way round behind: begin sees to it.
func (t *Team) take(owner int, loop uint64, fromBack bool) int {
	s := &t.shares[owner]
	for {
		left := s.left.Load()
		from, end := left&lower, left>>bits&lower
		if ahead := int64(left&number - loop&number); ahead > 0 {
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
		if s.left.CompareAndSwap(left, loop&number|end<<bits|from) {
			return int(piece)
		}
	}
}

// run calls f for some indices; a panic ends them.
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
