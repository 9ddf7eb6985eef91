package parallel

import (
	"runtime"
	"sync/atomic"
	"time"
)

// Team keeps goroutines, its members, ready for many short loops, one after the other. For starts
// goroutines each time, which takes longer than a loop of some microseconds. The members of a Team
// spin for a while before they sleep, so they begin a loop at once. Where members are of no use, since the
// machine is busy, they sleep too: see trial.
//
// The indices of a loop are divided into pieces, and the pieces into one share per worker. A worker
// first takes the pieces of its own share, then pieces of the other shares. The share of a worker
// is the same in every loop of the same length. Therefore the data of an index mostly stay in the
// cache of one core.
//
// Only one goroutine at a time may call Do. A nil Team, and a Team of one worker, have no members
// and run all loops in the caller's goroutine.
//
// Why the fields are laid out in this way: a cache line that one core writes and another reads
// takes a tenth of a microsecond or more to move, and a loop lasts a few microseconds. Therefore
// all that a member reads to begin a loop is in one cache line, a worker computes its share instead
// of being given it, and no counter is reset between loops.
type Team struct {
	workers int
	shares  []share
	wake    chan struct{}
	panic   atomic.Pointer[PanicError]
	asleep  atomic.Int32
	closed  atomic.Bool
	paused  atomic.Bool
	_       cacheLine
	// The goroutine that calls Do uses these six fields alone.
	trial    trial
	held     bool // by Pause
	started  bool
	unshared int    // nanoseconds of loops worth sharing since members were last started or woken
	loops    uint64 // loops begun so far
	others   uint64 // pieces of these loops that members have taken
	_        cacheLine
	// Members read current while they spin. Only workers that have taken a piece read n and f.
	current atomic.Uint64 // the number of the last loop begun, and its number of pieces
	n       int           // the number of its indices
	f       func(worker, i int)
	_       cacheLine
	done    atomic.Uint64 // pieces that members have completed
	_       cacheLine
}

// share is the rest of one worker's share: the number of the loop, the end of the share and its
// first piece. If the number is that of an earlier loop, no piece of the present loop's share has
// been taken. The worker itself takes pieces from the front, the other workers from the back.
type share struct {
	left atomic.Uint64
	_    cacheLine
}

// cacheLine is padding between fields that different cores write, so that they are in different
// cache lines.
type cacheLine [64]byte

const (
	spinsPerRound   = 1_000_000                   // about a millisecond; between two rounds other goroutines may run
	spinRounds      = 10                          // enough for the members to stay awake during a run
	piecesPerWorker = 8                           // enough to balance the load, and few enough to cost little
	spinsPerCheck   = 128                         // spins between two checks of closed and paused
	maxWorkers      = pieceMask / piecesPerWorker // the pieces of a loop are counted in pieceBits

	// Team.current and share.left hold the number of a loop in the bits of loopMask. Below are one
	// or two numbers of pieces, of pieceBits each.
	pieceBits = 15
	pieceMask = 1<<pieceBits - 1
	loopMask  = 1<<64 - 1<<(2*pieceBits)
)

// NewTeam returns a team of the given number of workers, at least 1 and at most maxWorkers. The
// caller of Do is one of them. The other goroutines are started by the first loop that is worth
// it. Close ends them.
func NewTeam(workers int) *Team {
	workers = min(max(workers, 1), maxWorkers)
	return &Team{
		workers: workers, wake: make(chan struct{}, workers), shares: make([]share, workers),
		trial: trial{alone: lastAlone.Load()},
	}
}

// Workers is the number of workers. They are numbered from 0.
func (t *Team) Workers() int {
	if t == nil {
		return 1
	}
	return t.workers
}

// Costs in nanoseconds.
const (
	worthSharing  = 3_000     // a loop that costs less runs in the caller's goroutine
	worthStarting = 1_000_000 // unshared loops must have cost this much before members are started
	worthWaking   = 100_000   // unshared loops must have cost this much before members are woken
)

// Do calls f(worker, i) for i = 0..n-1 and returns when all calls have returned. The argument
// nanoseconds is the approximate cost of one call. A loop that costs little runs in the caller's
// goroutine.
//
// A panic of f is raised again in the caller's goroutine. It is a *PanicError if the loop was
// shared. The rest of the piece in which it occurred is skipped.
func (t *Team) Do(n, nanoseconds int, f func(worker, i int)) {
	if n <= 1 || !t.worth(n*nanoseconds) {
		each(n, f)
		return
	}
	began := time.Now()
	if t.trial.alone {
		each(n, f)
	} else {
		t.share(n, f)
	}
	if t.trial.add(n*nanoseconds, time.Since(began)) {
		t.paused.Store(t.trial.alone)
	}
}

func each(n int, f func(worker, i int)) {
	for i := range n {
		f(0, i)
	}
}

// share is Do with the members.
func (t *Team) share(n int, f func(worker, i int)) {
	if !t.started {
		t.start()
	}
	loop := t.begin(n, f)
	did := t.work(0, loop)
	t.others += uint64(count(loop) - did)
	for k := 1; t.done.Load() != t.others; k++ { // Members still work on pieces that they have taken.
		if k%spinsPerCheck == 0 {
			runtime.Gosched()
		}
	}
	if p := t.panic.Load(); p != nil { // A Swap would take the cache line from the members.
		t.panic.Store(nil)
		panic(p)
	}
}

// begin publishes a loop to the members and wakes those that sleep. It returns the number of the
// loop and its number of pieces, as in Team.current.
func (t *Team) begin(n int, f func(worker, i int)) (loop uint64) {
	t.loops++
	if t.loops%(1<<32) == 0 { // Every share gets a recent number; see take.
		for w := range t.shares {
			t.shares[w].left.Store((t.loops - 1) << (2 * pieceBits))
		}
	}
	loop = t.loops<<(2*pieceBits) | uint64(min(n, piecesPerWorker*t.workers))
	t.n, t.f = n, f
	t.current.Store(loop)
	for range min(int(t.asleep.Load()), n-1) {
		select {
		case t.wake <- struct{}{}:
		default:
		}
	}
	return loop
}

// count is the number of a loop's pieces.
func count(loop uint64) int { return int(loop & pieceMask) }

// worth reports whether a loop of this cost is one for the members, or for a trial without them. It counts
// the cost of loops that are not, because the members are not started, or all sleep.
func (t *Team) worth(nanoseconds int) bool {
	if t.Workers() == 1 || t.held || nanoseconds < worthSharing {
		return false
	}
	if t.trial.alone {
		return true
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

// Pause makes all loops run in the caller's goroutine until Resume is called. The members go to
// sleep.
func (t *Team) Pause() {
	if t != nil {
		t.held = true
		t.paused.Store(true)
	}
}

func (t *Team) Resume() {
	if t != nil {
		t.held = false
		t.paused.Store(t.trial.alone)
	}
}

// Forget drops the references of the last loop. No loop may be running.
func (t *Team) Forget() {
	if t != nil {
		t.f = nil
	}
}

// Close ends the team's goroutines. No loop may be running.
func (t *Team) Close() {
	if t == nil || !t.started {
		return
	}
	t.closed.Store(true)
	close(t.wake)
}

func (t *Team) start() {
	t.started = true
	for w := 1; w < t.workers; w++ {
		go t.member(w)
	}
}
