package parallel

import (
	"runtime"
	"sync/atomic"
)

// Team keeps goroutines ready for many short loops, one after the other. Where For
// starts goroutines each time, which takes longer than a loop of some microseconds
// lasts, a Team's members wait by spinning for a while before they go to sleep.
//
// One goroutine at a time may call Do. A nil Team, and one of a single worker, has
// no goroutines and runs everything in its caller's.
type Team struct {
	workers int
	started bool // by the one goroutine that calls Do
	f       func(worker, i int)
	n       int           // the loop at hand: how many indices,
	block   int           // how many of them are handed out at once,
	work    atomic.Uint64 // its number, how many blocks it has, and the next one
	done    atomic.Int64  // blocks of the loop at hand that are finished
	panic   atomic.Pointer[PanicError]
	asleep  atomic.Int32
	wake    chan struct{}
	quit    atomic.Bool
}

// The fields of Team.work, from the lowest bits. The number keeps a member that
// was slow to look at one loop from taking a block of the next by mistake.
const (
	indexBits  = 24
	maxLength  = 1<<indexBits - 1
	lengthAt   = indexBits
	numberAt   = 2 * indexBits
	spins      = 100_000 // about 100 µs: longer than the work between two loops of a run
	blocksEach = 3       // blocks for each worker: enough to even out, few enough to cost little
	spinsAsked = 128     // between two looks at whether the team has quit
)

// NewTeam returns a team of so many workers, the caller of Do among them. Its
// goroutines start with the first Do; Close ends them.
func NewTeam(workers int) *Team {
	return &Team{workers: workers, wake: make(chan struct{}, max(workers, 1))}
}

// Workers is how many workers there are, numbered from 0.
func (t *Team) Workers() int {
	if t == nil {
		return 1
	}
	return max(t.workers, 1)
}

// What a loop must cost, in nanoseconds, to be worth sharing: with members awake,
// and when they must be woken or started first.
const (
	worthSharing = 20_000
	worthWaking  = 50_000
)

// Do calls f(worker, i) for i = 0..n-1 and returns when all calls have returned. A
// call costs about so many nanoseconds; small loops run in the caller's goroutine.
// A panic of f is raised again here, as a *PanicError from another goroutine's.
func (t *Team) Do(n, nanoseconds int, f func(worker, i int)) {
	if n <= 1 || n > maxLength || !t.worth(n*nanoseconds) {
		for i := range n {
			f(0, i)
		}
		return
	}
	if !t.started {
		t.start()
	}
	t.f, t.n, t.block = f, n, max(1, n/(blocksEach*t.workers))
	blocks := (n + t.block - 1) / t.block
	t.done.Store(0)
	number := t.work.Load()>>numberAt + 1
	t.work.Store(number<<numberAt | uint64(blocks)<<lengthAt)
	for range min(int(t.asleep.Load()), blocks-1) {
		select {
		case t.wake <- struct{}{}:
		default:
		}
	}
	t.share(0)
	for t.done.Load() < int64(blocks) { // what others took is under way
		runtime.Gosched()
	}
	if p := t.panic.Swap(nil); p != nil {
		panic(p)
	}
}

func (t *Team) worth(nanoseconds int) bool {
	if t.Workers() == 1 || nanoseconds < worthSharing {
		return false
	}
	awake := t.started && int(t.asleep.Load()) < t.workers-1
	return awake || nanoseconds >= worthWaking
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
	for !t.quit.Load() {
		if !t.share(worker) && !t.spin() {
			t.asleep.Add(1)
			if !t.open() {
				<-t.wake
			}
			t.asleep.Add(-1)
		}
	}
}

// spin waits a while for work and says whether there is some.
func (t *Team) spin() bool {
	for k := range spins {
		if t.open() || k%spinsAsked == 0 && t.quit.Load() {
			return true
		}
	}
	return false
}

// open says whether there is a block to take.
func (t *Team) open() bool {
	work := t.work.Load()
	return work&maxLength < work>>lengthAt&maxLength
}

// share takes blocks and works on them until none are left, and says whether it
// took any.
func (t *Team) share(worker int) (any bool) {
	for {
		work := t.work.Load()
		i := work & maxLength
		if i >= work>>lengthAt&maxLength {
			return any
		}
		if t.work.CompareAndSwap(work, work+1) {
			any = true
			t.call(worker, int(i))
		}
	}
}

// call runs f for one block; whatever becomes of it, the block is finished.
func (t *Team) call(worker, block int) {
	defer func() {
		if v := recover(); v != nil {
			t.panic.CompareAndSwap(nil, asPanicError(v))
		}
		t.done.Add(1)
	}()
	for i := block * t.block; i < min((block+1)*t.block, t.n); i++ {
		t.f(worker, i)
	}
}
