package consensus

import (
	"context"
	"slices"

	"github.com/mcbnc/mcbnc/core/fuse/consensus/internal/hsearch"
	"github.com/mcbnc/mcbnc/core/fuse/consensus/internal/tournament"
	"github.com/mcbnc/mcbnc/core/graphs/bitset"
)

// Limits of looking ahead. What is learnt stands until a step makes it stale, and the edges
// next in line are soon asked about anyway. With 16 slots it costs 5 to 20 % more cuts.
const (
	aheadSlots  = 16   // at most this number of the slots with the lowest keys are sharpened at once, ...
	aheadEach   = 2    // ... or this number for each worker, if that is more
	aheadRounds = 8    // at most so often each of them
	aheadDAGs   = 256  // from this number of DAGs on, a single question keeps all workers busy, ...
	aheadCost   = 1500 // ... and with fewer, if each takes long: DAGs times the words of a set, squared
)

// slotCost is what it takes to make one slot sharper, in nanoseconds for each DAG, roughly.
const slotCost = 300

// lookahead makes the keys of several slots sharper in parallel, one worker each.
type lookahead struct {
	*run
	ctx    context.Context
	chosen []int32          // slots
	heads  []int32          // of their edges, all different
	limit  tournament.Entry // a slot whose key is above this one is sharp enough
	part   func(worker, k int)
}

func newLookahead(r *run) *lookahead {
	l := &lookahead{run: r}
	l.part = func(worker, k int) { l.sharpenSlot(l.workers[worker], int(l.chosen[k])) }
	return l
}

// pays reports whether looking ahead makes a run of several workers faster. If not, each
// question is shared out by DAG. What a cut costs grows with the number of nodes that are
// looked at, and with the words of each one's row: both grow with the nodes.
func (l *lookahead) pays() bool {
	words := bitset.Words(l.table.n)
	return l.table.dags < aheadDAGs && l.table.dags*words*words < aheadCost
}

// sharpenLowest makes the slots with the lowest keys sharper, each until it is above those
// that were not chosen. Workers do not wait for each other.
func (l *lookahead) sharpenLowest(ctx context.Context) error {
	l.choose()
	l.ctx = ctx
	l.team.Do(len(l.chosen), slotCost*l.table.dags, l.part)
	for _, w := range l.workers {
		w.publish()
		if w.err != nil {
			return w.err
		}
	}
	return nil
}

// choose chooses the slots with the lowest keys. Edges with the same head share state, so
// only the best of them is chosen: what is learnt of one may be learnt of all, and when one
// is deleted, most of what is known of the others becomes stale. Hence workers never write
// to the same memory.
func (l *lookahead) choose() {
	most := max(aheadSlots, aheadEach*len(l.workers))
	lowest := l.queue.tree.Lowest(most+1, l.chosen[:0])
	l.limit = tournament.Entry{Score: noKey}
	if len(lowest) > most {
		l.limit = l.queue.tree.At(int(lowest[most]))
		lowest = lowest[:most]
	}
	l.chosen, l.heads = lowest[:0], l.heads[:0]
	for _, slot := range lowest {
		if head := l.table.list[l.queue.edgeAt(int(slot))].v; !slices.Contains(l.heads, head) {
			l.chosen, l.heads = append(l.chosen, slot), append(l.heads, head)
		}
	}
}

// sharpenSlot makes one of the chosen slots sharper.
func (l *lookahead) sharpenSlot(w *worker, slot int) {
	for range aheadRounds {
		now := l.queue.entry(slot)
		if w.err != nil || !now.Before(&l.limit) {
			break
		}
		e := l.queue.edgeAt(slot)
		need := w.next(e)
		if need == hsearch.Exact {
			break
		}
		w.err = w.sharpen(l.ctx, e, need)
	}
	w.note(slot)
}
