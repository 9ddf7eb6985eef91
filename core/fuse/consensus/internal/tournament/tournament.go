// Package tournament keeps slots with keys, and finds the slots with the lowest keys. A
// change of one key costs the logarithm of the number of slots at most.
//
// It is a tournament tree. Every match remembers its winner with its key. So the two
// entries of a match lie side by side in memory.
package tournament

import "math"

// NoKey is the score of a slot without a key. Such a slot is never found.
const NoKey = math.MaxInt64

// Entry is a slot with its key. Lower scores come first. Among equal scores the lower tie
// comes first.
type Entry struct {
	Score int64
	Tie   uint64
	Slot  int32
}

// Tree is the tournament of all slots.
type Tree struct {
	// winners[m] is the winner of match m, between winners[2m] and winners[2m+1]. The slots
	// themselves are the entries from half on.
	winners []Entry
	half    int
	open    []match // scratch of Lowest
}

// match is a match whose winner may be among the lowest.
type match struct {
	number int32
	winner Entry
}

// New returns a tree of the given number of slots, without keys.
func New(slots int) *Tree {
	half := 1
	for half < slots {
		half *= 2
	}
	t := &Tree{winners: make([]Entry, 2*half), half: half}
	for s := range half {
		t.winners[half+s] = Entry{Score: NoKey, Slot: int32(s)}
	}
	for m := half - 1; m > 0; m-- {
		t.winners[m] = t.winners[2*m]
	}
	return t
}

func (t *Tree) At(slot int) Entry { return t.winners[t.half+slot] }

// Set gives now.Slot the key of now.
func (t *Tree) Set(now Entry) {
	m := t.half + int(now.Slot)
	for ; t.winners[m] != now; m /= 2 {
		t.winners[m] = now
		if m == 1 {
			return
		}
		if other := &t.winners[m^1]; other.Before(&now) {
			now = *other
		}
	}
}

// Before compares two entries by their keys.
func (e *Entry) Before(other *Entry) bool {
	if e.Score != other.Score {
		return e.Score < other.Score
	}
	return e.Tie < other.Tie
}

// Min is the slot with the lowest key, or -1 if no slot has a key.
func (t *Tree) Min() int {
	if best := &t.winners[1]; best.Score < NoKey {
		return int(best.Slot)
	}
	return -1
}

// Lowest appends to out, in order, the count slots with the lowest keys, or all slots with a
// key if these are fewer.
//
// The next slot after some that are found lost to one of them. So it is the winner of a
// match beside that one's way up.
func (t *Tree) Lowest(count int, out []int32) []int32 {
	t.open = t.open[:0]
	t.enter(1, count)
	for ; count > 0 && len(t.open) > 0; count-- {
		last := len(t.open) - 1
		m, slot := int(t.open[last].number), t.open[last].winner.Slot
		t.open = t.open[:last]
		out = append(out, slot)
		for m < t.half {
			m *= 2
			if t.winners[m].Slot != slot {
				m++
			}
			t.enter(m^1, count-1)
		}
	}
	return out
}

// enter sorts match m into open by its winner's key, the lowest last. It keeps the places
// lowest of them.
func (t *Tree) enter(m, places int) {
	c := &t.winners[m]
	full := len(t.open) == places
	if c.Score == NoKey || full && (places == 0 || t.open[0].winner.Before(c)) {
		return
	}
	at := len(t.open)
	for at > 0 && t.open[at-1].winner.Before(c) {
		at--
	}
	if full {
		copy(t.open, t.open[1:at])
		at--
	} else {
		t.open = append(t.open, match{})
		copy(t.open[at+1:], t.open[at:])
	}
	t.open[at] = match{int32(m), *c}
}
